"""From the declaration of fields to the controls of a form; `reglas.escritos` reads what was typed in them.

Nothing here knows a game: the same code draws a roll, a sheet and a quick PNJ of any system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from reglas.nucleo import campos as c
from reglas.nucleo.condiciones import se_cumple

if TYPE_CHECKING:
    pass

Traducir = Callable[[str], str]

FILAS_VACIAS = 2


@dataclass(frozen=True, slots=True)
class OpcionDeControl:
    """One choice of a control."""

    valor: str
    etiqueta: str
    marcada: bool


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a form; `nombre` is its name in the request and its path in the engine.

    tipo: entero, texto, parrafo, booleano, opcion, varias, enteros, grupo or filas. The opciones of a texto are
    suggestions.
    """

    nombre: str
    tipo: str
    etiqueta: str
    ayuda: str = ""
    valor: str = ""
    marcado: bool = False
    obligatorio: bool = False
    minimo: int | None = None
    maximo: int | None = None
    error: str = ""
    refresca: bool = False
    opciones: tuple[OpcionDeControl, ...] = ()
    hijos: tuple[Control, ...] = ()

    @property
    def id_html(self) -> str:
        """Return an identifier that HTML and CSS accept."""
        return "c-" + re.sub(r"[^\w-]", "-", self.nombre)


@dataclass(frozen=True, slots=True)
class Entorno:
    """What drawing needs besides the declaration: the words, the sheet that offers values, the errors by path.

    dirige: who fills it in directs; for anybody else, what carries the direction's word is a request for it.
    previa: `detalle` of the roll that is continued, which says how many items a list asks for.
    nombrar: how a reader calls something that the sheet offers; as it is written there if nobody says.
    """

    traducir: Traducir
    nombrar: Traducir | None = None
    ficha: Mapping[str, Any] = field(default_factory=dict)
    errores: Mapping[str, str] = field(default_factory=dict)
    prefijo: str = ""
    con_objetivo: bool = False
    dirige: bool = True
    previa: Mapping[str, Any] = field(default_factory=dict)


def dibujar(grupo: c.Grupo, *, ruta: str, valores: Mapping[str, Any], entorno: Entorno) -> tuple[Control, ...]:
    """Return the controls of a group: only those of the variant that `valores` describes."""
    mandan = _que_mandan(grupo)
    completos = con_defectos(grupo, valores)
    return tuple(
        _control(campo, f"{ruta}.{campo.clave}", valores.get(campo.clave), entorno, refresca=campo.clave in mandan)
        for campo in grupo.campos
        if (campo.si is None or se_cumple(campo.si, completos, con_objetivo=entorno.con_objetivo))
        and not _sin_nada_que_elegir(campo, entorno)
    )


def _sin_nada_que_elegir(campo: c.Campo, entorno: Entorno) -> bool:
    """Whether a list asks for as many items as the roll that is continued says, and it says none."""
    return isinstance(campo, c.Lista) and bool(campo.cuantos_de) and entorno.previa.get(campo.cuantos_de) == 0


def campo_de(grupo: c.Grupo, ruta: str) -> c.Campo:
    """Return the field at a dotted path of a group. Raises KeyError."""
    campo: c.Campo = grupo
    for parte in ruta.split("."):
        if not isinstance(campo, c.Grupo):
            raise KeyError(ruta)
        campo = campo[parte]
    return campo


def dibujar_rutas(
    grupo: c.Grupo, rutas: Sequence[str], *, raiz: str, valores: Mapping[str, Any], entorno: Entorno
) -> tuple[Control, ...]:
    """Return the controls of chosen paths of a group, for a form that shows a part of a sheet.

    What goes with another variant of the group is left out, so there may be fewer controls than paths.
    """
    ajenos = ajenos_a(grupo, valores)
    return tuple(
        _control(campo_de(grupo, ruta), f"{raiz}.{ruta}", valor_en(valores, ruta), entorno)
        for ruta in rutas
        if ruta.partition(".")[0] not in ajenos
    )


