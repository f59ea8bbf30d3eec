"""seg_31: whoever tries a verb that is not theirs is denied alike, and leaves one line of ids in the log."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from partidas.dominio import (
    anulaciones,
    asalto,
    ausencias,
    campana,
    cierres,
    continuaciones,
    deshacer,
    direccion,
    en_curso,
    escenas,
    marcas,
    ordenes,
    palabra,
    pedidas,
    plazas,
    programados,
    promesas,
    reparto,
    respuestas,
    supervision,
    turnos,
    vez,
)
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.direccion import OrdenDeMesa
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.dominio.pedidas import OrdenPedir
from partidas.models import Acta, Pendiente, RespuestaPedida, SolicitudDePalabra, Suceso, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas import test_rechazos
from tests.partidas.dominio.test_sucesos import verbos

pytestmark = pytest.mark.django_db

CANARIO = "CANARIO-7f3a"


class Cosas(test_rechazos.Cosas):
    """The table of the refusals, with a roll of ana's for the direction alone and a public one, and a word on each."""

    def __init__(self) -> None:
        super().__init__()
        for visibilidad, nombre in (("todos", "tirada"), ("direccion", "privada")):
            mensaje = fabrica.publicar(
                self.mesa, self.ana, self.mesa.kaelen, visibilidad=visibilidad, tiradas=(fabrica.tarea(),)
            )
            setattr(self, nombre, Tirada.objects.sin_filtrar("test").get(mensaje=mensaje).publico)
            pedida = SolicitudDePalabra.objects.sin_filtrar("test").create(
                mensaje=mensaje, por=self.ana, clave=uuid4(), creada=AHORA, sistema="strange", accion="tarea", huella=""
            )
            setattr(self, f"palabra_{nombre}", pedida.publico)
            debida = Pendiente.objects.sin_filtrar("test").create(
                clave=nombre, clase="juicio", partida=self.partida, escena=self.escena, mensaje=mensaje, para=self.ana,
                espera=self.bruno, desde=AHORA,
            )  # fmt: skip
            setattr(self, f"debe_{nombre}", debida.publico)
        pedir = OrdenPedir(
            uuid4(), "Salta.", "tarea", (self.mesa.kaelen.personaje.publico,), {"dificultad": 3, "reserva": "vigor"}
        )
        pedidas.pedir(self.escena, pedir, por=self.dani, ahora=AHORA)
        self.respuesta = RespuestaPedida.objects.sin_filtrar("test").get().publico
        self.acta = Acta.objects.sin_filtrar("test").get(verbo=Acta.Verbo.EXPULSAR)
        self.luchan = (self.mesa.kaelen.personaje.publico,)
        self.sotano = fabrica.secreta(self.mesa, self.mesa.kaelen)
        plazas.expulsar(
            fabrica.sentar(self.partida, self.eva, "jugador", AHORA), motivo="Eh", por=self.dani, ahora=AHORA
        )


def orden(cosas, fila):
    return turnos.OrdenTurno(clave=uuid4(), texto=CANARIO, personaje=fila.personaje.publico)


def programar(escena, persona, fila):
    pedida, mas_tarde = fabrica.orden(fila, texto=CANARIO), AHORA + timedelta(hours=1)
    return programados.programar(escena, pedida, datos={}, cuando=mas_tarde, autor=persona, ahora=AHORA)


def de_la_privada(cosas):
    return Tirada.objects.sin_filtrar("test").select_related("mensaje").get(publico=cosas.privada).mensaje


def de_mesa(cosas):
    return OrdenDeMesa(uuid4(), direccion.ACCION, cosas.luchan, "nuevo_dia", {})


