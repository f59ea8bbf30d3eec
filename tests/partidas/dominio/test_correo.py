"""The mail of a notice: whether it leaves, to whom, with what, and what becomes of it when the server will not."""

from datetime import timedelta
from email.utils import parseaddr

import pytest
from allauth.account.models import EmailAddress

from cuentas import dominio as cuentas
from cuentas.models import Usuario
from partidas.dominio import buzon, correo, obrero, pendientes
from partidas.dominio.obrero import ESPERAS, Recuento
from partidas.models import (
    Aviso,
    ClaseDeAviso,
    Escena,
    EscenaSilenciada,
    Mensaje,
    Participante,
    Partida,
    Pendiente,
    PreferenciaDeAviso,
    Trabajo,
)
from tests import cartero, fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db
HORA = timedelta(hours=1)


def vaciar(ahora=AHORA) -> Recuento:
    return obrero.vaciar(lambda: ahora)


@pytest.fixture
def mesa() -> fabrica.Mesa:
    """Set the table, each with an address, and forget what setting it left in the outbox."""
    mesa = fabrica.mesa()
    for nombre in ("dani", "ana", "bruno", "esp", "eva"):
        poner_direccion(getattr(mesa, nombre))
    Trabajo.objects.all().delete()
    return mesa


def poner_direccion(usuario: Usuario, **campos) -> None:
    EmailAddress.objects.create(user=usuario, email=f"{usuario.username}@example.org", primary=True, **campos)


def avisar(mesa: fabrica.Mesa, a: Usuario, clase=ClaseDeAviso.TURNO, **campos) -> Aviso:
    """Tell somebody of the table's scene, with a mail, as the bell does."""
    donde = {"partida": mesa.partida, "escena": mesa.escena} | campos
    aviso = Aviso.objects.sin_filtrar("test").create(
        usuario=a, clase=clase, clave=f"x:{Aviso.objects.sin_filtrar('test').count()}", creado=AHORA,
        correo=Aviso.Correo.PENDIENTE, **donde,
    )  # fmt: skip
    buzon.encargar("correo", clave=f"correo:{aviso.publico}", datos={"aviso": aviso.publico}, ahora=AHORA)
    return aviso


def estado(aviso: Aviso) -> str:
    return Aviso.objects.sin_filtrar("test").get(pk=aviso.pk).correo


def test_un_aviso_es_un_correo_para_una_persona_con_su_enlace_y_sus_cabeceras(mesa, settings):
    aviso = avisar(mesa, mesa.ana)

    assert vaciar() == Recuento(1, 0)
    assert vaciar(AHORA + HORA) == Recuento()

    (carta,) = cartero.del_buzon()
    enlace = f"http://localhost:8000/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    assert (carta.para, carta.asunto) == (("ana@example.org",), "[Hilo y Dado] Te toca en La puerta")
    assert carta.enlaces[:2] == [enlace, "http://localhost:8000/ajustes/correo/"]
    assert {n: carta.cabeceras.get(n) for n in (*cartero.PROPIAS, "Auto-Submitted", "Cc", "Bcc")} == {
        "Message-ID": f"<{aviso.publico}@localhost>",
        "In-Reply-To": f"<escena.{mesa.escena.publico}@localhost>",
        "References": f"<escena.{mesa.escena.publico}@localhost>",
        "List-Id": f"<{mesa.partida.publico}.partida.localhost>",
        "List-Unsubscribe": f"<{carta.enlaces[2]}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "Cc": None,
        "Bcc": None,
    }
    assert parseaddr(settings.DEFAULT_FROM_EMAIL)[1] == parseaddr(carta.cabeceras["From"])[1]
    assert "El faro · 01/12/2026 19:00" in carta.texto
    assert f'href="{enlace}"' in carta.html
    assert estado(aviso) == "enviado"


def test_va_en_el_idioma_y_con_la_hora_de_quien_lo_recibe(mesa):
    Usuario.objects.filter(pk=mesa.ana.pk).update(idioma="en", zona="America/Lima")
    avisar(mesa, mesa.ana)
    avisar(mesa, mesa.bruno)

    vaciar()

    de_ana, de_bruno = cartero.del_buzon()
    assert (de_ana.asunto, de_bruno.asunto) == (
        "[Hilo y Dado] It is your turn in La puerta", "[Hilo y Dado] Te toca en La puerta",
    )  # fmt: skip
    assert "12/01/2026 1 p.m." in de_ana.texto
    assert "01/12/2026 19:00" in de_bruno.texto


