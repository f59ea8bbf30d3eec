"""ataque (5.3) and objetivo_adicional (5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Opcion
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.dano import danar_objetivo, neto_de, reduccion
from reglas.sistemas.strange.estado import exigir_capaz, exigir_en_combate
from reglas.sistemas.strange.golpe import Golpe, dano_bruto, dano_de_esfuerzo
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.previa import leer_previa
from reglas.sistemas.strange.resumenes import resumen_de_ataque, texto
from reglas.sistemas.strange.tarea import (
    ANTICIPA,
    campo_atributo,
    campo_dificultad,
    campos_de_tarea,
    declarar,
    opciones_de_tarea,
)


def ataque(c: Contexto) -> Resultado:
    """Attack a PNJ or an object; the player rolls (S-34)."""
    datos, objetivo = c.datos, c.objetivo or {}
    exigir_capaz(c.ficha)
    exigir_en_combate(objetivo)
    modo, arma, area = datos["modo"], datos["arma"], datos["area"]
    _comprobar_arma(datos, modo, arma)
    _comprobar_alcance(datos, modo)
    reserva = _reserva_que_paga(datos, modo)
    base = datos["dano"] if arma == "especial" else t.DANO_DE_ARMA[arma]  # S-35, S-36, S-37, S-38
    niveles_dano = datos["esfuerzo_dano"]
    if niveles_dano and not base:  # S-40
        raise Rechazo("ataque_sin_dano", "datos.esfuerzo_dano")
    # S-99: damage of no stated type is vigor, but a mental attack is stated to be of intelecto
    tipo_dano = datos.get("tipo_dano", "intelecto" if modo == "mental" else "vigor")
    dificultad = datos.get("dificultad", objetivo["nivel"])  # S-33
    declarada = declarar(c, dificultad, reserva, esfuerzo_dano=niveles_dano, arma_ligera=arma == "ligera")
    golpe = Golpe(
        declarada.prueba,
        base,
        niveles_dano,
        dano_de_esfuerzo(niveles_dano, area),
        area,
        reduccion(objetivo, tipo_dano),
        datos["al_caer"],
    )
    lectura, dado = golpe.asestar(c, c.azar.dado(20, "ataque") if declarada.tira else None)
    detalle = {
        **declarada.detalle,
        "modo": modo,
        "arma": arma,
        "dano_base": base,
        "esfuerzo_dano": niveles_dano,
        "dano_esfuerzo": golpe.dano_esfuerzo,
        "dano_efecto": 0,
        "tipo_dano": tipo_dano,
        "reduccion": golpe.reduccion,
        "area": area,
        "al_caer": golpe.al_caer,
        **dado,
    }
    return Resultado(
        lectura.exito,
        lectura.grado,
        detalle,
        resumen_de_ataque(c, lectura, detalle),
        opciones_de_tarea(lectura, c.ficha, con_dano=base > 0, area=area),
    )


def _comprobar_arma(datos: Mapping[str, Any], modo: str, arma: str) -> None:
    if modo == "mental" and arma != "especial":
        raise Rechazo("arma_invalida", "datos.arma")
    if arma == "pesada" and datos["manos"] == 1:  # S-38
        raise Rechazo("requiere_dos_manos", "datos.manos")


def _reserva_que_paga(datos: Mapping[str, Any], modo: str) -> str:
    """Return what pays the esfuerzo of an attack. S-95, S-96, S-97: each mode allows its own."""
    permitidas = t.RESERVAS_DE_MODO[modo]
    reserva: str = datos.get("reserva", permitidas[0])
    if reserva not in permitidas:
        raise Rechazo("reserva_no_permitida", "datos.reserva")
    return reserva


def _comprobar_alcance(datos: Mapping[str, Any], modo: str) -> None:
    """Refuse an objetivo out of range. S-49; with no `metros` the range is not checked."""
    alcance, especificado, metros = datos.get("alcance"), datos.get("alcance_metros"), datos.get("metros")
    if modo == "cuerpo_a_cuerpo":
        if alcance not in (None, "inmediato"):
            raise Rechazo("alcance_invalido", "datos.alcance")
        if especificado is not None:
            raise Rechazo("alcance_invalido", "datos.alcance_metros")
    if metros is None:
        return
    alcance = alcance or t.ALCANCE_DE_MODO.get(modo)
    if especificado is None:
        if alcance is None:
            raise Rechazo("campo_requerido", "datos.alcance")
        especificado = t.METROS_DE_ALCANCE[alcance]
    if metros > especificado:
        raise rechazar("fuera_de_alcance", "datos.metros", metros=metros, alcance=especificado)


def objetivo_adicional(c: Contexto) -> Resultado:
    """Bring the one roll of an area attack (S-94) to another objetivo, at no cost.

    S-92: esfuerzo for damage reaches everyone; the extra damage of the die and the effects do not (A-12).
    S-88: it takes no esfuerzo, for that is declared with the roll.
    """
    previa = leer_previa(c, frozenset({"ataque"}))
    previa.exigir(previa.detalle.get("area") is True)
    objetivo: Ficha = c.objetivo or {}
    pasos = sum(map(previa.entero, ("pasos_habilidad", "pasos_recurso", "pasos_esfuerzo")))
    natural, bonificador = previa.natural(), previa.entero("bonificador")
    base, dano_esfuerzo, niveles = map(previa.entero, ("dano_base", "dano_esfuerzo", "esfuerzo_dano"))
    tipo_dano = previa.palabra("tipo_dano", t.ATRIBUTOS)
    al_caer = c.datos.get("al_caer", previa.palabra("al_caer", t.AL_CAER))
    exigir_en_combate(objetivo)
    dificultad = c.datos.get("dificultad", objetivo["nivel"])
    final = max(0, dificultad - pasos)
    if natural is None and final:
        raise Rechazo("falta_tirada", "previa")
    total = None if natural is None else natural + bonificador
    exito = total is None or total >= 3 * final
    bruto = dano_bruto(exito, base + dano_esfuerzo, True, niveles)
    reducido = reduccion(objetivo, tipo_dano)
    neto = neto_de(bruto, reducido)
    danar_objetivo(c, neto, al_caer)
    grado = "exito_automatico" if total is None else "exito" if exito else "fallo"
    detalle = {
        "dificultad_base": dificultad,
        "dificultad_final": final,
        "numero_objetivo": 3 * final,
        "natural": natural,
        "total": total,
        "dano_bruto": bruto,
        "tipo_dano": tipo_dano,
        "reduccion": reducido,
        "dano_neto": neto,
        "al_caer": al_caer,
    }
    resumen = texto(
        c,
        _("El ataque de %(nombre)s alcanza también a %(objetivo)s: %(dano)s de daño."),
        objetivo=objetivo["nombre"],
        dano=neto,
    )
    return Resultado(exito, grado, detalle, resumen, ("objetivo_adicional",))


def campo_al_caer(**mas: Any) -> Opcion:
    """Declare what a PNJ becomes at 0 salud, as the attacker wishes. S-105."""
    return Opcion(clave="al_caer", etiqueta=_("Si cae"), ayuda=_("Solo para un PNJ."), opciones=t.AL_CAER, **mas)


ACCIONES: Final = (
    Accion(
        clave="ataque",
        nombre=_("Ataque"),
        ayuda=_("Atacar a un PNJ o romper un objeto; la dificultad es su nivel."),
        regla=ataque,
        objetivo="requerido",
        tipo_objetivo="pnj",
        campos=Grupo(
            campos=(
                Opcion(clave="modo", etiqueta=_("Modo"), opciones=t.MODOS, obligatorio=True),
                Opcion(clave="arma", etiqueta=_("Arma"), opciones=t.ARMAS, obligatorio=True),
                Entero(
                    clave="dano",
                    etiqueta=_("Daño del ataque"),
                    ayuda=_("El del ataque especial."),
                    minimo=0,
                    maximo=30,
                    obligatorio=True,
                    si=Vale("arma", ("especial",)),
                ),
                campo_atributo("tipo_dano", _("Tipo de daño"), _("Vigor, o intelecto si el ataque es mental.")),
                Entero(clave="manos", etiqueta=_("Manos libres"), minimo=1, maximo=2, defecto=2),
                Booleano(clave="area", etiqueta=_("Ataque de área"), ayuda=_("Una tirada para todos."), defecto=False),
                Entero(
                    clave="metros",
                    etiqueta=_("Distancia al objetivo"),
                    ayuda=_("En metros; sin ella no se comprueba el alcance."),
                    minimo=0,
                    maximo=10_000,
                ),
                Opcion(
                    clave="alcance",
                    etiqueta=_("Alcance"),
                    ayuda=_("El del modo si se deja en blanco."),
                    opciones=t.ALCANCES,
                ),
                Entero(
                    clave="alcance_metros",
                    etiqueta=_("Alcance en metros"),
                    ayuda=_("Si el arma llega más lejos de lo normal."),
                    minimo=30,
                    maximo=10_000,
                ),
                campo_al_caer(defecto="muerto"),
                campo_dificultad(_("El nivel del objetivo si el DJ no dice otra.")),
                campo_atributo("reserva", _("El esfuerzo se paga con"), _("La del modo si se deja en blanco.")),
                Entero(
                    clave="esfuerzo_dano",
                    etiqueta=_("Esfuerzo para daño"),
                    ayuda=_("3 de daño por nivel, o 2 en un ataque de área."),
                    minimo=0,
                    maximo=6,
                    defecto=0,
                ),
                *campos_de_tarea(),
            )
        ),
        valor="dano_neto",
        con_resultado=True,
        mejora="esfuerzo",
        a_mano=("modo", "arma", "dano", "esfuerzo_dano", "habilidades", "esfuerzo"),
        anticipa=ANTICIPA,
        lanza=True,
    ),
    Accion(
        clave="objetivo_adicional",
        nombre=_("Otro objetivo del área"),
        ayuda=_("La misma tirada contra otro objetivo que estaba en el área."),
        regla=objetivo_adicional,
        objetivo="requerido",
        tipo_objetivo="pnj",
        previas=frozenset({"ataque", "repetir"}),
        campos=Grupo(
            campos=(campo_dificultad(_("El nivel del objetivo si el DJ no dice otra.")), campo_al_caer()),
        ),
        valor="dano_neto",
        con_resultado=True,
        declarable=False,
    ),
)
