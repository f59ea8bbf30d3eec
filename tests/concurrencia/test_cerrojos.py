"""Every verb against every other: no deadlock that the retries do not resolve, and nothing lost at the end."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event
from time import monotonic
from unittest import mock
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Sum
from django.test import override_settings

from partidas.dominio import (
    anulaciones,
    borradores,
    cerrojos,
    cierres,
    comprobacion,
    continuaciones,
    edicion,
    en_curso,
    escenas,
    moderacion,
    obrero,
    partidas,
    plazas,
    promesas,
    reparto,
    rutinas,
    turnos,
    vez,
)
from partidas.dominio.cerrojos import ORDEN, Cerrojos, OrdenDeCerrojos, verbo
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.edicion import MensajeCambiado
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import (
    BorradorCambiado,
    ClaveReutilizada,
    DatoInvalido,
    NoExiste,
    NoPermitido,
    NoProcede,
    TiradaConSecuelas,
    TiradaRechazada,
)
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Acta, Escena, Mensaje, Participante, Partida, Pendiente, Revision, Tirada
from personajes.dominio.fichas import FichaCambiada
from personajes.models import Personaje
from reglas.models import Clase
from tests import fabrica
from tests.concurrencia.hilos import HILOS, a_la_vez
from tests.concurrencia.verbos_del_juego import VERBOS_DEL_JUEGO
from tests.fabrica import AHORA, Mesa

pytestmark = pytest.mark.django_db(transaction=True)

ESPERABLES = (
    NoExiste, NoPermitido, NoProcede, DatoInvalido, TiradaRechazada, FichaCambiada, TiradaConSecuelas, MensajeCambiado,
    ClaveReutilizada, BorradorCambiado,
)  # fmt: skip
POR_HILO = 30


@dataclass
class Juego:
    """The table on which the verbs fall, with a second scene that opens and closes, and a seed for each thread."""

    mesa: Mesa
    otra: Escena
    azar: random.Random
    clave: str

    def publicar(self, persona, fila=None, escena=None, **campos):
        orden = fabrica.orden(fila, **campos)
        return turnos.publicar(escena or self.mesa.escena, orden, autor=persona, ahora=AHORA)

    def tirada(self) -> Tirada:
        una = Tirada.objects.sin_filtrar("test").filter(personaje=self.mesa.kaelen.personaje).order_by("?").first()
        if una is None:
            raise NoExiste
        return una

    def nombre(self) -> str:
        """Return a name that nobody else has: letters only."""
        return "N" + "".join(self.azar.choice("abcdefghijklmnop") for _ in range(14))


def _corregir(j: Juego) -> object:
    version = Personaje.objects.sin_filtrar("test").get(pk=j.mesa.mirta.personaje_id).version
    cambios = {"px": j.azar.randint(0, 9)}
    return reparto.corregir_ficha(
        j.mesa.mirta, version=version, cambios=cambios, por=j.mesa.dani, ahora=AHORA, motivo="Prueba."
    )


def _continuar(j: Juego) -> object:
    orden = OrdenContinuar(clave=uuid4())
    return continuaciones.continuar(j.tirada().publico, "repetir", orden, autor=j.mesa.ana, ahora=AHORA)


def _cerrar_jornada(j: Juego) -> object:
    partida = Partida.objects.sin_filtrar("test").get(pk=j.mesa.partida.pk)
    return cierres.cerrar_ahora(partida, numero=cierres.numero_en_curso(partida), por=j.mesa.dani, ahora=AHORA)


def _sentarse(j: Juego) -> object:
    return reparto.sentarse(j.mesa.partida, usuario=fabrica.cuenta(j.nombre()), ahora=AHORA)


def _incorporar(j: Juego) -> object:
    fila = reparto.incorporar(
        j.mesa.partida, nombre=j.nombre(), ficha=fabrica.FICHA, por=j.mesa.bruno, ahora=AHORA, paso_a_paso=True
    )
    return reparto.terminar_creacion(fila, por=j.mesa.bruno, ahora=AHORA)


def _mensaje(j: Juego) -> Mensaje:
    una = Mensaje.objects.sin_filtrar("test").filter(escena__partida=j.mesa.partida).order_by("?").first()
    if una is None:
        raise NoExiste
    return una


def _editar(j: Juego) -> object:
    una = _mensaje(j)
    if una.autor is None:  # The message of a closed day is nobody's to edit.
        raise NoExiste
    cambios = {"texto": j.nombre(), "notas": "", "version": una.version}
    return edicion.editar(una, **cambios, por=una.autor, ahora=AHORA)


def _mover(j: Juego) -> object:
    una = _mensaje(j)
    destino = j.mesa.escena if una.escena_id == j.otra.pk else j.otra
    return moderacion.mover(una, destino=destino, por=j.mesa.dani, ahora=AHORA)


def _tirar_ahora(j: Juego) -> object:
    orden = OrdenTirar(turno=fabrica.orden(j.mesa.kaelen), tirada=TAREA, clave=uuid4())
    return en_curso.tirar(j.mesa.escena, orden, autor=j.mesa.ana, ahora=AHORA)


def _borrador(j: Juego) -> object:
    datos = {"texto": j.nombre()}
    return borradores.guardar(j.mesa.ana, "escena:x", datos, version=0, pestana="una", ahora=AHORA)


def _silencio(j: Juego) -> object:
    plaza = Participante.objects.sin_filtrar("test").get(partida=j.mesa.partida, usuario=j.mesa.bruno)
    return (plazas.dar_voz if plaza.silenciada else plazas.silenciar)(plaza, por=j.mesa.dani, ahora=AHORA)


def _pausa(j: Juego) -> object:
    hecho = partidas.pausar(j.mesa.partida, por=j.mesa.dani, ahora=AHORA)
    partidas.reanudar(j.mesa.partida, por=j.mesa.dani, ahora=AHORA)
    return hecho


def _prometer(j: Juego) -> object:
    debida = Pendiente.objects.sin_filtrar("test").filter(para__isnull=True).order_by("?").first()
    if debida is None:
        raise NoExiste
    return promesas.prometer(debida.publico, por=j.mesa.dani, ahora=AHORA)


DATOS = partidas.DatosPartida(titulo="Otro faro", sistema=fabrica.SISTEMA, acceso="publica", admite=True)
TAREA = fabrica.tarea()
VERBOS: dict[str, Callable[[Juego], object]] = {
    "publicar": lambda j: j.publicar(j.mesa.ana, j.mesa.kaelen),
    "publicar y tirar": lambda j: j.publicar(j.mesa.ana, j.mesa.kaelen, tiradas=(TAREA,)),
    "publicar y tirar en privado": lambda j: j.publicar(
        j.mesa.bruno, j.mesa.mirta, visibilidad="direccion", tiradas=(TAREA,)
    ),
    "publicar para alguien": lambda j: j.publicar(
        j.mesa.dani, visibilidad="destinatarios", destinatarios=(j.mesa.kaelen.personaje.publico,)
    ),
    "tirar contra otro": lambda j: j.publicar(
        j.mesa.bruno,
        j.mesa.mirta,
        tiradas=(
            TiradaDeclarada(
                "ataque", {"modo": "cuerpo_a_cuerpo", "arma": "mediana"}, objetivo=j.mesa.pnj.personaje.publico
            ),
            fabrica.tarea(esfuerzo=1),
        ),
    ),
    "publicar en la otra": lambda j: j.publicar(j.mesa.ana, j.mesa.kaelen, escena=j.otra, tiradas=(TAREA,)),
    "publicar otra vez": lambda j: j.publicar(j.mesa.ana, j.mesa.kaelen, clave=j.clave, tiradas=(TAREA,)),
    "publicar dirección": lambda j: j.publicar(j.mesa.dani, j.mesa.pnj),
    "continuar": _continuar,
    "incorporar y terminar": _incorporar,
    "pnj rápido": lambda j: reparto.pnj_rapido(
        j.mesa.partida, nombre=j.nombre(), nivel=2, por=j.mesa.dani, ahora=AHORA
    ),
    "corregir ficha": _corregir,
    "abrir escena": lambda j: escenas.abrir(j.mesa.partida, titulo="Otra", por=j.mesa.dani, ahora=AHORA),
    "abrir escena secreta": lambda j: escenas.abrir(
        j.mesa.partida,
        titulo="Secreta",
        por=j.mesa.dani,
        ahora=AHORA,
        secreta=True,
        presentes=[j.mesa.mirta.personaje.publico],
    ),
    "cerrar escena": lambda j: escenas.cerrar(j.otra, por=j.mesa.dani, ahora=AHORA),
    "reabrir escena": lambda j: escenas.reabrir(j.otra, por=j.mesa.dani, ahora=AHORA),
    "cambiar partida": lambda j: partidas.cambiar(j.mesa.partida, DATOS, version=1, por=j.mesa.dani, ahora=AHORA),
    "crear partida": lambda j: partidas.crear(DATOS, direccion=j.mesa.eva, ahora=AHORA),
    "sentarse": _sentarse,
    "cerrar jornada": _cerrar_jornada,
    "tirar ahora": _tirar_ahora,
    "anular": lambda j: anulaciones.anular(j.tirada().publico, motivo="Prueba.", por=j.mesa.dani, ahora=AHORA),
    "pedir anulación": lambda j: anulaciones.pedir(j.tirada().publico, motivo="Error.", por=j.mesa.ana, ahora=AHORA),
    "guardar borrador": _borrador,
    "editar": _editar,
    "ocultar": lambda j: moderacion.ocultar(_mensaje(j), motivo="Prueba.", por=j.mesa.dani, ahora=AHORA),
    "mostrar": lambda j: moderacion.mostrar(_mensaje(j), por=j.mesa.dani, ahora=AHORA),
    "borrar": lambda j: moderacion.borrar(_mensaje(j), motivo="Prueba.", por=j.mesa.dani, ahora=AHORA),
    "restaurar": lambda j: moderacion.restaurar(_mensaje(j), por=j.mesa.dani, ahora=AHORA),
    "mover": _mover,
    "silenciar o dar voz": _silencio,
    "pausar y reanudar": _pausa,
    "vaciar el buzón": lambda _: obrero.vaciar(lambda: AHORA, segundos=2),
    "planificar": lambda _: rutinas.planificar(AHORA),
    "prometer": _prometer,
}


def preparar() -> tuple[Mesa, Escena]:
    """Set a table with room for everybody and a second scene."""
    mesa = fabrica.mesa("publica", admite=True)
    return mesa, escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)


def correr(mesa: Mesa, otra: Escena, semilla: int, verbos: list[str], cuantos: int) -> list[Exception]:
    """Run verbs chosen by lot on eight threads; return the exceptions that are nobody's fault but the locks'."""
    clave = uuid4()

    def tarea(n: int) -> Callable[[], list[Exception]]:
        def hacer() -> list[Exception]:
            # Each thread reads its own copies of the rows, as each request does.
            juego = Juego(mesa, Escena.objects.sin_filtrar("test").get(pk=otra.pk), random.Random(semilla + n), clave)
            malas: list[Exception] = []
            for _ in range(cuantos):
                try:
                    VERBOS[juego.azar.choice(verbos)](juego)
                except ESPERABLES:
                    continue
                except Exception as error:
                    malas.append(error)
            return malas

        return hacer

    return [m for r in a_la_vez([tarea(n) for n in range(HILOS)]) for m in (r if isinstance(r, list) else [r])]


def ordenes_sin_huecos() -> bool:
    """Say whether each place of each scene was given once: to a turn that is there, or that was moved away."""
    puestos = Mensaje.objects.sin_filtrar("test").filter(orden__isnull=False)
    dados = Escena.objects.sin_filtrar("test").aggregate(n=Sum("ultimo_orden"))["n"]
    return dados == puestos.count() + Acta.objects.sin_filtrar("test").filter(verbo=Acta.Verbo.MOVER).count()


def test_fia_23_treinta_y_cinco_verbos_en_ocho_hilos_no_se_bloquean_ni_pierden_nada() -> None:
    mesa, otra = preparar()

    malas = correr(mesa, otra, 2026, list(VERBOS), POR_HILO)

    assert malas == []
    assert len(VERBOS) == 35
    assert comprobacion.incumplidas() == []
    assert ordenes_sin_huecos()
    assert Mensaje.objects.sin_filtrar("test").count() > HILOS


def test_los_verbos_de_turnos_tiradas_pedidas_y_ausencias_no_se_bloquean_con_los_demas() -> None:
    mesa, otra = preparar()
    otros = ("publicar", "publicar dirección", "pausar y reanudar", "vaciar el buzón", "cerrar jornada", "anular")
    vez.configurar(mesa.escena, vez.Turnos("rondas"), por=mesa.dani, ahora=AHORA)

    with mock.patch.dict(VERBOS, VERBOS_DEL_JUEGO):
        malas = correr(mesa, otra, 11, [*VERBOS_DEL_JUEGO, *otros], 20)

    assert malas == []
    assert comprobacion.incumplidas() == []
    assert ordenes_sin_huecos()
    assert Pendiente.objects.sin_filtrar("test").exclude(fin="").exists()


@pytest.mark.parametrize("verbo_", sorted(VERBOS))
def test_cada_verbo_del_barullo_hace_algo_el_solo(verbo_: str) -> None:
    mesa, otra = preparar()
    juego = Juego(mesa, otra, random.Random(7), uuid4())
    con_turno = (
        "continuar",
        "vaciar",
        "anular",
        "pedir",
        "editar",
        "ocultar",
        "mostrar",
        "borrar",
        "restaurar",
        "mover",
        "prometer",
    )
    if verbo_.startswith(con_turno):
        mensaje = juego.publicar(mesa.ana, mesa.kaelen, tiradas=(TAREA,)).mensaje
        if verbo_ == "prometer":
            anulaciones.pedir(juego.tirada().publico, motivo="Prueba.", por=mesa.ana, ahora=AHORA)
        if verbo_ == "mostrar":
            moderacion.ocultar(mensaje, motivo="Prueba.", por=mesa.dani, ahora=AHORA)
        if verbo_ == "restaurar":
            moderacion.borrar(mensaje, motivo="Prueba.", por=mesa.dani, ahora=AHORA)
    if verbo_ == "reabrir escena":
        escenas.cerrar(otra, por=mesa.dani, ahora=AHORA)

    assert VERBOS[verbo_](juego) is not False


@pytest.fixture
def sin_cerrojos() -> Iterator[None]:
    """Take the locks away: rows are read, not locked, SQLite does not start as a writer, and nothing is tried again."""

    def leer(modelo):
        return lambda _, pk: modelo.objects.sin_filtrar("test").get(pk=pk)

    quitados = (
        mock.patch.object(Cerrojos, "partida", leer(Partida)),
        mock.patch.object(Cerrojos, "escena", leer(Escena)),
        mock.patch.object(cerrojos, "ESPERAS", ()),
        mock.patch.dict(connection.settings_dict["OPTIONS"], {"transaction_mode": None})
        if connection.vendor == "sqlite"
        else mock.patch.dict(VERBOS),
    )
    for uno in quitados:
        uno.start()
    yield
    for uno in reversed(quitados):
        uno.stop()


@pytest.mark.usefixtures("sin_cerrojos")
def test_sin_los_cerrojos_el_mismo_barullo_falla() -> None:
    """The switched variant: it proves that the fuzz would notice."""
    mesa, otra = preparar()

    malas = correr(mesa, otra, 2026, ["publicar", "publicar dirección"], 15)

    assert any(isinstance(mala, DatabaseError) for mala in malas)


def test_fia_21_editar_ocultar_y_mover_el_mismo_mensaje_acaba_como_en_alguna_fila() -> None:
    """Whatever the interleaving, nothing is lost: each edit has its revision, each act its entry, in some order."""
    mesa, otra = preparar()
    verbos = ("ocultar", "mostrar", "mover", "borrar", "restaurar", "editar")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    malas = correr(mesa, otra, 21, list(verbos), 25)

    assert malas == []
    mensaje = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    assert Revision.objects.sin_filtrar("test").filter(mensaje=mensaje).count() == mensaje.version - 1 > 0
    hechos = list(Acta.objects.sin_filtrar("test").order_by("pk").values_list("verbo", flat=True))
    estados = {Acta.Verbo.OCULTAR: 1, Acta.Verbo.MOSTRAR: -1, Acta.Verbo.BORRAR: 1, Acta.Verbo.RESTAURAR: -1}
    fuera = sum(estados.get(verbo_, 0) for verbo_ in hechos)
    assert mensaje.estado in {0: ("publicado",), 1: ("oculto", "borrado"), 2: ("borrado",)}[fuera]
    movido = hechos.count(Acta.Verbo.MOVER) % 2
    assert mensaje.escena_id == (otra.pk if movido else mesa.escena.pk)
    assert ordenes_sin_huecos()
    assert comprobacion.incumplidas() == []


def test_los_cerrojos_solo_se_toman_hacia_delante() -> None:
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    tomar = {
        "partida": lambda c: c.partida(mesa.partida.pk),
        "escena": lambda c: c.escena(mesa.escena.pk),
        "mensaje": lambda c: c.mensaje(mensaje.pk),
        "personajes": lambda c: c.personajes([mesa.kaelen.personaje_id]),
        "libro_abierto": lambda c: c.libro(mesa.partida.publico, Clase.ABIERTO),
        "libro_cerrado": lambda c: c.libro(mesa.partida.publico, Clase.CERRADO),
    }
    assert list(tomar) == list(ORDEN[:-1])

    for antes, primero in enumerate(tomar):
        for despues, segundo in enumerate(tomar):
            with verbo() as candados:
                tomar[primero](candados)
                if antes < despues:
                    tomar[segundo](candados)
                else:
                    with pytest.raises(OrdenDeCerrojos):
                        tomar[segundo](candados)


def test_fia_09_dos_turnos_distintos_con_el_mismo_texto_quedan_los_dos() -> None:
    mesa = fabrica.mesa()

    resultados = a_la_vez(
        [lambda: fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="—Sí.") for _ in range(2)], hilos=2
    )

    assert [mensaje.texto for mensaje in resultados] == ["—Sí.", "—Sí."]
    assert ordenes_sin_huecos()
    assert Mensaje.objects.sin_filtrar("test").count() == 2


def test_fia_10_una_escena_que_se_cierra_tras_el_permiso_espera_al_turno() -> None:
    """The race window: the turn sleeps after its permission was granted, and the closing has to wait for it."""
    mesa = fabrica.mesa()
    termino: dict[str, float] = {}

    def publicar() -> None:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
        termino["publicar"] = monotonic()

    def cerrar() -> None:
        Event().wait(0.4)
        escenas.cerrar(Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk), por=mesa.dani, ahora=AHORA)
        termino["cerrar"] = monotonic()

    with override_settings(FALLOS={"publicar:permiso": ("dormir", 1.2)}):
        resultados = a_la_vez([publicar, cerrar], hilos=2)

    assert resultados == [None, None]
    assert termino["publicar"] <= termino["cerrar"] + 0.2
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)


def test_fia_10_una_escena_que_se_esta_cerrando_niega_el_turno_que_esperaba() -> None:
    mesa = fabrica.mesa()
    cerrandose = Event()

    def cerrar() -> None:
        with transaction.atomic():
            escenas.cerrar(Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk), por=mesa.dani, ahora=AHORA)
            cerrandose.set()
            Event().wait(0.5)

    def publicar() -> None:
        cerrandose.wait(10)
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    resultados = a_la_vez([cerrar, publicar], hilos=2)

    assert resultados[0] is None
    assert isinstance(resultados[1], NoPermitido)
    assert Mensaje.objects.sin_filtrar("test").count() == 0
