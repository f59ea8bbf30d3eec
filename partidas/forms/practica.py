"""A practice roll: an example sheet, an action, real dice, and nothing written anywhere.

What a roll leads to can be tried too: its answer goes along in the address, signed, because it is stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from django.core import signing
from django.utils.translation import gettext as _

from partidas.forms.clases import por_clase
from partidas.forms.tirada import FormularioTirada
from partidas.models import Reparto, Tirada
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import OpcionDeTarjeta, Tarjeta, tarjeta
from personajes.models import FICHA_COMPLETA, Personaje
from reglas import motor, protocolo
from reglas.nucleo.azar import AzarSistema
from reglas.nucleo.campos import Entero, Grupo, Lista, Opcion, Texto
from reglas.nucleo.condiciones import se_cumple
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import VACIO

if TYPE_CHECKING:
    from django.http import QueryDict

    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Accion, Continuacion, Plantilla, Sistema
    from reglas.nucleo.tipos import Ficha, Peticion

EJEMPLO = "ejemplo"
ADVERSARIO = "adversario"
COMPANERO = "companero"
NIVEL_DEL_ADVERSARIO = 3
NUMERO_MAXIMO = 60
"""A field that reaches higher says too little about what an ordinary number is."""
SAL = "hilo.practica"
LARGO_MAXIMO = 3_000
"""Characters of an answer in an address: a line of a request has room for some 4000."""
CADENA_MAXIMA = 3
VIGENCIA = timedelta(days=1)


def practicables(sistema: Sistema) -> list[Accion]:
    """Return every action that may be started: what only follows a result is reached from its card."""
    return [
        accion
        for accion in sistema.acciones.values()
        if accion.declarable and (accion.previa_opcional or not accion.previas)
    ]


@dataclass(frozen=True, slots=True)
class Sigue:
    """What a practice roll leads to. cadena: the answer that offers it, then those before it, as stored rolls are."""

    cadena: tuple[dict[str, Any], ...]
    continuacion: Continuacion

    @classmethod
    def leer(cls, peticion: QueryDict) -> Self | None:
        """Return what the address continues; None if it continues nothing that this site signed."""
        try:
            cadena = signing.loads(peticion.get("previa", ""), salt=SAL, max_age=VIGENCIA)
            juego = motor.sistema(cadena[0]["sistema"])
        except (signing.BadSignature, Rechazo):
            return None
        continuacion = next((c for c in _que_siguen(juego, cadena[0]) if c.opcion == peticion.get("opcion")), None)
        return None if continuacion is None else cls(tuple(cadena), continuacion)

    @property
    def juego(self) -> Sistema:
        """Return the game of the answer."""
        return motor.sistema(self.cadena[0]["sistema"])

    @property
    def accion(self) -> Accion:
        """Return the action that it leads to."""
        return self.juego.acciones[str(self.continuacion.accion)]

    @property
    def previa(self) -> dict[str, Any] | None:
        """Return the earlier answer that the engine is given."""
        return self.juego.previa_para(self.continuacion.opcion, self.cadena)  # type: ignore[return-value]

    def fichas(self, palabras: Palabras) -> tuple[Reparto, list[Reparto]]:
        """Return who acts and who may be acted upon, as the answer left them."""
        respuesta, opcion = self.cadena[0], self.continuacion.opcion
        actua = self.juego.actua(respuesta, opcion)
        suya = _de_respuesta(self.juego, EJEMPLO, respuesta[actua], FICHA_COMPLETA)
        if actua == "objetivo":
            return suya, []
        modo = self.continuacion.objetivo_tras(self.juego.original(respuesta), respuesta["detalle"])
        mismo = []
        if modo in ("mismo", "cualquiera") and respuesta.get("objetivo"):
            mismo = [_de_respuesta(self.juego, ADVERSARIO, respuesta["objetivo"], _formato(self.juego))]
        if modo in ("no", "mismo"):
            return suya, mismo
        return suya, [*(mismo or [_adversario(self.juego)]), _companero(palabras)]


def _que_siguen(juego: Sistema, respuesta: dict[str, Any]) -> list[Continuacion]:
    """Return what an answer offers, to who rolled and to its target, that leads to an action."""
    ofrece = tuple(dict.fromkeys([*respuesta["opciones"], *juego.opciones_objetivo(respuesta)]))
    conocidas = [
        juego.continuaciones.get(opcion) for opcion in juego.opciones_vigentes(ofrece, (), respuesta["detalle"])
    ]
    return [una for una in conocidas if una is not None and una.accion is not None]


@dataclass(frozen=True, slots=True)
class Enlace:
    """A link to what a roll leads to. tirar: it asks for nothing, so that following it throws."""

    opcion: str
    etiqueta: str
    tirar: bool


@dataclass(slots=True)
class LanceDePractica(FormularioTirada):
    """The widget of the editor, with every action that may be started, and what a roll leads to.

    fijos: what the option itself says. previa: the answer that is continued.
    """

    fijos: Mapping[str, Any] = field(default_factory=dict)
    previa: Mapping[str, Any] | None = None

    @property
    def acciones(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the actions that may be practised, by kind, with their names."""
        return por_clase(self.palabras, practicables(self.palabras.sistema))

    @property
    def campos(self) -> Grupo:
        """Return the fields that are asked for: not those that the option says."""
        pedidos = self.accion.campos.campos if self.accion else ()
        return Grupo(campos=tuple(campo for campo in pedidos if campo.clave not in self.fijos))

    def _sin_escena(self, datos: Mapping[str, Any]) -> Peticion:
        return replace(FormularioTirada._sin_escena(self, {**datos, **self.fijos}), previa=self.previa)


