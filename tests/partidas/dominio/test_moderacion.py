"""Verbs of moderation: each one, its inverse, the second call, the record, and what it leaves alone."""

import pytest

from partidas import jornadas
from partidas.dominio import actas, cesiones, edicion, escenas, lectores, moderacion, partidas, plazas
from partidas.dominio import deshacer as inversos
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import (
    Acta,
    Destinatario,
    Escena,
    Mensaje,
    Participante,
    Partida,
    Presente,
    Reparto,
    Revision,
    Tirada,
)
from personajes.models import Personaje
from reglas.models import Asiento
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def actas_de(objeto) -> list[tuple[str, str, str]]:
    filas = Acta.objects.sin_filtrar("test").filter(objeto=objeto.publico).order_by("pk")
    return [(fila.verbo, fila.por.username, fila.motivo) for fila in filas.select_related("por")]


def fresco(fila):
    return type(fila).objects.sin_filtrar("test").get(pk=fila.pk)


def plaza_de(mesa, persona) -> Participante:
    return Participante.objects.sin_filtrar("test").select_related("usuario", "partida").get(usuario=persona)


def test_ocultar_y_mostrar_guardan_el_acta_y_la_segunda_vez_no_hacen_nada():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    hecho = [moderacion.ocultar(mensaje, motivo="Fuera de tono", por=mesa.dani, ahora=AHORA) for _ in range(2)]
    oculto = (fresco(mensaje).estado, fresco(mensaje).motivo)
    vuelto = [moderacion.mostrar(mensaje, por=mesa.dani, ahora=AHORA) for _ in range(2)]

    assert (hecho, vuelto) == ([True, False], [True, False])
    assert oculto == ("oculto", "Fuera de tono")
    assert (fresco(mensaje).estado, fresco(mensaje).motivo, fresco(mensaje).orden) == ("publicado", "", mensaje.orden)
    assert actas_de(mensaje) == [("ocultar", "dani", "Fuera de tono"), ("mostrar", "dani", "")]


def test_ocultar_sin_motivo_se_rechaza():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    with pytest.raises(DatoInvalido):
        moderacion.ocultar(mensaje, motivo="  ", por=mesa.dani, ahora=AHORA)

    assert fresco(mensaje).estado == "publicado"


def test_la_autora_borra_mientras_nadie_responda_y_lo_restaura():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    assert [moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA) for _ in range(2)] == [True, False]
    assert fresco(mensaje).estado == "borrado"
    assert Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje).count() == 1
    assert Asiento.objects.filter(tipo="tirada").count() == 1
    assert [moderacion.restaurar(mensaje, por=mesa.ana, ahora=AHORA) for _ in range(2)] == [True, False]
    assert fresco(mensaje).estado == "publicado"
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    with pytest.raises(NoPermitido):
        moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA)


def test_un_susurro_que_la_autora_no_ve_no_le_impide_borrar():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, visibilidad="direccion")

    assert moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA) is True


def test_lo_oculto_y_luego_borrado_vuelve_oculto_y_la_autora_no_se_lo_salta():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    moderacion.ocultar(mensaje, motivo="Spoiler", por=mesa.dani, ahora=AHORA)
    with pytest.raises(NoPermitido):
        moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA)
    moderacion.borrar(mensaje, motivo="Y fuera", por=mesa.dani, ahora=AHORA)
    with pytest.raises(NoPermitido):
        moderacion.restaurar(mensaje, por=mesa.ana, ahora=AHORA)

    moderacion.restaurar(mensaje, por=mesa.dani, ahora=AHORA)

    assert (fresco(mensaje).estado, fresco(mensaje).motivo) == ("oculto", "Spoiler")


def test_mover_va_al_final_y_devolver_lo_pone_donde_estaba():
    mesa = fabrica.mesa()
    primero = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    otra = escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)

    movido = [moderacion.mover(primero, destino=otra, por=mesa.dani, ahora=AHORA) for _ in range(2)]
    alli = (fresco(primero).escena_id, fresco(primero).orden, fresco(otra).ultimo_orden)
    devuelto = [moderacion.devolver(primero, por=mesa.dani, ahora=AHORA) for _ in range(2)]

    assert (movido, devuelto) == ([True, False], [True, False])
    assert alli == (otra.pk, 1, 1)
    assert (fresco(primero).escena_id, fresco(primero).orden) == (mesa.escena.pk, 1)
    assert fresco(mesa.escena).ultimo_orden == 2
    assert [verbo for verbo, _por, _motivo in actas_de(primero)] == ["mover", "devolver"]


