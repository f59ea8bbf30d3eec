"""Anything that can happen in a partida, in any order: each role sees what the model says, on every surface.

With LARGO=1, 500 examples (an hour or two); in the ordinary suite, a few.
"""

from __future__ import annotations

import copy
import inspect
import os
import types
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from cuentas.guarda import poner_portero
from cuentas.lectura import Lectura
from partidas.consultas import hilo as consultas
from partidas.dominio import (
    cesiones,
    declaraciones,
    edicion,
    escenas,
    lectores,
    moderacion,
    partidas,
    plazas,
    reparto,
    turnos,
)
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.dominio.partidas import DatosPartida
from partidas.models import Escena, Mensaje, Participante, Partida, Reparto, Tirada, visibilidad
from tests import fabrica
from tests.fabrica import AHORA
from tests.fugas import modelo as reglas
from tests.fugas.modelo import Modelo
from tests.fugas.superficies import PUERTA, ROLES, SUPERFICIES, Sitio

pytestmark = pytest.mark.django_db

LARGO = os.environ.get("LARGO") == "1"
EJEMPLOS, PASOS, MIRADAS = (500, 25, 6) if LARGO else (6, 14, 2)
PAREJAS = [(superficie, rol) for superficie in SUPERFICIES for rol in ROLES]
SALTO = 61
"""Prime to the number of pairs: a walk in steps of it looks at different surfaces as different roles, then at all."""

JUEGAN = ("ana", "bruno", "kike", "dani")
DEJAN = ("ana", "bruno", "kike", "codi", "esp", "ines", "eva")
PJ = ("Kaelen", "Mirta", "Odo")
ESCENAS_MAXIMO, MENSAJES_MAXIMO = 5, 9
uno = st.integers(0, 1000)
algunos = st.sets(st.sampled_from(PJ), min_size=1, max_size=2).map(sorted)


class Mundo:
    """A partida with one thing of each kind, on the site and in the model."""

    def __init__(self) -> None:
        self.modelo = m = Modelo()
        m.titulo, m.premisa = m.canario("partida"), m.canario("premisa")
        gente = {nombre: fabrica.cuenta(nombre) for nombre in ROLES if nombre != "anon"}
        datos = DatosPartida(titulo=m.titulo, premisa=m.premisa, sistema=fabrica.SISTEMA)
        partida = partidas.crear(datos, direccion=gente["dani"], ahora=AHORA)
        self.sitio = Sitio(partida.publico, gente)
        m.plazas["dani"] = reglas.Plaza(reglas.DIRECCION)
        for nombre, papel in (("codi", "direccion"), ("esp", "lector"), *((n, "jugador") for n in JUEGAN[:3])):
            fabrica.sentar(partida, gente[nombre], papel, AHORA)
            m.plazas[nombre] = reglas.Plaza(papel)
        for nombre, persona in zip(PJ, JUEGAN, strict=False):
            m.pj[nombre], m.fichas[nombre] = persona, m.canario("ficha")
            hoja = fabrica.FICHA | {"habilidades": {m.fichas[nombre]: "competente"}}
            self.sitio.pj[nombre] = fabrica.personaje(partida, gente[persona], nombre, hoja).personaje.publico
        pnj = m.canario("pnj")
        fila = reparto.pnj_rapido(partida, nombre=pnj, nivel=3, por=gente["dani"], ahora=AHORA)
        m.pnj[pnj], self.sitio.pnj[pnj] = True, fila.personaje.publico
        self.sitio.entrar()