def _leer_en_la_campana(mesa, aviso):
    Aviso.objects.sin_filtrar("test").update(leido=AHORA)


def _no_querer_ninguno(mesa, aviso):
    cuentas.guardar_correos(mesa.ana, correos=False, texto_en_correos=False)


def _no_querer_de_su_clase(mesa, aviso):
    PreferenciaDeAviso.objects.sin_filtrar("test").create(
        usuario=mesa.ana, clase=aviso.clase, campana=True, correo=False
    )


def _no_querer_de_la_partida(mesa, aviso):
    filas = PreferenciaDeAviso.objects.sin_filtrar("test")
    filas.create(usuario=mesa.ana, clase=aviso.clase, campana=True, correo=True)
    filas.create(usuario=mesa.ana, clase=aviso.clase, campana=True, correo=False, partida=mesa.partida)


def _callar_la_escena(mesa, aviso):
    EscenaSilenciada.objects.sin_filtrar("test").create(usuario=mesa.ana, escena=mesa.escena, desde=AHORA)


def _perder_la_plaza(mesa, aviso):
    Participante.objects.sin_filtrar("test").filter(usuario=mesa.ana).update(estado="expulsada")


def _suspender_la_cuenta(mesa, aviso):
    cuentas.suspender_cuenta(mesa.ana)


def _quitar_la_direccion(mesa, aviso):
    EmailAddress.objects.filter(user=mesa.ana).delete()


def _guardar_la_escena_para_otros(mesa, aviso):
    Escena.objects.sin_filtrar("test").update(secreta=True)


def _estrechar_el_mensaje(mesa, aviso):
    Mensaje.objects.sin_filtrar("test").update(visibilidad="direccion")


def _ocultar_el_mensaje(mesa, aviso):
    Mensaje.objects.sin_filtrar("test").update(estado="oculto")


@pytest.mark.parametrize(
    "que",
    [
        _leer_en_la_campana, _no_querer_ninguno, _no_querer_de_su_clase, _no_querer_de_la_partida, _callar_la_escena,
        _perder_la_plaza, _suspender_la_cuenta, _quitar_la_direccion, _guardar_la_escena_para_otros,
        _estrechar_el_mensaje, _ocultar_el_mensaje,
    ],
)  # fmt: skip
def test_seg_17_seg_25_lo_que_deja_de_poder_decirse_o_de_quererse_se_retira_y_no_sale(mesa, que):
    mensaje = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    aviso = avisar(mesa, mesa.ana, ClaseDeAviso.MENSAJE, mensaje=mensaje)

    que(mesa, aviso)
    vaciar()

    assert (cartero.del_buzon(), estado(aviso)) == ([], "retirado")
    assert Trabajo.objects.get(tipo="correo").estado == "hecho"


def test_seg_17_sin_obreros_se_estrecha_lo_dicho_y_el_correo_que_esperaba_no_sale(mesa):
    mensaje = fabrica.publicar(mesa, mesa.dani)
    aviso = avisar(mesa, mesa.bruno, ClaseDeAviso.MENSAJE, mensaje=mensaje)
    otro = avisar(mesa, mesa.dani, ClaseDeAviso.MENSAJE, mensaje=mensaje)

    Mensaje.objects.sin_filtrar("test").update(visibilidad="direccion")
    vaciar()

    assert [carta.para for carta in cartero.del_buzon()] == [("dani@example.org",)]
    assert (estado(aviso), estado(otro)) == ("retirado", "enviado")


def test_seg_25_a_quien_se_expulsa_de_una_partida_publica_que_aun_puede_leer_no_se_le_escribe_mas(mesa):
    mesa.partida.acceso = "publica"
    mesa.partida.estado = "en_juego"
    mesa.partida.save()
    aviso = avisar(mesa, mesa.ana)

    Participante.objects.sin_filtrar("test").filter(usuario=mesa.ana).update(estado="expulsada")
    vaciar()

    assert Partida.objects.visibles_para(mesa.ana).filter(pk=mesa.partida.pk).exists()
    assert (cartero.del_buzon(), estado(aviso)) == ([], "retirado")