def test_un_mensaje_con_tiradas_no_se_mueve_a_donde_alguien_deja_de_verlas():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    secreta = fabrica.secreta(mesa, mesa.kaelen)

    with pytest.raises(NoPermitido):
        moderacion.mover(mensaje, destino=secreta, por=mesa.dani, ahora=AHORA)

    assert fresco(mensaje).escena_id == mesa.escena.pk


def test_cambiar_lectores_y_deshacer_devuelven_la_misma_foto():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(
        mesa, mesa.dani, visibilidad="destinatarios", destinatarios=(mesa.kaelen.personaje.publico,)
    )
    para_mirta = {"visibilidad": "destinatarios", "destinatarios": (mesa.mirta.personaje.publico,)}

    cambiado = [lectores.cambiar(mensaje, **para_mirta, por=mesa.dani, ahora=AHORA) for _ in range(2)]
    luego = list(Destinatario.objects.sin_filtrar("test").values_list("usuario__username", "nombre"))
    assert lectores.deshacer(mensaje, por=mesa.dani, ahora=AHORA) is True

    assert cambiado == [True, False]
    assert luego == [("bruno", "Mirta")]
    assert list(Destinatario.objects.sin_filtrar("test").values_list("usuario__username", "nombre")) == [
        ("ana", "Kaelen")
    ]


def test_con_tiradas_se_amplia_y_no_se_estrecha():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion", tiradas=(fabrica.tarea(),))

    assert lectores.cambiar(mensaje, visibilidad="todos", por=mesa.dani, ahora=AHORA) is True
    with pytest.raises(NoPermitido):
        lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.dani, ahora=AHORA)

    assert fresco(mensaje).visibilidad == "todos"


def test_editar_guarda_lo_anterior_y_no_toca_dados_ni_declaracion():
    mesa = fabrica.mesa()
    tarea = fabrica.tarea()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Uno.", tiradas=(tarea,))
    tirada = Tirada.objects.sin_filtrar("test").values().get()

    hecho = [
        edicion.editar(mensaje, texto="**Dos.**", notas="", version=1, por=persona, ahora=AHORA)
        for persona in (mesa.ana, mesa.ana)
    ]
    edicion.editar(mensaje, texto="Tres.", notas="", version=2, por=mesa.dani, ahora=AHORA)

    assert hecho == [True, False]
    ahora = fresco(mensaje)
    assert (ahora.texto, ahora.html.strip(), ahora.version, ahora.editado) == (
        "Tres.",
        '<p dir="auto">Tres.</p>',
        3,
        AHORA,
    )
    revisiones = (
        Revision.objects.sin_filtrar("test").order_by("version").values_list("version", "texto", "por__username")
    )
    assert list(revisiones) == [(1, "Uno.", "ana"), (2, "**Dos.**", "ana")]
    assert Tirada.objects.sin_filtrar("test").values().get() == tirada


def test_editar_sobre_una_version_vieja_no_pisa_nada():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Uno.")
    edicion.editar(mensaje, texto="Dos.", notas="", version=1, por=mesa.dani, ahora=AHORA)

    with pytest.raises(edicion.MensajeCambiado) as error:
        edicion.editar(mensaje, texto="Mío.", notas="", version=1, por=mesa.ana, ahora=AHORA)

    assert error.value.mensaje.texto == "Dos."
    assert fresco(mensaje).texto == "Dos."
    assert Revision.objects.sin_filtrar("test").count() == 1


def test_expulsar_retira_sus_personajes_y_readmitir_los_devuelve_con_sus_escenas():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.mirta)
    plaza = plaza_de(mesa, mesa.bruno)

    fuera = [plazas.expulsar(plaza, motivo="Insultos", por=mesa.dani, ahora=AHORA) for _ in range(2)]
    mirta = Personaje.objects.sin_filtrar("test").get(pk=mesa.mirta.personaje_id)
    assert (fuera, plaza_de(mesa, mesa.bruno).estado, mirta.estado) == ([True, False], "expulsada", "retirado")
    dentro = [plazas.readmitir(plaza, por=mesa.dani, ahora=AHORA) for _ in range(2)]

    assert (dentro, plaza_de(mesa, mesa.bruno).estado) == ([True, False], "activa")
    abierta = (
        Reparto.objects.sin_filtrar("test")
        .select_related("personaje")
        .get(personaje=mesa.mirta.personaje_id, hasta__isnull=True)
    )
    assert (abierta.usuario_id, abierta.personaje.estado, abierta.personaje.clase) == (mesa.bruno.pk, "activo", "pj")
    assert Presente.objects.sin_filtrar("test").filter(escena=secreta, usuario=mesa.bruno).count() == 1


