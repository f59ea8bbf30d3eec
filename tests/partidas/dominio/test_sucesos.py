"""What each verb leaves in the outbox: a row for every verb, with its facts or with why it tells of nothing."""

from __future__ import annotations

import ast
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from partidas.dominio import (
    actas,
    anulaciones,
    asalto,
    cesiones,
    cierres,
    comprobacion,
    continuaciones,
    declaraciones,
    deshacer,
    direccion,
    edicion,
    en_curso,
    escenas,
    lectores,
    moderacion,
    ordenes,
    partidas,
    plazas,
    reparto,
    supervision,
    vez,
)
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.direccion import OrdenDeMesa
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Acta, Participante, Partida, Reparto, Suceso, Tirada, Trabajo
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

COSAS = ("escena", "mensaje", "tirada", "plaza", "reparto", "ficha", "solicitud", "pendiente")
DATOS = DatosPartida("Otra", "strange")


class Juego:
    """The table, one message of ana with a die that spent her sheet, and a second scene."""

    def __init__(self) -> None:
        self.mesa = fabrica.mesa("publica", admite=True)
        for nombre in ("partida", "escena", "dani", "ana", "bruno", "eva", "kaelen", "mirta", "pnj"):
            setattr(self, nombre, getattr(self.mesa, nombre))
        declarada = TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor", "esfuerzo": 1}, declaracion="Trepo")
        self.mensaje = fabrica.publicar(self.mesa, self.ana, self.kaelen, tiradas=(declarada,))
        self.sin_dados = fabrica.publicar(self.mesa, self.ana, self.kaelen)
        self.tirada = Tirada.objects.sin_filtrar("test").get()
        self.otra = escenas.abrir(self.partida, titulo="El muelle", por=self.dani, ahora=AHORA)
        self.yo = {"por": self.dani, "ahora": AHORA}
        self.ella = {"por": self.ana, "ahora": AHORA}
        self.dado = self.tirada.publico
        self.equipo = {"por": fabrica.cuenta("modesta", is_staff=True), "ahora": AHORA}
        self.luchan = (self.kaelen.personaje.publico,)

    def plaza(self, quien) -> Participante:
        return Participante.objects.sin_filtrar("test").get(partida=self.partida, usuario=quien)

    def fila(self, fila) -> Reparto:
        return Reparto.objects.sin_filtrar("test").get(personaje=fila.personaje_id, hasta__isnull=True)

    def borrador(self) -> Reparto:
        """Make a character of bruno that is still being made."""
        return reparto.incorporar(
            self.partida, nombre="Nora", ficha=fabrica.FICHA, por=self.bruno, ahora=AHORA, paso_a_paso=True
        )


def nada(juego: Juego) -> None:
    """Prepare nothing more than the table."""


def atrasada(juego: Juego) -> None:
    """Leave one day of the partida to close."""
    filas = Partida.objects.sin_filtrar("test").filter(pk=juego.partida.pk)
    filas.update(ultima_jornada=AHORA.date() - timedelta(days=2))
    juego.partida.refresh_from_db()


def editado(juego: Juego) -> None:
    """Edit the message without dice."""
    edicion.editar(juego.sin_dados, texto="Otro.", notas="", version=1, **juego.yo)


def con_version_oculta(juego: Juego) -> None:
    """Edit it, and hide what it said."""
    editado(juego)
    edicion.ocultar_version(juego.sin_dados, version=1, motivo="Eh", **juego.yo)


def oculto(juego: Juego) -> None:
    """Hide the message without dice."""
    moderacion.ocultar(juego.sin_dados, motivo="Eh", **juego.yo)


