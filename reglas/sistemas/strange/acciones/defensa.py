"""defensa (5.5) and dano (5.6): what a PJ, or a PNJ by the DJ's word, suffers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Campo, Entero, Grupo, Opcion
from reglas.nucleo.condiciones import Condicion, Falta, Objetivo, Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.acciones.ataque import campo_al_caer
from reglas.sistemas.strange.dano import danar_objetivo, danar_pj, neto_de, quitar_peldanos, reduccion
from reglas.sistemas.strange.estado import exigir_en_combate, exigir_vivo
from reglas.sistemas.strange.resumenes import resumen_de_defensa, texto
from reglas.sistemas.strange.tarea import (
    ANTICIPA,
    Lectura,
    Prueba,
    campo_atributo,
    campo_dificultad,
    campos_de_tarea,
    declarar,
    opciones_de_tarea,
)


@dataclass(frozen=True, slots=True)
class Defensa:
    """A defence declared: what happens if the attack hits."""

    prueba: Prueba
    dano: int
    tipo_dano: str
    reduccion: int
    pasos_indicador: int

    def parar(self, c: Contexto, natural: int | None) -> tuple[Lectura, dict[str, Any]]:
        """Read the die and, on a failure, take the damage and then the peldaños; return the keys that it decides."""
        lectura = self.prueba.leer(natural)
        bruto = 0 if lectura.exito else self.dano
        neto = neto_de(bruto, self.reduccion)
        sobrante = danar_pj(c, neto, self.tipo_dano)
        if not lectura.exito:
            quitar_peldanos(c, self.pasos_indicador)
        return lectura, {**lectura.detalle(), "dano_bruto": bruto, "dano_neto": neto, "sobrante": sobrante}


def defensa(c: Contexto) -> Resultado:
    """Defend against the attacker's nivel (S-34), also incapacitado (S-121); the objetivo never changes."""
    datos = c.datos
    exigir_vivo(c.ficha)
    exigir_en_combate(c.objetivo)
    dificultad = datos["dificultad"] if c.objetivo is None else datos.get("dificultad", c.objetivo["nivel"])
    declarada = declarar(c, dificultad, datos["reserva"])
    tipo_dano, ambiental, proteccion = datos["tipo_dano"], datos["ambiental"], datos["proteccion"]
    golpe = Defensa(
        declarada.prueba,
        datos["dano"],
        tipo_dano,
        reduccion(c.ficha, tipo_dano, ambiental=ambiental, proteccion=proteccion),
        datos["pasos_indicador"],
    )
    lectura, dado = golpe.parar(c, c.azar.dado(20, "defensa") if declarada.tira else None)
    detalle = {
        **declarada.detalle,
        "dano_declarado": golpe.dano,
        "tipo_dano": tipo_dano,
        "ambiental": ambiental,
        "proteccion": proteccion,
        "pasos_indicador": golpe.pasos_indicador,
        "reduccion": golpe.reduccion,
        **dado,
    }
    return Resultado(
        lectura.exito,
        lectura.grado,
        detalle,
        resumen_de_defensa(c, lectura, detalle),
        opciones_de_tarea(lectura, c.ficha),  # S-32: 17 and 18 add nothing, 19 and 20 only the special form
    )


def dano(c: Contexto) -> Resultado:
    """Deal damage without a roll: to the objetivo if there is one, else to the ficha."""
    datos = c.datos
    if c.objetivo is None:
        exigir_vivo(c.ficha)
    pasos = datos["pasos_indicador"]
    if c.objetivo is not None and pasos:
        raise Rechazo("combinacion_invalida", "datos.pasos_indicador")
    exigir_en_combate(c.objetivo)
    causa = datos.get("causa")
    if causa is None:
        bruto, tipo_dano, ambiental = datos["puntos"], datos["tipo_dano"], datos["ambiental"]
    else:  # S-104
        bruto = datos["metros"] // 3 if causa == "caida" else t.DANO_DE_CAUSA[causa]
        tipo_dano, ambiental = "vigor", causa not in t.CAUSAS_NO_AMBIENTALES
    proteccion = datos["proteccion"]
    victima = c.ficha if c.objetivo is None else c.objetivo
    reducido = reduccion(victima, tipo_dano, ambiental=ambiental, proteccion=proteccion)
    neto = neto_de(bruto, reducido)
    if c.objetivo is None:
        sobrante = danar_pj(c, neto, tipo_dano)
        quitar_peldanos(c, pasos)
    else:
        sobrante = danar_objetivo(c, neto, datos["al_caer"])
    detalle = {
        "causa": causa,
        "dano_bruto": bruto,
        "tipo_dano": tipo_dano,
        "ambiental": ambiental,
        "proteccion": proteccion,
        "reduccion": reducido,
        "dano_neto": neto,
        "pasos_indicador": pasos,
        "sobrante": sobrante,
    }
    resumen = texto(c, _("%(victima)s sufre %(dano)s de daño."), victima=victima["nombre"], dano=neto)
    return Resultado(None, None, detalle, resumen)