@dataclass(slots=True)
class Practica:
    """The whole page: which game, which example, which action, and the card if it was rolled.

    sigue: what it continues. luego: what the card leads to, with `cadena`, the signed answers that the links carry.
    """

    juegos: list[tuple[str, str]]
    palabras: Palabras
    plantilla: Plantilla
    lance: LanceDePractica
    tarjeta: Tarjeta | None = None
    sigue: Sigue | None = None
    luego: list[Enlace] = field(default_factory=list)
    cadena: str = ""

    @property
    def juego(self) -> str:
        """Return the key of the game that is practised."""
        return self.palabras.sistema.clave

    @property
    def plantillas(self) -> list[tuple[str, str]]:
        """Return the example sheets of the game, with their names."""
        return [(p.clave, self.palabras(p.nombre)) for p in self.palabras.sistema.plantillas]

    @property
    def firmada(self) -> str:
        """Return the answers that are being continued, as the address carries them."""
        return signing.dumps(self.sigue.cadena, salt=SAL, compress=True) if self.sigue else ""

    @property
    def titulo(self) -> str:
        """Return the name of the option that is being taken."""
        return self.palabras.opcion(self.sigue.continuacion.opcion) if self.sigue else ""

    @property
    def ficha(self) -> Personaje:
        """Return the example that acts; it is in no table."""
        return self.lance.fichas[0].personaje

    @classmethod
    def leer(cls, peticion: QueryDict) -> Practica:
        """Take in what was asked; whatever is unknown is its first choice, and it rolls only if it was told to."""
        sigue = Sigue.leer(peticion)
        palabras = Palabras(sigue.juego if sigue else _elegir(motor.sistemas().values(), peticion.get("sistema", "")))
        sistema = palabras.sistema
        plantilla = _elegir(sistema.plantillas, peticion.get("plantilla", ""))
        if sigue:
            actor, objetivos = sigue.fichas(palabras)
        else:
            actor = _ejemplo(palabras, plantilla)
            objetivos = [*([_adversario(sistema)] if sistema.objetivos else []), _companero(palabras)]
        lance = LanceDePractica(
            indice=0,
            palabras=palabras,
            fichas=[actor],
            objetivos=objetivos,
            dirige=True,
            fijos=sigue.continuacion.datos if sigue else VACIO,
            previa=sigue.previa if sigue else None,
        )
        lance.leer(peticion)
        lance.personaje, pedida = EJEMPLO, lance.accion
        accion: Accion = _elegir(practicables(sistema), pedida.clave if pedida else "", primera=_de_muestra)
        if sigue:
            accion = sigue.accion
        lance.accion = accion
        if accion is not pedida:
            lance.datos, lance.errores = {}, {}
        lance.datos = _de_ejemplo(lance.campos, peticion, accion, actor) | lance.datos
        if lance.candidatos and lance.contra not in lance.candidatos and (accion.objetivo == "requerido" or sigue):
            lance.objetivo = lance.candidatos[0].personaje.publico
        lance.mirar()
        if lance.visto and lance.visto.falta and lance.candidatos and "t0-objetivo" not in peticion:
            lance.objetivo = lance.candidatos[0].personaje.publico
            lance.mirar()
        juegos = [(juego.clave, Palabras(juego)(juego.nombre)) for juego in motor.sistemas().values()]
        practica = cls(juegos, palabras, plantilla, lance, sigue=sigue)
        if "tirar" in peticion and not lance.errores and not lance.error:
            practica.tirar()
        return practica

    def tirar(self) -> None:
        """Throw with the machine's own chance, and put the answer into a card that no book knows."""
        lance = self.lance
        try:
            respuesta = motor.resolver(lance.peticion(lance.datos), AzarSistema())
        except Rechazo as rechazo:
            lance.rechazar(rechazo)
            return
        contra = lance.contra.personaje if lance.contra and lance.candidatos else None
        tirada = Tirada(
            sistema=self.palabras.sistema.clave,
            accion=respuesta.accion,
            nombre=self.ficha.nombre,
            declaracion=lance.declaracion,
            objetivo=contra,
            respuesta=protocolo.para_guardar(respuesta),
        )
        self._enlazar(tirada.respuesta)
        enlazadas = {enlace.opcion for enlace in self.luego}
        dichas = [
            OpcionDeTarjeta(opcion, self.palabras.opcion(opcion), disponible=False, pide=False)
            for opcion in respuesta.opciones
            if opcion not in enlazadas
        ]
        self.tarjeta = tarjeta(tirada, opciones=dichas, legibles={self.ficha.pk})

    def _enlazar(self, respuesta: dict[str, Any]) -> None:
        """Make the links to what an answer leads to; none if it does not fit in an address."""
        juego = self.palabras.sistema
        cadena = (respuesta, *(self.sigue.cadena if self.sigue else ()))[:CADENA_MAXIMA]
        while cadena and len(self.cadena) == 0:
            firmada = signing.dumps(cadena, salt=SAL, compress=True)
            if len(firmada) <= LARGO_MAXIMO:
                self.cadena = firmada
            cadena = cadena[:-1]
        if not self.cadena:
            return
        for una in _que_siguen(juego, respuesta):
            libres = [c for c in juego.acciones[str(una.accion)].campos.campos if c.clave not in una.datos]
            modo = una.objetivo_tras(juego.original(respuesta), respuesta["detalle"])
            tirar = not libres and modo in ("no", "mismo")
            self.luego.append(Enlace(una.opcion, self.palabras.opcion(una.opcion), tirar))


