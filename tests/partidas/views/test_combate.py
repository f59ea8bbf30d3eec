"""The pages of a fight: the panel, what the direction gives, the quick PNJ, and what waits for its word."""

from uuid import uuid4

import pytest
from django.urls import reverse

from partidas.dominio import asalto
from partidas.models import Combatiente, Reparto, SolicitudDePalabra, Tirada
from tests import fabrica
from tests.fabrica import ficha, poner
from tests.partidas.dominio.test_palabra import GIRO, pedir

pytestmark = pytest.mark.django_db


@pytest.fixture
def mesa():
    return fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")


def pagina(client, persona, ruta, *args, **datos):
    client.force_login(persona)
    direccion = reverse(ruta, args=args)
    return client.post(direccion, datos) if datos else client.get(direccion)


def test_el_panel_lo_llena_la_direccion_y_cada_una_ve_su_ficha(client, mesa):
    lugar = (mesa.partida.publico, mesa.escena.publico)
    quienes = [f.personaje.publico for f in (mesa.kaelen, mesa.pnj)]

    assert pagina(client, mesa.dani, "asalto", *lugar, hacer="meter", personajes=quienes).status_code == 302
    de_dani = pagina(client, mesa.dani, "asalto", *lugar).content.decode()
    de_ana = pagina(client, mesa.ana, "asalto", *lugar).content.decode()
    de_bruno = pagina(client, mesa.bruno, "asalto", *lugar).content.decode()

    assert Combatiente.objects.sin_filtrar("test").count() == 2
    assert (de_dani.count("<meter"), de_ana.count("<meter"), de_bruno.count("<meter")) == (2, 1, 0)
    assert "Karg" in de_bruno
    assert "Acaba su turno" not in de_ana
    assert pagina(client, mesa.eva, "asalto", *lugar).status_code == 404
    assert pagina(client, mesa.ana, "asalto", *lugar, hacer="meter", personajes=quienes).status_code == 403
    assert pagina(client, mesa.dani, "asalto", *lugar, hacer="meter", personajes="nadie").status_code == 422


def test_acaba_el_turno_desde_el_panel(client, mesa):
    poner(mesa.kaelen, turno=1)
    lugar = (mesa.partida.publico, mesa.escena.publico)
    datos = {"hacer": "turno", "personajes": mesa.kaelen.personaje.publico, "clave": str(uuid4())}

    pagina(client, mesa.dani, "asalto", *lugar, **datos)
    pagina(client, mesa.dani, "asalto", *lugar, **datos)

    assert ficha(mesa.kaelen)["turno"] == 2


def test_repartir_se_elige_se_hace_y_lo_que_no_cabe_se_dice(client):
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="tirador", pnj="comodin")
    lugar, kaelen = mesa.partida.publico, mesa.kaelen.personaje.publico
    elegir = pagina(client, mesa.dani, "repartir", lugar).content.decode()
    assert "Premiar con benis" in elegir
    assert "Lo de cada sesión" in elegir
    datos = {"que": "premiar_beni", "personaje": kaelen, "escena": mesa.escena.publico, "datos.cantidad": "2"}

    assert pagina(client, mesa.dani, "repartir", lugar, **datos).status_code == 302
    mala = pagina(client, mesa.dani, "repartir", lugar, **datos | {"datos.cantidad": "50"})
    sin_nadie = pagina(client, mesa.dani, "repartir", lugar, **datos | {"personaje": ""})

    assert (ficha(mesa.kaelen)["benis"], mala.status_code, sin_nadie.status_code) == (5, 422, 422)
    assert 'value="50"' in mala.content.decode()
    assert pagina(client, mesa.ana, "repartir", lugar).status_code == 403


def test_repartir_no_pide_lo_que_pone_la_escena_ni_ofrece_dos_veces_lo_mismo(client, mesa):
    lugar = mesa.partida.publico
    elegir = pagina(client, mesa.dani, "repartir", lugar).content.decode()
    orden = client.get(reverse("repartir", args=[lugar]), {"que": "orden_de_combate"}).content.decode()

    assert elegir.count("<strong>Fin de la aventura</strong>") == 1
    assert "Orden de combate" in orden
    assert "datos.otros" not in orden


def test_un_pnj_rapido_pide_lo_de_su_clase(client, mesa):
    ruta = reverse("pnj_nuevo", args=[mesa.partida.publico])
    client.force_login(mesa.dani)
    assert "Cuántos son" in client.get(f"{ruta}?tipo=chusma").content.decode()
    assert "Cuántos son" not in client.get(f"{ruta}?tipo=maton").content.decode()

    datos = {"nombre": "Los de la puerta", "ficha.numero": "8", "ficha.pv_max": "9"}
    mala = client.post(f"{ruta}?tipo=chusma", datos)
    bien = client.post(f"{ruta}?tipo=chusma", datos | {"ficha.pv_max": "3"})

    assert (mala.status_code, bien.status_code) == (422, 302)
    fila = Reparto.objects.sin_filtrar("test").get(personaje__nombre="Los de la puerta")
    hoja = ficha(fila)
    assert (hoja["clase"], hoja["numero"], hoja["pv"], fila.personaje.formato, fila.secreto) == (
        "chusma", 8, 3, "ficha", False,
    )  # fmt: skip


