"""Who may not: every verb of moderation against everybody who is not entitled to it; a verb without a row fails."""

import inspect
from types import ModuleType
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from partidas.dominio import (
    cesiones,
    cierres,
    declaraciones,
    edicion,
    escenas,
    lectores,
    moderacion,
    partidas,
    plazas,
)
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.dominio.partidas import DatosPartida
from partidas.models import Acta, Mensaje, Participante, Partida, Tirada
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

MODULOS: tuple[ModuleType, ...] = (
    moderacion,
    declaraciones,
    lectores,
    edicion,
    plazas,
    cesiones,
    escenas,
    partidas,
    cierres,
)
HOY = AHORA.date()
A_MANO = cierres.AjustesDeDias("a_mano", 240)

# How each verb is called on the table's own things. «autora»: ana may, so she is not among those refused.
LLAMADAS = {
    "moderacion.ocultar": lambda m, x: moderacion.ocultar(x.mensaje, motivo="Eh", por=m, ahora=AHORA),
    "moderacion.mostrar": lambda m, x: moderacion.mostrar(x.mensaje, por=m, ahora=AHORA),
    "moderacion.borrar": lambda m, x: moderacion.borrar(x.mensaje, motivo="Eh", por=m, ahora=AHORA),
    "moderacion.restaurar": lambda m, x: moderacion.restaurar(x.mensaje, por=m, ahora=AHORA),
    "moderacion.mover": lambda m, x: moderacion.mover(x.mensaje, destino=x.otra, por=m, ahora=AHORA),
    "moderacion.devolver": lambda m, x: moderacion.devolver(x.mensaje, por=m, ahora=AHORA),
    "declaraciones.ocultar": lambda m, x: declaraciones.ocultar(x.tirada, motivo="Eh", por=m, ahora=AHORA),
    "declaraciones.mostrar": lambda m, x: declaraciones.mostrar(x.tirada, por=m, ahora=AHORA),
    "lectores.cambiar": lambda m, x: lectores.cambiar(x.mensaje, visibilidad="direccion", por=m, ahora=AHORA),
    "lectores.deshacer": lambda m, x: lectores.deshacer(x.mensaje, por=m, ahora=AHORA),
    "edicion.editar": lambda m, x: edicion.editar(x.mensaje, texto="Otro", notas="", version=1, por=m, ahora=AHORA),
    "edicion.ocultar_version": lambda m, x: edicion.ocultar_version(
        x.mensaje, version=1, motivo="Eh", por=m, ahora=AHORA
    ),
    "edicion.mostrar_version": lambda m, x: edicion.mostrar_version(x.mensaje, version=1, por=m, ahora=AHORA),
    "plazas.dar": lambda m, x: plazas.dar(x.partida, persona=x.eva, papel="lector", por=m, ahora=AHORA),
    "plazas.quitar": lambda m, x: plazas.quitar(x.plaza, por=m, ahora=AHORA),
    "plazas.expulsar": lambda m, x: plazas.expulsar(x.plaza, motivo="Eh", por=m, ahora=AHORA),
    "plazas.readmitir": lambda m, x: plazas.readmitir(x.plaza, por=m, ahora=AHORA),
    "plazas.silenciar": lambda m, x: plazas.silenciar(x.plaza, por=m, ahora=AHORA),
    "plazas.dar_voz": lambda m, x: plazas.dar_voz(x.plaza, por=m, ahora=AHORA),
    "cesiones.entregar": lambda m, x: cesiones.entregar(x.pnj, a=x.bruno, por=m, ahora=AHORA),
    "cesiones.deshacer_entrega": lambda m, x: cesiones.deshacer_entrega(x.pnj, por=m, ahora=AHORA),
    "cesiones.mostrar_pnj": lambda m, x: cesiones.mostrar_pnj(x.pnj, por=m, ahora=AHORA),
    "cesiones.esconder_pnj": lambda m, x: cesiones.esconder_pnj(x.pnj, por=m, ahora=AHORA),
    "escenas.abrir": lambda m, x: escenas.abrir(x.partida, titulo="Otra", por=m, ahora=AHORA),
    "escenas.cerrar": lambda m, x: escenas.cerrar(x.escena, por=m, ahora=AHORA),
    "escenas.reabrir": lambda m, x: escenas.reabrir(x.escena, por=m, ahora=AHORA),
    "escenas.cambiar_presentes": lambda m, x: escenas.cambiar_presentes(x.escena, presentes=(), por=m, ahora=AHORA),
    "escenas.deshacer_presentes": lambda m, x: escenas.deshacer_presentes(x.escena, por=m, ahora=AHORA),
    "partidas.cambiar": lambda m, x: partidas.cambiar(
        x.partida, DatosPartida("Mía", "strange"), version=1, por=m, ahora=AHORA
    ),
    "partidas.pausar": lambda m, x: partidas.pausar(x.partida, por=m, ahora=AHORA),
    "partidas.reanudar": lambda m, x: partidas.reanudar(x.partida, por=m, ahora=AHORA),
    "partidas.finalizar": lambda m, x: partidas.finalizar(x.partida, por=m, ahora=AHORA),
    "partidas.archivar": lambda m, x: partidas.archivar(x.partida, por=m, ahora=AHORA),
    "partidas.reabrir": lambda m, x: partidas.reabrir(x.partida, por=m, ahora=AHORA),
    "cierres.cerrar_ahora": lambda m, x: cierres.cerrar_ahora(x.partida, numero=1, por=m, ahora=AHORA),
    "cierres.saltar_atrasadas": lambda m, x: cierres.saltar_atrasadas(x.partida, hasta=HOY, por=m, ahora=AHORA),
    "cierres.ajustar": lambda m, x: cierres.ajustar(x.partida, A_MANO, por=m, ahora=AHORA),
}
# Verbs that are not about others' things: what a person does with their own seat, or a new partida.
PROPIOS = {"plazas.aceptar", "plazas.rechazar", "plazas.dejar", "plazas.volver", "partidas.crear"}
# Nobody asks for it: the worker does it when it is due.
DEL_SITIO = {"cierres.cerrar_dia"}


