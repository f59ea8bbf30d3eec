"""Write the page of samples, in every theme and for visitor and member, with its static files: `muestrario.py CARPETA`.

Sprites do not load from file://; look at it through `python -m http.server --directory CARPETA`.
"""

import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import django
from django import forms
from django.conf import settings
from django.template.loader import render_to_string
from django.test.utils import override_settings

RAIZ = Path(__file__).resolve().parent.parent
TEMAS = ("claro", "sepia", "oscuro", "contraste", "auto")
ERRORES = ("400", "403", "403_csrf", "404", "409", "413", "429", "500", "503")


def escribir(carpeta: Path) -> list[Path]:
    """Write the pages and the static files in `carpeta`, and return the pages."""
    shutil.copytree(RAIZ / "static", carpeta / "static", dirs_exist_ok=True)
    sencillo = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(STORAGES=sencillo, STATIC_URL="/static/"):
        return [*_muestras(carpeta), *_errores(carpeta)]


def _muestras(carpeta: Path) -> list[Path]:
    paginas = []
    ana = SimpleNamespace(is_authenticated=True, publico="muestra0000", username="Ana")
    for tema in TEMAS:
        for quien, user in (("socia", ana), ("visita", None)):
            datos = {"tema": tema, "user": user, "request": _peticion("/partidas/"), "form": _formulario()}
            pagina = carpeta / f"{tema}-{quien}.html"
            pagina.write_text(render_to_string("muestrario.html", datos), encoding="utf-8")
            paginas.append(pagina)
    return paginas


def _errores(carpeta: Path) -> list[Path]:
    datos = {
        "tema": "claro",
        "request": _peticion("/p/umbral/"),
        "textos": [("texto", "Con el pulso desbocado, Brisa apenas notaba el dolor...")],
        "tuyo": "Tu versión, entera.",
        "suyo": "La que hay ahora.",
        "enlace": "/",
        "segundos": 40,
        "incidente": "7f3a91",
    }
    paginas = []
    for codigo in ERRORES:
        pagina = carpeta / f"error-{codigo}.html"
        pagina.write_text(render_to_string(f"errores/{codigo}.html", datos), encoding="utf-8")
        paginas.append(pagina)
    return paginas


def _peticion(camino: str) -> SimpleNamespace:
    return SimpleNamespace(path=camino, get_full_path=lambda: camino)


def _formulario() -> forms.Form:
    class Registro(forms.Form):
        nombre = forms.CharField(label="Nombre", help_text="Es el que verán los demás. Puedes cambiarlo.")
        correo = forms.EmailField(label="Correo", widget=forms.EmailInput(attrs={"autocomplete": "email"}))
        clave = forms.CharField(label="Contraseña", widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))
        ritmo = forms.ChoiceField(
            label="Cuánto escribes", widget=forms.RadioSelect, choices=[("1", "Cada día"), ("2", "Cada semana")]
        )
        normas = forms.BooleanField(label="He leído las normas y me parecen bien", required=False)

    return Registro({"nombre": "Ana", "correo": "ana en casa", "clave": "", "ritmo": "1"})


def main() -> int:
    """Draw everything in the folder given."""
    if len(sys.argv) != 2:
        sys.stderr.write((__doc__ or "") + "\n")
        return 2
    sys.path.insert(0, str(RAIZ))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for pagina in escribir(Path(sys.argv[1])):
        sys.stdout.write(f"{pagina.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