def test_a_una_cuenta_que_se_cierra_no_se_le_escribe(mesa):
    avisar(mesa, mesa.ana)
    avisar(mesa, mesa.bruno)

    cuentas.cerrar_cuenta(mesa.ana, ahora=AHORA)
    vaciar()

    assert [carta.para for carta in cartero.del_buzon()] == [("bruno@example.org",)]
    assert set(Trabajo.objects.filter(tipo="correo").values_list("estado", flat=True)) == {"hecho"}


def test_de_lo_que_se_debe_al_correo_de_quien_lo_debe_y_de_nadie_mas(mesa):
    """The whole way: the verb's fact, the bell, the mail, all by the worker."""
    mensaje = fabrica.publicar(mesa, mesa.dani, visibilidad="direccion", texto="CANARIO")
    for clave, para, campos in (("a", mesa.ana, {}), ("b", mesa.bruno, {"mensaje": mensaje})):
        pendientes.dar_a(
            para, Pendiente.Clase.TURNO, clave=clave, partida=mesa.partida, escena=mesa.escena, actor=mesa.dani,
            ahora=AHORA, **campos,
        )  # fmt: skip

    vaciar()

    cartas = cartero.del_buzon()
    assert [(carta.para, carta.asunto) for carta in cartas] == [
        (("ana@example.org",), "[Hilo y Dado] Te toca en La puerta")
    ]
    assert not any(carta.lleva("CANARIO") for carta in cartas)


def test_a_quien_se_ofrece_plaza_se_le_dice_eso_y_nada_mas(mesa):
    Participante.objects.sin_filtrar("test").create(
        partida=mesa.partida, usuario=mesa.eva, papel="jugador", estado="invitada", desde=AHORA
    )
    plaza = avisar(mesa, mesa.eva, ClaseDeAviso.PLAZA, escena=None)
    turno = avisar(mesa, mesa.eva, escena=None)

    vaciar()

    assert [carta.asunto for carta in cartero.del_buzon()] == ["[Hilo y Dado] Tu plaza en El faro ha cambiado"]
    assert (estado(plaza), estado(turno)) == ("enviado", "retirado")


def test_con_servidor_solo_se_escribe_a_una_direccion_confirmada(mesa, settings):
    settings.HAY_CORREO = True
    EmailAddress.objects.filter(user=mesa.bruno).update(verified=True)
    de_ana, de_bruno = avisar(mesa, mesa.ana), avisar(mesa, mesa.bruno)

    vaciar()

    assert [carta.para for carta in cartero.del_buzon()] == [("bruno@example.org",)]
    assert (estado(de_ana), estado(de_bruno)) == ("retirado", "enviado")


def test_seg_06_ningun_correo_lleva_lo_dicho_ni_se_distingue_del_de_otro_lector(mesa):
    secreto = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="CANARIO entre dos")
    de_todos = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO para todos")
    for mensaje, lectores in ((secreto, (mesa.bruno, mesa.dani)), (de_todos, (mesa.bruno, mesa.esp))):
        for persona in lectores:
            avisar(mesa, persona, ClaseDeAviso.MENSAJE, mensaje=mensaje)

    vaciar()

    cartas = cartero.del_buzon()
    assert [carta.para for carta in cartas] == [(f"{n}@example.org",) for n in ("bruno", "dani", "bruno", "esp")]
    assert not any(carta.lleva("CANARIO") for carta in cartas)
    propias = ("Message-ID", "To", "List-Unsubscribe", "Date", "Content-Type")
    iguales = [n for n in cartas[0].cabeceras if n not in propias]
    assert len({tuple((n, carta.cabeceras[n]) for n in iguales) for carta in cartas}) == 1
    assert len({carta.texto.count("\n") for carta in cartas}) == 1


def test_el_texto_va_a_quien_lo_pide_si_es_suyo_en_ese_momento_sin_fragmentos_ni_destripes(mesa):
    cuentas.guardar_correos(mesa.bruno, correos=True, texto_en_correos=True)
    mensaje = fabrica.publicar(
        mesa, mesa.ana, mesa.kaelen, texto="Entra. ||El asesino||\n\n:::solo Kaelen\nCANARIO de Kaelen\n:::"
    )
    for persona in (mesa.bruno, mesa.esp):
        avisar(mesa, persona, ClaseDeAviso.MENSAJE, mensaje=mensaje)

    vaciar()

    de_bruno, de_esp = cartero.del_buzon()
    assert ("Entra. [destripe]" in de_bruno.texto, "Entra." in de_esp.texto) == (True, False)
    assert "Entra." in de_bruno.html
    assert not any(carta.lleva("CANARIO") or carta.lleva("asesino") for carta in (de_bruno, de_esp))


