"""The addresses of accounts: those of django-allauth under `/cuentas/`, and ours in the namespace `cuentas`."""

from django.urls import include, path

from cuentas.views import ajustes, invitaciones, legal, perfil, preferencias

propias = [
    path("preferencias/", preferencias.preferencias, name="preferencias"),
    path("ajustes/", ajustes.indice, name="ajustes"),
    path("ajustes/lectura/", ajustes.lectura, name="ajustes_lectura"),
    path("ajustes/cuenta/", ajustes.cuenta, name="ajustes_cuenta"),
    path("ajustes/cuenta/cerrar/", ajustes.cerrar_cuenta, name="cerrar_cuenta"),
    path("ajustes/correo/", ajustes.correo, name="ajustes_correo"),
    path("ajustes/seguridad/", ajustes.seguridad, name="ajustes_seguridad"),
    path("ajustes/sesiones/<int:pk>/cerrar/", ajustes.cerrar_sesion, name="cerrar_sesion"),
    path("unirse/<str:token>/", invitaciones.unirse, name="unirse"),
    path("equipo/invitaciones/", invitaciones.lista, name="invitaciones"),
    path("equipo/invitaciones/<int:pk>/anular/", invitaciones.anular, name="anular_invitacion"),
    path("legal/<slug:clave>/", legal.ver, name="legal"),
    path("legal/<slug:clave>/editar/", legal.editar, name="legal_editar"),
    path("legal/<slug:clave>/historia/", legal.historia, name="legal_historia"),
    path("u/<str:publico>/", perfil.perfil, name="perfil"),
]

urlpatterns = [
    path("cuentas/", include("allauth.urls")),
    path("", include((propias, "cuentas"))),
]