# verb: (what goes before it, the verb, its facts: class and the narrowest thing that it points at)
FILAS = {
    "turnos.publicar": (nada, lambda j: fabrica.publicar(j.mesa, j.ana, j.kaelen), [("publicado", "mensaje")]),
    "en_curso.tirar": (
        nada,
        lambda j: en_curso.tirar(
            j.escena, OrdenTirar(fabrica.orden(j.kaelen), fabrica.tarea(), uuid4()), autor=j.ana, ahora=AHORA
        ),
        [("tirado", "tirada")],
    ),
    "continuaciones.continuar": (
        nada,
        lambda j: continuaciones.continuar(j.dado, "repetir", OrdenContinuar(uuid4()), autor=j.ana, ahora=AHORA),
        [("continuado", "tirada")],
    ),
    "anulaciones.anular": (nada, lambda j: anulaciones.anular(j.dado, motivo="Eh", **j.yo), [("anulado", "tirada")]),
    "anulaciones.conceder": (
        lambda j: anulaciones.pedir(j.dado, motivo="Eh", **j.ella),
        lambda j: anulaciones.conceder(j.dado, **j.yo),
        [("anulado", "tirada")],
    ),
    "anulaciones.pedir": (
        nada,
        lambda j: anulaciones.pedir(j.dado, motivo="Eh", **j.ella),
        [("pendiente", "pendiente"), ("anulacion_pedida", "solicitud")],
    ),
    "anulaciones.negar": (
        lambda j: anulaciones.pedir(j.dado, motivo="Eh", **j.ella),
        lambda j: anulaciones.negar(j.dado, **j.yo),
        [("anulacion_negada", "solicitud")],
    ),
    "anulaciones.retirar": (
        lambda j: anulaciones.pedir(j.dado, motivo="Eh", **j.ella),
        lambda j: anulaciones.retirar(j.dado, **j.ella),
        [("anulacion_retirada", "solicitud")],
    ),
    "moderacion.ocultar": (
        nada,
        lambda j: moderacion.ocultar(j.mensaje, motivo="Eh", **j.yo),
        [("ocultado", "mensaje")],
    ),
    "moderacion.mostrar": (
        lambda j: moderacion.ocultar(j.mensaje, motivo="Eh", **j.yo),
        lambda j: moderacion.mostrar(j.mensaje, **j.yo),
        [("mostrado", "mensaje")],
    ),
    "moderacion.borrar": (nada, lambda j: moderacion.borrar(j.mensaje, **j.ella), [("borrado", "mensaje")]),
    "moderacion.restaurar": (
        lambda j: moderacion.borrar(j.mensaje, **j.ella),
        lambda j: moderacion.restaurar(j.mensaje, **j.ella),
        [("restaurado", "mensaje")],
    ),
    "moderacion.mover": (
        nada,
        lambda j: moderacion.mover(j.mensaje, destino=j.otra, **j.yo),
        [("movido", "mensaje")],
    ),
    "moderacion.devolver": (
        lambda j: moderacion.mover(j.mensaje, destino=j.otra, **j.yo),
        lambda j: moderacion.devolver(j.mensaje, **j.yo),
        [("devuelto", "mensaje")],
    ),
    "declaraciones.ocultar": (
        nada,
        lambda j: declaraciones.ocultar(j.dado, motivo="Eh", **j.yo),
        [("declaracion_ocultada", "tirada")],
    ),
    "declaraciones.mostrar": (
        lambda j: declaraciones.ocultar(j.dado, motivo="Eh", **j.yo),
        lambda j: declaraciones.mostrar(j.dado, **j.yo),
        [("declaracion_mostrada", "tirada")],
    ),
    "edicion.ocultar_version": (
        editado,
        lambda j: edicion.ocultar_version(j.sin_dados, version=1, motivo="Eh", **j.yo),
        [("version_ocultada", "partida")],
    ),
    "edicion.mostrar_version": (
        con_version_oculta,
        lambda j: edicion.mostrar_version(j.sin_dados, version=1, **j.yo),
        [("version_mostrada", "partida")],
    ),
    "lectores.cambiar": (
        nada,
        lambda j: lectores.cambiar(j.sin_dados, visibilidad="direccion", **j.yo),
        [("lectores_cambiados", "mensaje")],
    ),
    "lectores.deshacer": (
        lambda j: lectores.cambiar(j.sin_dados, visibilidad="direccion", **j.yo),
        lambda j: lectores.deshacer(j.sin_dados, **j.yo),
        [("lectores_cambiados", "mensaje")],
    ),
    "edicion.editar": (
        nada,
        lambda j: edicion.editar(j.mensaje, texto="Otro", notas="", version=1, **j.ella),
        [("editado", "mensaje")],
    ),
    "plazas.dar": (
        nada,
        lambda j: plazas.dar(j.partida, persona=j.eva, papel="lector", **j.yo),
        [("pendiente", "pendiente"), ("plaza_ofrecida", "plaza")],
    ),
    "plazas.aceptar": (
        lambda j: plazas.dar(j.partida, persona=j.eva, papel="lector", **j.yo),
        lambda j: plazas.aceptar(j.partida, por=j.eva, ahora=AHORA),
        [("plaza_aceptada", "plaza")],
    ),
    "plazas.rechazar": (
        lambda j: plazas.dar(j.partida, persona=j.eva, papel="lector", **j.yo),
        lambda j: plazas.rechazar(j.partida, por=j.eva, ahora=AHORA),
        [("plaza_rechazada", "plaza")],
    ),
    "plazas.quitar": (nada, lambda j: plazas.quitar(j.plaza(j.ana), **j.yo), [("plaza_quitada", "plaza")]),
    "plazas.expulsar": (
        nada,
        lambda j: plazas.expulsar(j.plaza(j.ana), motivo="Eh", **j.yo),
        [("expulsado", "plaza")],
    ),
    "plazas.readmitir": (
        lambda j: plazas.expulsar(j.plaza(j.ana), motivo="Eh", **j.yo),
        lambda j: plazas.readmitir(j.plaza(j.ana), **j.yo),
        [("readmitido", "plaza")],
    ),
    "plazas.silenciar": (nada, lambda j: plazas.silenciar(j.plaza(j.ana), **j.yo), [("silenciado", "plaza")]),
    "plazas.dar_voz": (
        lambda j: plazas.silenciar(j.plaza(j.ana), **j.yo),
        lambda j: plazas.dar_voz(j.plaza(j.ana), **j.yo),
        [("voz_devuelta", "plaza")],
    ),
    "plazas.dejar": (nada, lambda j: plazas.dejar(j.partida, **j.ella), [("partida_dejada", "plaza")]),
    "plazas.volver": (
        lambda j: plazas.dejar(j.partida, **j.ella),
        lambda j: plazas.volver(j.partida, **j.ella),
        [("vuelto", "plaza")],
    ),
    "cesiones.entregar": (
        nada,
        lambda j: cesiones.entregar(j.pnj, a=j.bruno, **j.yo),
        [("personaje_entregado", "reparto")],
    ),
    "cesiones.deshacer_entrega": (
        lambda j: cesiones.entregar(j.pnj, a=j.bruno, **j.yo),
        lambda j: cesiones.deshacer_entrega(j.fila(j.pnj), **j.yo),
        [("personaje_entregado", "reparto")],
    ),
    "cesiones.esconder_pnj": (nada, lambda j: cesiones.esconder_pnj(j.pnj, **j.yo), [("pnj_escondido", "reparto")]),
    "cesiones.mostrar_pnj": (
        lambda j: cesiones.esconder_pnj(j.pnj, **j.yo),
        lambda j: cesiones.mostrar_pnj(j.pnj, **j.yo),
        [("pnj_mostrado", "reparto")],
    ),
    "escenas.abrir": (
        nada,
        lambda j: escenas.abrir(j.partida, titulo="Otra", **j.yo),
        [("escena_abierta", "escena")],
    ),
    "escenas.cerrar": (nada, lambda j: escenas.cerrar(j.escena, **j.yo), [("escena_cerrada", "escena")]),
    "escenas.reabrir": (
        lambda j: escenas.cerrar(j.escena, **j.yo),
        lambda j: escenas.reabrir(j.escena, **j.yo),
        [("escena_reabierta", "escena")],
    ),
    "escenas.cambiar_presentes": (
        nada,
        lambda j: escenas.cambiar_presentes(j.escena, presentes=[j.kaelen.personaje.publico], **j.yo),
        [("presentes_cambiados", "escena")],
    ),
    "escenas.deshacer_presentes": (
        lambda j: escenas.cambiar_presentes(j.escena, presentes=[j.kaelen.personaje.publico], **j.yo),
        lambda j: escenas.deshacer_presentes(j.escena, **j.yo),
        [("presentes_cambiados", "escena")],
    ),
    "partidas.crear": (
        nada,
        lambda j: partidas.crear(DATOS, direccion=j.eva, ahora=AHORA),
        [("partida_creada", "partida")],
    ),
    "partidas.cambiar": (
        nada,
        lambda j: partidas.cambiar(j.partida, DATOS, version=1, **j.yo),
        [("partida_cambiada", "partida")],
    ),
    "partidas.pausar": (nada, lambda j: partidas.pausar(j.partida, **j.yo), [("partida_pausada", "partida")]),
    "partidas.reanudar": (
        lambda j: partidas.pausar(j.partida, **j.yo),
        lambda j: partidas.reanudar(j.partida, **j.yo),
        [("partida_reanudada", "partida")],
    ),
    "partidas.finalizar": (nada, lambda j: partidas.finalizar(j.partida, **j.yo), [("partida_finalizada", "partida")]),
    "partidas.archivar": (nada, lambda j: partidas.archivar(j.partida, **j.yo), [("partida_archivada", "partida")]),
    "partidas.reabrir": (
        lambda j: partidas.archivar(j.partida, **j.yo),
        lambda j: partidas.reabrir(j.partida, **j.yo),
        [("partida_reabierta", "partida")],
    ),
    "supervision.entrar": (
        nada,
        lambda j: supervision.entrar(j.partida, motivo="Un aviso", **j.equipo),
        [("equipo_entra", "partida")],
    ),
    "supervision.salir": (
        lambda j: supervision.entrar(j.partida, motivo="Un aviso", **j.equipo),
        lambda j: supervision.salir(j.partida, **j.equipo),
        [("equipo_sale", "partida")],
    ),
    "reparto.sentarse": (
        nada,
        lambda j: reparto.sentarse(j.partida, usuario=j.eva, ahora=AHORA),
        [("plaza_tomada", "plaza")],
    ),
    "reparto.incorporar": (nada, lambda j: j.borrador(), [("personaje_incorporado", "reparto")]),
    "reparto.terminar_creacion": (
        lambda j: j.borrador(),
        lambda j: reparto.terminar_creacion(
            Reparto.objects.sin_filtrar("test").get(personaje__nombre="Nora"), por=j.bruno, ahora=AHORA
        ),
        [("personaje_terminado", "reparto")],
    ),
    "reparto.corregir_ficha": (
        nada,
        lambda j: reparto.corregir_ficha(j.mirta, version=1, cambios={"px": 7}, motivo="Eh", **j.yo),
        [("ficha_corregida", "ficha")],
    ),
}
FILAS |= {
    "asalto.meter": (nada, lambda j: asalto.meter(j.escena, j.luchan, **j.yo), [("combate_cambiado", "escena")]),
    "asalto.sacar": (
        lambda j: asalto.meter(j.escena, j.luchan, **j.yo),
        lambda j: asalto.sacar(j.escena, j.luchan, **j.yo),
        [("combate_cambiado", "escena")],
    ),
    "direccion.aplicar": (
        nada,
        lambda j: direccion.aplicar(j.escena, OrdenDeMesa(uuid4(), "accion", j.luchan, "nuevo_dia", {}), **j.yo),
        [("mesa_accion", "mensaje")],
    ),
}