def ajenos_a(grupo: c.Grupo, valores: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of a group that go with another variant than the one that `valores` describes."""
    completos = con_defectos(grupo, valores)
    return frozenset(
        campo.clave
        for campo in grupo.campos
        if campo.si is not None and not se_cumple(campo.si, completos, con_objetivo=False)
    )


def con_etiqueta(control: Control, etiqueta: str) -> Control:
    """Return the same control under another label."""
    return replace(control, etiqueta=etiqueta)


def valor_en(datos: Mapping[str, Any], ruta: str) -> Any:
    """Return the value at a dotted path, or None."""
    dentro: Any = datos
    for parte in ruta.split("."):
        if not isinstance(dentro, Mapping):
            return None
        dentro = dentro.get(parte)
    return dentro


def _que_mandan(grupo: c.Grupo) -> frozenset[str]:
    """Return the fields on which others depend: changing one redraws the form."""
    condiciones = [
        condicion
        for campo in grupo.campos
        for condicion in (campo.si, campo.obligatorio)
        if condicion is not None and not isinstance(condicion, bool)
    ]
    return frozenset(getattr(condicion, "clave", "") for condicion in condiciones)


def con_defectos(grupo: c.Grupo, valores: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what the conditions look at: constant defaults, and the first word of a required list.

    What was typed and is not a number is left out.
    """
    mal = {campo.clave for campo in grupo.campos if isinstance(campo, c.Entero)}
    completos = {clave: valor for clave, valor in valores.items() if clave not in mal or isinstance(valor, int)}
    for campo in grupo.campos:
        if campo.clave in completos:
            continue
        if isinstance(campo.defecto, str | int | bool):
            completos[campo.clave] = campo.defecto
        elif isinstance(campo, c.Opcion) and campo.obligatorio is True:
            completos[campo.clave] = next(iter(campo.opciones))
    return completos


def _control(campo: c.Campo, nombre: str, valor: Any, entorno: Entorno, *, refresca: bool = False) -> Control:
    comun: dict[str, Any] = {
        "nombre": entorno.prefijo + nombre,
        "etiqueta": entorno.traducir(campo.etiqueta) if campo.etiqueta else campo.clave,
        "ayuda": entorno.traducir(campo.ayuda) if campo.ayuda else "",
        "obligatorio": campo.obligatorio is True,
        "error": entorno.errores.get(nombre, ""),
        "refresca": refresca,
    }
    if campo.aprueba and not entorno.dirige:
        comun |= _como_peticion(comun["etiqueta"])
    defecto = campo.defecto if isinstance(campo.defecto, str | int) else ""
    if isinstance(campo, c.Booleano):
        return Control(tipo="booleano", marcado=bool(defecto if valor is None else valor), **comun)
    if isinstance(campo, c.Entero):
        texto = str(defecto if valor is None else valor)
        return Control(tipo="entero", valor=texto, minimo=campo.minimo, maximo=campo.maximo, **comun)
    if isinstance(campo, c.Opcion):
        return Control(tipo="opcion", opciones=_opciones(campo, defecto if valor is None else valor, entorno), **comun)
    if isinstance(campo, c.Texto):
        return _de_texto(campo, valor, entorno, comun)
    if isinstance(campo, c.Grupo):
        hijos = dibujar(campo, ruta=nombre, valores=valor if isinstance(valor, Mapping) else {}, entorno=entorno)
        return Control(tipo="grupo", hijos=hijos, **comun)
    if isinstance(campo, c.Lista):
        return _de_lista(campo, nombre, valor, entorno, comun)
    if isinstance(campo, c.Mapa):
        return _de_mapa(campo, nombre, valor, entorno, comun)
    raise TypeError(type(campo).__name__)


def _como_peticion(etiqueta: str) -> dict[str, str]:
    """Say of a field that only the direction sets that marking it asks for that."""
    ayuda = _("%(que)s. La tirada espera a que la dirección conteste.") % {"que": etiqueta}
    return {"etiqueta": _("Pedir la palabra del DJ"), "ayuda": ayuda}


def _opciones(campo: c.Opcion, valor: Any, entorno: Entorno) -> tuple[OpcionDeControl, ...]:
    vacia = () if campo.obligatorio is True or campo.defecto not in (None, c.AUSENTE) else ("",)
    marcas = [OpcionDeControl("", "—", valor in ("", None)) for _sin in vacia]
    return (
        *marcas,
        *(
            OpcionDeControl(str(palabra), entorno.traducir(etiqueta), str(palabra) == str(valor))
            for palabra, etiqueta in campo.opciones.items()
        ),
    )


def _de_texto(campo: c.Texto, valor: Any, entorno: Entorno, comun: dict[str, Any]) -> Control:
    nombres = _nombres_de_ficha(entorno.ficha, campo.de_ficha)
    nombrar = entorno.nombrar or entorno.traducir
    if campo.de_ficha and nombres and not campo.abierto:
        elegido = campo.defecto if valor is None else valor
        vacia = () if campo.obligatorio is True else (OpcionDeControl("", "—", elegido not in nombres),)
        opciones = (*vacia, *(OpcionDeControl(n, nombrar(n), n == elegido) for n in nombres))
        return Control(tipo="opcion", opciones=opciones, **comun)
    if campo.de_ficha and campo.abierto:  # any other may be typed too
        opciones = tuple(OpcionDeControl(nombrar(n), nombrar(n), n == valor) for n in nombres)
        return Control(tipo="texto", valor=nombrar(str(valor)) if valor else "", opciones=opciones, **comun)
    tipo = "parrafo" if campo.largo else "texto"
    return Control(tipo=tipo, valor=str(valor or ""), maximo=campo.maximo, **comun)


def _de_lista(campo: c.Lista, nombre: str, valor: Any, entorno: Entorno, comun: dict[str, Any]) -> Control:
    valores = valor if isinstance(valor, list) else []
    elemento = campo.elemento
    origen = campo.de_ficha or elemento.de_ficha
    if origen:
        opciones = tuple(
            OpcionDeControl(n, entorno.traducir(n), n in valores) for n in _nombres_de_ficha(entorno.ficha, origen)
        )
        return Control(tipo="varias", opciones=opciones, **comun)
    if campo.cuantos_de:  # perhaps the same word twice: a box is marked only once
        cuantos = min(int(entorno.previa.get(campo.cuantos_de, FILAS_VACIAS)), campo.maximo)
        filas = [*valores, *[None] * cuantos][:cuantos]
        hijos = tuple(_control(elemento, f"{nombre}.{n}", fila, entorno) for n, fila in enumerate(filas))
        return Control(tipo="filas", hijos=hijos, **comun)
    if isinstance(elemento, c.Opcion) and not son_numeros(elemento):
        palabras = elemento.opciones.items()
        opciones = tuple(OpcionDeControl(str(p), entorno.traducir(e), p in valores) for p, e in palabras)
        return Control(tipo="varias", opciones=opciones, **comun)
    if isinstance(elemento, c.Entero | c.Opcion):
        return Control(tipo="enteros", valor=", ".join(str(v) for v in valores), **comun)
    filas = [*valores, *[None] * min(FILAS_VACIAS, campo.maximo - len(valores))]
    hijos = tuple(_control(elemento, f"{nombre}.{n}", fila, entorno) for n, fila in enumerate(filas))
    return Control(tipo="filas", hijos=hijos, **comun)


def son_numeros(elemento: c.Campo) -> bool:
    """Say whether an element is a number: any integer, or one of a list of them (the size of a die)."""
    return isinstance(elemento, c.Entero) or (
        isinstance(elemento, c.Opcion) and all(isinstance(palabra, int) for palabra in elemento.opciones)
    )


def _de_mapa(campo: c.Mapa, nombre: str, valor: Any, entorno: Entorno, comun: dict[str, Any]) -> Control:
    """A map is drawn as rows of key and value."""
    pares: list[tuple[str, Any]] = list(valor.items()) if isinstance(valor, Mapping) else []
    hijos = []
    for n, (clave, dentro) in enumerate([*pares, *[("", None)] * FILAS_VACIAS]):
        fila = f"{nombre}.{n}"
        error = entorno.errores.get(f"{nombre}.{clave}", "") if clave else ""
        texto = _control(campo.nombre, f"{fila}.clave", clave, entorno)
        dato = _control(campo.valor, f"{fila}.valor", dentro, entorno)
        datos = dato.hijos if dato.tipo == "grupo" else (dato,)  # a group in a row needs no frame of its own
        hijos.append(
            Control(nombre=entorno.prefijo + fila, tipo="grupo", etiqueta="", error=error, hijos=(texto, *datos))
        )
    return Control(tipo="filas", hijos=tuple(hijos), **comun)


def _nombres_de_ficha(ficha: Mapping[str, Any], ruta: str) -> list[str]:
    """Return the names that a sheet offers at a path: keys of a map, `nombre` (or text) of the items of a list."""
    if "|" in ruta:
        return [nombre for una in ruta.split("|") for nombre in _nombres_de_ficha(ficha, una)]
    dentro: Any = ficha
    for parte in ruta.split(".") if ruta else ():
        dentro = dentro.get(parte, {}) if isinstance(dentro, Mapping) else {}
    if isinstance(dentro, Mapping):
        return [str(clave) for clave in dentro]
    nombres = [item.get("nombre", "") if isinstance(item, Mapping) else item for item in dentro or ()]
    return list(dict.fromkeys(str(nombre) for nombre in nombres))