def verbos() -> set[str]:
    """Return every verb of the modules: the public functions that a retry wraps."""
    return {
        f"{modulo.__name__.rpartition('.')[2]}.{nombre}"
        for modulo in MODULOS
        for nombre, funcion in vars(modulo).items()
        if inspect.isfunction(funcion)
        and funcion.__module__ == modulo.__name__
        and hasattr(funcion, "__wrapped__")
        and not nombre.startswith("_")
        and nombre != "en_mano"
    }


def huella() -> dict[str, list]:
    """Return every row of the tables that a verb could have changed."""
    from django.apps import apps

    nombres = (
        "Mensaje",
        "Escena",
        "Participante",
        "Reparto",
        "Presente",
        "Destinatario",
        "Revision",
        "Partida",
        "Tirada",
        "Cierre",
        "SolicitudDePalabra",
        "Combatiente",
    )
    tablas = [apps.get_model("partidas", nombre) for nombre in nombres]
    return {t.__name__: list(t.objects.sin_filtrar("test").order_by("pk").values()) for t in tablas}


class Cosas:
    """The table with somebody put out, a second scene, another partida, and a whisper."""

    def __init__(self) -> None:
        self.mesa = fabrica.mesa()
        for nombre in ("partida", "escena", "bruno", "eva", "pnj", "ana", "esp", "dani"):
            setattr(self, nombre, getattr(self.mesa, nombre))
        self.kike, self.olga = fabrica.cuenta("kike"), fabrica.cuenta("olga")
        fabrica.sentar(self.partida, self.kike, "jugador", AHORA)
        kike = Participante.objects.sin_filtrar("test").get(usuario=self.kike)
        plazas.expulsar(kike, motivo="Eh", por=self.dani, ahora=AHORA)
        partidas.crear(DatosPartida("Otra mesa", "strange"), direccion=self.olga, ahora=AHORA)
        self.otra = escenas.abrir(self.partida, titulo="El muelle", por=self.dani, ahora=AHORA)
        self.mensaje = fabrica.publicar(self.mesa, self.ana, self.mesa.kaelen, texto="Original.")
        fabrica.publicar(self.mesa, self.ana, self.mesa.kaelen, tiradas=(fabrica.tarea(),))
        self.tirada = Tirada.objects.sin_filtrar("test").get().publico
        self.plaza = Participante.objects.sin_filtrar("test").get(usuario=self.ana)


