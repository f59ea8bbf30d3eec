"""prueba (4.14) and resistir (4.15): tricks, taunts and threats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.campos import Entero, Grupo, Opcion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import ofertas
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import exigir_capaz, exigir_despierto, exigir_objetivo_vivo, marcar
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import REPETIR, leer_previa
from reglas.sistemas.salvaje.rasgo import ANTICIPA, DE_ACCION, MODIFICADOR, campo_rasgo, declarar
from reglas.sistemas.salvaje.resumenes import resumen_de_rasgo, texto

RASGO: Final = campo_rasgo("rasgo", _("Rasgo"), _("Con qué lo intenta."), obligatorio=True)
ATRIBUTO: Final = Opcion(
    clave="atributo",
    etiqueta=_("Se resiste con"),
    opciones=t.ATRIBUTOS,
    obligatorio=True,
)
EFECTO: Final = Opcion(clave="efecto", etiqueta=_("Para"), opciones=t.EFECTOS_DE_PRUEBA, obligatorio=True)
TOTAL: Final = Entero(clave="total", minimo=-(10**6), maximo=10**6)


def _probar(lance: Lance) -> Desenlace:
    """V-91: on a success the other resists."""
    tirada = lance.tirada
    resumen = resumen_de_rasgo(lance.ficha, lance.leido["rasgo"], tirada)
    ofrece = ("resistir",) if tirada.exito else ()
    return Desenlace(lance.ficha, lance.objetivo, tirada.exito, tirada.grado, resumen, opciones=ofrece)


PRUEBA: Final = Repetible("prueba", _probar, {"rasgo": RASGO}, con_objetivo=True)


def prueba(c: Contexto) -> Resultado:
    """Try to unsettle somebody. V-26: a vulnerable one is easier."""
    objetivo: Ficha = c.objetivo or {}
    mas = {"objetivo_vulnerable": t.POR_VULNERABLE if objetivo["vulnerable"] else 0}
    declarada = declarar(c, c.datos["rasgo"], campo="datos.rasgo", mas=mas)
    exigir_capaz(c.ficha)
    exigir_objetivo_vivo(objetivo)
    if objetivo["incapacitado"]:
        raise Rechazo("objetivo_incapacitado", "objetivo.incapacitado")
    return PRUEBA.lanzar(c, declarada)


DE_RESISTENCIA: Final[Mapping[str, str]] = {
    "distraer": _("%(nombre)s no resiste y queda distraído."),
    "vulnerable": _("%(nombre)s no resiste y queda vulnerable."),
}
Y_ATURDIDO: Final[Mapping[str, str]] = {
    "distraer": _("%(nombre)s no resiste y queda distraído y aturdido."),
    "vulnerable": _("%(nombre)s no resiste y queda vulnerable y aturdido."),
}


def _resistir(lance: Lance) -> Desenlace:
    """V-92: who loses is distraído or vulnerable; V-93: by 4 or more also aturdido, and never wounded."""
    tirada, ficha, efecto = lance.tirada, lance.ficha, lance.leido["efecto"]
    margen = tirada.vo - tirada.total
    contrario = not tirada.exito and margen >= t.POR_AUMENTO
    resumen = texto(ficha, _("%(nombre)s resiste."))
    if not tirada.exito:
        ficha = marcar(ficha, t.CAMPO_DE_EFECTO[efecto])
        ficha = {**ficha, "aturdido": ficha["aturdido"] or contrario}
        resumen = texto(ficha, (Y_ATURDIDO if contrario else DE_RESISTENCIA)[efecto])
    return Desenlace(
        ficha,
        lance.objetivo,
        tirada.exito,
        tirada.grado,
        resumen,
        {"margen": margen, "aumento_contrario": contrario},
        ofertas.gastar_beni(ficha),
    )


RESISTIR: Final = Repetible("resistir", _resistir, {"efecto": EFECTO})


def resistir(c: Contexto) -> Resultado:
    """Resist a prueba. V-91: on a tie the target resists."""
    previa = leer_previa(c, {PRUEBA.accion})
    if previa.cruda.get("exito") is not True:
        raise Rechazo("nada_que_resistir", "previa")
    exigir_despierto(c.ficha)
    atributo, vo = previa.leer("datos.atributo", ATRIBUTO), previa.leer("total", TOTAL)
    efecto = previa.leer("datos.efecto", EFECTO)
    return RESISTIR.lanzar(c, declarar(c, atributo, vo=vo, otros={"efecto": efecto}))


ACCIONES: Final = (
    Accion(
        clave="prueba",
        nombre=_("Prueba"),
        ayuda=_("Una treta, una burla o una amenaza: el otro resiste."),
        regla=prueba,
        objetivo="requerido",
        tipo_objetivo="ficha",
        campos=Grupo(campos=(RASGO, ATRIBUTO, EFECTO, MODIFICADOR, *DE_ACCION)),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("rasgo", "atributo", "efecto", "modificador"),
        anticipa=ANTICIPA,
    ),
    Accion(
        clave="resistir",
        nombre=_("Resistir"),
        ayuda=_("Contra lo que ha sacado quien hizo la prueba."),
        regla=resistir,
        previas=frozenset({PRUEBA.accion, REPETIR}),
        campos=Grupo(campos=(MODIFICADOR,)),
        valor="total",
        con_resultado=True,
        lanza=True,
        declarable=False,
        repite=REPETIR,
        anticipa=ANTICIPA,
    ),
)