def test_dejar_como_pnj_y_volver_deshacen_lo_mismo_y_a_los_siete_dias_ya_no():
    from datetime import timedelta

    mesa = fabrica.mesa()

    assert plazas.dejar(mesa.partida, por=mesa.ana, como_pnj=True, ahora=AHORA) is True
    assert plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA) is False
    kaelen = Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id)
    assert (kaelen.clase, kaelen.estado) == ("pnj", "activo")
    with pytest.raises(NoExiste):
        plazas.volver(mesa.partida, por=mesa.ana, ahora=AHORA + timedelta(days=8))
    assert plazas.volver(mesa.partida, por=mesa.ana, ahora=AHORA) is True
    assert plazas.volver(mesa.partida, por=mesa.ana, ahora=AHORA) is False

    kaelen.refresh_from_db()
    assert (kaelen.clase, kaelen.estado) == ("pj", "activo")
    assert Reparto.objects.sin_filtrar("test").get(personaje=kaelen, hasta__isnull=True).usuario_id == mesa.ana.pk


def test_quien_fue_expulsada_no_vuelve_sola():
    mesa = fabrica.mesa()
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
    plazas.expulsar(plaza_de(mesa, mesa.ana), motivo="No", por=mesa.dani, ahora=AHORA)

    for verbo in (plazas.volver, plazas.aceptar, plazas.dejar):
        with pytest.raises(NoExiste):
            verbo(mesa.partida, por=mesa.ana, ahora=AHORA)


def test_quien_dirige_en_solitario_no_puede_irse_ni_perder_el_papel():
    mesa = fabrica.mesa()

    with pytest.raises(NoPermitido):
        plazas.dejar(mesa.partida, por=mesa.dani, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        plazas.dar(mesa.partida, persona=mesa.dani, papel="jugador", por=mesa.dani, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        plazas.expulsar(plaza_de(mesa, mesa.dani), motivo="—", por=mesa.dani, ahora=AHORA)

    plazas.dar(mesa.partida, persona=mesa.ana, papel="direccion", por=mesa.dani, ahora=AHORA)
    assert plazas.dejar(mesa.partida, por=mesa.dani, ahora=AHORA) is True


def test_una_plaza_se_ofrece_y_se_toma_para_lo_que_se_ofrecio():
    mesa = fabrica.mesa()

    dada = [plazas.dar(mesa.partida, persona=mesa.eva, papel="lector", por=mesa.dani, ahora=AHORA) for _ in range(2)]
    antes = plaza_de(mesa, mesa.eva).estado
    tomada = [plazas.aceptar(mesa.partida, por=mesa.eva, ahora=AHORA) for _ in range(2)]

    assert (dada, antes, tomada) == ([True, False], "invitada", [True, False])
    assert (plaza_de(mesa, mesa.eva).estado, plaza_de(mesa, mesa.eva).papel) == ("activa", "lector")
    assert plazas.quitar(plaza_de(mesa, mesa.eva), por=mesa.dani, ahora=AHORA) is True
    assert plazas.quitar(plaza_de(mesa, mesa.eva), por=mesa.dani, ahora=AHORA) is False


def test_a_quien_se_pide_silencio_lee_y_no_escribe():
    mesa = fabrica.mesa()
    plaza = plaza_de(mesa, mesa.ana)

    assert [plazas.silenciar(plaza, por=mesa.dani, ahora=AHORA) for _ in range(2)] == [True, False]
    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert [plazas.dar_voz(plaza, por=mesa.dani, ahora=AHORA) for _ in range(2)] == [True, False]
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)


def test_entregar_un_personaje_no_abre_lo_que_se_dijo_antes_y_se_deshace():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    susurro = fabrica.publicar(
        mesa, mesa.dani, visibilidad="destinatarios", destinatarios=(mesa.kaelen.personaje.publico,)
    )

    def lee(persona):
        return [
            Mensaje.objects.visibles_para(persona).filter(pk=susurro.pk).exists(),
            Escena.objects.visibles_para(persona).filter(pk=secreta.pk).exists(),
            Personaje.objects.visibles_para(persona).filter(pk=mesa.kaelen.personaje_id).exists(),
        ]

    assert cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA) is True
    assert cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA) is False
    assert (lee(mesa.ana), lee(mesa.bruno)) == ([True, False, False], [False, False, True])
    assert cesiones.deshacer_entrega(mesa.kaelen, por=mesa.dani, ahora=AHORA) is True
    assert (lee(mesa.ana), lee(mesa.bruno)) == ([True, True, True], [False, False, False])