def con_turnos(juego: Juego) -> None:
    """Let the scene go by rounds."""
    vez.configurar(juego.escena, vez.Turnos("rondas"), **juego.yo)


def todos_pasan(juego: Juego) -> None:
    """Leave the round to be opened by the direction."""
    con_turnos(juego)
    for persona, fila in ((juego.ana, juego.kaelen), (juego.bruno, juego.mirta)):
        vez.pasar(juego.escena, fila.personaje.publico, por=persona, ahora=AHORA)


DOS = [("pendiente", "pendiente"), ("pendiente", "pendiente")]
FILAS |= {
    "vez.configurar": (
        nada,
        lambda j: vez.configurar(j.escena, vez.Turnos("rondas"), **j.yo),
        [*DOS, ("turnos_cambiados", "escena")],
    ),
    "vez.pasar": (
        con_turnos,
        lambda j: vez.pasar(j.escena, j.luchan[0], **j.ella),
        [("turno_pasado", "escena")],
    ),
    "vez.saltar": (
        con_turnos,
        lambda j: vez.saltar(j.escena, j.luchan[0], **j.yo),
        [("turno_saltado", "escena")],
    ),
    "vez.dar": (
        nada,
        lambda j: vez.dar(j.escena, j.luchan[0], **j.yo),
        [("pendiente", "pendiente"), ("turno_dado", "escena")],
    ),
    "vez.abrir_ronda": (
        todos_pasan,
        lambda j: vez.abrir_ronda(j.escena, **j.yo),
        [*DOS, ("ronda_abierta", "escena")],
    ),
    "vez.empujar": (
        con_turnos,
        lambda j: vez.empujar(j.escena, j.luchan[0], **j.yo),
        [("empujon", "pendiente")],
    ),
    "ordenes.escribir": (
        nada,
        lambda j: ordenes.escribir(j.kaelen, texto="Sigo a Mirta.", **j.ella),
        [("ordenes_cambiadas", "ficha")],
    ),
}
PRIMERA = AHORA.date() - timedelta(days=1)
FILAS |= {
    "cierres.cerrar_dia": (
        atrasada,
        lambda j: cierres.cerrar_dia(j.partida.pk, PRIMERA, ahora=AHORA),
        [("jornada_cerrada", "mensaje")],
    ),
    "cierres.cerrar_ahora": (
        nada,
        lambda j: cierres.cerrar_ahora(j.partida, numero=1, **j.yo),
        [("jornada_cerrada", "mensaje"), ("cierre_a_mano", "partida")],
    ),
    "cierres._cerrar_atrasada": (
        atrasada,
        lambda j: cierres.cerrar_atrasadas(j.partida, hasta=PRIMERA, **j.yo),
        [("jornada_cerrada", "mensaje"), ("cierre_a_mano", "partida")],
    ),
    "cierres.saltar_atrasadas": (
        atrasada,
        lambda j: cierres.saltar_atrasadas(j.partida, hasta=PRIMERA, **j.yo),
        [("dias_saltados", "partida")],
    ),
    "cierres.ajustar": (
        nada,
        lambda j: cierres.ajustar(j.partida, cierres.AjustesDeDias("a_mano", 240), **j.yo),
        [("dias_cambiados", "partida")],
    ),
    "deshacer.deshacer": (
        oculto,
        lambda j: deshacer.deshacer(Acta.objects.sin_filtrar("test").latest("pk"), **j.yo),
        [("mostrado", "mensaje")],
    ),
}
EN_SU_PRUEBA = {
    "palabra.pedir": "test_palabra.py: no game of this table has anything to ask for",
    "palabra.conceder": "test_palabra.py",
    "palabra.negar": "test_palabra.py",
    "palabra.retirar": "test_palabra.py",
    "pedidas.pedir": "test_pedidas.py",
    "respuestas.responder": "test_pedidas.py",
    "respuestas.juzgar": "test_pedidas.py",
    "respuestas.retirar": "test_pedidas.py",
}
SIN_SUCESO = {
    "plazos.vigilar_escena": "test_plazos.py: what it does depends on the hour",
    "plazos.cuadrar_con_cerrojo": "test_plazos.py: it only makes what is owed agree with who is away",
    "cierres._siguiente": "it looks which day comes next; the day's own verb tells of it",
    "bajas.dar_de_baja": "what mail a person wants is theirs alone",
    "obrero._tomar": "a worker takes jobs; nothing happens in a partida",
    "borradores.guardar": "what a person types is theirs alone",
    "borradores.descartar": "what a person types is theirs alone",
    "borradores.cumplir": "what a person types is theirs alone",
    "papelera.ceder": "what a person types is theirs alone",
    "papelera.recuperar": "what a person threw away is theirs alone",
    "papelera.destruir": "what a person threw away is theirs alone",
    "programados.programar": "what waits for its hour is its author's alone; at it, the turn tells of itself",
    "programados.cancelar": "what waits for its hour is its author's alone",
    **{
        f"marcas.{v}": "how far one reads is one's own"
        for v in ("leer_hasta", "no_leido_desde", "ver_todo", "deshacer")
    },
    **{
        f"promesas.{v}": "what one says of what one owes does nothing yet, and its table reads it on the row"
        for v in ("prometer", "retractarse", "posponer", "recuperar")
    },
    "ausencias.decidir": "what one lets happen is read when it happens",
    **{
        f"campana.{v}": "what one has been told, and how one wants to be, is one's own"
        for v in ("leer", "leer_todo", "elegir", "silenciar", "escuchar")
    },
    "adjuntos.subir": "an image in an editor is its uploader's alone; the turn tells of it",
    "adjuntos.quitar": "an image in an editor is its uploader's alone",
}


