"""The tables of docs/audiencias.md, asked to the site page by page as each of the people."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from partidas.dominio import cesiones, edicion, escenas, lectores, moderacion, partidas, plazas
from partidas.models import Mensaje, Participante, Tirada
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

GENTE = ("dani", "codi", "ana", "bruno", "esp", "kike", "ines", "eva", "anon")
COLUMNAS = ("hilo", "permalink", "portada", "tarjeta", "historial", "ficha")
PAGINA = (Path(__file__).resolve().parents[2] / "docs" / "audiencias.md").read_text(encoding="utf-8")


def filas() -> list[tuple[str, str, dict[str, set[str]]]]:
    """Read the tables of the page: which partida, which situation, and who gets each thing."""
    salida, acceso = [], ""
    for linea in PAGINA.splitlines():
        if linea.startswith("## A "):
            acceso = "privada" if "private" in linea else "publica"
        celdas = [celda.strip() for celda in linea.strip("| ").split(" | ")]
        if acceso and linea.startswith("| ") and len(celdas) == 7 and celdas[0] not in ("Situation", "---"):
            quien = {c: set(celda.split()) - {"–"} for c, celda in zip(COLUMNAS, celdas[1:], strict=True)}
            salida.append((acceso, celdas[0], quien))
    return salida


class Caso:
    """The table of the page, and what its situations do to ana's message."""

    def __init__(self, acceso: str, situacion: str) -> None:
        self.mesa = fabrica.mesa(acceso)
        self.gente = {n: getattr(self.mesa, n) for n in ("dani", "ana", "bruno", "esp", "eva")}
        self.gente |= {n: fabrica.cuenta(n) for n in ("codi", "kike", "ines")}
        for nombre, papel in (("codi", "direccion"), ("kike", "jugador")):
            fabrica.sentar(self.mesa.partida, self.gente[nombre], papel, AHORA)
        self.hacer(plazas.expulsar, self.plaza("kike"), motivo="Eh")
        self.hacer(plazas.dar, self.mesa.partida, persona=self.gente["ines"], papel="jugador")
        self.mensaje = self.publicar(situacion)
        edicion.editar(self.mensaje, texto="CANARIO", notas="", version=1, por=self.mesa.ana, ahora=AHORA)
        self.suceder(situacion)
        self.mensaje = Mensaje.objects.sin_filtrar("test").select_related("escena").get(pk=self.mensaje.pk)
        self.tirada = Tirada.objects.sin_filtrar("test").filter(mensaje=self.mensaje).first()

    def hacer(self, verbo, *args, **datos) -> None:
        assert verbo(*args, **datos, por=self.mesa.dani, ahora=AHORA) is True

    def plaza(self, nombre: str) -> Participante:
        filas_ = Participante.objects.sin_filtrar("test").select_related("usuario", "partida")
        return filas_.get(usuario=self.gente[nombre], partida=self.mesa.partida)

    def publicar(self, situacion: str) -> Mensaje:
        campos = {"texto": "ANTES"}
        con_dados = ("with dice", "Kaelen handed", "late", "leaves", "put out", "no longer")
        if any(palabra in situacion for palabra in con_dados):
            campos["tiradas"] = (fabrica.tarea(),)
        if situacion.startswith("told to Mirta"):
            return fabrica.susurrar(self.mesa, self.mesa.ana, self.mesa.mirta, fila=self.mesa.kaelen, **campos)
        privados = ("for the direction, with dice", "widened to all, with dice", "codi no longer directs")
        if situacion in privados:
            campos["visibilidad"] = "direccion"
        return fabrica.publicar(self.mesa, self.mesa.ana, self.mesa.kaelen, **campos)

    def suceder(self, situacion: str) -> None:
        mesa, m = self.mesa, self.mensaje
        if situacion.startswith("narrowed"):
            self.hacer(lectores.cambiar, m, visibilidad="direccion")
        elif situacion.startswith("widened"):
            self.hacer(lectores.cambiar, m, visibilidad="todos")
        elif situacion.startswith("hidden"):
            self.hacer(moderacion.ocultar, m, motivo="Eh")
        elif situacion.startswith("deleted"):
            self.hacer(moderacion.borrar, m, motivo="Eh")
            if situacion.endswith("restored"):
                self.hacer(moderacion.restaurar, m)
        elif situacion.startswith("moved"):
            self.hacer(moderacion.mover, m, destino=fabrica.secreta(mesa, mesa.mirta))
            if situacion.endswith("back"):
                self.hacer(moderacion.devolver, m)
        elif situacion.startswith("archived"):
            self.hacer(partidas.archivar, mesa.partida)
        else:
            self._personas(situacion)

    def _personas(self, situacion: str) -> None:
        mesa = self.mesa
        if "Kaelen handed" in situacion:
            self.hacer(cesiones.entregar, mesa.kaelen, a=mesa.bruno)
        elif "Mirta handed" in situacion:
            self.hacer(cesiones.entregar, mesa.mirta, a=mesa.ana)
        elif "eva joins" in situacion:
            self.hacer(plazas.dar, mesa.partida, persona=mesa.eva, papel="lector")
            assert plazas.aceptar(mesa.partida, por=mesa.eva, ahora=AHORA) is True
        elif "bruno leaves" in situacion:
            assert plazas.dejar(mesa.partida, por=mesa.bruno, ahora=AHORA) is True
        elif "put out" in situacion:
            quien = "ana" if situacion.startswith("ana") else "bruno"
            self.hacer(plazas.expulsar, self.plaza(quien), motivo="Eh")
            if situacion.endswith("readmitted"):
                self.hacer(plazas.readmitir, self.plaza(quien))
        elif "no longer directs" in situacion:
            self.hacer(plazas.dar, mesa.partida, persona=self.gente["codi"], papel="lector")

    def ver(self, nombre: str) -> set[str]:
        """Return what one person gets."""
        cliente = Client(headers={"accept-language": "es"})
        if nombre != "anon":
            cliente.force_login(self.gente[nombre])

        def pagina(ruta: str) -> str:
            respuesta = cliente.get(ruta)
            return respuesta.content.decode() if respuesta.status_code == 200 else ""

        partida, publico = self.mesa.partida.publico, self.mensaje.publico
        hilo = pagina(reverse("escena", args=[partida, self.mensaje.escena.publico]))
        portada = pagina(reverse("partida", args=[partida]))
        contados = re.search(
            rf"<h3><a href=\"[^\"]*/{self.mensaje.escena.publico}/(?:#nuevo)?\">.*?(\d+) mensajes?", portada, re.DOTALL
        )
        enlace = cliente.get(reverse("mensaje", args=[publico]), follow=True)
        vistas = {
            "hilo": "CANARIO" in hilo,
            "permalink": enlace.status_code == 200 and f'id="m-{publico}"' in enlace.content.decode(),
            "portada": contados is not None and contados[1] == "1",
            "tarjeta": self.tirada is not None and f'id="t-{self.tirada.publico}"' in hilo,
            "historial": nombre != "anon" and "ANTES" in pagina(reverse("mensaje_historial", args=[publico])),
            "ficha": "Vigor" in pagina(reverse("ficha", args=[partida, self.mesa.kaelen.personaje.publico])),
        }
        return {columna for columna, hay in vistas.items() if hay}