def test_seg_35_todo_verbo_tiene_su_fila():
    assert verbos() == set(LLAMADAS) | PROPIOS | DEL_SITIO


@pytest.mark.parametrize("verbo", LLAMADAS)
def test_seg_35_seg_36_cada_verbo_de_la_direccion_se_niega_a_los_demas_y_no_deja_rastro(verbo):
    cosas = Cosas()
    antes, actas = huella(), Acta.objects.sin_filtrar("test").count()

    respuestas = {}
    for nombre in ("bruno", "esp", "kike", "olga", "eva"):
        with pytest.raises((NoExiste, NoPermitido)) as error:
            LLAMADAS[verbo](getattr(cosas, nombre), cosas)
        respuestas[nombre] = error.type.__name__

    ven, no_ven = ("bruno", "esp"), ("kike", "olga", "eva")
    assert {respuestas[nombre] for nombre in ven} == {"NoPermitido"}
    assert {respuestas[nombre] for nombre in no_ven} == {"NoExiste"}
    assert huella() == antes
    assert Acta.objects.sin_filtrar("test").count() == actas


def test_seg_31_lo_que_bruno_no_lee_no_existe_para_sus_verbos():
    cosas = Cosas()
    cosas.mensaje = fabrica.publicar(cosas.mesa, cosas.ana, cosas.mesa.kaelen, visibilidad="direccion")
    antes = huella()

    for verbo, llamar in LLAMADAS.items():
        if verbo.startswith(("moderacion.", "lectores.", "edicion.")):
            with pytest.raises(NoExiste):
                llamar(cosas.bruno, cosas)

    assert huella() == antes


RUTAS_DE_MENSAJE = ("editar", "ocultar", "mostrar", "borrar", "restaurar", "mover", "devolver", "lectores")


@pytest.mark.parametrize("metodo", ["get", "post"])
def test_seg_31_por_la_web_403_a_quien_lo_ve_y_404_a_quien_no(metodo, caplog):
    cosas = Cosas()
    antes = huella()
    esperado = {"bruno": 403, "esp": 403, "kike": 404, "olga": 404, "eva": 404}

    obtenido = {}
    for nombre in esperado:
        cliente = Client()
        cliente.force_login(getattr(cosas, nombre))
        rutas = [f"/m/{cosas.mensaje.publico}/{que}/" for que in RUTAS_DE_MENSAJE]
        rutas += [
            reverse("partida_estado", args=[cosas.partida.publico, "archivar"]),
            reverse("declaracion", args=[cosas.tirada, "ocultar"]),
            reverse("plaza_nueva", args=[cosas.partida.publico]),
            reverse("plaza_papel", args=[cosas.partida.publico, cosas.ana.publico]),
            reverse("plaza_sobre", args=[cosas.partida.publico, cosas.ana.publico, "expulsar"]),
            reverse("escena_presentes", args=[cosas.partida.publico, cosas.escena.publico]),
            reverse("pj_entregar", args=[cosas.partida.publico, cosas.mesa.kaelen.personaje.publico]),
            reverse("pnj_secreto", args=[cosas.partida.publico, cosas.pnj.personaje.publico, "esconder"]),
        ]
        if metodo == "get":
            rutas += [reverse("mesa", args=[cosas.partida.publico]), f"/m/{cosas.mensaje.publico}/historial/"]
        datos = {"motivo": "Eh", "texto": "x", "version": 1, "a": cosas.otra.publico, "visibilidad": "direccion"}
        obtenido[nombre] = {
            getattr(cliente, metodo)(ruta, datos if metodo == "post" else None).status_code for ruta in rutas
        }

    assert obtenido == {nombre: {codigo} for nombre, codigo in esperado.items()}
    assert huella() == antes