def test_la_palabra_se_da_en_el_hilo_y_espera_en_la_mesa(client, mesa):
    solicitud = pedir(mesa)
    hilo = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    client.force_login(mesa.bruno)
    assert "Espera la palabra de la dirección." in client.get(hilo).content.decode()
    assert "Permitirlo y tirar" not in client.get(hilo).content.decode()
    client.force_login(mesa.dani)
    assert "Permitirlo y tirar" in client.get(hilo).content.decode()
    assert "Pendiente de ti" in client.get(reverse("mesa", args=[mesa.partida.publico])).content.decode()

    assert pagina(client, mesa.ana, "palabra", solicitud.publico, hacer="conceder").status_code == 403
    assert pagina(client, mesa.eva, "palabra", solicitud.publico, hacer="conceder").status_code == 404
    assert pagina(client, mesa.dani, "palabra", solicitud.publico, hacer="conceder").status_code == 302

    assert [t.accion for t in Tirada.objects.sin_filtrar("test")] == [GIRO.accion]


def test_el_formulario_de_quien_juega_la_pide_y_el_de_la_direccion_la_pone(client, mesa):
    escribir = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    datos = {
        "clave": str(uuid4()), "texto": "Salto.", "cuantas": "1", "visibilidad": "todos", "hacer": "campos",
        "t0-accion": "giro_del_destino", "t0-datos.descripcion": "Una cuerda.", "t0-datos.aprobado_dj": "1",
    }  # fmt: skip
    client.force_login(mesa.ana)
    suyo = client.post(escribir, datos | {"personaje": mesa.kaelen.personaje.publico}).content.decode()
    client.force_login(mesa.dani)
    de_dani = {"personaje": "-", "t0-personaje": mesa.kaelen.personaje.publico}
    directo = client.post(escribir, datos | de_dani).content.decode()

    assert "Pedir la palabra del DJ" in suyo
    assert "Al publicar, esperará la palabra de la dirección." in suyo
    assert "Pedir la palabra del DJ" not in directo
    client.force_login(mesa.ana)
    otro = datos | {"personaje": mesa.kaelen.personaje.publico, "hacer": "publicar", "clave": str(uuid4())}
    client.post(escribir, otro)
    assert SolicitudDePalabra.objects.sin_filtrar("test").get().accion == "giro_del_destino"


def test_el_widget_ofrece_lo_que_sirve_a_la_ficha_y_dice_que_daria_un_beni(client):
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="tirador", pnj="comodin")
    escribir = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    datos = {
        "clave": str(uuid4()), "cuantas": "1", "visibilidad": "todos", "hacer": "campos",
        "personaje": mesa.kaelen.personaje.publico, "t0-accion": "tirada", "t0-datos.rasgo": "pelear",
    }  # fmt: skip
    client.force_login(mesa.ana)
    tarea = client.post(escribir, datos).content.decode()
    carta = client.post(escribir, datos | {"t0-accion": "carta_accion"}).content.decode()

    assert '<optgroup label="Con dados">' in tarea
    assert "si falla: el éxito pasa de" in tarea
    assert "Cartas ya usadas" not in carta


def test_los_enemigos_de_la_iniciativa_los_pone_el_asalto_y_sin_el_se_escriben(client, mesa):
    poner(mesa.pnj, combate=ficha(mesa.pnj)["combate"] | {"iniciativa": 3})
    escribir = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    datos = {
        "clave": str(uuid4()), "cuantas": "1", "visibilidad": "todos", "hacer": "campos",
        "personaje": mesa.kaelen.personaje.publico, "t0-accion": "iniciativa",
    }  # fmt: skip
    client.force_login(mesa.ana)
    sin_asalto = client.post(escribir, datos).content.decode()
    asalto.meter(mesa.escena, [mesa.pnj.personaje.publico], por=mesa.dani, ahora=fabrica.AHORA)
    con_asalto = client.post(escribir, datos).content.decode()
    client.post(escribir, datos | {"hacer": "publicar"})

    assert "t0-datos.enemigos.0.clase" in sin_asalto
    assert "t0-datos.enemigos" not in con_asalto
    detalle = Tirada.objects.sin_filtrar("test").get().respuesta["detalle"]
    assert detalle["enemigo"] == -3


@pytest.mark.parametrize(("lengua", "nombre"), [("es", "Pelear"), ("en", "Fighting")])
def test_la_habilidad_se_elige_por_su_nombre_entre_las_de_la_ficha(client, lengua, nombre):
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="tirador", pnj="comodin")
    escribir = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    datos = {
        "clave": str(uuid4()), "cuantas": "1", "visibilidad": "todos", "personaje": mesa.kaelen.personaje.publico,
        "t0-accion": "tirada", "t0-datos.rasgo": nombre,
    }  # fmt: skip
    mesa.ana.idioma = lengua
    mesa.ana.save()
    client.force_login(mesa.ana)

    html = client.post(escribir, datos | {"hacer": "campos"}).content.decode()
    assert client.post(escribir, datos | {"hacer": "publicar"}).status_code == 302

    lista = html.partition('<datalist id="c-t0-datos-rasgo-lista">')[2].partition("</datalist>")[0]
    assert f'<option value="{nombre}">' in lista
    assert f'name="t0-datos.rasgo" type="text" value="{nombre}"' in html
    assert Tirada.objects.sin_filtrar("test").get().respuesta["detalle"]["rasgo"] == "pelear"