@pytest.mark.parametrize(("acceso", "situacion", "esperado"), filas(), ids=lambda v: v if isinstance(v, str) else "")
def test_la_tabla_de_audiencias_dice_lo_que_hace_el_sitio(acceso, situacion, esperado):
    caso = Caso(acceso, situacion)

    vistas = {nombre: caso.ver(nombre) for nombre in GENTE}

    assert {c: {n for n in GENTE if c in vistas[n]} for c in COLUMNAS} == esperado


def test_las_tablas_se_leen_enteras():
    assert len(filas()) == 25


def test_seg_25_quien_fue_expulsada_solo_conserva_lo_suyo_y_sin_nombrar_la_partida():
    caso = Caso("privada", "ana put out")
    cliente = Client()
    cliente.force_login(caso.gente["ana"])
    partida = caso.mesa.partida.publico

    rutas = [reverse("partida", args=[partida]), reverse("mesa", args=[partida])]
    rutas += [reverse("escena", args=[partida, caso.mesa.escena.publico])]
    rutas += [reverse("ficha", args=[partida, caso.mesa.kaelen.personaje.publico])]
    rutas += [reverse("plaza_propia", args=[partida, que]) for que in ("aceptar", "dejar", "volver")]
    rutas += [f"/m/{caso.mensaje.publico}/{que}/" for que in ("editar", "borrar", "historial", "lectores")]
    textos = cliente.get(reverse("mis_textos")).content.decode()

    assert {ruta: cliente.get(ruta).status_code for ruta in rutas} == dict.fromkeys(rutas, 404)
    assert "CANARIO" in textos
    assert "El faro" not in textos
    assert "La puerta" not in textos


def test_seg_18_las_versiones_anteriores_son_de_quien_escribio_y_de_la_direccion():
    caso = Caso("publica", "for all, with dice")

    assert {n for n in GENTE if "historial" in caso.ver(n)} == {"dani", "codi", "ana"}


def test_seg_17_estrechar_se_nota_en_el_acto():
    caso = Caso("privada", "narrowed to the direction")

    assert not Mensaje.objects.en_hilo_de(caso.gente["bruno"]).filter(pk=caso.mensaje.pk).exists()
    assert escenas.presentes_de(caso.mesa.escena) == []