def test_seg_36_no_vale_mezclar_direcciones_de_dos_partidas():
    cosas = Cosas()
    suya = Partida.objects.visibles_para(cosas.olga).get(titulo="Otra mesa")
    antes = huella()
    cliente = Client()
    cliente.force_login(cosas.olga)

    ajenas = [
        reverse("plaza_sobre", args=[suya.publico, cosas.ana.publico, "expulsar"]),
        reverse("plaza_papel", args=[suya.publico, cosas.ana.publico]),
        reverse("escena_presentes", args=[suya.publico, cosas.escena.publico]),
        reverse("pj_entregar", args=[suya.publico, cosas.mesa.kaelen.personaje.publico]),
        reverse("pnj_secreto", args=[suya.publico, cosas.pnj.personaje.publico, "mostrar"]),
    ]
    assert [cliente.post(ruta, {"motivo": "Eh", "papel": "lector"}).status_code for ruta in ajenas] == [404] * 5
    suyo = escenas.abrir(suya, titulo="Suya", por=cosas.olga, ahora=AHORA)
    with pytest.raises(NoExiste):
        moderacion.mover(cosas.mensaje, destino=suyo, por=cosas.dani, ahora=AHORA)
    assert {k: v for k, v in huella().items() if k != "Escena"} == {k: v for k, v in antes.items() if k != "Escena"}


def test_seg_33_no_se_mueve_a_una_escena_de_otra_partida_aunque_se_dirijan_las_dos():
    cosas = Cosas()
    otra = partidas.crear(DatosPartida("También mía", "strange"), direccion=cosas.dani, ahora=AHORA)
    ajena = escenas.abrir(otra, titulo="Ajena", por=cosas.dani, ahora=AHORA)

    with pytest.raises(NoExiste):
        moderacion.mover(cosas.mensaje, destino=ajena, por=cosas.dani, ahora=AHORA)


def test_seg_34_los_lectores_nuevos_salen_de_la_lista():
    cosas = Cosas()
    from partidas.dominio.errores import DatoInvalido

    for destinatarios in ((), (cosas.pnj.personaje.publico,), (str(uuid4()),), tuple(map(str, range(100)))):
        with pytest.raises(DatoInvalido):
            lectores.cambiar(
                cosas.mensaje, visibilidad="destinatarios", destinatarios=destinatarios, por=cosas.dani, ahora=AHORA
            )


def test_seg_37_los_campos_de_mas_no_cambian_nada():
    cosas = Cosas()
    cliente = Client()
    cliente.force_login(cosas.ana)
    de_mas = {
        "autor": cosas.bruno.pk, "autor_id": cosas.bruno.pk, "estado": "oculto", "visibilidad": "direccion",
        "orden": 99, "publicado": "", "partida": 1, "voz": "direccion", "es_dj": "1", "html": "<b>x</b>",
    }  # fmt: skip
    antes = Mensaje.objects.sin_filtrar("test").values().get(pk=cosas.mensaje.pk)

    respuesta = cliente.post(
        f"/m/{cosas.mensaje.publico}/editar/", {"texto": "Otro.", "notas": "", "version": 1} | de_mas
    )

    ahora = Mensaje.objects.sin_filtrar("test").values().get(pk=cosas.mensaje.pk)
    cambian = {clave for clave in antes if antes[clave] != ahora[clave]}
    assert respuesta.status_code == 302
    assert cambian == {"texto", "html", "version", "editado"}


def test_seg_47_mirar_no_cambia_nada():
    cosas = Cosas()
    cliente = Client()
    cliente.force_login(cosas.dani)
    rutas = [f"/m/{cosas.mensaje.publico}/{que}/" for que in (*RUTAS_DE_MENSAJE, "historial")]
    rutas += [f"/m/{cosas.mensaje.publico}/mover/?a={cosas.otra.publico}"]
    rutas += [f"/m/{cosas.mensaje.publico}/lectores/?visibilidad=direccion"]
    rutas += [reverse("mesa", args=[cosas.partida.publico]), reverse("mis_textos")]
    rutas += [reverse("partida_estado", args=[cosas.partida.publico, "archivar"])]
    acta = Acta.objects.sin_filtrar("test").first()
    rutas += [reverse("acta_deshacer", args=[acta.publico])]
    antes = huella()
    no_proceden = {f"/m/{cosas.mensaje.publico}/{que}/" for que in ("mostrar", "restaurar", "devolver")}

    codigos = {ruta: cliente.get(ruta).status_code for ruta in rutas}

    assert codigos == {ruta: 409 if ruta in no_proceden else 200 for ruta in rutas}
    assert huella() == antes
    assert connection.in_atomic_block