def test_un_pnj_secreto_se_muestra_y_se_esconde():
    mesa = fabrica.mesa()

    assert [cesiones.esconder_pnj(mesa.pnj, por=mesa.dani, ahora=AHORA) for _ in range(2)] == [True, False]
    assert not Reparto.objects.visibles_para(mesa.ana).filter(pk=mesa.pnj.pk).exists()
    assert [cesiones.mostrar_pnj(mesa.pnj, por=mesa.dani, ahora=AHORA) for _ in range(2)] == [True, False]
    with pytest.raises(DatoInvalido):
        cesiones.esconder_pnj(mesa.kaelen, por=mesa.dani, ahora=AHORA)


def test_cambiar_presentes_y_deshacerlo():
    mesa = fabrica.mesa()
    kaelen, mirta = mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico
    escena = fabrica.secreta(mesa, mesa.kaelen)

    hecho = [escenas.cambiar_presentes(escena, presentes=(mirta,), por=mesa.dani, ahora=AHORA) for _ in range(2)]
    quien = escenas.presentes_de(escena)
    assert escenas.deshacer_presentes(escena, por=mesa.dani, ahora=AHORA) is True

    assert (hecho, quien) == ([True, False], [(mirta, mesa.bruno.publico)])
    assert escenas.presentes_de(escena) == [(kaelen, mesa.ana.publico)]


def test_la_partida_pasa_por_sus_estados_y_vuelve():
    from datetime import date, timedelta

    mesa = fabrica.mesa()
    partida, orden = mesa.partida, {"por": mesa.dani, "ahora": AHORA}

    assert [partidas.pausar(partida, **orden) for _ in range(2)] == [True, False]
    despues = AHORA + timedelta(days=9)
    assert [partidas.reanudar(partida, por=mesa.dani, ahora=despues) for _ in range(2)] == [True, False]
    assert partida.ultima_jornada == date(2026, 12, 9)
    assert [partidas.finalizar(partida, **orden) for _ in range(2)] == [True, False]
    assert [partidas.archivar(partida, **orden) for _ in range(2)] == [True, False]
    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert [partidas.reabrir(partida, **orden) for _ in range(2)] == [True, False]
    assert partida.estado == "en_juego"
    assert [verbo for verbo, _p, _m in actas_de(partida)] == ["pausar", "reanudar", "finalizar", "archivar", "reabrir"]


@pytest.mark.parametrize(("hora", "dia"), [(3, 8), (4, 9), (23, 9)])
def test_la_jornada_empieza_a_su_hora_y_no_a_medianoche(hora, dia):
    from datetime import date, datetime
    from zoneinfo import ZoneInfo

    partida = Partida(zona="Europe/Madrid", hora_corte=240)
    ahora = datetime(2026, 12, 9, hora, 0, tzinfo=ZoneInfo("Europe/Madrid"))

    assert jornadas.por_reloj(jornadas.calendario(partida), ahora) == date(2026, 12, dia)


def test_todo_verbo_tiene_inverso_o_una_razon():
    assert set(inversos.INVERSOS) | set(inversos.SIN_INVERSO) == set(Acta.Verbo)
    assert not set(inversos.INVERSOS) & set(inversos.SIN_INVERSO)


def test_desde_el_acta_se_deshace_una_vez():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    moderacion.ocultar(mensaje, motivo="Eh", por=mesa.dani, ahora=AHORA)
    acta = actas.ultima(mesa.partida, mensaje)

    assert [inversos.deshacer(acta, por=mesa.dani, ahora=AHORA) for _ in range(2)] == [True, False]
    assert fresco(mensaje).estado == "publicado"


def test_dad_06_borrar_no_quita_nada_del_libro():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    antes = list(Asiento.objects.order_by("pk").values())

    moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA)
    moderacion.restaurar(mensaje, por=mesa.ana, ahora=AHORA)
    moderacion.ocultar(mensaje, motivo="Eh", por=mesa.dani, ahora=AHORA)

    assert list(Asiento.objects.order_by("pk").values()) == antes


def leen(mesa, mensaje, *quienes: str) -> set[str]:
    return {q for q in quienes if Mensaje.objects.visibles_para(getattr(mesa, q)).filter(pk=mensaje.pk).exists()}


