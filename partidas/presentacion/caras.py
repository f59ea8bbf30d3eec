"""The face of a dice card: what is the same for all who see the roll, as words and as HTML, kept once made.

A face is a function of the stored answer, of what became of the roll since (that it is void), of the language, and of
whether its reader may know who threw: for who may not, the name of a secret PNJ is «Alguien» wherever it stands. It is
kept in the cache of pages under a digest of all that and of the code and the translations that make it, so that
another answer, another voiding or another version is another key, and nothing has to be thrown away. What depends on
who reads (what the roll declared, changes on a sheet, «2.ª vez», options) is not in it: see `tarjetas`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import caches
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from partidas.presentacion.dados import Dado, dados, en_voz, suerte
from partidas.presentacion.escritura import esc
from partidas.presentacion.palabras import Palabras
from reglas import protocolo

if TYPE_CHECKING:
    from partidas.models import Tirada

TONOS = {True: "exito", False: "fallo", None: "neutro"}
DIAS_GUARDADA = 7
A_MANO_MAXIMO = 400


@dataclass(frozen=True, slots=True)
class Linea:
    """One line of the arithmetic or of the changes. clausulas: those of the reference that explain it."""

    etiqueta: str
    valor: str
    antes: str = ""
    clausulas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cara:
    """One face. lectura: all of it as one sentence, for who hears the page. suerte: against its own odds.

    What follows is HTML, in the order in which it comes. clases: of the whole card. encima: dice, title and degree.
    suma: the sentence of the result. estado: that it is private or void. calculo: how it was worked out. sello: the
    receipt, whole. privada: it is in the closed book.
    """

    titulo: str
    lectura: str
    suerte: str
    objetivo: str
    dados: tuple[Dado, ...]
    tono: str
    grado: str
    resumen: str
    clases: str
    encima: str
    suma: str
    estado: str
    calculo: str
    sello: str
    privada: bool = False


def de(tirada: Tirada, ocultos: Collection[str] | None = None) -> Cara:
    """Make the face of a stored roll; the same stored answer always gives the same face.

    ocultos: names that its reader may not know; by default that of who threw, unless the roll says that it `se_conoce`.
    """
    palabras = Palabras.de(tirada.sistema)
    ocultos = _nombres_ocultos(tirada) if ocultos is None else ocultos
    respuesta, objetivo, nombre = tirada.respuesta, nombre_del_objetivo(tirada), tirada.nombre
    if ocultos:
        respuesta = {clave: tapar(valor, ocultos) for clave, valor in respuesta.items()}
        objetivo, nombre = tapar(objetivo, ocultos), tapar(nombre, ocultos)
    titulo = palabras(palabras.sistema.acciones[tirada.accion].nombre)
    caidos = dados(palabras, respuesta, juzgados=not tirada.por_juzgar)
    fortuna = suerte(tirada.mejor_que, tirada.peor_que)
    grado, tono = palabras.grado(respuesta["grado"]), TONOS[respuesta["exito"]]
    resumen = palabras.texto(protocolo.de_dict(respuesta).resumen)
    cuenta = calculo(palabras, respuesta["detalle"])
    if tirada.por_juzgar:
        resumen = _("Los dados ya han caído: la dirección dirá cómo de difícil era.")
    elif tirada.dificultad_oculta:
        # the degree, the margin and the sum would say how hard it was
        grado, resumen = _sin_decir_mas(respuesta["exito"], nombre)
        cuenta = ()
    privada = tirada.libro == "cerrado"
    # it hangs on a turn of the direction, among those of others
    de_quien = f"{nombre}: {titulo}" if tirada.a_peticion else titulo
    return Cara(
        titulo=titulo,
        lectura=en_voz(de_quien, objetivo, grado, caidos, resumen, fortuna),
        suerte=fortuna,
        objetivo=objetivo,
        dados=caidos,
        tono=tono,
        grado=grado,
        resumen=resumen,
        clases=f"tirada tirada--{tono}" + " tirada--privada" * privada + " tirada--anulada" * bool(tirada.anulada),
        encima=_encima(caidos, de_quien, objetivo, grado, tono),
        suma=_suma(resumen, fortuna),
        estado=_estado(tirada, privada=privada),
        calculo=_calculo(tirada.sistema, caidos, cuenta),
        sello=_sello(tirada.recibo),
        privada=privada,
    )


def _sin_decir_mas(exito: bool | None, nombre: str) -> tuple[str, str]:
    """Return the degree and the sentence of a roll of which nobody is told how hard it was."""
    if exito is None:
        return "", _("La dirección se guarda la dificultad.")
    if exito:
        return _("Éxito"), _("%(nombre)s lo consigue. La dirección se guarda la dificultad.") % {"nombre": nombre}
    return _("Fallo"), _("%(nombre)s no lo consigue. La dirección se guarda la dificultad.") % {"nombre": nombre}


def _nombres_ocultos(tirada: Tirada) -> set[str]:
    """Return the names of who threw, if it is a character of whom the roll does not say that its reader knows."""
    if tirada.personaje_id is None or getattr(tirada, "se_conoce", False):
        return set()
    return {tirada.nombre, str((tirada.respuesta.get("ficha") or {}).get("nombre") or "")} - {""}


def tapar(valor: Any, nombres: Collection[str]) -> Any:
    """Return a value of an answer without those names, wherever they stand in it."""
    if isinstance(valor, Mapping):
        return {clave: tapar(hijo, nombres) for clave, hijo in valor.items()}
    if isinstance(valor, list | tuple):
        return [tapar(hijo, nombres) for hijo in valor]
    if isinstance(valor, str):
        for nombre in nombres:
            valor = re.sub(rf"(?<!\w){re.escape(nombre)}(?!\w)", lambda _hallado: _("Alguien"), valor)
    return valor


def de_varias(tiradas: Sequence[Tirada]) -> dict[int, Cara]:
    """Return the faces of stored rolls by their keys: those that are kept, at once, and the others made and kept.

    Who threw one roll of a turn and is a secret is not named in the others of that turn.
    """
    ocultos: dict[int, set[str]] = defaultdict(set)
    for tirada in tiradas:
        ocultos[tirada.mensaje_id] |= _nombres_ocultos(tirada)
    claves = {tirada.pk: _clave(tirada, ocultos[tirada.mensaje_id]) for tirada in tiradas}
    caras = {clave: cara for clave in claves.values() if (cara := _A_MANO.get(clave)) is not None}
    if len(caras) < len(claves):
        faltan = [(claves[t.pk], t, ocultos[t.mensaje_id]) for t in tiradas if claves[t.pk] not in caras]
        caras |= _de_la_cache(faltan)
    return {pk: caras[clave] for pk, clave in claves.items()}


def _de_la_cache(faltan: Sequence[tuple[str, Tirada, Collection[str]]]) -> dict[str, Cara]:
    """Return those faces from the cache of pages, or made; the process keeps them at hand from then on."""
    guardadas = caches["paginas"].get_many([clave for clave, _tirada, _ocultos in faltan])
    nuevas = {
        clave: de(tirada, ocultos) for clave, tirada, ocultos in faltan if not isinstance(guardadas.get(clave), Cara)
    }
    if nuevas:
        caches["paginas"].set_many(nuevas, timeout=DIAS_GUARDADA * 24 * 3600)
    caras: dict[str, Cara] = guardadas | nuevas
    if len(_A_MANO) + len(caras) > A_MANO_MAXIMO:
        _A_MANO.clear()
    _A_MANO.update(caras)
    return caras


def _clave(tirada: Tirada, ocultos: Collection[str]) -> str:
    """Return a digest of all that `de` reads."""
    de_que = (
        (tirada.sistema, tirada.accion, tirada.recibo, tirada.libro, tirada.mejor_que, tirada.peor_que),
        (tirada.respuesta, nombre_del_objetivo(tirada)),
        (tirada.anulada is not None, tirada.motivo_anulacion),
        (
            tirada.por_juzgar,
            tirada.dificultad_oculta,
            tirada.a_peticion,
            tirada.nombre if tirada.a_peticion or tirada.dificultad_oculta else "",
        ),
        *([sorted(ocultos)] if ocultos else []),
    )
    texto = json.dumps(de_que, ensure_ascii=False)
    return f"cara:{huella_del_codigo()}:{get_language()}:{hashlib.sha256(texto.encode()).hexdigest()}"


_A_MANO: dict[str, Cara] = {}
"""Faces that this process has just shown: the cache gives a copy each time, which takes longer than all the rest."""


@cache
def huella_del_codigo() -> str:
    """Return a digest of what makes a face besides the roll: this code, the rules, the translations, the addresses."""
    raiz = Path(settings.BASE_DIR)
    archivos = [*(raiz / "reglas").rglob("*.py"), *(raiz / "partidas" / "presentacion").rglob("*.py")]
    archivos += [*raiz.glob("locale/**/*.mo"), *(raiz / "reglas").rglob("*.mo")]
    suma = hashlib.sha256(f"{static('iconos/dados.svg')} {static('iconos/iconos.svg')}".encode())
    for archivo in sorted(archivos):
        suma.update(archivo.read_bytes())
    return suma.hexdigest()[:16]


def nombre_del_objetivo(tirada: Tirada) -> str:
    """Return the name that the target had when the die fell: one given since may be a secret."""
    if tirada.objetivo is None:
        return ""
    return str((tirada.respuesta.get("objetivo") or {}).get("nombre") or tirada.objetivo.nombre)


def calculo(palabras: Palabras, detalle: Mapping[str, Any]) -> tuple[Linea, ...]:
    """Return the arithmetic in the system's display order: what has a name and takes part in the sum.

    What is nought, no or absent adds nothing and is left out, so that the sum that matters is seen; so are the parts
    of a number of several.
    """
    orden = list(palabras.sistema.etiquetas.detalle)
    cuentan = {clave: _que_cuenta(palabras, detalle[clave]) for clave in detalle if clave in orden}
    claves = sorted((clave for clave, valor in cuentan.items() if valor), key=orden.index)
    return tuple(
        Linea(
            palabras.detalle(clave),
            palabras.valor(cuentan[clave]),
            clausulas=_clausulas(palabras, clave, cuentan[clave]),
        )
        for clave in claves
    )


def _clausulas(palabras: Palabras, clave: str, valor: Any) -> tuple[str, ...]:
    """Return the clauses that explain a number, and each of the parts that it has."""
    de = palabras.sistema.clausulas
    partes = [f"{clave}.{parte}" for parte in valor] if isinstance(valor, Mapping) else []
    return tuple(dict.fromkeys(una for ruta in (clave, *partes) for una in de.get(ruta, ())))


def _que_cuenta(palabras: Palabras, valor: Any) -> Any:
    """Return a value without its parts that add nothing, the others in display order."""
    if isinstance(valor, Mapping) and "nombre" not in valor:
        return {clave: valor[clave] for clave in palabras.en_orden(valor) if valor[clave]}
    return valor


def icono(nombre: str) -> str:
    """Return one icon, as `_icono.html` draws it."""
    return f'<svg class="icono" aria-hidden="true"><use href="{static("iconos/iconos.svg")}#{esc(nombre)}"/></svg>'


def _dado(dado: Dado) -> str:
    """Return one die of a card, as `_dado.html` draws it."""
    abre = f'<li class="tirada__dado-con-todo"><span class="solo-lector">{esc(dado.en_voz)}</span>'
    if dado.nombre:
        nombre = esc(dado.nombre) if dado.cuenta else f"<s>{esc(dado.nombre)}</s>"
        return f'{abre}<span class="chip" aria-hidden="true">{nombre}</span></li>'
    clase = f" tirada__dado--{dado.clase}" if dado.clase else ""
    figura = f'<svg><use href="{static("iconos/dados.svg")}#{dado.figura}"/></svg>'
    uno = f'<span class="tirada__dado tirada__dado--{dado.figura}{clase}">{figura}<span>'
    flecha = '<span class="tirada__flecha">→</span>'
    valores = flecha.join(f"{uno}{valor}</span></span>" for valor in dado.valores)
    return f'{abre}<span class="tirada__cadena" aria-hidden="true">{valores}</span></li>'


def _encima(caidos: Iterable[Dado], titulo: str, objetivo: str, grado: str, tono: str) -> str:
    lista = "".join(map(_dado, caidos))
    fila = f'<ul class="tirada__dados">{lista}</ul>\n' if lista else ""
    contra = f" · {esc(objetivo)}" if objetivo else ""
    como = f'<p class="tirada__grado">{icono(tono)} {esc(grado)}</p>\n' if grado else ""
    return f'{fila}<div class="tirada__texto">\n<h4 class="tirada__titulo">{esc(titulo)}{contra}</h4>\n{como}'


def _suma(resumen: str, fortuna: str) -> str:
    mas = f' <span class="tirada__suerte">{esc(fortuna[:1].upper() + fortuna[1:])}.</span>' if fortuna else ""
    return f'<p class="tirada__suma">{esc(resumen)}{mas}</p>\n'


def _estado(tirada: Tirada, *, privada: bool) -> str:
    html = ""
    if privada:
        rotulo = _("Tirada privada")
        html += f'<p><span class="chip">{icono("candado")} {rotulo}</span></p>\n'
    if tirada.anulada:
        dicho = _("Anulada: %(motivo)s") % {"motivo": esc(tirada.motivo_anulacion)}
        html += f'<p class="suave">{dicho}</p>\n'
    return html


def _calculo(sistema: str, caidos: Iterable[Dado], lineas: Iterable[Linea]) -> str:
    reglas, rotulo = reverse("reglas_sistema", args=[sistema]), _("Cómo se ha calculado")
    partes = [f"<summary>{rotulo}</summary>\n<dl>"]
    for dado in caidos:
        nota = dado.nota
        if dado.nombre:
            que = f"{esc(dado.motivo)} ({nota})" if nota else esc(dado.motivo)
            partes.append(f"<dt>{que}</dt><dd>{esc(dado.nombre)}</dd>")
        else:
            que = f"{esc(dado.motivo)}; {nota}" if nota else esc(dado.motivo)
            total = f" = {dado.total}" if len(dado.valores) > 1 else ""
            partes.append(f"<dt>{dado.forma} ({que})</dt><dd>{dado.cadena}{total}</dd>")
    for linea in lineas:
        enlaces = "".join(f' <a class="clausula" href="{reglas}#{esc(c)}">{esc(c)}</a>' for c in linea.clausulas)
        partes.append(f"<dt>{esc(linea.etiqueta)}{enlaces}</dt><dd>{esc(linea.valor)}</dd>")
    return "".join([*partes, "</dl>\n"])


def _sello(recibo: str) -> str:
    if not recibo:
        return ""
    rotulo = _("Recibo entero:")
    return f'<p>{rotulo} <code class="tirada__sello">{recibo}</code></p>\n'
