"""Batches: one declaration for several PNJ, thrown together or not at all, once, each with its die and its sheet."""

from dataclasses import replace
from uuid import uuid4

import pytest

from partidas.dominio import anulaciones, en_curso, lotes, programados, turnos
from partidas.dominio import reparto as elenco
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoPermitido, TiradaRechazada
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Buscable, Mensaje, Suceso, Tirada
from personajes.models import CambioFicha, Personaje
from reglas import libro, motor
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def pnj(mesa, nombre, ficha=None, **campos):
    """Add a PNJ with a whole sheet."""
    hoja = ficha or fabrica.FICHA
    return elenco.incorporar(mesa.partida, nombre=nombre, ficha=hoja, clase="pnj", por=mesa.dani, ahora=AHORA, **campos)


def guardias(mesa, *nombres, **campos):
    return [pnj(mesa, nombre, **campos) for nombre in nombres]


def ids(filas) -> tuple[str, ...]:
    return tuple(fila.personaje.publico for fila in filas)


def lote(filas, *, accion="tarea", datos=None, **campos) -> TiradaDeclarada:
    return TiradaDeclarada(accion, fabrica.tarea().datos if datos is None else datos, varios=ids(filas), **campos)


def varias(fila, veces, *, accion="tarea", datos=None, **campos) -> TiradaDeclarada:
    hechos = fabrica.tarea().datos if datos is None else datos
    return TiradaDeclarada(accion, hechos, personaje=fila.personaje.publico, veces=veces, **campos)


def publicar(mesa, *tiradas, persona=None, **campos) -> list[Tirada]:
    """Publish a turn of the direction and return its rolls in order."""
    mensaje = fabrica.publicar(mesa, persona or mesa.dani, tiradas=tiradas, **campos)
    return list(Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje).order_by("posicion"))


def contar() -> tuple[int, int, int, int]:
    """Return how many turns, rolls, entries and changes of sheets by rolls there are."""
    return (
        Mensaje.objects.sin_filtrar("test").count(),
        Tirada.objects.sin_filtrar("test").count(),
        Asiento.objects.filter(tipo="tirada").count(),
        CambioFicha.objects.sin_filtrar("test").filter(causa="tirada").count(),
    )


def integro(mesa) -> bool:
    return all(libro.verificar(uno).fallos == () for uno in Libro.objects.filter(dueno=mesa.partida.publico))


def test_cada_pnj_tira_una_vez_con_su_ficha_y_su_asiento_y_todas_son_del_mismo_lote():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")

    hechas = publicar(
        mesa, lote(filas, datos={"dificultad": 3, "reserva": "vigor", "esfuerzo": 1}, declaracion="Cargan")
    )

    assert [t.nombre for t in hechas] == ["Ada", "Beto", "Caín"]
    assert [t.personaje_id for t in hechas] == [fila.personaje_id for fila in filas]
    assert [t.posicion for t in hechas] == [0, 1, 2]
    assert len({t.lote for t in hechas}) == 1
    assert hechas[0].lote is not None
    assert len({t.recibo for t in hechas}) == len({t.clave for t in hechas}) == 3
    assert [t.declaracion for t in hechas] == ["Cargan", "", ""]
    assert [fabrica.ficha(fila) for fila in filas] == [t.respuesta["ficha"] for t in hechas]
    assert [t.version_ficha for t in hechas] == [2, 2, 2]
    assert integro(mesa)
    assert list(
        Suceso.objects.sin_filtrar("test").filter(mensaje=hechas[0].mensaje).values_list("clase", flat=True)
    ) == ["publicado"]


