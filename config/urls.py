"""The addresses of the site: each app brings its own."""

from django.urls import include, path

urlpatterns = [
    path("cuentas/", include("allauth.urls")),
]