def test_la_autora_no_vuelve_a_abrir_lo_que_la_direccion_cerro_y_si_lo_cierra_mas():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    a_mirta = {"visibilidad": "destinatarios", "destinatarios": [mesa.mirta.personaje.publico]}
    lectores.cambiar(mensaje, **a_mirta, por=mesa.dani, ahora=AHORA)

    for intento in (
        lambda: lectores.cambiar(mensaje, visibilidad="todos", por=mesa.ana, ahora=AHORA),
        lambda: lectores.deshacer(mensaje, por=mesa.ana, ahora=AHORA),
    ):
        with pytest.raises(DatoInvalido, match="solo ella puede abrirlo"):
            intento()
    cerrado = leen(mesa, mensaje, "ana", "bruno", "esp")
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.ana, ahora=AHORA)
    mas = leen(mesa, mensaje, "ana", "bruno", "esp")
    lectores.cambiar(mensaje, **a_mirta, por=mesa.ana, ahora=AHORA)

    assert (cerrado, mas, leen(mesa, mensaje, "ana", "bruno", "esp")) == ({"ana", "bruno"}, {"ana"}, {"ana", "bruno"})


def test_lo_que_la_direccion_vuelve_a_abrir_es_otra_vez_de_la_autora():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.dani, ahora=AHORA)
    lectores.deshacer(mensaje, por=mesa.dani, ahora=AHORA)

    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.ana, ahora=AHORA)
    lectores.cambiar(mensaje, visibilidad="todos", por=mesa.ana, ahora=AHORA)

    assert leen(mesa, mensaje, "bruno", "esp") == {"bruno", "esp"}


def test_abrir_un_poco_lo_que_la_direccion_cerro_no_lo_deja_abierto_del_todo():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.dani, ahora=AHORA)
    a_mirta = {"visibilidad": "destinatarios", "destinatarios": [mesa.mirta.personaje.publico]}
    lectores.cambiar(mensaje, **a_mirta, por=mesa.dani, ahora=AHORA)

    with pytest.raises(DatoInvalido, match="solo ella puede abrirlo"):
        lectores.cambiar(mensaje, visibilidad="todos", por=mesa.ana, ahora=AHORA)


def test_lo_que_la_autora_cerro_lo_abre_ella_misma():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.ana, ahora=AHORA)

    assert lectores.cambiar(mensaje, visibilidad="todos", por=mesa.ana, ahora=AHORA)


def test_quien_se_fue_fue_expulsada_y_la_readmiten_vuelve_con_sus_personajes_si_acepta():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
    plazas.expulsar(plaza_de(mesa, mesa.ana), motivo="Eh", por=mesa.dani, ahora=AHORA)

    plazas.readmitir(plaza_de(mesa, mesa.ana), por=mesa.dani, ahora=AHORA)
    ofrecida = plaza_de(mesa, mesa.ana).estado
    plazas.aceptar(mesa.partida, por=mesa.ana, ahora=AHORA)

    abierta = Reparto.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje, hasta__isnull=True)
    assert (ofrecida, plaza_de(mesa, mesa.ana).estado) == ("invitada", "activa")
    assert abierta.usuario == mesa.ana
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).estado == "activo"
    assert Escena.objects.visibles_para(mesa.ana).filter(pk=secreta.pk).exists()


def test_quien_vuelve_como_lectora_o_por_otra_oferta_no_recupera_personajes():
    mesa = fabrica.mesa()
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
    plazas.readmitir(plaza_de(mesa, mesa.ana), por=mesa.dani, ahora=AHORA)
    plazas.dar(mesa.partida, persona=mesa.ana, papel="lector", por=mesa.dani, ahora=AHORA)

    plazas.aceptar(mesa.partida, por=mesa.ana, ahora=AHORA)

    assert not Reparto.objects.sin_filtrar("test").filter(usuario=mesa.ana, hasta__isnull=True).exists()


def test_quien_se_fue_y_luego_fue_invitada_y_expulsada_conserva_lo_que_dejo():
    mesa = fabrica.mesa()
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
    plazas.dar(mesa.partida, persona=mesa.ana, papel="jugador", por=mesa.dani, ahora=AHORA)
    plazas.quitar(plaza_de(mesa, mesa.ana), por=mesa.dani, ahora=AHORA)
    plazas.readmitir(plaza_de(mesa, mesa.ana), por=mesa.dani, ahora=AHORA)
    plazas.rechazar(mesa.partida, por=mesa.ana, ahora=AHORA)
    plazas.readmitir(plaza_de(mesa, mesa.ana), por=mesa.dani, ahora=AHORA)

    plazas.aceptar(mesa.partida, por=mesa.ana, ahora=AHORA)

    assert Reparto.objects.sin_filtrar("test").filter(usuario=mesa.ana, hasta__isnull=True).exists()
