"""The closed book: what its receipts hide, how it is pinned every day, and what holds once it is published."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from reglas import libro
from reglas.libro import Fallo, Recibo
from reglas.models import CERO, Asiento, Clase, SalAncla
from reglas.nucleo.canonico import canonico, huella
from reglas.secretos import semilla_de
from tests.reglas.libro.apoyo import (
    AHORA,
    ANA,
    APORTE,
    BRUNO,
    DUENO,
    anclar,
    el_libro,
    lineas,
    rotar,
    sano,
    tirar,
    tirar_en,
)
from tests.sin_disparadores import sin_disparadores

ABIERTO, CERRADO = Clase.ABIERTO, Clase.CERRADO


def test_el_recibo_de_una_tirada_cerrada_no_dice_su_lugar(libros):
    compromiso = libro.comprometido(DUENO, CERRADO).compromiso
    cabeza = el_libro(CERRADO).cabeza

    tirada = tirar_en(CERRADO, 20)

    recibo = libro.recibo(tirada)
    pos = semilla_de(tirada.sobre).posicion(1, cabeza)
    entrada = {
        "tipo": "tirada",
        "sobre": 1,
        "compromiso": compromiso,
        "pos": pos,
        "peticion": huella({"declarado": "mirar"}),
        "aporte": APORTE,
        "dados": json.loads(tirada.contenido)["dados"],
        "autor": ANA,
        "cuando": "2027-03-01T10:30:15Z",
        "reglas": "prueba/1",
        "solicitud": json.loads(tirada.contenido)["solicitud"],
    }
    assert recibo == Recibo(tirada.recibo, canonico(entrada))
    assert recibo.recibo == sha256(recibo.entrada.encode()).hexdigest() != tirada.hash
    assert json.loads(tirada.contenido) == {**entrada, "n": 1, "prev": cabeza}
    assert libro.leer(tirada).n is None
    assert sano(CERRADO)


def test_dos_recibos_cerrados_no_dicen_si_hubo_otra_tirada_en_medio(libros):
    """The hash of a whole entry would: with the hash before it, only the right place gives it."""
    primera, segunda = tirar_en(CERRADO), tirar_en(CERRADO, que="otra")

    recibos = [libro.recibo(una) for una in (primera, segunda)]

    con_lugar = {**json.loads(recibos[1].entrada), "n": 2, "prev": primera.hash}
    assert huella(con_lugar) == segunda.hash
    visto = " ".join(recibo.entrada + recibo.recibo for recibo in recibos)
    assert [dato in visto for dato in (primera.hash, segunda.hash, el_libro(CERRADO).cabeza)] == [False] * 3


def test_la_anulacion_de_una_tirada_cerrada_tampoco_dice_su_lugar(libros):
    tirada = tirar_en(CERRADO)
    with transaction.atomic():
        anulacion = libro.bloquear(DUENO, CERRADO).anotar_anulacion(
            tirada, motivo=huella("x"), autor=BRUNO, ahora=AHORA
        )

    entrada = json.loads(libro.recibo(anulacion).entrada)
    assert entrada == {
        "tipo": "anulacion",
        "sobre": 1,
        "anula": tirada.recibo,
        "motivo": huella("x"),
        "autor": BRUNO,
        "cuando": "2027-03-01T10:30:15Z",
        "pos": semilla_de(tirada.sobre).posicion(2, tirada.hash),
    }
    assert sano(CERRADO)


def test_lo_demas_no_sale_de_un_libro_cerrado(libros):
    apertura = Asiento.objects.get(libro=el_libro(CERRADO), n=0)

    with pytest.raises(ValueError, match="leave a closed book"):
        libro.recibo(apertura)
    assert libro.recibo(Asiento.objects.get(libro=el_libro(ABIERTO), n=0)).recibo == el_libro(ABIERTO).cabeza


def test_dad_16_una_tirada_secreta_no_cambia_nada_de_lo_que_ve_bruno(libros):
    tirar_en(ABIERTO)
    anclar()

    def lo_que_ve() -> list[object]:
        return [
            lineas(ABIERTO),
            el_libro(ABIERTO).cabeza,
            libro.comprometido(DUENO, ABIERTO),
            libro.comprometido(DUENO, CERRADO),
        ]

    antes = lo_que_ve()
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, CERRADO)
        for _ in range(201):
            tirar(bloqueado, 6, ahora=AHORA + timedelta(days=30))
            bloqueado.rotar_si_toca(ahora=AHORA + timedelta(days=30))

    assert lo_que_ve() == antes


def test_dad_16_las_anclas_no_se_repiten_aunque_no_pase_nada(libros):
    anclas = [json.loads(anclar(AHORA + timedelta(days=dia)).contenido)["ancla"] for dia in range(5)]

    abierto = [json.loads(linea) for linea in lineas(ABIERTO)]
    assert len(set(anclas)) == 5
    assert [fila["tipo"] for fila in abierto] == ["apertura"] + ["ancla"] * 5
    assert abierto[1].keys() == {"n", "prev", "tipo", "ancla", "cuando", "hash"}
    assert (sano(ABIERTO), sano(CERRADO)) == (True, True)


def test_dad_16_el_sobre_cerrado_cambia_con_los_dias_se_tire_o_no(libros):
    libro.abrir_libros("OtraPartida", ahora=AHORA)
    tirar_en(CERRADO, dueno="OtraPartida")

    numeros = []
    for dia in (6, 7, 8, 14):
        for dueno in (DUENO, "OtraPartida"):
            anclar(AHORA + timedelta(days=dia), dueno)
        numeros.append([libro.comprometido(dueno, CERRADO).sobre for dueno in (DUENO, "OtraPartida")])

    assert numeros == [[1, 1], [2, 2], [2, 2], [3, 3]]


def test_dad_16_publicado_el_cerrado_salen_todas_las_anclas_y_posiciones(libros):
    tirada = tirar_en(CERRADO)
    anclar()
    tirar_en(CERRADO)
    anclar(AHORA + timedelta(days=1))
    rotar(CERRADO, libro.Motivo.ARCHIVO)

    filas = [json.loads(linea) for linea in lineas(CERRADO)]

    semilla = bytes.fromhex(next(fila["semilla"] for fila in filas if fila["tipo"] == "revelacion"))
    sales = [fila for fila in filas if fila["tipo"] == "sal"]
    abierto = [json.loads(linea) for linea in lineas(ABIERTO)]
    assert [fila["tipo"] for fila in filas] == [
        *("apertura", "tirada", "tirada", "revelacion", "apertura", "sal", "sal"),
    ]
    assert [sal["cabeza"] for sal in sales] == [filas[1]["hash"], filas[2]["hash"]]
    assert [sha256(bytes.fromhex(sal["sal"] + sal["cabeza"])).hexdigest() for sal in sales] == [
        abierto[sal["ancla"]]["ancla"] for sal in sales
    ]
    assert sha256(semilla).hexdigest() == filas[0]["compromiso"] == filas[1]["compromiso"]
    assert filas[1]["pos"] == json.loads(libro.recibo(tirada).entrada)["pos"]


def test_anclar_pide_los_dos_libros_de_una_partida(libros):
    libro.abrir_libros("OtraPartida", ahora=AHORA)
    with transaction.atomic():
        abierto, cerrado = (libro.bloquear(DUENO, clase) for clase in (ABIERTO, CERRADO))
        ajeno = libro.bloquear("OtraPartida", CERRADO)

        for pareja in ((cerrado, abierto), (abierto, abierto), (abierto, ajeno)):
            with pytest.raises(ValueError, match="of one owner"):
                libro.anclar(*pareja, ahora=AHORA)

    assert [len(lineas(clase)) for clase in (ABIERTO, CERRADO)] == [1, 1]


def test_un_ancla_que_no_sujeta_el_libro_cerrado_se_descubre(libros):
    tirar_en(CERRADO)
    una, otra = anclar(), anclar()
    with sin_disparadores(connection):
        filas = QuerySet(SalAncla)
        filas.filter(asiento=una).update(cabeza=CERO)
        filas.filter(asiento=otra).delete()
        roto = libro.verificar(el_libro(ABIERTO)).fallos

    assert roto == (Fallo(1, "ancla"), Fallo(1, "cabeza de cerrado"), Fallo(2, "sal"))