def test_lo_que_espera_y_se_pospone_se_dice_cuando_vence_y_lo_hecho_no_se_dice(mesa):
    pospuesto, hecho = (
        pendientes.dar_a(
            mesa.ana, Pendiente.Clase.TURNO, clave=clave, partida=mesa.partida, escena=mesa.escena, ahora=AHORA,
            avisar=False,
        )
        for clave in ("a", "b")
    )  # fmt: skip
    Pendiente.objects.sin_filtrar("test").filter(pk=pospuesto.pk).update(pospuesto=AHORA + HORA)
    pendientes.saldar("hecho", AHORA, clave="b")
    luego, nunca = avisar(mesa, mesa.ana, pendiente=pospuesto), avisar(mesa, mesa.ana, pendiente=hecho)

    vaciar()
    antes = (len(cartero.del_buzon()), estado(luego), estado(nunca))
    vaciar(AHORA + HORA)

    assert antes == (0, "pendiente", "retirado")
    assert (len(cartero.del_buzon()), estado(luego)) == (1, "enviado")
    assert Trabajo.objects.get(datos__aviso=luego.publico).intentos == 1


def test_pasados_veinte_en_una_hora_llega_uno_que_dice_cuantos_mas_y_nada_se_pierde(mesa):
    avisos = [avisar(mesa, mesa.ana) for _ in range(correo.POR_HORA + 7)]
    de_bruno = avisar(mesa, mesa.bruno)

    vaciar()
    primera = cartero.del_buzon()
    Aviso.objects.sin_filtrar("test").filter(pk=avisos[-1].pk).update(leido=AHORA)
    vaciar(AHORA + HORA)
    resumen = cartero.del_buzon()
    vaciar(AHORA + 3 * HORA)

    assert [carta.para[0] for carta in primera].count("ana@example.org") == correo.POR_HORA
    assert estado(de_bruno) == "enviado"
    assert [(carta.para, carta.asunto) for carta in resumen] == [
        (("ana@example.org",), "[Hilo y Dado] Tienes 6 avisos más")
    ]
    assert resumen[0].cabeceras["List-Id"] == "<avisos.localhost>"
    assert [estado(aviso) for aviso in avisos] == ["enviado"] * (correo.POR_HORA + 6) + ["retirado"]
    assert cartero.del_buzon() == []


@pytest.fixture
def servidor(settings):
    """Give a server of mail, to which this process sends."""
    uno = cartero.Servidor()
    settings.EMAIL_BACKEND, settings.EMAIL_TIMEOUT = "django.core.mail.backends.smtp.EmailBackend", 0.2
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", uno.puerto
    yield uno
    uno.cerrar()


def test_una_tanda_va_por_una_conexion_y_la_siguiente_por_otra(mesa, servidor):
    for persona in (mesa.ana, mesa.bruno, mesa.dani):
        avisar(mesa, persona)

    assert vaciar() == Recuento(3, 0)
    avisar(mesa, mesa.esp)
    vaciar()

    assert [carta.para for carta in servidor.cartas] == [(f"{n}@example.org",) for n in ("ana", "bruno", "dani", "esp")]
    assert servidor.conexiones == 2


def test_una_direccion_que_no_existe_para_su_correo_y_no_los_demas(mesa, servidor):
    servidor.modo = "rechaza"
    malo = avisar(mesa, mesa.ana)
    vaciar()
    servidor.modo = "acepta"
    avisar(mesa, mesa.bruno)
    vaciar(AHORA + 24 * HORA)

    trabajo = Trabajo.objects.get(datos__aviso=malo.publico)
    assert (trabajo.estado, trabajo.intentos, trabajo.error) == ("parado", 1, "NoRepetir: 550 direccion")
    assert [carta.para for carta in servidor.cartas] == [("bruno@example.org",)]
    assert estado(malo) == "pendiente"
    assert obrero.reanudar(trabajo.clave, ahora=AHORA)
    vaciar()
    assert estado(malo) == "enviado"


