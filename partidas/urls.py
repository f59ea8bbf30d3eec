"""The addresses of partidas: only random public ids, never a number."""

from django.urls import path

from partidas.views import edicion, editor, escenas, fichas, mesa, moderacion, partidas, plazas, portada, tiradas

urlpatterns = [
    path("", portada.portada, name="portada"),
    path("partidas/", portada.lista, name="partidas"),
    path("partidas/nueva/", partidas.nueva, name="partida_nueva"),
    path("p/<str:partida_id>/", partidas.ver, name="partida"),
    path("p/<str:partida_id>/editar/", partidas.editar, name="partida_editar"),
    path("p/<str:partida_id>/unirse/", partidas.unirse, name="partida_unirse"),
    path("p/<str:partida_id>/personaje/nuevo/", partidas.personaje_nuevo, name="personaje_nuevo"),
    path("p/<str:partida_id>/pnj/nuevo/", partidas.pnj_nuevo, name="pnj_nuevo"),
    path("p/<str:partida_id>/pj/<str:personaje_id>/", fichas.ver, name="ficha"),
    path("p/<str:partida_id>/pj/<str:personaje_id>/editar/<str:paso_id>/", fichas.editar, name="ficha_editar"),
    path("p/<str:partida_id>/pj/<str:personaje_id>/terminar/", fichas.terminar, name="ficha_terminar"),
    path("p/<str:partida_id>/e/nueva/", partidas.escena_nueva, name="escena_nueva"),
    path("p/<str:partida_id>/e/<str:escena_id>/", escenas.ver, name="escena"),
    path("p/<str:partida_id>/e/<str:escena_id>/escribir/", editor.escribir, name="escribir"),
    path("p/<str:partida_id>/e/<str:escena_id>/estado/", partidas.escena_estado, name="escena_estado"),
    path("t/<str:tirada_id>/anular/", tiradas.anular, name="anular"),
    path("t/<str:tirada_id>/declaracion/<str:que>/", tiradas.declaracion, name="declaracion"),
    path("t/<str:tirada_id>/<str:opcion>/", tiradas.continuar, name="continuar"),
    path("p/<str:partida_id>/mesa/", mesa.ver, name="mesa"),
    path("p/<str:partida_id>/estado/<str:que>/", mesa.estado, name="partida_estado"),
    path("p/<str:partida_id>/plaza/<str:que>/", plazas.propia, name="plaza_propia"),
    path("p/<str:partida_id>/plazas/nueva/", plazas.nueva, name="plaza_nueva"),
    path("p/<str:partida_id>/plazas/<str:persona_id>/papel/", plazas.papel, name="plaza_papel"),
    path("p/<str:partida_id>/plazas/<str:persona_id>/<str:que>/", plazas.sobre, name="plaza_sobre"),
    path("p/<str:partida_id>/e/<str:escena_id>/presentes/", mesa.presentes, name="escena_presentes"),
    path("p/<str:partida_id>/pj/<str:personaje_id>/entregar/", plazas.entregar, name="pj_entregar"),
    path("p/<str:partida_id>/pnj/<str:personaje_id>/<str:que>/", plazas.secreto, name="pnj_secreto"),
    path("acta/<str:acta_id>/deshacer/", mesa.deshacer, name="acta_deshacer"),
    path("mis-textos/", mesa.textos, name="mis_textos"),
    path("m/<str:mensaje_id>/editar/", edicion.editar, name="mensaje_editar"),
    path("m/<str:mensaje_id>/historial/", edicion.historial, name="mensaje_historial"),
    path("m/<str:mensaje_id>/mover/", moderacion.mover, name="mensaje_mover"),
    path("m/<str:mensaje_id>/lectores/", moderacion.cambiar_lectores, name="mensaje_lectores"),
    path("m/<str:mensaje_id>/<str:que>/", moderacion.moderar, name="mensaje_moderar"),
    path("m/<str:mensaje_id>/", escenas.mensaje, name="mensaje"),
]
