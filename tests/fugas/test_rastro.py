"""What is done in private leaves no trace in any page of who was not told: the bytes before and after are the same."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from PIL import Image

from config import reloj
from partidas.dominio import (
    adjuntos,
    anulaciones,
    asalto,
    borradores,
    edicion,
    en_curso,
    escenas,
    lectores,
    moderacion,
    reparto,
)
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.turnos import OrdenTurno, publicar
from partidas.escenario.sembrar import FICHA, Escenario
from partidas.models import Mensaje, Reparto, Tirada
from personajes.models import Personaje
from tests.fugas import rastro
from tests.fugas.rastro import cliente_de, mirar

escenario = rastro.escenario
pytestmark = pytest.mark.django_db
TAREA = TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"})
ABECEDARIO = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass
class Caso:
    """The sown site, and the words with which a test acts on it."""

    e: Escenario

    def __post_init__(self) -> None:
        """Find the scene in which everything happens."""
        self.escena = rastro.e1(self.e)

    def voz(self, nombre: str) -> str:
        return self.e.publico(nombre) if nombre else ""

    def decir(self, quien: str, voz: str = "", **campos: Any) -> Mensaje:
        """Publish now, for the direction alone unless the fields say otherwise."""
        datos = {"texto": "Nadie más lo sabe.", "visibilidad": "direccion"} | campos
        orden = OrdenTurno(clave=uuid4(), personaje=self.voz(voz), **datos)
        return publicar(self.escena, orden, autor=self.e.gente[quien], ahora=reloj.ahora()).mensaje

    def mensaje(self, clase: str) -> Mensaje:
        """Return the turn with that canary."""
        return Mensaje.objects.sin_filtrar("test").get(texto=self.e.canarios[clase])

    def fila(self, nombre: str) -> Reparto:
        """Return a cast row by the name in the fixture."""
        return Reparto.objects.sin_filtrar("test").select_related("personaje").get(pk=self.e.reparto[nombre].pk)

    def por(self, quien: str) -> dict[str, Any]:
        """Return who acts, and when."""
        return {"por": self.e.gente[quien], "ahora": reloj.ahora()}


def susurro(c: Caso) -> None:
    c.decir("dani", visibilidad="destinatarios", destinatarios=(c.voz("Kaelen"),))


def para_la_direccion(c: Caso) -> None:
    c.decir("ana", "Kaelen")


def tirada_privada(c: Caso) -> None:
    c.decir("ana", "Kaelen", tiradas=(TAREA, TAREA))


def tirada_en_curso(c: Caso) -> None:
    orden = OrdenTurno(clave=uuid4(), personaje=c.voz("Kaelen"), visibilidad="direccion")
    tiro = en_curso.OrdenTirar(turno=orden, tirada=TAREA, clave=uuid4())
    en_curso.tirar(c.escena, tiro, autor=c.e.gente["ana"], ahora=reloj.ahora())


def anulacion_pedida(c: Caso) -> None:
    mensaje = c.decir("ana", "Kaelen", tiradas=(TAREA,))
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    anulaciones.pedir(tirada.publico, motivo="No debía tirar.", **c.por("ana"))
    anulaciones.conceder(tirada.publico, **c.por("dani"))


def borrador(c: Caso) -> None:
    datos = {"campos": {"texto": ["Todavía no."]}, "tiradas": []}
    lugar = borradores.lugar_de(c.escena)
    borradores.guardar(c.e.gente["ana"], lugar, datos, version=0, pestana="una", ahora=reloj.ahora())


def mensaje_oculto(c: Caso) -> None:
    """Something whispered is hidden, shown, hidden again; something hidden is deleted."""
    susurrado = c.mensaje("ana-dj")
    moderacion.ocultar(susurrado, motivo="Mejor no.", **c.por("dani"))
    moderacion.mostrar(susurrado, **c.por("dani"))
    moderacion.borrar(c.mensaje("oculto"), motivo="Ni oculto.", **c.por("dani"))
    moderacion.ocultar(c.mensaje("ana-dj"), motivo="Mejor no.", **c.por("dani"))


def nota_para_la_direccion(c: Caso) -> None:
    """The words that all read stay; the note that only the direction reads changes."""
    mensaje = Mensaje.objects.sin_filtrar("test").get(notas=c.e.canarios["nota"])
    edicion.editar(
        mensaje, texto=mensaje.texto, notas="Otra nota, más larga.", version=mensaje.version, **c.por("clara")
    )


def estrechar_lo_no_visto(c: Caso) -> None:
    lectores.cambiar(c.mensaje("ana-dj"), visibilidad="direccion", **c.por("dani"))


def borrar_y_mover_susurros(c: Caso) -> None:
    moderacion.borrar(c.decir("dani"), motivo="Sobra.", **c.por("dani"))
    secreta = escenas.abrir(c.e.partidas["p1"], titulo="Otra", secreta=True, **c.por("dani"))
    moderacion.mover(c.mensaje("dj"), destino=secreta, **c.por("dani"))


def escena_secreta(c: Caso) -> None:
    presentes = (c.voz("Kaelen"),)
    nueva = escenas.abrir(c.e.partidas["p1"], titulo="El pozo", secreta=True, presentes=presentes, **c.por("dani"))
    orden = OrdenTurno(clave=uuid4(), texto="Aquí abajo.", tiradas=(TAREA,), personaje=c.voz("Kaelen"))
    publicar(nueva, orden, autor=c.e.gente["ana"], ahora=reloj.ahora())
    escenas.cerrar(nueva, **c.por("dani"))


def pnj_secreto(c: Caso) -> None:
    ficha = dict(FICHA)
    p1 = c.e.partidas["p1"]
    pnj = reparto.incorporar(p1, nombre="Aaa", ficha=ficha, clase="pnj", secreto=True, **c.por("dani"))
    asalto.meter(c.escena, [pnj.personaje.publico], **c.por("dani"))


def ficha_ajena(c: Caso) -> None:
    fila = c.fila("Kaelen")
    cambios = {"px": 7}
    reparto.corregir_ficha(fila, version=fila.personaje.version, cambios=cambios, motivo="Premio.", **c.por("dani"))


def fragmento_privado(c: Caso) -> None:
    """A turn that all read keeps its words; a paragraph for Odo comes, changes and goes, and one for the direction."""
    for texto in (":::solo Odo\nSolo tú.\n:::", ":::solo Odo\nSolo tú, y más.\n:::", ""):
        fila = c.mensaje("todos")
        palabras = f"{fila.texto}\n\n{texto}".rstrip()
        assert edicion.editar(fila, texto=palabras, notas=fila.notas, version=fila.version, **c.por("ana"))
    fila = c.mensaje("todos")
    texto = f"{fila.texto}\n\n:::dirección\nSolo la dirección.\n:::"
    edicion.editar(fila, texto=texto, notas=fila.notas, version=fila.version, **c.por("ana"))


def imagen_privada(c: Caso) -> None:
    """One on a whisper, and one that waits in an editor."""
    clave, crudo = uuid4(), BytesIO()
    Image.new("RGB", (8, 8)).save(crudo, "PNG")
    de_ana = c.e.gente["ana"]
    fila = adjuntos.subir(de_ana, clave, crudo.getvalue(), titulo="x.png", ahora=reloj.ahora())
    orden = OrdenTurno(
        clave=clave,
        personaje=c.voz("Kaelen"),
        visibilidad="direccion",
        texto="Mirad.",
        adjuntos=(adjuntos.Puesto(fila.publico, "Un mapa."),),
    )
    publicar(c.escena, orden, autor=de_ana, ahora=reloj.ahora())
    adjuntos.subir(de_ana, uuid4(), crudo.getvalue(), titulo="y.png", ahora=reloj.ahora())


def muchas_tiradas_privadas(c: Caso) -> None:
    """More than fill an envelope of the open book would show, if the closed one changed with them."""
    for _vez in range(4):
        c.decir("dani", tiradas=())
        c.decir("ana", "Kaelen", tiradas=(TAREA,))


ACTOS: tuple[Callable[[Caso], None], ...] = (
    susurro, para_la_direccion, tirada_privada, tirada_en_curso, anulacion_pedida, borrador, mensaje_oculto,
    nota_para_la_direccion, estrechar_lo_no_visto, borrar_y_mover_susurros, escena_secreta, pnj_secreto, ficha_ajena,
    muchas_tiradas_privadas, fragmento_privado, imagen_privada,
)  # fmt: skip


def direcciones(e: Escenario) -> set[str]:
    """Return the pages of P1 on which something could be counted, dated, ordered or named."""
    p1, escena = e.partidas["p1"].publico, rastro.e1(e).publico
    hilo = reverse("escena", args=[p1, escena])
    de_p1 = {reverse(n, args=[p1]) for n in ("partida", "leer", "mesa", "jornadas")}
    fichas = {reverse("ficha", args=[p1, e.publico(voz)]) for voz in ("Kaelen", "Mirta", "Odo")}
    return {
        "/",
        "/partidas/",
        "/mis-textos/",
        "/mis-borradores/",
        hilo,
        f"{hilo}?desde=principio",
        f"{hilo}?desde=final",
        "/desde/",
        reverse("desde", args=[p1]),
        reverse("escribir", args=[p1, escena]),
        reverse("asalto", args=[p1, escena]),
        reverse("leer_escena", args=[p1, escena]),
        reverse("quien_lee", args=[p1]),
        reverse("quien_lee_escena", args=[p1, escena]),
        *(reverse("cuentas:perfil", args=[e.gente[n].publico]) for n in ("ana", "dani")),
        *de_p1,
        *fichas,
    }


@pytest.mark.parametrize("acto", ACTOS, ids=lambda acto: acto.__name__)
@pytest.mark.parametrize("rol", ["bruno", "esp"] if os.environ.get("LARGO") == "1" else ["bruno"])
def test_seg_10_21_23_lo_privado_no_deja_rastro(escenario, rol, acto):
    """Also counts, order, ages, marks of «edited» and of who writes now, the envelopes and the books."""
    caso, cliente = Caso(escenario), cliente_de(rol)
    antes = mirar(cliente, direcciones(escenario))

    acto(caso)

    despues = mirar(cliente, direcciones(escenario))
    assert [d for d in antes if antes[d] != despues[d]] == []
    assert antes[reverse("escena", args=[escenario.partidas["p1"].publico, caso.escena.publico])].estado == 200


@pytest.mark.parametrize("acto", ACTOS, ids=lambda acto: acto.__name__)
def test_seg_10_cada_acto_se_ve_donde_se_debe(escenario, acto):
    """The comparison is worth something because the same pages, and the turns themselves, do change for somebody."""
    caso = Caso(escenario)
    p1 = escenario.partidas["p1"].publico
    de_dani = {
        reverse("mesa", args=[p1]),
        f"{reverse('escena', args=[p1, caso.escena.publico])}?desde=final",
        reverse("ficha", args=[p1, escenario.publico("Kaelen")]),
    }
    vistas = {"dani": de_dani, "ana": {reverse("escribir", args=[p1, caso.escena.publico])}}
    antes = {rol: mirar(cliente_de(rol), paginas) for rol, paginas in vistas.items()}

    acto(caso)

    assert antes != {rol: mirar(cliente_de(rol), paginas) for rol, paginas in vistas.items()}


@pytest.mark.parametrize("rol", ["anon", "eva"])
def test_seg_10_en_una_partida_publica_tampoco(escenario, rol):
    """For visitors: home, list, cover, thread, reading view; the direction writes, rolls, opens and hides in secret."""
    p4, olga = escenario.partidas["p4"], escenario.gente["olga"]
    por = {"por": olga, "ahora": reloj.ahora()}
    escena = rastro.escena(p4, "La única")
    paginas = {reverse(n, args=[p4.publico]) for n in ("partida", "leer", "jornadas")} | {"/", "/partidas/"}
    paginas |= {reverse(n, args=[p4.publico, escena.publico]) for n in ("escena", "leer_escena")}
    paginas.add(reverse("cuentas:perfil", args=[olga.publico]))
    cliente = cliente_de(rol)
    antes = mirar(cliente, paginas)

    pnj = reparto.incorporar(p4, nombre="Karg", ficha=dict(FICHA), clase="pnj", secreto=True, **por)
    secreta = escenas.abrir(p4, titulo="Abajo", secreta=True, **por)
    for donde in (escena, secreta):
        orden = OrdenTurno(
            clave=uuid4(), texto="Solo yo.", visibilidad="direccion", personaje=pnj.personaje.publico, tiradas=(TAREA,)
        )
        publicar(donde, orden, autor=olga, ahora=reloj.ahora())

    despues = mirar(cliente, paginas)
    assert [d for d in antes if antes[d] != despues[d]] == []
    assert {h.estado for d, h in antes.items() if "jornadas" not in d} == {200}


FILTROS = (
    "autor=dani", "orden=secreto", "orden=-publicado", "destinatario=Kaelen", "tiene_tirada=1", "desde=",
    "hasta=", "antes=2999-01-01", "ver=secretas", "ver=todas&orden=autor", "pagina=1",
)  # fmt: skip


def test_seg_03_04_no_hay_filtro_que_pregunte_por_lo_secreto(escenario):
    """A key that no page takes changes nothing; one that it takes answers the same about a secret turn and none.

    There is no search yet: these are all the pages that read a query.
    """
    cliente, caso = cliente_de("bruno"), Caso(escenario)
    p1 = escenario.partidas["p1"].publico
    hilo = reverse("escena", args=[p1, caso.escena.publico])
    for pagina in ("/partidas/", hilo, reverse("partida", args=[p1])):
        lisa = mirar(cliente, {pagina})[pagina]
        for filtro in FILTROS:
            direccion = f"{pagina}?{filtro}"
            vista = mirar(cliente, {direccion})[direccion]
            assert _sin_direccion(vista, filtro) == _sin_direccion(lisa, filtro), direccion
    secreto, nadie = caso.mensaje("ana-dj").publico, "0" * 11
    for pagina, clave in (
        (hilo, "desde"),
        (hilo, "hasta"),
        ("/mis-textos/", "desde"),
        (reverse("escribir", args=[p1, caso.escena.publico]), "narra"),
        (reverse("escribir", args=[p1, caso.escena.publico]), "programado"),
    ):
        uno, otro = (cliente.get(f"{pagina}?{clave}={publico}") for publico in (secreto, nadie))
        vistas = [rastro.huella(r) for r in (uno, otro)]
        assert _igual_con_otro_id(vistas[0], secreto) == _igual_con_otro_id(vistas[1], nadie), pagina


def _sin_direccion(vista: rastro.Huella, filtro: str) -> tuple[int, bytes]:
    """Take the address of the page, which its forms carry, out of what was seen."""
    del filtro
    return vista.estado, re.sub(rb"siguiente=[^\"&]*", b"", vista.cuerpo)


def _igual_con_otro_id(vista: rastro.Huella, publico: str) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    cabeceras = tuple((n, v.replace(publico, "·")) for n, v in vista.cabeceras)
    return vista.estado, cabeceras, vista.cuerpo.replace(publico.encode(), b"\xc2\xb7")


def test_seg_11_los_ids_no_cuentan_ni_se_adivinan(escenario):
    """No two ids in a row are near, no page carries a number of the database, and the neighbours are nobody."""
    caso = Caso(escenario)
    p1 = escenario.partidas["p1"].publico
    pagina = cliente_de("bruno").get(reverse("escena", args=[p1, caso.escena.publico])).content.decode()
    ids = re.findall(r'id="m-([^"]+)"', pagina)
    assert len(ids) > 4
    assert {len(i) for i in ids} == {11}
    numeros = [_numero(i) for i in ids]
    saltos = [b - a for a, b in pairwise(numeros)]
    assert len(set(saltos)) == len(saltos)
    assert min(map(abs, saltos)) > 10**9

    vecinos = {_publico(n + d) for n in numeros for d in range(-500, 501) if d}
    existen: set[str] = set()
    for modelo in (Mensaje, Tirada, Personaje):
        lista = sorted(vecinos)
        for corte in range(0, len(lista), 500):
            trozo = lista[corte : corte + 500]
            existen |= set(
                modelo.objects.sin_filtrar("test").filter(publico__in=trozo).values_list("publico", flat=True)
            )
    assert existen == set()

    claves = {str(pk) for pk in Mensaje.objects.sin_filtrar("test").values_list("pk", flat=True)}
    de_la_base = re.findall(r'(?:id|href|action|for)="[^"]*?(?<![\w-])(\d+)(?![\w-])[^"]*"', pagina)
    assert claves & set(de_la_base) == set()
    assert not re.search(r"(?:n\.º|#)\s*\d+\s*(?:de|/)\s*\d+", pagina)


def _numero(publico: str) -> int:
    total = 0
    for letra in publico:
        total = total * 62 + ABECEDARIO.index(letra)
    return total


def _publico(numero: int) -> str:
    letras = []
    for _ in range(11):
        numero, resto = divmod(numero, 62)
        letras.append(ABECEDARIO[resto])
    return "".join(reversed(letras))