# Verb: (who, the call, how it is denied). The rest of the verbs are in the table of refusals, tried by bruno and eva.
MAS = {
    "turnos.publicar": [
        ("esp", lambda m, x: turnos.publicar(x.escena, orden(x, x.mesa.kaelen), autor=m, ahora=AHORA), 403),
        ("bruno", lambda m, x: turnos.publicar(x.sotano, orden(x, x.mesa.mirta), autor=m, ahora=AHORA), 404),
    ],
    "programados.programar": [
        (quien, lambda m, x: programar(x.escena, m, x.mesa.kaelen), codigo)
        for quien, codigo in (("ana", 403), ("esp", 403), ("eva", 404))
    ]
    + [("bruno", lambda m, x: programar(x.sotano, m, x.mesa.mirta), 404)],
    **{
        f"marcas.{verbo}": [
            (quien, lambda m, x, v=verbo: getattr(marcas, v)(de_la_privada(x), por=m, ahora=AHORA), 404)
            for quien in ("bruno", "esp", "eva")
        ]
        for verbo in ("leer_hasta", "no_leido_desde")
    },
    **{
        f"promesas.{nombre}": [
            (quien, lambda m, x, n=nombre, c=cual, d=datos: getattr(promesas, n)(getattr(x, c), por=m, **d), codigo)
            for quien, cual, codigo in (
                ("bruno", "debe_tirada", 403),
                ("dani", "debe_tirada", 403),
                ("bruno", "debe_privada", 404),
                ("eva", "debe_tirada", 404),
            )
        ]
        for nombre, datos in (
            ("prometer", {"ahora": AHORA}),
            ("retractarse", {}),
            ("posponer", {"ahora": AHORA, "hasta": AHORA + timedelta(hours=3)}),
            ("recuperar", {}),
        )
    },
    "ausencias.decidir": [
        (quien, lambda m, x: ausencias.decidir(x.partida, que="saltar", por=m, ahora=AHORA), codigo)
        for quien, codigo in (("dani", 403), ("esp", 403), ("eva", 404), ("olga", 404))
    ],
    "campana.leer": [("eva", lambda m, _x: campana.leer("A" * 11, por=m, ahora=AHORA), 404)],
    "campana.elegir": [("eva", lambda m, x: campana.elegir(x.partida, {}, por=m), 404)],
    "campana.silenciar": [
        (quien, lambda m, x: campana.silenciar(x.sotano, por=m, ahora=AHORA), 404) for quien in ("bruno", "esp", "eva")
    ],
    "campana.escuchar": [("bruno", lambda m, x: campana.escuchar(x.sotano, por=m), 404)],
    "supervision.entrar": [
        (quien, lambda m, x: supervision.entrar(x.partida, motivo=CANARIO, por=m, ahora=AHORA), 404)
        for quien in ("ana", "esp", "eva")
    ],
    "supervision.salir": [("ana", lambda m, x: supervision.salir(x.partida, por=m, ahora=AHORA), 404)],
    "en_curso.tirar": [
        (
            "esp",
            lambda m, x: en_curso.tirar(
                x.escena, OrdenTirar(orden(x, x.mesa.kaelen), fabrica.tarea(), uuid4()), autor=m, ahora=AHORA
            ),
            403,
        ),
        (
            "bruno",
            lambda m, x: en_curso.tirar(
                x.sotano, OrdenTirar(orden(x, x.mesa.mirta), fabrica.tarea(), uuid4()), autor=m, ahora=AHORA
            ),
            404,
        ),
    ],
    "continuaciones.continuar": [
        (
            "bruno",
            lambda m, x: continuaciones.continuar(x.tirada, "repetir", OrdenContinuar(uuid4()), autor=m, ahora=AHORA),
            403,
        ),
        (
            "bruno",
            lambda m, x: continuaciones.continuar(x.privada, "repetir", OrdenContinuar(uuid4()), autor=m, ahora=AHORA),
            404,
        ),
    ],
    **{
        f"anulaciones.{nombre}": [
            ("bruno", lambda m, x, n=nombre, d=datos: getattr(anulaciones, n)(x.tirada, **d, por=m, ahora=AHORA), 403),
            ("bruno", lambda m, x, n=nombre, d=datos: getattr(anulaciones, n)(x.privada, **d, por=m, ahora=AHORA), 404),
        ]
        for nombre, datos in (
            ("anular", {"motivo": CANARIO}),
            ("pedir", {"motivo": CANARIO}),
            ("conceder", {}),
            ("negar", {}),
            ("retirar", {}),
        )
    },
    **{
        f"asalto.{nombre}": [
            ("bruno", lambda m, x, n=nombre: getattr(asalto, n)(x.escena, x.luchan, por=m, ahora=AHORA), 403),
            ("bruno", lambda m, x, n=nombre: getattr(asalto, n)(x.sotano, x.luchan, por=m, ahora=AHORA), 404),
            ("eva", lambda m, x, n=nombre: getattr(asalto, n)(x.escena, x.luchan, por=m, ahora=AHORA), 404),
        ]
        for nombre in ("meter", "sacar")
    },
    "direccion.aplicar": [
        ("bruno", lambda m, x: direccion.aplicar(x.escena, de_mesa(x), por=m, ahora=AHORA), 403),
        ("bruno", lambda m, x: direccion.aplicar(x.sotano, de_mesa(x), por=m, ahora=AHORA), 404),
        ("eva", lambda m, x: direccion.aplicar(x.escena, de_mesa(x), por=m, ahora=AHORA), 404),
    ],
    "pedidas.pedir": [
        (quien, lambda m, x: pedidas.pedir(x.escena, OrdenPedir(uuid4(), CANARIO, "tarea", ()), por=m, ahora=AHORA), n)
        for quien, n in (("bruno", 403), ("eva", 404))
    ],
    "respuestas.responder": [
        (quien, lambda m, x: respuestas.responder(x.respuesta, {}, por=m, ahora=AHORA), n)
        for quien, n in (("bruno", 403), ("eva", 404))
    ],
    "respuestas.juzgar": [
        (quien, lambda m, x: respuestas.juzgar(x.respuesta, 3, por=m, ahora=AHORA), n)
        for quien, n in (("ana", 403), ("eva", 404))
    ],
    "respuestas.retirar": [
        (quien, lambda m, x: respuestas.retirar(x.respuesta, por=m, ahora=AHORA), n)
        for quien, n in (("ana", 403), ("eva", 404))
    ],
    "palabra.pedir": [
        (
            "bruno",
            lambda m, x: palabra.pedir(x.tirada, "repetir", OrdenContinuar(uuid4()), por=m, ahora=AHORA),
            403,
        ),
        (
            "bruno",
            lambda m, x: palabra.pedir(x.privada, "repetir", OrdenContinuar(uuid4()), por=m, ahora=AHORA),
            404,
        ),
    ],
    **{
        f"palabra.{nombre}": [
            (quien, lambda m, x, n=nombre: getattr(palabra, n)(x.palabra_tirada, por=m, ahora=AHORA), 403),
            ("bruno", lambda m, x, n=nombre: getattr(palabra, n)(x.palabra_privada, por=m, ahora=AHORA), 404),
            ("eva", lambda m, x, n=nombre: getattr(palabra, n)(x.palabra_tirada, por=m, ahora=AHORA), 404),
        ]
        for nombre, quien in (("conceder", "ana"), ("negar", "ana"), ("retirar", "dani"))
    },
    **{
        f"vez.{nombre}": [
            (quien, lambda m, x, n=nombre: getattr(vez, n)(x.escena, x.luchan[0], por=m, ahora=AHORA), codigo)
            for quien, codigo in ((quienes, 403), ("eva", 404))
        ]
        + [("bruno", lambda m, x, n=nombre: getattr(vez, n)(x.sotano, x.luchan[0], por=m, ahora=AHORA), 404)]
        for nombre, quienes in (("pasar", "esp"), ("empujar", "esp"), ("saltar", "bruno"), ("dar", "bruno"))
    },
    "vez.configurar": [
        (quien, lambda m, x: vez.configurar(x.escena, vez.Turnos("rondas"), por=m, ahora=AHORA), codigo)
        for quien, codigo in (("bruno", 403), ("eva", 404))
    ],
    "vez.abrir_ronda": [
        (quien, lambda m, x: vez.abrir_ronda(x.escena, por=m, ahora=AHORA), codigo)
        for quien, codigo in (("bruno", 403), ("eva", 404))
    ],
    "ordenes.escribir": [
        (quien, lambda m, x: ordenes.escribir(x.mesa.kaelen, texto=CANARIO, por=m, ahora=AHORA), codigo)
        for quien, codigo in (("bruno", 403), ("dani", 403), ("eva", 404))
    ],
    # A person asks for several days at once, and each is denied as the step that closes it.
    "cierres._cerrar_atrasada": [
        (quien, lambda m, x: cierres.cerrar_atrasadas(x.partida, hasta=AHORA.date(), por=m, ahora=AHORA), n)
        for quien, n in (("bruno", 403), ("eva", 404))
    ],
    "deshacer.deshacer": [
        (quien, lambda m, x: deshacer.deshacer(x.acta, por=m, ahora=AHORA), 404) for quien in ("bruno", "kike", "eva")
    ],
    "reparto.sentarse": [
        ("eva", lambda m, x: reparto.sentarse(x.partida, usuario=m, ahora=AHORA), 404),
        ("olga", lambda m, x: reparto.sentarse(x.partida, usuario=m, ahora=AHORA), 404),
    ],
    "reparto.incorporar": [
        (quien, lambda m, x: reparto.incorporar(x.partida, nombre="Odo", ficha=fabrica.FICHA, por=m, ahora=AHORA), n)
        for quien, n in (("esp", 403), ("eva", 404))
    ],
    "reparto.terminar_creacion": [
        (quien, lambda m, x: reparto.terminar_creacion(x.mesa.kaelen, por=m, ahora=AHORA), n)
        for quien, n in (("bruno", 403), ("eva", 404))
    ],
    "reparto.corregir_ficha": [
        (
            quien,
            lambda m, x: reparto.corregir_ficha(
                x.mesa.kaelen, version=1, cambios={"px": 9}, motivo=CANARIO, por=m, ahora=AHORA
            ),
            n,
        )
        for quien, n in (("bruno", 403), ("eva", 404))
    ],
    **{
        f"plazas.{nombre}": [
            ("olga", lambda m, x, n=nombre: getattr(plazas, n)(x.partida, por=m, ahora=AHORA), 404),
        ]
        for nombre in ("aceptar", "rechazar", "dejar", "volver")
    },
}
DE_NADIE = {
    "bajas.dar_de_baja": "whoever holds the signed address of a mail",
    "obrero._tomar": "a worker, which nobody asks",
    "borradores.guardar": "a place of one's own",
    "borradores.descartar": "a place of one's own",
    "borradores.cumplir": "a place of one's own",
    "papelera.ceder": "a bin of one's own",
    "papelera.recuperar": "a bin of one's own",
    "papelera.destruir": "a bin of one's own",
    "programados.cancelar": "one's own turn, which another does not see: nothing to do",
    "adjuntos.subir": "an editor of one's own",
    "adjuntos.quitar": "an editor of one's own",
    "campana.leer_todo": "one's own bell",
    "marcas.ver_todo": "one's own seats; any other partida is passed over",
    "marcas.deshacer": "one's own markers; those of others are not found",
    "partidas.crear": "anybody with an account",
    "cierres.cerrar_dia": "no person's: the worker closes the day when it is over",
    "plazos.vigilar_escena": "no person's: the worker looks at deadlines",
    "plazos.cuadrar_con_cerrojo": "no person's: the worker looks at absences",
    "cierres._siguiente": "no person's: how the worker finds the next day to close, and begins the count",
}


