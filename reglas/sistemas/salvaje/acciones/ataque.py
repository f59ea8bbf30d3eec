"""ataque (4.2): what is declared, its modifiers and its roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Lista, Opcion
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import exigir_capaz, exigir_objetivo_vivo, marcar
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import REPETIR
from reglas.sistemas.salvaje.rasgo import ANTICIPA, DE_ACCION, MODIFICADOR, campo_rasgo, declarar
from reglas.sistemas.salvaje.resumenes import resumen_de_ataque


def _dados_del_tipo(arma: Ficha) -> None:
    minimo, maximo = t.DADOS_DE_ARMA[arma["tipo"]]
    if not minimo <= len(arma["dados_dano"]) <= maximo:
        raise Rechazo("fuera_de_rango", "dados_dano")


def _area_a_distancia(arma: Ficha) -> None:
    if arma["area"] and arma["tipo"] in t.DE_CERCA:
        raise Rechazo("combinacion_invalida", "area")


DADO_DE_DANO: Final = Opcion(etiqueta=_("Dado"), opciones=t.DADOS)
ARMA: Final = Grupo(
    clave="arma",
    etiqueta=_("Arma"),
    obligatorio=True,
    comprobar=(_dados_del_tipo, _area_a_distancia),
    campos=(
        Opcion(clave="tipo", etiqueta=_("Tipo"), opciones=t.TIPOS_DE_ARMA, obligatorio=True),
        Lista(
            clave="dados_dano",
            etiqueta=_("Dados de daño"),
            ayuda=_("Las caras de cada uno: 6, 6. Cuerpo a cuerpo y arrojadas suman además el dado de Fuerza."),
            elemento=DADO_DE_DANO,
            maximo=10,
            obligatorio=Vale("tipo", tuple(tipo for tipo in t.TIPOS_DE_ARMA if tipo != "desarmado")),
            defecto=[],
        ),
        Entero(clave="bono", etiqueta=_("Más"), ayuda=_("Lo que suma el arma."), minimo=-10, maximo=20, defecto=0),
        Entero(
            clave="pa",
            etiqueta=_("PA"),
            ayuda=_("Puntos de armadura que atraviesa."),
            minimo=0,
            maximo=20,
            defecto=0,
        ),
        Booleano(clave="area", etiqueta=_("De área"), ayuda=_("No necesita objetivo."), defecto=False),
    ),
)
LOCALIZACION: Final = Opcion(
    clave="localizacion",
    etiqueta=_("Apuntar a"),
    ayuda=_("Cabeza o vitales suma 4 al daño."),
    opciones=t.LOCALIZACIONES,
    defecto="ninguna",
)
SUPERIORIDAD: Final = Booleano(
    clave="superioridad",
    etiqueta=_("Lo coge indefenso"),
    ayuda=_("Suma 4 al ataque y al daño."),
    defecto=False,
)
ATAQUE_SALVAJE: Final = Booleano(
    clave="ataque_salvaje",
    etiqueta=_("Ataque salvaje"),
    ayuda=_("Suma 2 al ataque y al daño, y queda vulnerable."),
    defecto=False,
)


def _atacar(lance: Lance) -> Desenlace:
    """V-28: hit or miss, a wild attacker ends vulnerable. V-30: only a hit leads to damage."""
    tirada = lance.tirada
    ficha = marcar(lance.ficha, "vulnerable") if lance.leido["datos.ataque_salvaje"] else lance.ficha
    return Desenlace(
        ficha,
        lance.objetivo,
        tirada.exito,
        tirada.grado,
        resumen_de_ataque(ficha, lance.objetivo, tirada),
        {"dano_extra": tirada.grado == "aumento"},  # V-37, V-38
        ("dano",) if tirada.exito else (),
    )


ATAQUE: Final = Repetible("ataque", _atacar, {"datos.ataque_salvaje": ATAQUE_SALVAJE})


def ataque(c: Contexto) -> Resultado:
    """Attack somebody, or an area (V-29)."""
    datos, objetivo = c.datos, c.objetivo
    arma = datos["arma"]
    if objetivo is None and not arma["area"]:
        raise Rechazo("campo_requerido", "objetivo")
    _comprobar(datos, arma["tipo"], arma["area"])
    habilidad = datos.get("habilidad") or t.HABILIDAD_DE_ARMA.get(arma["tipo"])  # V-20
    if habilidad is None:
        raise Rechazo("campo_requerido", "datos.habilidad")
    # V-18: hand to hand, the Parada; V-19: the rest, 4
    vo = objetivo["parada"] if objetivo is not None and arma["tipo"] in t.DE_CERCA else t.VO
    declarada = declarar(c, habilidad, vo=vo, campo="datos.habilidad", mas=_modificadores(datos, objetivo))
    declarada.detalle["datos"].setdefault("habilidad", None)
    exigir_capaz(c.ficha)
    exigir_objetivo_vivo(objetivo)
    return ATAQUE.lanzar(c, declarada)


def _comprobar(datos: Mapping[str, Any], tipo: str, area: bool) -> None:
    """Refuse what does not go with the kind of weapon, in the order of 4.2."""
    alcance, apunta = datos["alcance"], datos["apuntar"]
    mal = (
        (area and datos["cobertura"] != "ninguna", "cobertura"),
        (area and datos["localizacion"] != "ninguna", "localizacion"),
        (alcance != "corto" and tipo not in ("distancia", "arrojada"), "alcance"),
        (alcance == "extremo" and tipo != "distancia", "alcance"),  # V-21
        (apunta and tipo not in ("distancia", "arrojada"), "apuntar"),
    )
    _primera(mal)
    if alcance == "extremo" and not apunta:
        raise Rechazo("requiere_apuntar", "datos.alcance")
    lejos = tipo not in t.DE_CERCA
    _primera(
        (
            (datos["ataque_salvaje"] and lejos, "ataque_salvaje"),
            (datos["multiples_oponentes"] > 0 and lejos, "multiples_oponentes"),
        )
    )


def _primera(faltas: tuple[tuple[bool, str], ...]) -> None:
    for hay, clave in faltas:
        if hay:
            raise Rechazo("combinacion_invalida", f"datos.{clave}")


def _modificadores(datos: Mapping[str, Any], objetivo: Ficha | None) -> dict[str, int]:
    """Return the modifiers of an attack."""
    penalizadores = {clave: tabla[datos[clave]] for clave, tabla in t.PENALIZADORES.items()}
    superioridad = datos["superioridad"]
    # V-26: superioridad and a vulnerable target do not add up; V-29: an area has nothing of the latter
    vulnerable = objetivo is not None and objetivo["vulnerable"] and not superioridad and not datos["arma"]["area"]
    apuntar = 0
    if datos["apuntar"] and datos["alcance"] != "extremo":  # V-25
        minimo, maximo = t.APUNTAR
        apuntar = min(maximo, max(minimo, -sum(penalizadores[clave] for clave in t.SE_APUNTA)))
    return {
        **penalizadores,
        "apuntar": apuntar,
        "objetivo_vulnerable": t.POR_VULNERABLE if vulnerable else 0,
        "superioridad": t.POR_SUPERIORIDAD if superioridad else 0,
        "multiples_oponentes": datos["multiples_oponentes"],  # V-27
        "ataque_salvaje": t.POR_ATAQUE_SALVAJE if datos["ataque_salvaje"] else 0,
    }


ACCIONES: Final = (
    Accion(
        clave="ataque",
        nombre=_("Ataque"),
        ayuda=_("Cuerpo a cuerpo contra la Parada; lo demás, contra 4."),
        regla=ataque,
        objetivo="opcional",
        tipo_objetivo="ficha",
        campos=Grupo(
            campos=(
                ARMA,
                campo_rasgo("habilidad", _("Habilidad"), _("La del arma si no se dice otra.")),
                Opcion(clave="alcance", etiqueta=_("Alcance"), opciones=t.ALCANCES, defecto="corto"),
                Opcion(clave="cobertura", etiqueta=_("Cobertura"), opciones=t.COBERTURAS, defecto="ninguna"),
                Opcion(clave="iluminacion", etiqueta=_("Iluminación"), opciones=t.ILUMINACIONES, defecto="buena"),
                LOCALIZACION,
                Booleano(
                    clave="apuntar",
                    etiqueta=_("Ha apuntado"),
                    ayuda=_("Dedicó a ello el turno anterior."),
                    defecto=False,
                ),
                ATAQUE_SALVAJE,
                SUPERIORIDAD,
                Entero(
                    clave="multiples_oponentes",
                    etiqueta=_("Otros que lo acosan"),
                    ayuda=_("Enemigos del objetivo que están junto a él, sin contar a quien ataca."),
                    minimo=0,
                    maximo=4,
                    defecto=0,
                ),
                MODIFICADOR,
                *DE_ACCION,
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("arma", "alcance", "modificador"),
        anticipa=ANTICIPA,
    ),
)