def test_un_servidor_ocupado_se_vuelve_a_probar_cada_vez_mas_tarde(mesa, servidor):
    servidor.modo = "ocupado"
    aviso = avisar(mesa, mesa.ana)

    assert vaciar() == Recuento(0, 1)
    trabajo = Trabajo.objects.get()
    assert (trabajo.estado, trabajo.error, trabajo.no_antes_de) == ("pendiente", "ServidorOcupado", AHORA + ESPERAS[0])
    servidor.modo = "acepta"
    vaciar(AHORA + ESPERAS[0])

    assert (len(servidor.cartas), estado(aviso)) == (1, "enviado")


def test_fia_43_un_servidor_que_no_contesta_cuesta_tres_intentos_por_tanda_y_no_gasta_los_demas(mesa, servidor):
    servidor.modo = "calla"
    avisos = [avisar(mesa, persona) for persona in (mesa.ana, mesa.bruno, mesa.dani, mesa.esp) for _ in range(2)]

    assert vaciar() == Recuento(0, 3)
    assert sorted(Trabajo.objects.values_list("intentos", flat=True)) == [0] * 5 + [1] * 3
    assert {"ServidorNoResponde", ""} == set(Trabajo.objects.values_list("error", flat=True))
    servidor.modo = "acepta"
    vaciar(AHORA + HORA)

    assert {estado(aviso) for aviso in avisos} == {"enviado"}
    assert len(servidor.cartas) == len(servidor.numeros()) == 8


def test_fia_43_lo_que_el_servidor_tomo_sin_decirlo_sale_otra_vez_con_el_mismo_numero(mesa, servidor):
    servidor.modo = "muere"
    aviso = avisar(mesa, mesa.ana)

    vaciar()
    servidor.modo = "acepta"
    vaciar(AHORA + HORA)

    assert [carta.numero for carta in servidor.cartas] == [f"<{aviso.publico}@localhost>"] * 2
    assert estado(aviso) == "enviado"


def test_sin_servidor_cada_correo_es_un_archivo_que_el_mismo_no_dobla_y_caduca_al_mes(mesa, settings, tmp_path):
    settings.EMAIL_BACKEND, settings.DIR_CORREO = "config.correo.EnDisco", tmp_path / "correo"
    aviso = avisar(mesa, mesa.ana)
    vaciar()
    Aviso.objects.sin_filtrar("test").update(correo="pendiente")
    Trabajo.objects.update(estado="pendiente")
    vaciar()

    (carta,) = cartero.de_la_carpeta(settings.DIR_CORREO)
    (archivo,) = settings.DIR_CORREO.rglob("*.eml")
    assert (carta.para, carta.numero) == (("ana@example.org",), f"<{aviso.publico}@localhost>")
    assert (archivo.parent.name, archivo.stat().st_mode & 0o777) == (mesa.ana.publico, 0o600)
    escrito = archivo.stat().st_mtime - AHORA.timestamp()
    assert correo.caducar_correos(AHORA + timedelta(seconds=escrito, days=29)) == 0
    assert correo.caducar_correos(AHORA + timedelta(seconds=escrito, days=30, hours=1)) == 1
    assert cartero.de_la_carpeta(settings.DIR_CORREO) == []


def test_lo_parado_hace_un_mes_se_olvida(mesa):
    aviso = avisar(mesa, mesa.ana)
    Trabajo.objects.update(estado="parado")

    assert correo.caducar_correos(AHORA + timedelta(days=30)) == 0
    assert correo.caducar_correos(AHORA + timedelta(days=31)) == 1
    assert (Trabajo.objects.count(), estado(aviso)) == (0, "retirado")


@pytest.mark.django_db(transaction=True)
def test_seg_81_al_cerrar_la_cuenta_se_borran_los_archivos_de_sus_correos(settings, tmp_path):
    settings.EMAIL_BACKEND, settings.DIR_CORREO = "config.correo.EnDisco", tmp_path / "correo"
    mesa = fabrica.mesa()
    for persona in (mesa.ana, mesa.bruno):
        poner_direccion(persona)
        avisar(mesa, persona)
    vaciar()
    antes = len(cartero.de_la_carpeta(settings.DIR_CORREO))

    cuentas.cerrar_cuenta(mesa.ana, ahora=AHORA)

    assert (antes, [c.para for c in cartero.de_la_carpeta(settings.DIR_CORREO)]) == (2, [("bruno@example.org",)])