class Partidas(RuleBasedStateMachine):
    """One partida in which things happen. Every example begins from the same rows and takes its own back."""

    mundo: Mundo
    miradas: int

    def __init__(self) -> None:
        super().__init__()
        self.transaccion = transaction.atomic()
        self.transaccion.__enter__()
        caches["paginas"].clear()
        self.m, self.sitio = copy.deepcopy(self.mundo.modelo), copy.copy(self.mundo.sitio)
        self.sitio.escenas, self.sitio.mensajes = {}, {}
        self.sitio.palabras = self.m.clases
        self.gente = self.sitio.gente
        self.mirada = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaccion.__exit__(None, None, None)

    # What every rule stands on.

    def hacer(self, verbo: Any, *args: Any, por: str = "dani", **datos: Any) -> Any:
        """Do it as that person; returns what the verb does, or False if it refuses."""
        try:
            with transaction.atomic():
                return verbo(*args, por=self.gente[por], ahora=AHORA, **datos)
        except (NoExiste, NoPermitido, DatoInvalido):
            return False

    @property
    def partida(self) -> Partida:
        return Partida.objects.sin_filtrar("test").get(publico=self.sitio.partida)

    def escena(self, clave: str) -> Escena:
        return Escena.objects.sin_filtrar("test").get(publico=self.sitio.escenas[clave])

    def mensaje(self, clave: str) -> Mensaje:
        return Mensaje.objects.sin_filtrar("test").get(publico=self.sitio.mensajes[clave])

    def plaza(self, persona: str) -> Participante | None:
        filas = Participante.objects.sin_filtrar("test").select_related("usuario")
        return filas.filter(partida__publico=self.sitio.partida, usuario=self.gente[persona]).first()

    def fila(self, publico: str) -> Reparto:
        return Reparto.objects.sin_filtrar("test").get(personaje__publico=publico, hasta__isnull=True)

    def publicos(self, pjs: list[str]) -> tuple[str, ...]:
        return tuple(self.sitio.pj[pj] for pj in pjs)

    def cual(self, n: int) -> str:
        """Return one of the messages: late ones as often as early ones."""
        claves = list(self.m.mensajes)
        return claves[n % len(claves)]

    def abrir(self, *, secreta: bool, pjs: list[str]) -> None:
        titulo = self.m.canario("escena")
        presentes = self.publicos(pjs) if secreta else ()
        escena = self.hacer(escenas.abrir, self.partida, titulo=titulo, secreta=secreta, presentes=presentes)
        if escena:
            clave = f"e{len(self.m.escenas)}"
            self.m.escenas[clave], self.sitio.escenas[clave] = reglas.Escena(titulo, secreta), escena.publico
            if secreta:
                self.m.estar(clave, pjs)

    def decir(
        self, autor: str, escena: str, *, a: list[str] | str = "todos", nota: str = "", dado: bool = False
    ) -> None:
        """Publish. a: characters, `todos` or `direccion`. nota: for `todos`, for the `direccion`, or none."""
        voz = next((pj for pj, persona in self.m.pj.items() if persona == autor), "")
        visible = a if isinstance(a, str) else "destinatarios"
        pjs = [] if isinstance(a, str) else a
        suyo = reglas.Mensaje(
            autor=autor,
            escena=escena,
            visibilidad=visible,
            orden=self.m.escenas[escena].ultimo + 1,
            texto=self.m.canario("texto"),
            nombrados={self.m.pj[pj] for pj in pjs},
            nota=self.m.canario("nota") if nota else "",
            nota_direccion=nota == "direccion",
            declaracion=self.m.canario("declaracion") if dado and voz else "",
        )
        orden = fabrica.orden(
            texto=suyo.texto,
            personaje=self.sitio.pj.get(voz, ""),
            notas=suyo.nota,
            notas_direccion=suyo.nota_direccion,
            visibilidad=visible,
            destinatarios=self.publicos(pjs),
            tiradas=(self._tarea(suyo.declaracion),) if suyo.declaracion else (),
        )
        try:
            with transaction.atomic():
                hecho = turnos.publicar(self.escena(escena), orden, autor=self.gente[autor], ahora=AHORA)
        except (NoExiste, NoPermitido, DatoInvalido):
            return
        clave = f"m{len(self.m.mensajes)}"
        self.m.publicar(clave, suyo)
        self.sitio.mensajes[clave] = hecho.mensaje.publico

    def _tarea(self, declaracion: str) -> turnos.TiradaDeclarada:
        return turnos.TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion=declaracion)

    # What happens.

    @initialize(desde=uno)
    def empezar(self, desde: int) -> None:
        """Open two scenes, one secret, with a message of each kind in them."""
        self.mirada = desde
        self.abrir(secreta=False, pjs=[])
        self.abrir(secreta=True, pjs=["Mirta"])
        self.decir("ana", "e0", dado=True, nota="direccion")
        self.decir("kike", "e0", a=["Mirta"])
        self.decir("dani", "e0", a=["Odo"], nota="todos")
        self.decir("bruno", "e1")

    @rule(
        autor=st.sampled_from(JUEGAN),
        n=uno,
        a=st.one_of(st.sampled_from(["todos", "direccion"]), algunos),
        nota=st.sampled_from(["", "todos", "direccion"]),
        dado=st.booleans(),
    )
    def publicar(self, autor: str, n: int, a: list[str] | str, nota: str, dado: bool) -> None:
        if len(self.m.mensajes) < MENSAJES_MAXIMO:
            self.decir(autor, f"e{n % len(self.m.escenas)}", a=a, nota=nota, dado=dado)

    @rule(secreta=st.booleans(), pjs=algunos)
    def abrir_otra(self, secreta: bool, pjs: list[str]) -> None:
        if len(self.m.escenas) < ESCENAS_MAXIMO:
            self.abrir(secreta=secreta, pjs=pjs)

    @rule(n=uno, visible=st.sampled_from(["todos", "destinatarios", "direccion"]), pjs=algunos, suyo=st.booleans())
    def dirigir(self, n: int, visible: str, pjs: list[str], suyo: bool) -> None:
        clave = self.cual(n)
        datos = {"visibilidad": visible, "destinatarios": self.publicos(pjs)}
        por = self.m.mensajes[clave].autor if suyo else "dani"
        if self.hacer(lectores.cambiar, self.mensaje(clave), por=por, **datos):
            self.m.dirigir(clave, visible, pjs)

    @rule(n=uno)
    def ocultar(self, n: int) -> None:
        clave, motivo = self.cual(n), self.m.canario("motivo")
        if self.hacer(moderacion.ocultar, self.mensaje(clave), motivo=motivo):
            self.m.ocultar(clave, motivo)

    @rule(n=uno)
    def mostrar(self, n: int) -> None:
        if self.hacer(moderacion.mostrar, self.mensaje(self.cual(n))):
            self.m.mostrar(self.cual(n))

    @rule(n=uno, suyo=st.booleans())
    def borrar(self, n: int, suyo: bool) -> None:
        clave = self.cual(n)
        propio = suyo and self.m.mensajes[clave].autor != "dani"
        motivo, por = ("", self.m.mensajes[clave].autor) if propio else (self.m.canario("motivo"), "dani")
        if self.hacer(moderacion.borrar, self.mensaje(clave), motivo=motivo, por=por):
            self.m.borrar(clave, motivo)

    @rule(n=uno)
    def restaurar(self, n: int) -> None:
        if self.hacer(moderacion.restaurar, self.mensaje(self.cual(n))):
            self.m.restaurar(self.cual(n))

    @rule(n=uno, suyo=st.booleans())
    def editar(self, n: int, suyo: bool) -> None:
        clave, texto = self.cual(n), self.m.canario("texto")
        fila, por = self.mensaje(clave), self.m.mensajes[clave].autor if suyo else "dani"
        if self.hacer(edicion.editar, fila, texto=texto, notas=fila.notas, version=fila.version, por=por):
            self.m.editar(clave, texto)

    @rule(n=uno, a=uno)
    def mover(self, n: int, a: int) -> None:
        clave, destino = self.cual(n), f"e{a % len(self.m.escenas)}"
        if self.hacer(moderacion.mover, self.mensaje(clave), destino=self.escena(destino)):
            self.m.mover(clave, destino)

    @rule(n=uno)
    def devolver(self, n: int) -> None:
        if self.hacer(moderacion.devolver, self.mensaje(self.cual(n))):
            self.m.devolver(self.cual(n))

    @rule(n=uno, tapar=st.booleans())
    def declaracion(self, n: int, tapar: bool) -> None:
        """Hide, or show again, what a die was thrown for."""
        clave = self.cual(n)
        tirada = Tirada.objects.sin_filtrar("test").filter(mensaje=self.mensaje(clave)).first()
        motivo = {"motivo": self.m.canario("acta")} if tapar else {}
        verbo = declaraciones.ocultar if tapar else declaraciones.mostrar
        if tirada is not None and self.hacer(verbo, tirada.publico, **motivo):
            self.m.mensajes[clave].tapada = tapar
            self.m.actas += motivo.values()

    @rule(n=uno, pjs=st.one_of(st.just([]), algunos))
    def presentes(self, n: int, pjs: list[str]) -> None:
        clave = f"e{n % len(self.m.escenas)}"
        if self.hacer(escenas.cambiar_presentes, self.escena(clave), presentes=self.publicos(pjs)):
            self.m.estar(clave, pjs)

    @rule(pj=st.sampled_from(PJ), a=st.sampled_from(["", *DEJAN, "dani"]))
    def entregar(self, pj: str, a: str) -> None:
        fila = self.fila(self.sitio.pj[pj])
        if self.hacer(cesiones.entregar, fila, a=self.gente.get(a)):
            self.m.entregar(pj, a)

    @rule(secreto=st.booleans())
    def descubrir_pnj(self, secreto: bool) -> None:
        ((nombre, publico),) = self.sitio.pnj.items()
        if self.hacer(cesiones.esconder_pnj if secreto else cesiones.mostrar_pnj, self.fila(publico)):
            self.m.pnj[nombre] = secreto

    @rule(persona=st.sampled_from(DEJAN), papel=st.sampled_from(["jugador", "lector", "direccion"]))
    def dar_plaza(self, persona: str, papel: str) -> None:
        if self.hacer(plazas.dar, self.partida, persona=self.gente[persona], papel=papel):
            self.m.dar_plaza(persona, papel)

    @rule(persona=st.sampled_from(DEJAN))
    def aceptar(self, persona: str) -> None:
        if self.hacer(plazas.aceptar, self.partida, por=persona):
            self.m.aceptar(persona)

    @rule(persona=st.sampled_from(DEJAN))
    def dejar(self, persona: str) -> None:
        if self.hacer(plazas.dejar, self.partida, por=persona):
            self.m.irse(persona, reglas.RETIRADA, por_su_pie=True)

    @rule(persona=st.sampled_from(DEJAN))
    def volver(self, persona: str) -> None:
        if self.hacer(plazas.volver, self.partida, por=persona):
            self.m.volver(persona)

    @rule(persona=st.sampled_from(DEJAN))
    def expulsar(self, persona: str) -> None:
        plaza, motivo = self.plaza(persona), self.m.canario("acta")
        if plaza is not None and self.hacer(plazas.expulsar, plaza, motivo=motivo):
            self.m.irse(persona, reglas.EXPULSADA)
            self.m.actas.append(motivo)

    @rule(persona=st.sampled_from(DEJAN))
    def quitar(self, persona: str) -> None:
        plaza = self.plaza(persona)
        if plaza is not None and self.hacer(plazas.quitar, plaza):
            self.m.irse(persona, reglas.RETIRADA)

    @rule(persona=st.sampled_from(DEJAN))
    def readmitir(self, persona: str) -> None:
        plaza = self.plaza(persona)
        if plaza is not None and self.hacer(plazas.readmitir, plaza):
            self.m.readmitir(persona)

    @rule(verbo=st.sampled_from([partidas.pausar, partidas.finalizar, partidas.archivar]))
    def parar(self, verbo: Any) -> None:
        if self.hacer(verbo, self.partida):
            self.m.viva = verbo is partidas.pausar

    @rule(verbo=st.sampled_from([partidas.reanudar, partidas.reabrir]))
    def seguir(self, verbo: Any) -> None:
        if self.hacer(verbo, self.partida):
            self.m.viva = True

    @rule(acceso=st.sampled_from([Partida.Acceso.PRIVADA, Partida.Acceso.PUBLICA]))
    def cambiar_acceso(self, acceso: str) -> None:
        partida = self.partida
        datos = DatosPartida(partida.titulo, partida.sistema, partida.premisa, acceso=acceso)
        if self.hacer(partidas.cambiar, partida, datos=datos, version=partida.version):
            self.m.abierta = acceso == Partida.Acceso.PUBLICA

    # What is seen.

    @invariant()
    def cada_cual_ve_lo_suyo(self) -> None:
        """Ask the gate as every role, and some pages as some: each step looks at others."""
        if not self.m.escenas:
            return
        for rol in ROLES:
            PUERTA.comprobar(self.sitio, self.m, rol)
        for n in range(self.mirada, self.mirada + self.miradas):
            superficie, rol = PAREJAS[n * SALTO % len(PAREJAS)]
            superficie.comprobar(self.sitio, self.m, rol)
        self.mirada += self.miradas


