"""Pages of the days: what each reader is told, closing by hand, settings, days that piled up."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from config import reloj
from partidas.dominio import anulaciones, cierres, plazas
from partidas.models import Cierre, Mensaje, Partida, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_cierres import CANSADA, MEDIODIA, UN_DIA, cansar, cerrar, con_dados, de, todos
from tests.partidas.views import test_escenas as editor

__all__ = ["con_dados"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def poner_reloj(monkeypatch):
    """Stop the clock that views read at noon of the second day; what it gives back sets it again."""

    def poner(hora):
        monkeypatch.setattr(reloj, "ahora", lambda: hora)

    poner(MEDIODIA)
    return poner


def entrar(persona=None):
    cliente = Client(headers={"accept-language": "es"})
    if persona is not None:
        cliente.force_login(persona)
    return cliente


def ruta(mesa, nombre="jornadas"):
    return reverse(nombre, args=[mesa.partida.publico])


def hilo_de(mesa, cliente):
    escena = todos(Mensaje).filter(voz="sistema").first().escena
    return cliente.get(reverse("escena", args=[mesa.partida.publico, escena.publico])).content.decode()


def texto(cliente, donde):
    return cliente.get(donde).content.decode()


def test_cada_cual_lee_en_el_hilo_y_en_jornadas_lo_de_las_fichas_que_lee_y_nada_mas():
    mesa = fabrica.mesa("publica")
    cansar(mesa.kaelen, descansos=2)
    fabrica.reparto.incorporar(
        mesa.partida, nombre="La Sombra", ficha=CANSADA, por=mesa.dani, ahora=AHORA, clase="pnj", secreto=True
    )
    cerrar()

    for persona, kaelen, sombra in (
        (mesa.dani, True, True),
        (mesa.ana, True, False),
        (mesa.bruno, False, False),
        (mesa.esp, False, False),
        (mesa.eva, False, False),
        (None, False, False),
    ):
        cliente = entrar(persona)
        for pagina in (hilo_de(mesa, cliente), texto(cliente, ruta(mesa))):
            assert "Empieza un nuevo día para Kaelen" in pagina or not kaelen
            assert ("un nuevo día para Kaelen" in pagina, "La Sombra" in pagina) == (kaelen, sombra), persona
        assert "Acaba la jornada 1." in hilo_de(mesa, cliente)


def test_se_lee_en_el_idioma_de_quien_lee():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    cerrar(MEDIODIA + UN_DIA)

    mesa.ana.idioma = "en"
    mesa.ana.save()
    pagina = hilo_de(mesa, entrar(mesa.ana))

    assert "Days 1 to 2 end." in pagina
    assert "Acaban las jornadas" not in pagina
    assert "End of the day" in pagina


def test_las_tarjetas_de_la_noche_son_privadas_y_al_anularlas_la_jornada_lo_dice(con_dados):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, vigor={"maximo": 12, "reserva": 3, "ventaja": 1})
    cerrar()
    tirada = todos(Tirada).get(nombre="Kaelen")
    ana, bruno = entrar(mesa.ana), entrar(mesa.bruno)
    assert (tirada.recibo[:8] in hilo_de(mesa, ana), tirada.recibo[:8] in hilo_de(mesa, bruno)) == (True, False)
    assert "Solo Kaelen y la dirección" in hilo_de(mesa, ana)

    anulaciones.anular(tirada.publico, motivo="No dormía.", por=mesa.dani, ahora=MEDIODIA)

    assert "(anulada)" in texto(ana, ruta(mesa))
    assert "(anulada)" not in texto(bruno, ruta(mesa))


def test_cerrar_ahora_ensena_lo_que_pasara_y_dos_veces_cierra_una():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    cerrar()
    cansar(mesa.kaelen, descansos=3)
    dani = entrar(mesa.dani)

    pagina = texto(dani, ruta(mesa, "jornada_cerrar"))
    assert "Kaelen" in pagina
    assert "Descansos" in pagina
    assert "3 → 0" in pagina
    assert "Mirta" not in pagina
    for _vez in "ab":
        respuesta = dani.post(ruta(mesa, "jornada_cerrar"), {"numero": "2"}, follow=True)
    assert todos(Cierre).count() == 2
    assert "Ya estaba hecho." in respuesta.content.decode()
    assert "la cerró dani" in respuesta.content.decode()


def test_no_se_preve_lo_que_no_se_puede_cerrar(poner_reloj):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    dani = entrar(mesa.dani)
    cerrar_ahora = ruta(mesa, "jornada_cerrar")

    con_dias_por_cerrar = dani.get(cerrar_ahora)
    Partida.objects.sin_filtrar("test").update(estado="pausada")
    en_pausa = dani.get(cerrar_ahora)
    Partida.objects.sin_filtrar("test").update(estado="archivada")

    assert (con_dias_por_cerrar.status_code, en_pausa.status_code) == (403, 403)
    assert "Hay días que ya han acabado y no se han cerrado." in con_dias_por_cerrar.content.decode()
    assert "Reanúdala para cerrar uno." in en_pausa.content.decode()
    archivada = texto(dani, ruta(mesa))
    assert "en curso" not in archivada
    assert ruta(mesa, "jornadas_ajustes") not in archivada


@pytest.mark.parametrize("numero", ["", "x", "0", "9", "99999999999999999999"])
def test_un_numero_imposible_no_cierra_nada(numero):
    mesa = fabrica.mesa()
    cerrar()

    respuesta = entrar(mesa.dani).post(ruta(mesa, "jornada_cerrar"), {"numero": numero})

    assert respuesta.status_code == 422
    assert todos(Cierre).count() == 1


def test_los_ajustes_dicen_lo_que_esta_mal_y_no_pierden_lo_escrito():
    mesa = fabrica.mesa()
    cerrar()
    dani, donde = entrar(mesa.dani), ruta(mesa, "jornadas_ajustes")

    mal = dani.post(donde, {"cierre": "cada_n", "hora": "25:00", "cada_dias": "0"})
    bien = dani.post(donde, {"cierre": "cada_n", "hora": "05:30", "cada_dias": "3"}, follow=True)

    assert mal.status_code == 422
    assert "Escribe una hora entre 00:00 y 23:59." in mal.content.decode()
    assert 'value="25:00"' in mal.content.decode()
    assert "cada 3 días, a las 05:30 de Europe/Madrid" in bien.content.decode()
    partida = de(mesa.partida)
    assert (partida.cierre, partida.hora_corte, partida.cada_dias) == ("cada_n", 330, 3)


def test_los_dias_que_se_amontonan_se_cierran_o_pasan_desde_la_pagina(poner_reloj):
    mesa = fabrica.mesa()
    poner_reloj(MEDIODIA + 5 * UN_DIA)
    dani = entrar(mesa.dani)
    pagina = texto(dani, ruta(mesa))
    assert "6 días por cerrar" in pagina
    assert "días por cerrar" not in texto(entrar(mesa.ana), ruta(mesa))
    assert dani.post(ruta(mesa, "jornada_cerrar"), {"numero": "1"}).status_code == 403
    atrasadas = ruta(mesa, "jornadas_atrasadas")
    dani.post(atrasadas, {"hasta": "ayer", "hacer": "cerrar"})
    assert todos(Cierre).count() == 0
    dani.post(atrasadas, {"hasta": "2026-12-03", "hacer": "cerrar"})
    dani.post(atrasadas, {"hasta": "2026-12-06", "hacer": "saltar"})
    assert todos(Cierre).count() == 3
    assert str(de(mesa.partida).ultima_jornada) == "2026-12-06"


def test_quien_no_dirige_no_cierra_ni_ajusta_y_quien_no_lee_no_sabe_nada():
    mesa = fabrica.mesa()
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    cerrar()
    for nombre in ("jornada_cerrar", "jornadas_ajustes", "jornadas_atrasadas"):
        assert entrar(mesa.ana).post(ruta(mesa, nombre)).status_code == 403
    assert entrar(mesa.ana).get(ruta(mesa, "jornada_cerrar")).status_code == 403
    assert entrar(mesa.esp).get(ruta(mesa)).status_code == 200
    assert [entrar(q).get(ruta(mesa)).status_code for q in (mesa.eva, None)] == [404, 404]


def test_las_jornadas_se_leen_por_paginas():
    mesa = fabrica.mesa()
    for n in range(1, 46):
        datos = {"numero": n, "fecha": (AHORA + n * UN_DIA).date(), "modo": "automatico", "cuando": AHORA}
        Cierre.objects.sin_filtrar("test").create(partida=mesa.partida, **datos)
    cliente, vistos, donde = entrar(mesa.esp), [], ruta(mesa)
    for antes in ("", "?antes=26", "?antes=6"):
        pagina = texto(cliente, donde + antes)
        vistos += [n for n in range(1, 46) if f'id="j-{n}"' in pagina][::-1]
    assert vistos == list(range(45, 0, -1))
    assert [cliente.get(f"{donde}?antes={malo}").status_code for malo in ("x", "-1", "1" * 30)] == [404] * 3


def test_lo_que_escribe_el_sitio_se_oculta_y_no_se_edita_ni_cuenta_como_respuesta():
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").update(cierre="a_mano")
    escena = cierres.cartas.donde(mesa.partida)
    mio = fabrica.turnos.publicar(escena, fabrica.orden(), autor=mesa.ana, ahora=AHORA).mensaje
    cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=AHORA)
    suyo = todos(Mensaje).get(voz="sistema")
    dani, ana = entrar(mesa.dani), entrar(mesa.ana)

    assert dani.get(reverse("mensaje_editar", args=[suyo.publico])).status_code == 403
    dani.post(reverse("mensaje_moderar", args=[suyo.publico, "ocultar"]), {"motivo": "Eh"})
    ana.post(reverse("mensaje_moderar", args=[mio.publico, "borrar"]), {"motivo": ""})

    estados = dict(todos(Mensaje).values_list("publico", "estado"))
    assert estados == {mio.publico: "borrado", suyo.publico: "oculto"}
    assert "Acaba la jornada" not in hilo_de(mesa, ana)


def test_un_hilo_sin_cierres_no_pregunta_por_ellos(django_assert_max_num_queries):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    cliente = entrar(mesa.esp)
    donde = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    cliente.get(donde)

    with django_assert_max_num_queries(14) as consultas:
        cliente.get(donde)
    assert not [q for q in consultas.captured_queries if "partidas_cierre" in q["sql"]]


ACABO = (
    "La jornada 1 acabó mientras escribías: tu mensaje es ya de la jornada 2. "
    "Lo que tiraste antes de que acabara se tiró con las fichas de entonces."
)


def enviar(cliente, mesa, **campos):
    """Open the editor, let the caller do something, and give back how to publish what it showed."""
    donde = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    datos = editor.formulario(mesa, abierto=valor_del_editor(cliente, donde, "abierto"), **campos)

    def publicar():
        return cliente.post(donde, datos, follow=True).content.decode()

    return publicar


def valor_del_editor(cliente, donde, nombre):
    return re.search(rf'name="{nombre}" value="([^"]*)"', texto(cliente, donde))[1]


def test_fia_34_lo_declarado_un_dia_y_publicado_tras_el_cierre_es_del_nuevo_y_se_dice(poner_reloj):
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    poner_reloj(AHORA)
    publicar = enviar(cliente, mesa, **editor.con_tirada())
    cerrar()
    poner_reloj(MEDIODIA)

    pagina = publicar()

    suyo = todos(Mensaje).get(escena=mesa.escena)
    assert todos(Tirada).get().mensaje == suyo
    assert pagina.count(ACABO) == 1
    assert ACABO not in texto(cliente, reverse("mensaje", args=[suyo.publico]))


def test_fia_34_lo_tirado_un_dia_y_publicado_tras_el_cierre_se_dice_aunque_se_vuelva_a_abrir_el_editor(poner_reloj):
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    poner_reloj(AHORA)
    donde = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    clave = str(uuid4())
    tirar = editor.con_tirada() | {"t0-clave": str(uuid4()), "t0-tirar": "1", "hacer": "campos"}
    assert cliente.post(donde, editor.formulario(mesa, clave=clave, **tirar)).status_code == 302
    cerrar()
    poner_reloj(MEDIODIA)

    publicar = enviar(cliente, mesa, clave=clave)

    assert ACABO in publicar()


def test_fia_34_lo_que_empieza_y_acaba_en_un_dia_no_dice_nada_ni_lo_que_trae_un_numero_imposible():
    mesa = fabrica.mesa()
    cerrar()
    cliente = entrar(mesa.ana)
    donde = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])

    publicar = enviar(cliente, mesa)
    raros = [
        cliente.post(donde, editor.formulario(mesa, abierto=n), follow=True) for n in ("", "0", "9999999999", "-1", "x")
    ]

    assert "acabó mientras escribías" not in publicar()
    assert ["acabó mientras escribías" in raro.content.decode() for raro in raros] == [False] * 5