def filas():
    for verbo, llamar in test_rechazos.LLAMADAS.items():
        yield verbo, "bruno", llamar, 403
        yield verbo, "eva", llamar, 404
    for verbo, intentos in MAS.items():
        for quien, llamar, codigo in intentos:
            yield verbo, quien, llamar, codigo


def lineas(caplog) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "hilo.denegado"]


def test_seg_31_todo_verbo_dice_como_se_niega():
    assert verbos() == set(test_rechazos.LLAMADAS) | set(MAS) | set(DE_NADIE)


@pytest.mark.parametrize(
    ("verbo", "quien", "llamar", "codigo"), list(filas()), ids=lambda v: v if isinstance(v, str) else ""
)
def test_seg_31_lo_denegado_deja_una_linea_con_ids_y_nada_mas(verbo, quien, llamar, codigo, caplog):
    cosas = Cosas()
    persona = getattr(cosas, quien)
    antes, sucesos = test_rechazos.huella(), Suceso.objects.sin_filtrar("test").count()

    with caplog.at_level(logging.WARNING, "hilo.denegado"), pytest.raises((NoExiste, NoPermitido)) as error:
        llamar(persona, cosas)

    assert error.type is {403: NoPermitido, 404: NoExiste}[codigo]
    (linea,) = lineas(caplog)
    assert re.fullmatch(rf"denegado {codigo}: {verbo} sobre [\w-]{{11}} por {persona.publico}", linea, re.ASCII)
    assert test_rechazos.huella() == antes
    assert Suceso.objects.sin_filtrar("test").count() == sucesos