@pytest.mark.parametrize(
    ("sistema", "ana", "clave", "accion", "datos"),
    [
        ("strange", "", "", "tarea", {"dificultad": 3, "reserva": "vigor", "esfuerzo": 1}),
        ("lemuria", "gladiador", "maton", "tirada", {"atributo": "fuerza"}),
        ("salvaje", "guerrero", "comodin", "tirada", {"rasgo": "agilidad"}),
    ],
)
def test_en_cada_juego_un_lote_y_varias_con_una_ficha(sistema, ana, clave, accion, datos):
    mesa = fabrica.duelo(sistema, ana=ana, bruno=ana, pnj=clave) if ana else fabrica.mesa()
    hoja = next((dict(p.ficha) for p in motor.sistema(sistema).pnj if p.clave == clave), None)
    filas = guardias(mesa, "Ada", "Beto", ficha=hoja)

    de_dos = publicar(mesa, lote(filas, accion=accion, datos=datos))
    de_tres = publicar(mesa, varias(filas[0], 2, accion=accion, datos=datos))

    assert [t.nombre for t in de_dos] == ["Ada", "Beto"]
    assert [t.nombre for t in de_tres] == ["Ada", "Ada"]
    assert de_dos[0].lote != de_tres[0].lote
    assert integro(mesa)


def test_varias_con_una_ficha_pagan_una_detras_de_otra():
    mesa = fabrica.mesa()
    guardia = pnj(mesa, "Centinela")
    antes = fabrica.ficha(guardia)["vigor"]["reserva"]

    hechas = publicar(mesa, varias(guardia, 3, datos={"dificultad": 3, "reserva": "vigor", "esfuerzo": 1}))

    costes = [t.respuesta["detalle"]["coste_total"] for t in hechas]
    assert [t.version_ficha for t in hechas] == [2, 3, 4]
    assert fabrica.ficha(guardia)["vigor"]["reserva"] == antes - sum(costes)
    assert sum(costes) > 0


def test_si_las_reglas_rechazan_la_de_uno_no_tira_nadie_y_se_dice_quien():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    fabrica.poner(filas[1], esfuerzo=1)
    antes = contar()

    with pytest.raises(TiradaRechazada) as aviso:
        publicar(
            mesa,
            fabrica.TiradaDeclarada("tirada_libre", {"dado": "d6"}),
            lote(filas, datos=fabrica.tarea(esfuerzo=2).datos),
        )

    assert (aviso.value.indice, aviso.value.nombre, aviso.value.rechazo.codigo) == (1, "Beto", "esfuerzo_excesivo")
    assert contar() == antes


def test_lo_que_se_acaba_en_medio_de_un_lote_seguro_lo_rechaza_entero():
    mesa = fabrica.mesa()
    guardia = pnj(mesa, "Centinela")
    fabrica.poner(guardia, vigor={"maximo": 12, "reserva": 5, "ventaja": 0})
    antes = contar()

    with pytest.raises(TiradaRechazada) as aviso:
        publicar(mesa, varias(guardia, 3, datos=fabrica.tarea(esfuerzo=1).datos))

    assert (aviso.value.indice, aviso.value.nombre) == (0, "Centinela")
    assert contar() == antes


def test_lo_que_cuelga_del_dado_de_otra_del_lote_no_deshace_ninguna():
    """A pool may be empty or not as the die of the first falls: what fell stands, and the rest is counted."""
    mesa = fabrica.mesa()
    guardia = pnj(mesa, "Centinela")
    fabrica.poner(guardia, vigor={"maximo": 12, "reserva": 1, "ventaja": 1})
    declarada = varias(guardia, 5, accion="recuperacion", datos={})
    orden = fabrica.orden(tiradas=(declarada,))

    hecho = turnos.publicar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)

    caidas = Tirada.objects.sin_filtrar("test").filter(mensaje=hecho.mensaje).count()
    faltan = lotes.sin_tirar(hecho.mensaje, [(declarada, lotes.clave_de(orden.clave, 0))])
    assert caidas + faltan == 5
    assert caidas >= 1
    assert integro(mesa)