def verbos() -> set[str]:
    """Return every function of the domain that is retried as a verb, private ones too."""
    hallados = set()
    for archivo in Path(actas.__file__).parent.glob("*.py"):
        for nodo in ast.parse(archivo.read_text(encoding="utf-8")).body:
            if isinstance(nodo, ast.FunctionDef) and "con_reintentos" in map(ast.unparse, nodo.decorator_list):
                hallados.add(f"{archivo.stem}.{nodo.name}")
    return hallados


def sucesos() -> list[Suceso]:
    return list(Suceso.objects.sin_filtrar("test").order_by("pk"))


def cosa(suceso: Suceso) -> str:
    """Return the narrowest thing that the fact points at."""
    ajenas = [campo for campo in COSAS if getattr(suceso, f"{campo}_id") is not None]
    return ajenas[-1] if ajenas else "partida"


def test_todo_verbo_tiene_su_suceso_o_una_razon():
    assert verbos() == set(FILAS) | set(SIN_SUCESO) | set(EN_SU_PRUEBA)


@pytest.mark.parametrize("verbo", FILAS)
def test_cada_verbo_anota_su_suceso_una_vez_y_nada_si_no_hay_nada_que_hacer(verbo):
    antes, hacer, esperados = FILAS[verbo]
    juego = Juego()
    antes(juego)
    habia = len(sucesos())

    assert hacer(juego) is not False

    nuevos = sucesos()[habia:]
    assert [(suceso.clase, cosa(suceso)) for suceso in nuevos] == esperados
    assert all(Trabajo.objects.filter(clave=f"suceso:{suceso.publico}").exists() for suceso in nuevos)
    assert comprobacion.incumplidas() == []