def test_seg_31_por_la_web_cada_intento_es_una_linea_sin_lo_escrito_y_la_misma_pagina_que_lo_que_no_existe(caplog):
    cosas = Cosas()
    cliente = Client()
    cliente.force_login(cosas.bruno)
    oculta = fabrica.publicar(cosas.mesa, cosas.ana, cosas.mesa.kaelen, visibilidad="direccion").publico
    rutas = [
        reverse("mensaje_editar", args=[cosas.mensaje.publico]),
        reverse("mensaje_editar", args=[oculta]),
        reverse("anular", args=[cosas.privada]),
        reverse("plaza_sobre", args=[cosas.partida.publico, cosas.ana.publico, "expulsar"]),
    ]

    with caplog.at_level(logging.WARNING, "hilo.denegado"):
        respuestas = [cliente.post(ruta, {"motivo": CANARIO, "texto": CANARIO, "version": 1}) for ruta in rutas]
        nada = cliente.post(reverse("mensaje_editar", args=["AAAAAAAAAAA"]), {"texto": CANARIO, "version": 1})
        cliente.get(rutas[1])

    assert [r.status_code for r in (*respuestas, nada)] == [403, 404, 404, 403, 404]
    dichas = lineas(caplog)
    assert len(dichas) == 5, "one line for each POST, none for a page that was only asked for"
    assert all(linea.endswith(f" por {cosas.bruno.publico}") and CANARIO not in linea for linea in dichas)
    sin_prendas = [re.sub(r"[\w+/=-]{20,}|\d+", "·", r.content.decode()) for r in (respuestas[1], nada)]
    assert sin_prendas[0] == sin_prendas[1]


def test_seg_31_una_direccion_con_palabras_no_llega_al_registro(caplog):
    mesa = fabrica.mesa()
    cliente = Client()
    cliente.force_login(mesa.bruno)

    with caplog.at_level(logging.WARNING, "hilo.denegado"):
        cliente.post(f"/m/{CANARIO}/editar/", {"texto": "x"})

    assert lineas(caplog) == [f"denegado 404: mensaje_editar sobre ? por {mesa.bruno.publico}"]


def test_seg_31_lo_permitido_no_deja_linea(caplog):
    mesa = fabrica.mesa()

    with caplog.at_level(logging.WARNING, "hilo.denegado"):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
        escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    assert lineas(caplog) == []