def recorrer(monkeypatch: pytest.MonkeyPatch, *, miradas: int = MIRADAS, encoger: bool = True) -> None:
    """Run the machine, on pages of three messages, so that a few make several. miradas: pages to look at each step."""
    monkeypatch.setattr(Lectura, "mensajes_por_pagina", 3)
    monkeypatch.setattr(consultas, "TAMANO", 3)
    fases = (Phase.generate, Phase.shrink) if encoger else (Phase.generate,)
    perfil = settings(
        max_examples=EJEMPLOS,
        stateful_step_count=PASOS,
        derandomize=True,
        database=None,
        deadline=None,
        phases=fases,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    maquina = type("Maquina", (Partidas,), {"mundo": Mundo(), "miradas": miradas})
    run_state_machine_as_test(maquina, settings=perfil)


def test_seg_02_todas_las_superficies_dicen_lo_mismo_pase_lo_que_pase(monkeypatch):
    recorrer(monkeypatch)


MUTACIONES = {
    "quien fue expulsado sigue leyendo lo que se le dijo": ("(nombrado & sin_expulsar)", "nombrado"),
    "lo retirado sigue en pie para todos": ("return estado\n", "return ~NADIE\n"),
    "la ficha sigue abierta para quien la llevó": ("hasta__isnull=True\n    )\n    mio", "\n    )\n    mio"),
}


@pytest.mark.parametrize("mutacion", MUTACIONES)
def test_la_maquina_nota_lo_que_le_falta_a_la_puerta(monkeypatch, mutacion):
    fuente, (bien, mal) = inspect.getsource(visibilidad), MUTACIONES[mutacion]
    assert fuente.count(bien) == 1
    mutada, original = types.ModuleType("puerta_mutada"), visibilidad.puede_ver
    exec(compile(fuente.replace(bien, mal), "puerta_mutada", "exec"), vars(mutada))
    for nombre in ("sigue_en_pie", "ocupa_lugar"):
        monkeypatch.setattr(visibilidad, nombre, getattr(mutada, nombre))
    poner_portero(mutada.puede_ver)
    try:
        with pytest.raises(AssertionError, match="sobra"):
            recorrer(monkeypatch, miradas=0, encoger=False)
    finally:
        poner_portero(original)


def test_el_modelo_no_importa_nada_del_sitio():
    fuente = inspect.getsource(reglas)

    assert [linea for linea in fuente.splitlines() if "import" in linea and not linea.startswith(('"', " "))] == [
        "from __future__ import annotations",
        "from dataclasses import dataclass, field",
    ]
