"""The other uses of PH: giro_del_destino, decide_con_el_dj (6.15) and the three about wounds (6.16)."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Grupo, Opcion
from reglas.nucleo.condiciones import Entre, Vale
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, Texto, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import SOLO_HEROE, fallo_calamitoso_vigente, puntos_de_heroe
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.previa import Previa, leer_previa, restituir
from reglas.sistemas.lemuria.profesiones import exigir_aprobacion
from reglas.sistemas.lemuria.resumenes import texto
from reglas.sistemas.lemuria.turno import exigir_activo, pagar_ph, sanar

_PREVIAS: Final = frozenset({"danar", "suerte_de_los_dioses"})
CON: Final = {"escudo": _("El escudo"), "arma": _("El arma"), "arma_secundaria": _("La segunda arma")}


def giro_del_destino(j: Jugada) -> Resultado:
    """Add a detail to the story. L-28."""
    return _con_permiso(j, _("Giro del destino de %(nombre)s (1 PH)."))


def decide_con_el_dj(j: Jugada) -> Resultado:
    """Settle something with the DJ. L-29."""
    return _con_permiso(j, _("%(nombre)s lo decide con el DJ (1 PH)."))


def _con_permiso(j: Jugada, frase: str) -> Resultado:
    exigir_aprobacion(j)
    pagar_ph(j)
    return Resultado(None, None, {"descripcion": j.datos["descripcion"]}, texto(j, frase))


def desafiar_a_la_muerte(j: Jugada) -> Resultado:
    """Come back from dying. L-33; L-31: from −1 to −5, at 0 and unconscious; L-32: from −6, stabilised where he is."""
    ficha = j.ficha
    if ficha["estado"] not in ("moribundo", "muerto"):
        raise Rechazo("no_procede", "ficha.estado")
    pagar_ph(j)
    banda = "inconsciente" if ficha["pv"] > t.MUERTE else "estabilizado"
    j.poner("ficha", estado=banda, dano_reciente=0)
    if banda == "inconsciente":
        j.poner("ficha", pv=0, dano_sin_armas=min(ficha["dano_sin_armas"], ficha["pv_max"]))
    resumen = texto(j, _("%(nombre)s desafía a la muerte (1 PH): queda %(banda)s."), banda=Texto(BANDAS[banda]))
    return Resultado(None, None, {"banda": banda}, resumen)


BANDAS: Final = {"inconsciente": _("inconsciente"), "estabilizado": _("estabilizado")}


def escudo_astillado(j: Jugada) -> Resultado:
    """Break a shield or weapon to undo the damage of one blow. L-34, L-35: what it did besides stays."""
    previa = leer_previa(j, _PREVIAS, {"dano"}, propia=False)
    con = j.datos["con"]
    _exigir_que_pudiera_parar(j, previa, con)
    pagar_ph(j)
    destruido = "escudo" if con == "escudo" else j.ficha[con]["nombre"]
    restituir(j, "ficha", previa.detalle["antes"])
    if con == "escudo":
        j.poner("ficha", escudo="ninguno")
    else:
        arma = j.ficha["arma_secundaria"] if con == "arma" else j.ficha["arma"]
        j.poner("ficha", arma=arma, arma_secundaria=None, dos_armas="no")
    absorbido = previa.detalle["dano"]
    resumen = texto(
        j,
        _("%(nombre)s para el golpe (1 PH): %(destruido)s se hace astillas y absorbe %(dano)s de daño."),
        destruido=Texto(_("el escudo")) if con == "escudo" else destruido,
        dano=absorbido,
    )
    return Resultado(None, None, {"absorbido": absorbido, "destruido": destruido}, resumen)


def _exigir_que_pudiera_parar(j: Jugada, previa: Previa, con: str) -> None:
    ficha, detalle = j.ficha, previa.detalle
    if ficha != previa.objetivo:
        raise Rechazo("previa_obsoleta", "ficha")
    if detalle["dano"] < 1:
        raise Rechazo("sin_dano_reciente", "previa.detalle.dano")
    pv = detalle["antes"].get("pv")
    if type(pv) is not int or pv < 1:
        raise Rechazo("no_podia_parar", "ficha.pv")
    if ficha["posicion"] == "total":
        raise Rechazo("posicion_incompatible", "ficha.posicion")
    if con == "escudo" and ficha["escudo"] == "ninguno":
        raise Rechazo("sin_escudo", "datos.con")
    if con != "escudo" and ficha[con] is None:
        raise Rechazo("sin_arma", "datos.con")


def sacudirse_las_heridas(j: Jugada) -> Resultado:
    """Shake off the last blow. L-36: 1d6 PV, never more than it took; L-37: at the price of the next action; L-38."""
    ficha = j.ficha
    exigir_activo(ficha)
    tope = ficha["dano_reciente"]
    if not tope:
        raise Rechazo("sin_dano_reciente", "ficha.dano_reciente")
    pagar_ph(j)
    dado = j.azar.dado(6, "sacudirse")
    recuperado = sanar(j, "ficha", min(dado, tope))
    if ficha["actuo"] or fallo_calamitoso_vigente(ficha):
        j.sumar("ficha", pierde_turno=1)
    else:
        j.poner("ficha", actuo=True)
    j.poner("ficha", retrasando=False, dano_reciente=0)
    detalle = {
        "tipo": "sacudirse",
        "actor": ficha["nombre"],
        "dado": dado,
        "tope": tope,
        "pv_antes": ficha["pv"],
        "sin_armas_antes": ficha["dano_sin_armas"],
        "recuperado": recuperado,
        "repetida": False,
        "ataque_extra": False,
    }
    opciones = ("suerte_de_los_dioses",) if puntos_de_heroe(j.ficha) >= 1 else ()
    resumen = texto(j, _("%(nombre)s se sacude las heridas (1 PH) y recupera %(pv)s PV."), pv=recuperado)
    return Resultado(None, None, detalle, resumen, opciones)


ACCIONES: Final = (
    Accion(
        clave="giro_del_destino",
        nombre=_("Giro del destino (1 PH)"),
        ayuda=_("Añadir un detalle a la historia, con el permiso del DJ."),
        regla=regla("giro_del_destino", giro_del_destino, solo_heroes="solo_heroes"),
        campos=Grupo(campos=(campos.descripcion(_("Qué ocurre")), campos.aprobado_dj())),
        ficha_si=(SOLO_HEROE, Entre("ph", 1, t.PH_MAXIMOS)),
    ),
    Accion(
        clave="decide_con_el_dj",
        nombre=_("Decídelo con el DJ (1 PH)"),
        ayuda=_("Un uso de los puntos de héroe que no está en la lista."),
        regla=regla("decide_con_el_dj", decide_con_el_dj, solo_heroes="solo_heroes"),
        campos=Grupo(campos=(campos.descripcion(_("Qué propones")), campos.aprobado_dj())),
        ficha_si=(SOLO_HEROE, Entre("ph", 1, t.PH_MAXIMOS)),
    ),
    Accion(
        clave="desafiar_a_la_muerte",
        nombre=_("Desafiar a la muerte (1 PH)"),
        ayuda=_("Moribundo o muerto, sale adelante."),
        regla=regla("desafiar_a_la_muerte", desafiar_a_la_muerte, solo_heroes="solo_heroes"),
        ficha_si=(SOLO_HEROE, Vale("estado", ("moribundo", "muerto"))),
    ),
    Accion(
        clave="escudo_astillado",
        nombre=_("Escudo astillado (1 PH)"),
        ayuda=_("El escudo o el arma se rompe y absorbe todo el daño del golpe."),
        regla=regla("escudo_astillado", escudo_astillado, solo_heroes="solo_heroes"),
        previas=_PREVIAS,
        campos=Grupo(campos=(Opcion(clave="con", etiqueta=_("Qué se rompe"), opciones=CON, obligatorio=True),)),
        declarable=False,
        ficha_si=(SOLO_HEROE,),
    ),
    Accion(
        clave="sacudirse_las_heridas",
        nombre=_("Sacudirse las heridas (1 PH)"),
        ayuda=_("Recuperar 1d6 PV del último golpe, a cambio de la próxima acción."),
        regla=regla("sacudirse_las_heridas", sacudirse_las_heridas, solo_heroes="solo_heroes"),
        valor="recuperado",
        lanza=True,
        ficha_si=(SOLO_HEROE, Vale("estado", ("activo",)), Entre("dano_reciente", 1, 200)),
    ),
)