def test_lo_que_depende_del_dado_de_otra_declaracion_se_rechaza_como_siempre():
    mesa = fabrica.mesa()
    guardia = pnj(mesa, "Centinela")
    fabrica.poner(guardia, vigor={"maximo": 12, "reserva": 1, "ventaja": 1})
    antes = contar()

    with pytest.raises(DatoInvalido) as aviso:
        publicar(mesa, varias(guardia, 2, accion="recuperacion", datos={}), varias(guardia, 2))

    assert aviso.value.campo == "tirada-1"
    assert contar() == antes


@pytest.mark.parametrize("veces", [0, 21])
def test_caben_de_una_a_veinte(veces):
    mesa = fabrica.mesa()
    with pytest.raises(DatoInvalido) as aviso:
        publicar(mesa, varias(pnj(mesa, "Centinela"), veces))
    assert (aviso.value.campo, str(aviso.value.motivo)) == ("tirada-0", "A la vez caben de 1 a 20 tiradas.")


def test_un_lote_es_de_pnj_con_ficha_entera_que_estan_en_juego_y_no_son_el_objetivo():
    mesa = fabrica.mesa()
    ada, beto = guardias(mesa, "Ada", "Beto")
    retirado = pnj(mesa, "Caín")
    Personaje.objects.sin_filtrar("test").filter(pk=retirado.personaje_id).update(estado="retirado")
    antes, elige = contar(), "Elige de la lista los PNJ que tiran."
    casos = {
        "un PJ": (lote([ada, mesa.kaelen]), elige),
        "sin ficha entera": (lote([ada, mesa.pnj]), elige),
        "dos veces": (lote([ada, ada]), elige),
        "nadie": (TiradaDeclarada("tarea", fabrica.tarea().datos, veces=3), elige),
        "de otra parte": (
            TiradaDeclarada("tarea", fabrica.tarea().datos, varios=(ids([ada])[0], "noexisteaqu")),
            elige,
        ),
        "retirado": (lote([ada, retirado]), "Caín no está en juego."),
        "objetivo": (
            lote([ada, beto], accion="ataque", objetivo=ids([beto])[0]),
            "Beto no puede tirar contra sí: quita su marca o elige otro objetivo.",
        ),
        "las dos cosas": (
            replace(lote([ada, beto]), veces=2),
            "«Cuántas» es para la ficha de un solo PNJ: deja un 1, o marca solo uno.",
        ),
    }
    dicho = {}
    for nombre, (declarada, _frase) in casos.items():
        with pytest.raises(DatoInvalido) as aviso:
            publicar(mesa, declarada)
        dicho[nombre] = str(aviso.value.motivo)
    assert dicho == {nombre: frase for nombre, (_declarada, frase) in casos.items()}
    assert contar() == antes


def test_quien_juega_no_tira_por_varios_ni_con_lo_suyo():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    for declarada in (lote(filas), varias(mesa.kaelen, 3)):
        with pytest.raises(NoPermitido):
            fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(declarada,))
        orden = OrdenTirar(fabrica.orden(mesa.kaelen), declarada, uuid4())
        with pytest.raises(NoPermitido):
            en_curso.tirar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    assert contar() == (0, 0, 0, 0)


def test_publicar_otra_vez_da_las_mismas_y_con_otro_lote_la_clave_ya_no_vale():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")
    orden = fabrica.orden(tiradas=(lote(filas[:2]),))
    primera = turnos.publicar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)
    antes = contar()

    segunda = turnos.publicar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)
    with pytest.raises(ClaveReutilizada):
        turnos.publicar(mesa.escena, replace(orden, tiradas=(lote(filas),)), autor=mesa.dani, ahora=AHORA)

    assert (segunda.mensaje, segunda.repetido) == (primera.mensaje, True)
    assert contar() == antes