def test_cada_clase_de_acta_es_un_suceso_con_su_nombre():
    assert set(actas.SUCESOS) == set(Acta.Verbo)
    assert len(set(actas.SUCESOS.values())) == len(actas.SUCESOS)


def test_lo_que_se_pide_sobre_una_tirada_lo_sabe_quien_lo_pide_y_la_direccion():
    juego = Juego()

    anulaciones.pedir(juego.dado, motivo="Eh", **juego.ella)

    saben = {
        nombre
        for nombre in ("dani", "ana", "bruno", "eva")
        if Suceso.objects.visibles_para(getattr(juego, nombre)).filter(clase="anulacion_pedida").exists()
    }
    assert saben == {"dani", "ana"}


def test_un_verbo_que_no_cambia_nada_no_anota_nada():
    juego = Juego()
    anulaciones.pedir(juego.dado, motivo="Eh", **juego.ella)
    anulaciones.negar(juego.dado, **juego.yo)
    moderacion.ocultar(juego.mensaje, motivo="Eh", **juego.yo)
    habia = len(sucesos())

    otra_vez = [
        anulaciones.negar(juego.dado, **juego.yo),
        anulaciones.retirar(juego.dado, **juego.ella),
        anulaciones.conceder(juego.dado, **juego.yo),
        moderacion.ocultar(juego.mensaje, motivo="Eh", **juego.yo),
        reparto.corregir_ficha(juego.mirta, version=1, cambios={"px": 2}, motivo="Eh", **juego.yo),
    ]

    assert otra_vez == [False] * 5
    assert len(sucesos()) == habia
