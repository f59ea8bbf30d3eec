"""Writing in the open book: what each verb leaves, what it refuses, what happens the second time."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256

import pytest
from django.db import IntegrityError, transaction

from reglas import libro
from reglas.libro import Compromiso, Entrada, Fallo, Motivo
from reglas.models import CERO, Asiento, Clase, Libro, Sobre, Tipo
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.canonico import huella
from reglas.nucleo.tipos import TiradaDado
from reglas.sellado import huella_texto, sellar
from tests.reglas.libro.apoyo import (
    AHORA,
    ANA,
    APORTE,
    BRUNO,
    DUENO,
    el_libro,
    hecha,
    lineas,
    rotar,
    sano,
    tirar,
    tirar_en,
)

ABIERTO, CERRADO = Clase.ABIERTO, Clase.CERRADO


def tipos(clase: Clase = ABIERTO) -> list[str]:
    """Return the types of the entries, in order."""
    return list(Asiento.objects.filter(libro=el_libro(clase)).order_by("n").values_list("tipo", flat=True))


@pytest.mark.django_db
def test_abrir_libros_crea_los_dos_con_su_primer_sobre():
    abiertos = libro.abrir_libros(DUENO, ahora=AHORA)

    filas = list(Libro.objects.order_by("clase").values_list("dueno", "clase", "siguiente", "sobre_vigente"))
    assert abiertos is True
    assert filas == [(DUENO, "abierto", 1, 1), (DUENO, "cerrado", 1, 1)]
    for clase in Clase:
        sobre = libro.comprometido(DUENO, clase)
        assert [json.loads(linea) for linea in lineas(clase)][:1] == [
            {
                "n": 0,
                "prev": CERO,
                "tipo": "apertura",
                "sobre": 1,
                "compromiso": sobre.compromiso,
                "dueno": DUENO,
                "clase": clase.value,
                "cuando": "2027-03-01T10:30:15Z",
                "hash": el_libro(clase).cabeza,
            }
        ]
        assert sano(clase)
    assert libro.comprometido(DUENO, ABIERTO) != libro.comprometido(DUENO, CERRADO)


@pytest.mark.django_db
def test_abrir_libros_dos_veces_no_cambia_nada(libros):
    antes = lineas(ABIERTO) + lineas(CERRADO)

    assert libro.abrir_libros(DUENO, ahora=AHORA + timedelta(days=1)) is False
    assert lineas(ABIERTO) + lineas(CERRADO) == antes


def test_una_tirada_queda_entera_en_el_libro(libros):
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        prev, compromiso = bloqueado.libro.cabeza, libro.comprometido(DUENO, ABIERTO).compromiso
        azar = bloqueado.azar(huella({"que": "x"}), f" {APORTE} ", compromiso)
        asiento = bloqueado.anotar_tirada(
            azar, hecha(azar, (20, 6), solicitud={"b": "ñ", "a": [1]}), ahora=AHORA.replace(microsecond=999)
        )

    (uno, otro) = azar.tiradas
    esperado = {
        "n": 1,
        "prev": prev,
        "tipo": "tirada",
        "sobre": 1,
        "peticion": huella({"que": "x"}),
        "aporte": APORTE,
        "dados": [[20, uno.valor], [6, otro.valor]],
        "autor": ANA,
        "cuando": "2027-03-01T10:30:15Z",
        "reglas": "prueba/1",
        "solicitud": sellar('{"a":[1],"b":"ñ"}', asiento.sal),
    }
    guardado = Asiento.objects.get(pk=asiento.pk)
    assert json.loads(guardado.contenido) == esperado
    assert guardado.hash == guardado.recibo == huella(esperado) == el_libro(ABIERTO).cabeza
    assert (guardado.peticion, guardado.version, guardado.creado) == ('{"a":[1],"b":"ñ"}', "prueba/1", AHORA)
    assert json.loads(lineas(ABIERTO)[1]) == {**esperado, "hash": guardado.hash}
    assert libro.recibo(guardado) == libro.Recibo(guardado.hash, guardado.contenido)
    assert libro.leer(guardado) == Entrada(
        n=1,
        tipo="tirada",
        sobre=1,
        dados=((20, uno.valor), (6, otro.valor)),
        autor=ANA,
        aporte=APORTE,
        a_mano=False,
        anula="",
        sustituye="",
        recibo=guardado.hash,
        cuando=AHORA,
    )
    assert sano()


def test_la_hora_se_anota_en_utc_venga_de_donde_venga(libros):
    asiento = tirar_en(ABIERTO, ahora=datetime(2027, 3, 1, 23, 30, tzinfo=timezone(timedelta(hours=-4))))

    assert (asiento.creado, json.loads(asiento.contenido)["cuando"]) == (
        datetime(2027, 3, 2, 3, 30, tzinfo=UTC),
        "2027-03-02T03:30:00Z",
    )


def test_la_misma_orden_en_el_mismo_lugar_da_los_mismos_dados_y_en_otro_no(libros):
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        a, b = (bloqueado.azar(huella("x"), APORTE) for _ in range(2))
        primeras = [a.dado(100, "") for _ in range(10)]
        segundas = [b.dado(100, "") for _ in range(10)]
        tirar(bloqueado)
        c = bloqueado.azar(huella("x"), APORTE)

    assert primeras == segundas != [c.dado(100, "") for _ in range(10)]


def test_dad_14_el_sobre_que_vio_el_formulario_tiene_que_seguir_vigente(libros):
    visto = libro.comprometido(DUENO, ABIERTO)
    nuevo = rotar(ABIERTO)
    antes = lineas(ABIERTO)

    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        with pytest.raises(libro.SobreCambiado) as aviso:
            bloqueado.azar(huella("x"), APORTE, visto.compromiso)
        bloqueado.azar(huella("x"), APORTE, nuevo.compromiso)

    assert aviso.value.vigente == nuevo == libro.comprometido(DUENO, ABIERTO) == Compromiso(2, nuevo.compromiso)
    assert str(aviso.value).startswith("El sobre se abrió mientras escribías")
    assert lineas(ABIERTO) == antes


def test_varias_tiradas_de_un_turno_comparten_el_sobre(libros):
    visto = libro.comprometido(DUENO, ABIERTO).compromiso
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        for que in "abc":
            azar = bloqueado.azar(huella(que), APORTE, visto)
            bloqueado.anotar_tirada(azar, hecha(azar, (20,)), ahora=AHORA)

    assert tipos() == ["apertura", "tirada", "tirada", "tirada"]
    assert sano()


@pytest.mark.parametrize("trampa", ["valor", "caras", "de_menos", "orden"])
def test_los_dados_que_no_son_de_la_semilla_no_se_anotan(libros, trampa):
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        azar = bloqueado.azar(huella("x"), APORTE)
        buena = hecha(azar, (20, 12, 100))
        tiradas = {
            "valor": (TiradaDado("d20", buena.tiradas[0].valor % 20 + 1, "prueba"), *buena.tiradas[1:]),
            "caras": (TiradaDado("d30", buena.tiradas[0].valor, "prueba"), *buena.tiradas[1:]),
            "de_menos": buena.tiradas[:2],
            "orden": (*buena.tiradas[1:], buena.tiradas[0]),
        }[trampa]

        with pytest.raises(libro.AzarAjeno):
            bloqueado.anotar_tirada(azar, replace(buena, tiradas=tiradas), ahora=AHORA)

    assert tipos() == ["apertura"]


def test_un_azar_retocado_no_enreda_al_libro(libros):
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        azar = bloqueado.azar(huella("x"), APORTE)
        buena = hecha(azar, (20,))
        azar.tiradas[0] = TiradaDado("d20", buena.tiradas[0].valor % 20 + 1, "prueba")

        with pytest.raises(libro.AzarAjeno):
            bloqueado.anotar_tirada(azar, replace(buena, tiradas=tuple(azar.tiradas)), ahora=AHORA)

    assert tipos() == ["apertura"]


def test_los_dados_de_un_lugar_no_valen_en_el_siguiente_ni_en_otro_libro(libros):
    with transaction.atomic():
        bloqueado, cerrado = libro.bloquear(DUENO, ABIERTO), libro.bloquear(DUENO, CERRADO)
        viejo = bloqueado.azar(huella("x"), APORTE)
        lo_hecho = hecha(viejo, (20,))
        tirar(bloqueado)

        for otro in (bloqueado, cerrado):
            with pytest.raises(libro.AzarAjeno):
                otro.anotar_tirada(viejo, lo_hecho, ahora=AHORA)

    assert (tipos(), tipos(CERRADO)) == (["apertura", "tirada"], ["apertura"])


@pytest.mark.parametrize("peticion", ["", "x" * 64, "AB" * 32, "ab" * 31])
def test_la_peticion_es_una_huella(libros, peticion):
    with transaction.atomic(), pytest.raises(ValueError, match="SHA-256"):
        libro.bloquear(DUENO, ABIERTO).azar(peticion, "")


@pytest.mark.parametrize("autor", ["ana", "ana@ejemplo.es", "PartidaDos12"])
def test_el_autor_es_un_identificador_opaco(libros, autor):
    with pytest.raises(ValueError, match="opaque"):
        tirar_en(ABIERTO, autor=autor)

    assert tirar_en(ABIERTO, autor="").n == 1


def test_una_hora_sin_zona_se_rechaza(libros):
    with pytest.raises(ValueError, match="time zone"):
        tirar_en(ABIERTO, ahora=datetime(2027, 3, 1))

    assert tipos() == ["apertura"]


def test_un_solicitud_con_decimales_raros_no_deja_nada(libros):
    with pytest.raises(ValueError, match="JSON"):
        tirar_en(ABIERTO, solicitud={"x": float("nan")})

    assert tipos() == ["apertura"]


def test_los_dados_a_mano_quedan_marcados(libros):
    azar = AzarDictado([20, 1])

    with transaction.atomic():
        asiento = libro.bloquear(DUENO, ABIERTO).anotar_a_mano(
            huella("x"), hecha(azar, (20, 6), autor=BRUNO), ahora=AHORA
        )

    entrada = libro.leer(asiento)
    assert (entrada.dados, entrada.a_mano, entrada.aporte, entrada.autor) == (((20, 20), (6, 1)), True, "", BRUNO)
    assert sano()


def test_anular_una_tirada_escribe_un_contraasiento_y_solo_uno(libros):
    tirada = tirar_en(ABIERTO)

    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        anulacion = bloqueado.anotar_anulacion(tirada, motivo=huella("era otro"), autor=BRUNO, ahora=AHORA)
        with pytest.raises(libro.YaAnulada):
            bloqueado.anotar_anulacion(tirada, motivo=huella("era otro"), autor=BRUNO, ahora=AHORA)

    assert json.loads(anulacion.contenido) == {
        "n": 2,
        "prev": tirada.hash,
        "tipo": "anulacion",
        "sobre": 1,
        "anula": tirada.recibo,
        "motivo": huella("era otro"),
        "autor": BRUNO,
        "cuando": "2027-03-01T10:30:15Z",
    }
    assert (anulacion.anula, tipos()) == (tirada, ["apertura", "tirada", "anulacion"])
    assert sano()


def test_solo_se_anula_una_tirada_de_este_libro(libros):
    ajena = tirar_en(CERRADO)
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        apertura = Asiento.objects.get(libro=bloqueado.libro, n=0)

        for otra in (ajena, apertura):
            with pytest.raises(libro.AsientoAjeno):
                bloqueado.anotar_anulacion(otra, motivo=huella("x"), autor=ANA, ahora=AHORA)

    assert tipos() == ["apertura"]


def test_una_tirada_se_repite_por_regla_una_sola_vez(libros):
    mala = tirar_en(ABIERTO)
    buena = tirar_en(ABIERTO, que="otra vez", sustituye=mala)

    with pytest.raises(libro.YaSustituida):
        tirar_en(ABIERTO, sustituye=mala)
    tercera = tirar_en(ABIERTO, sustituye=buena)

    assert [libro.leer(una).sustituye for una in (mala, buena, tercera)] == ["", mala.recibo, buena.recibo]
    assert (tipos().count("tirada"), sano()) == (3, True)


def test_no_se_repite_una_tirada_anulada_ni_la_de_otro_libro(libros):
    anulada, ajena = tirar_en(ABIERTO), tirar_en(CERRADO)
    with transaction.atomic():
        libro.bloquear(DUENO, ABIERTO).anotar_anulacion(anulada, motivo=huella("x"), autor=ANA, ahora=AHORA)

    with pytest.raises(libro.YaAnulada):
        tirar_en(ABIERTO, sustituye=anulada)
    with pytest.raises(libro.AsientoAjeno):
        tirar_en(ABIERTO, sustituye=ajena)

    assert tipos() == ["apertura", "tirada", "anulacion"]


def test_abrir_el_sobre_publica_su_semilla_y_cierra_otro(libros):
    viejo = libro.comprometido(DUENO, ABIERTO)
    tirar_en(ABIERTO)

    nuevo = rotar(ABIERTO, Motivo.PETICION)

    _, _, revelacion, apertura = [json.loads(linea) for linea in lineas(ABIERTO)]
    assert revelacion.keys() == {"n", "prev", "tipo", "sobre", "motivo", "semilla", "cuando", "hash"}
    assert (revelacion["tipo"], revelacion["sobre"], revelacion["motivo"]) == ("revelacion", 1, "peticion")
    assert Sobre.objects.get(compromiso=viejo.compromiso).numero == 1
    assert huella_de_bytes(revelacion["semilla"]) == viejo.compromiso
    assert (apertura["sobre"], apertura["compromiso"]) == nuevo
    assert nuevo == libro.comprometido(DUENO, ABIERTO)
    assert sano()


def huella_de_bytes(semilla: str) -> str:
    """Return the SHA-256 of bytes written in hexadecimal."""
    return sha256(bytes.fromhex(semilla)).hexdigest()


def test_el_sobre_se_abre_solo_a_las_200_tiradas(libros):
    resultados = []
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        for _ in range(201):
            tirar(bloqueado, 6)
            resultados.append(bloqueado.rotar_si_toca(ahora=AHORA))

    assert resultados == [False] * 199 + [True, False]
    assert tipos() == ["apertura"] + ["tirada"] * 200 + ["revelacion", "apertura", "tirada"]
    assert sano()


def test_el_sobre_se_abre_solo_a_los_siete_dias_si_se_uso(libros):
    semana = AHORA + timedelta(days=7)
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, ABIERTO)
        sin_usar = bloqueado.rotar_si_toca(ahora=semana)
        tirar(bloqueado)
        veces = [bloqueado.rotar_si_toca(ahora=momento) for momento in (semana - timedelta(seconds=1), semana, semana)]

    assert (sin_usar, veces) == (False, [False, True, False])
    assert json.loads(lineas(ABIERTO)[2])["motivo"] == "dias"


def test_dad_18_restaurar_nombra_lo_perdido_y_estrena_sobre(libros):
    tirada = tirar_en(ABIERTO)
    viejo = libro.comprometido(DUENO, ABIERTO)

    with transaction.atomic():
        nuevo = libro.bloquear(DUENO, ABIERTO).restaurar(
            hasta=9, perdidos=["cd" * 32, "ab" * 32, "ab" * 32], ahora=AHORA
        )

    restauracion, revelacion, apertura = [json.loads(linea) for linea in lineas(ABIERTO)[2:]]
    assert {clave: valor for clave, valor in restauracion.items() if clave != "hash"} == {
        "n": 2,
        "prev": tirada.hash,
        "tipo": "restauracion",
        "desde": 2,
        "hasta": 9,
        "perdidos": ["ab" * 32, "cd" * 32],
        "cuando": "2027-03-01T10:30:15Z",
    }
    assert (revelacion["motivo"], huella_de_bytes(revelacion["semilla"])) == ("restauracion", viejo.compromiso)
    assert (apertura["sobre"], apertura["compromiso"]) == nuevo == libro.comprometido(DUENO, ABIERTO)
    assert nuevo.compromiso != viejo.compromiso
    assert sano()


def test_buscar_un_recibo(libros):
    abierta, cerrada = tirar_en(ABIERTO), tirar_en(CERRADO)

    assert libro.buscar_recibo(DUENO, abierta.recibo) == abierta
    assert libro.buscar_recibo(DUENO, cerrada.recibo) == cerrada
    assert libro.buscar_recibo(DUENO, cerrada.hash) is None
    assert libro.buscar_recibo("OtraPartida", abierta.recibo) is None
    assert libro.buscar_recibo(DUENO, abierta.recibo[:8]) is None


def test_sin_transaccion_no_hay_cerrojo(transactional_db):
    libro.abrir_libros(DUENO, ahora=AHORA)

    with pytest.raises(libro.LibroSinCerrojo):
        libro.bloquear(DUENO, ABIERTO)


@pytest.mark.django_db
def test_sin_libros_se_dice():
    with transaction.atomic(), pytest.raises(libro.SinLibro):
        libro.bloquear(DUENO, ABIERTO)
    with pytest.raises(libro.SinLibro):
        libro.comprometido(DUENO, ABIERTO)


def test_un_libro_guardado_de_antes_no_escribe(libros):
    with transaction.atomic():
        viejo = libro.bloquear(DUENO, ABIERTO)
    tirar_en(ABIERTO)

    with pytest.raises(libro.LibroAdelantado), transaction.atomic():
        tirar(viejo)

    assert (tipos(), sano()) == (["apertura", "tirada"], True)


def test_lo_que_se_deshace_no_deja_asiento_ni_mueve_la_cabeza(libros):
    antes = (el_libro(ABIERTO).cabeza, lineas(ABIERTO))

    with transaction.atomic():
        tirar(libro.bloquear(DUENO, ABIERTO))
        transaction.set_rollback(True)

    assert (el_libro(ABIERTO).cabeza, lineas(ABIERTO)) == antes


@pytest.mark.parametrize(
    "cambio",
    [
        {"tipo": "otro"},
        {"hash": "corto"},
        {"recibo": ""},
        {"contenido": ""},
        {"sobre": None},
        {"peticion": ""},
        {"sal": ""},
        {"version": ""},
        {"tipo": Tipo.ANCLA, "sobre": None},
        {"tipo": Tipo.ANULACION, "peticion": "", "sal": "", "version": ""},
    ],
)
def test_la_base_de_datos_rechaza_un_asiento_a_medias(libros, cambio):
    tirada = tirar_en(ABIERTO)
    columnas = {
        campo.name: getattr(tirada, campo.name) for campo in Asiento._meta.concrete_fields if campo.name != "id"
    }
    distinto = {"n": 99, "hash": "ab" * 32, "recibo": "ab" * 32}

    with pytest.raises(IntegrityError), transaction.atomic():
        Asiento.objects.create(**{**columnas, **distinto, **cambio})
    Asiento.objects.create(**{**columnas, **distinto})

    assert libro.verificar(el_libro(ABIERTO)).fallos[:2] == (Fallo(99, "hash"), Fallo(99, "n"))


@pytest.mark.parametrize("cambio", [{"clase": "otra"}, {"dueno": "corto"}, {"cabeza": "corta"}])
def test_la_base_de_datos_rechaza_un_libro_a_medias(libros, cambio):
    with pytest.raises(IntegrityError), transaction.atomic():
        Libro.objects.create(**{"dueno": "OtraPartida", "clase": "abierto", **cambio})
    with pytest.raises(IntegrityError), transaction.atomic():
        Libro.objects.create(dueno=DUENO, clase="abierto")


def test_ninguna_tabla_del_libro_apunta_a_personas_ni_a_mensajes():
    from django.apps import apps

    ajenos = [
        (modelo.__name__, campo.name)
        for modelo in apps.get_app_config("reglas").get_models()
        for campo in modelo._meta.get_fields()
        if campo.is_relation
        and (campo.related_model._meta.app_label != "reglas" or campo.remote_field.related_name != "+")
    ]

    assert ajenos == []


def test_huella_texto_es_la_del_nucleo():
    assert huella_texto('"ñ"') == huella("ñ")