def _campos_de_dano(si: Condicion | None = None) -> tuple[Campo, ...]:
    """Return the keys that say what a damage is like. si: when its type may be stated. S-99: vigor by default."""
    return (
        campo_atributo("tipo_dano", _("Tipo de daño"), defecto="vigor", si=si),
        Booleano(
            clave="ambiental", etiqueta=_("Daño ambiental"), ayuda=_("La armadura no cuenta."), defecto=False, si=si
        ),
        Entero(
            clave="proteccion",
            etiqueta=_("Protección especial"),
            ayuda=_("La que sí cuenta contra este daño."),
            minimo=0,
            maximo=10,
            defecto=0,
        ),
    )


_CAMPO_PELDANOS: Final = Entero(
    clave="pasos_indicador",
    etiqueta=_("Peldaños del indicador"),
    ayuda=_("Los que pierde un personaje además del daño."),
    minimo=0,
    maximo=3,
    defecto=0,
)

ACCIONES: Final = (
    Accion(
        clave="defensa",
        nombre=_("Defensa"),
        ayuda=_("Evitar un ataque; la dificultad es el nivel del atacante."),
        regla=defensa,
        objetivo="opcional",
        tipo_objetivo="pnj",
        campos=Grupo(
            campos=(
                campo_dificultad(_("El nivel del atacante si el DJ no dice otra."), obligatorio=Objetivo(False)),
                campo_atributo("reserva", _("Atributo"), _("Con el que se defiende."), defecto="velocidad"),
                Entero(
                    clave="dano",
                    etiqueta=_("Daño si acierta"),
                    ayuda=_("El del ataque, antes de la armadura."),
                    minimo=0,
                    maximo=99,
                    defecto=0,
                ),
                *_campos_de_dano(),
                _CAMPO_PELDANOS,
                *campos_de_tarea(),
            )
        ),
        valor="dano_neto",
        mejor_es="menos",
        con_resultado=True,
        mejora="esfuerzo",
        a_mano=("dificultad", "reserva", "dano", "habilidades", "esfuerzo"),
        dificultad="dificultad",
        a_ciegas={"tirar": True},
        anticipa=ANTICIPA,
        lanza=True,
    ),
    Accion(
        clave="dano",
        nombre=_("Daño"),
        ayuda=_("Daño sin tirada: a un PNJ u objeto si se indica, si no al personaje."),
        regla=dano,
        quien="direccion",
        objetivo="opcional",
        tipo_objetivo="pnj",
        campos=Grupo(
            campos=(
                Opcion(clave="causa", etiqueta=_("Causa"), ayuda=_("Un asalto de esa causa."), opciones=t.CAUSAS),
                Entero(clave="puntos", etiqueta=_("Puntos"), minimo=0, maximo=99, obligatorio=True, si=Falta("causa")),
                Entero(
                    clave="metros",
                    etiqueta=_("Metros de caída"),
                    minimo=1,
                    maximo=297,
                    obligatorio=True,
                    si=Vale("causa", ("caida",)),
                ),
                *_campos_de_dano(Falta("causa")),
                _CAMPO_PELDANOS,
                campo_al_caer(defecto="muerto", si=Objetivo()),
            )
        ),
        valor="dano_neto",
    ),
)