def test_tirar_ahora_un_lote_dos_veces_es_el_mismo_y_otro_bajo_su_clave_no():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")
    orden = OrdenTirar(fabrica.orden(), lote(filas[:2]), uuid4())

    una, otra = (en_curso.tirar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA) for _vez in range(2))

    assert una == otra
    assert una.clave == orden.clave
    assert contar()[:3] == (1, 2, 2)
    for distinta in (lote(filas), lote(filas[:1]), varias(filas[0], 2), replace(varias(filas[0], 1), varios=())):
        with pytest.raises(ClaveReutilizada):
            en_curso.tirar(mesa.escena, replace(orden, tirada=distinta), autor=mesa.dani, ahora=AHORA)
    assert contar()[:3] == (1, 2, 2)
    assert Suceso.objects.sin_filtrar("test").filter(clase="tirado").count() == 1


def test_un_lote_cuenta_como_una_de_las_cinco():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")
    clave = uuid4()
    for _vez in range(5):
        orden = OrdenTirar(fabrica.orden(clave=clave), lote(filas), uuid4())
        en_curso.tirar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)

    orden = OrdenTirar(fabrica.orden(clave=clave), lote(filas), uuid4())
    with pytest.raises(DatoInvalido) as aviso:
        en_curso.tirar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)

    assert aviso.value.campo == "tiradas"
    assert contar()[:3] == (1, 15, 15)
    assert len(publicar(mesa, *(lote(filas),) * 5)) == 15


def test_una_se_anula_sola_y_las_otras_siguen():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    ada, beto = publicar(mesa, lote(filas, datos=fabrica.tarea(esfuerzo=1).datos))
    entera = fabrica.FICHA["vigor"]["maximo"]

    anulaciones.anular(ada.publico, motivo="No estaba.", por=mesa.dani, ahora=AHORA)

    ada.refresh_from_db()
    beto.refresh_from_db()
    assert (bool(ada.anulada), bool(beto.anulada)) == (True, False)
    assert fabrica.ficha(filas[0])["vigor"]["reserva"] == entera
    assert fabrica.ficha(filas[1])["vigor"]["reserva"] < entera
    assert integro(mesa)


def test_lo_declarado_se_busca_una_vez():
    mesa = fabrica.mesa()
    publicar(mesa, lote(guardias(mesa, "Ada", "Beto", "Caín"), declaracion="Cargan colina abajo"))
    assert Buscable.objects.sin_filtrar("test").filter(clase=Buscable.Clase.DECLARACION).count() == 1


def test_un_lote_programado_se_tira_a_su_hora_y_dejarlo_igual_no_cambia_nada():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    orden = fabrica.orden(tiradas=(lote(filas),))
    hora = AHORA.replace(hour=20)
    pedir = {"datos": {"clave": str(orden.clave), "campos": {}}, "cuando": hora, "autor": mesa.dani, "ahora": AHORA}
    primero = programados.programar(mesa.escena, orden, **pedir)
    segundo = programados.programar(mesa.escena, orden, **pedir)

    programados.publicar_vencido({"programado": primero.publico, "version": str(primero.version)}, hora)

    assert (primero.version, segundo.version) == (1, 1)
    hechas = list(Tirada.objects.sin_filtrar("test").order_by("posicion"))
    assert [t.nombre for t in hechas] == ["Ada", "Beto"]
    assert len({t.lote for t in hechas}) == 1


def test_un_lote_programado_que_se_rechaza_vuelve_con_quien_y_por_que():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    orden = fabrica.orden(tiradas=(lote(filas, datos=fabrica.tarea(esfuerzo=2).datos),))
    pedir = {"datos": {"clave": str(orden.clave), "campos": {}}, "autor": mesa.dani, "ahora": AHORA}
    fila = programados.programar(mesa.escena, orden, cuando=AHORA.replace(hour=20), **pedir)
    fabrica.poner(filas[1], esfuerzo=1)

    programados.publicar_vencido({"programado": fila.publico, "version": "1"}, AHORA.replace(hour=20))

    fila.refresh_from_db()
    assert fila.estado == "rechazado"
    assert fila.motivo.startswith("Beto: ")
    assert contar()[:3] == (0, 0, 0)
