"""The addresses of the site: each app brings its own."""

from django.contrib import admin
from django.urls import include, path

from config import errores, salud

urlpatterns = [
    path("salud/", salud.viva, name="salud"),
    path("salud/listo", salud.listo, name="salud_listo"),
    path("demasiado-grande/", errores.demasiado_grande, name="demasiado_grande"),
    path("csp/", salud.informe_csp, name="informe_csp"),
    path("admin/", admin.site.urls),
    path("", include("partidas.urls")),
    path("", include("cuentas.urls")),
]

handler400 = "config.errores.peticion_erronea"
handler403 = "config.errores.sin_permiso"
handler404 = "config.errores.no_encontrado"
handler429 = "config.errores.demasiados_intentos"
handler500 = "config.errores.fallo_interno"