def _elegir(cosas: Iterable[Any], clave: str, primera: Any = None) -> Any:
    """Return the one with that key, or else the first (that `primera` accepts)."""
    lista = list(cosas)
    pedida = next((cosa for cosa in lista if cosa.clave == clave), None)
    return pedida or next((cosa for cosa in lista if primera and primera(cosa)), lista[0])


def _de_muestra(accion: Accion) -> bool:
    """Whether the action shows best what a roll is: it can go well or badly, and needs nobody else."""
    return accion.con_resultado and accion.objetivo == "no"


def _de_ejemplo(campos: Grupo, peticion: QueryDict, accion: Accion, actor: Reparto) -> dict[str, Any]:
    """Return something to begin with for what the action asks for and nobody has been asked yet.

    The first word of a list, a number in the lower half: whoever empties a field is told that it is missing.
    """
    if peticion.get("t0-accion") == accion.clave and any(nombre.startswith("t0-datos.") for nombre in peticion):
        pedidos = {nombre.split(".")[1] for nombre in peticion if nombre.startswith("t0-datos.")}
    else:
        pedidos = set()
    return _valores(Grupo(campos=tuple(c for c in campos.campos if c.clave not in pedidos)), actor.personaje.ficha)


def _valores(grupo: Grupo, ficha: Ficha) -> dict[str, Any]:
    valores: dict[str, Any] = {}
    for campo in grupo.campos:
        debido = campo.obligatorio is True or (
            not isinstance(campo.obligatorio, bool) and se_cumple(campo.obligatorio, valores, con_objetivo=True)
        )
        valor = _valor(campo, ficha) if debido and campo.si is None else None
        if valor is not None:
            valores[campo.clave] = valor
    return valores


def _valor(campo: Campo, ficha: Ficha) -> Any:
    if isinstance(campo, Grupo):
        return _valores(campo, ficha)
    if isinstance(campo, Lista):
        uno = _valor(campo.elemento, ficha)
        return None if uno is None else [uno]
    if isinstance(campo, Opcion):
        return next(iter(campo.opciones))
    if isinstance(campo, Texto) and campo.de_ficha:
        de_la_ficha = (ficha.get(parte) or () for parte in campo.de_ficha.split("|"))
        return next((str(nombre) for partes in de_la_ficha if isinstance(partes, Mapping) for nombre in partes), None)
    if isinstance(campo, Entero) and campo.maximo is not None:
        return max(campo.minimo or 0, min(campo.maximo, NUMERO_MAXIMO) // 3)
    return None


def _ejemplo(palabras: Palabras, plantilla: Plantilla) -> Reparto:
    nombre = palabras(plantilla.nombre)
    ficha = palabras.sistema.validar_ficha({**plantilla.ficha, **palabras.sistema.de_practica, "nombre": nombre})
    return _fila(Personaje(publico=EJEMPLO, sistema=palabras.sistema.clave, nombre=nombre, ficha=ficha))


def _companero(palabras: Palabras) -> Reparto:
    """Return another example sheet, on the same side."""
    plantilla = palabras.sistema.plantillas[-1]
    nombre = _("Compañero de ejemplo")
    return _de_respuesta(
        palabras.sistema,
        COMPANERO,
        palabras.sistema.validar_ficha({**plantilla.ficha, "nombre": nombre}),
        FICHA_COMPLETA,
    )


def _formato(sistema: Sistema) -> str:
    return FICHA_COMPLETA if sistema.hoja_unica else next(iter(sistema.objetivos))


def _adversario(sistema: Sistema) -> Reparto:
    nombre = _("Adversario de ejemplo")
    return _de_respuesta(sistema, ADVERSARIO, sistema.pnj_rapido(nombre, NIVEL_DEL_ADVERSARIO), _formato(sistema))


def _de_respuesta(sistema: Sistema, publico: str, ficha: Ficha, formato: str) -> Reparto:
    return _fila(
        Personaje(publico=publico, sistema=sistema.clave, nombre=ficha["nombre"], formato=formato, ficha=ficha)
    )


def _fila(personaje: Personaje) -> Reparto:
    """Return a cast row that is never saved: the widget reads sheets from rows."""
    return Reparto(personaje=personaje)
