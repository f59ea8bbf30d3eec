"""The audit of a book: its chain walked, and every roll resolved again from what was asked and the dice that fell.

It streams: its memory does not grow with the rolls. What fails is named by entry and field and never by value, since
a value may be a secret.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from partidas.dominio import buzon
from partidas.models import Partida, Tirada
from reglas import libro, motor, protocolo
from reglas.libro import Fallo
from reglas.models import Asiento, Auditoria, Clase, Libro, Tipo
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion

TANDA = 200
TOPE = 100
MOTIVO = "audit of every roll"
CLAVES = ("sistema", "accion", "ficha", "objetivo", "datos", "previa")
ROTO = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Repaso:
    """What an audit found. tiradas: resolved again. otras_reglas: of another version of the rules, counted alone.

    fallos: the first TOPE of the `cuantos`.
    """

    asientos: int
    tiradas: int
    otras_reglas: int
    cuantos: int
    fallos: tuple[Fallo, ...]


@dataclass(slots=True)
class _Cuenta:
    asientos: int = 0
    tiradas: int = 0
    otras_reglas: int = 0
    cuantos: int = 0
    fallos: list[Fallo] = field(default_factory=list)

    def apuntar(self, fallo: Fallo) -> None:
        self.cuantos += 1
        if self.cuantos <= TOPE:
            self.fallos.append(fallo)


def por_mirar(libros: QuerySet[Libro]) -> int:
    """Return how many steps the audit of those books takes: entries to walk and rolls to resolve again."""
    return Asiento.objects.filter(libro__in=libros).count() + _tarjetas().filter(asiento__libro__in=libros).count()


def repasar(uno: Libro, *, ahora: datetime, avanza: Callable[[], None] = lambda: None) -> Repaso:
    """Audit one book, and write down what was found; what fails for the first time is told to its direction.

    It is read without a lock, so that nobody waits. A roll written meanwhile can look like a failure: only what
    fails again with the book locked is one. avanza: called once a step (`por_mirar`).
    """
    repaso = _mirar(uno, avanza)
    if repaso.cuantos:
        with transaction.atomic():
            repaso = _mirar(libro.bloquear(uno.dueno, Clase(uno.clase)).libro, lambda: None)
    _anotar(uno, repaso, ahora)
    return repaso


def decir(fallo: Fallo) -> str:
    """Name a failure by entry and field."""
    return f"asiento {fallo.n}: {fallo.que}" if fallo.n >= 0 else f"libro: {fallo.que}"


def _anotar(uno: Libro, repaso: Repaso, ahora: datetime) -> None:
    campos = {
        "cuando": ahora,
        "asientos": repaso.asientos,
        "tiradas": repaso.tiradas,
        "otras_reglas": repaso.otras_reglas,
        "fallos": repaso.cuantos,
        "primero": decir(repaso.fallos[0])[:200] if repaso.fallos else "",
    }
    with transaction.atomic():
        # Whoever is second waits for the row of the first, made or changed, and so tells nothing again.
        Auditoria.objects.get_or_create(libro=uno, defaults={**campos, "fallos": 0, "primero": ""})
        fila = Auditoria.objects.select_for_update().get(libro=uno)
        ya = fila.fallos
        for campo, valor in campos.items():
            setattr(fila, campo, valor)
        fila.save()
        partida = Partida.objects.sin_filtrar(MOTIVO).filter(publico=uno.dueno).first()
        if repaso.cuantos and partida is not None and not ya:
            buzon.anotar("libro_roto", partida=partida, actor=None, ahora=ahora)


def _mirar(uno: Libro, avanza: Callable[[], None]) -> Repaso:
    cuenta = _Cuenta()

    def otro_asiento() -> None:
        cuenta.asientos += 1
        avanza()

    for fallo in libro.recorrer(uno, otro_asiento):
        cuenta.apuntar(fallo)
    for fallo in _de_tiradas(uno, cuenta, avanza):
        cuenta.apuntar(fallo)
    return Repaso(cuenta.asientos, cuenta.tiradas, cuenta.otras_reglas, cuenta.cuantos, tuple(cuenta.fallos))


def _tarjetas() -> QuerySet[Tirada]:
    return Tirada.objects.sin_filtrar(MOTIVO)


def _de_tiradas(uno: Libro, cuenta: _Cuenta, avanza: Callable[[], None]) -> Iterator[Fallo]:
    con_tarjeta = Exists(_tarjetas().filter(asiento=OuterRef("pk")))
    sueltos = Asiento.objects.filter(~con_tarjeta, libro=uno, tipo=Tipo.TIRADA).order_by("n")
    for n in sueltos.values_list("n", flat=True).iterator(chunk_size=TANDA):
        yield Fallo(n, "tarjeta")
    con_tarjeta = Exists(_tarjetas().filter(juicio=OuterRef("pk")))
    sueltos = Asiento.objects.filter(~con_tarjeta, libro=uno, tipo=Tipo.JUICIO).order_by("n")
    for n in sueltos.values_list("n", flat=True).iterator(chunk_size=TANDA):
        yield Fallo(n, "tarjeta")
    filas = _tarjetas().filter(asiento__libro=uno).select_related("asiento", "juicio").order_by("asiento__n")
    for tirada in filas.iterator(chunk_size=TANDA):
        for que in _de_tirada(tirada, uno, cuenta):
            yield Fallo(tirada.asiento.n, que)
        avanza()


def _de_tirada(tirada: Tirada, uno: Libro, cuenta: _Cuenta) -> Iterator[str]:
    """Yield what the card does not have as the entry, and what its answer does not have as the rules give it now."""
    try:
        entrada, caida = json.loads(tirada.asiento.contenido), json.loads(tirada.asiento.peticion)
        dados = [(f"d{caras}", valor) for caras, valor in entrada["dados"]]
        solicitud = caida if tirada.juicio is None else json.loads(tirada.juicio.peticion)
        pedido = {clave: solicitud[clave] for clave in CLAVES if clave in solicitud}
        version = entrada["reglas"] if tirada.juicio is None else json.loads(tirada.juicio.contenido)["reglas"]
        juicios = [] if tirada.juicio is None else list(_del_juicio(tirada, caida, solicitud))
    except ROTO:
        yield "contenido"
        return
    columnas = {
        "recibo": tirada.asiento.recibo,
        "libro": uno.clase,
        "sistema": pedido.get("sistema"),
        "accion": pedido.get("accion"),
    }
    yield from (f"tarjeta.{columna}" for columna, valor in columnas.items() if getattr(tirada, columna) != valor)
    if _dados_de(tirada.respuesta) != dados:
        yield "tarjeta.respuesta.tiradas"
    yield from juicios
    if tirada.por_juzgar != (bool(entrada.get("a_juicio")) and tirada.juicio is None):
        yield "tarjeta.por_juzgar"
    if tirada.por_juzgar:
        return  # the rules have nothing to say until it is judged
    juego = motor.sistemas().get(str(pedido.get("sistema")))
    if juego is None or juego.version != version:
        cuenta.otras_reglas += 1
        return
    cuenta.tiradas += 1
    try:
        respuesta = motor.resolver(Peticion(**pedido), AzarDictado([valor for _dado, valor in dados]))
    except Rechazo as rechazo:
        yield f"solicitud.{rechazo.campo} ({rechazo.codigo})"
        return
    except ROTO as error:
        yield f"solicitud ({type(error).__name__})"
        return
    yield from (f"respuesta{ruta}" for ruta in _diferencias(protocolo.para_guardar(respuesta), tirada.respuesta))


def _del_juicio(tirada: Tirada, caida: Any, juzgada: Any) -> Iterator[str]:
    """Yield what is judged besides the difficulty that the entry did not have; the sheets may have changed since."""
    if tirada.juicio is None or tirada.juicio.juzga_id != tirada.asiento_id:
        yield "juicio"
    dificultad = motor.sistemas()[caida["sistema"]].acciones[caida["accion"]].dificultad
    sin = {clave: valor for clave, valor in juzgada["datos"].items() if clave != dificultad}
    if sin != caida["datos"] or dificultad not in juzgada["datos"]:
        yield "juicio.solicitud.datos"
    if any(juzgada.get(clave) != caida.get(clave) for clave in ("sistema", "accion", "previa")):
        yield "juicio.solicitud"


def _dados_de(respuesta: Any) -> list[tuple[Any, Any]] | None:
    """Return the dice of a stored answer; None if it is not an answer any more."""
    try:
        return [(uno["dado"], uno["valor"]) for uno in respuesta["tiradas"]]
    except ROTO:
        return None


def _diferencias(ahora: Any, guardado: Any, ruta: str = "") -> Iterator[str]:
    """Yield the dotted paths at which two answers differ; true is not 1, and a tuple is a list as JSON has it."""
    if isinstance(ahora, Mapping) and isinstance(guardado, Mapping):
        for clave in sorted({*ahora, *guardado}):
            dentro = f"{ruta}.{clave}"
            if clave in ahora and clave in guardado:
                yield from _diferencias(ahora[clave], guardado[clave], dentro)
            else:
                yield dentro
    elif isinstance(ahora, list | tuple) and isinstance(guardado, list) and len(ahora) == len(guardado):
        for n, (uno, otro) in enumerate(zip(ahora, guardado, strict=True)):
            yield from _diferencias(uno, otro, f"{ruta}.{n}")
    elif ahora != guardado or (type(ahora) is bool) != (type(guardado) is bool):
        yield ruta
