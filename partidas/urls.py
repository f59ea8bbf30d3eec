"""The addresses of partidas: only random public ids, never a number."""

from django.urls import path

from partidas.views import editor, escenas, fichas, partidas, portada, tiradas

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
    path("t/<str:tirada_id>/<str:opcion>/", tiradas.continuar, name="continuar"),
    path("m/<str:mensaje_id>/", escenas.mensaje, name="mensaje"),
]
