"""«Ajustes»: reading, account and security, each its own page and form."""

from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cuentas import dominio
from cuentas.correo import direccion_de
from cuentas.equipo import con_confirmacion, miembro
from cuentas.forms.ajustes import FormularioCierre, FormularioCorreos, FormularioCuenta, FormularioLectura
from cuentas.lectura import OPCIONES


@require_GET
def indice(request: HttpRequest) -> HttpResponse:
    """Show the sections."""
    return render(request, "cuentas/ajustes.html", {"seccion": "indice"})


@require_http_methods(["GET", "POST"])
def lectura(request: HttpRequest) -> HttpResponse:
    """Choose how to read. A GET with choices shows the page with them and stores nothing («Probar»)."""
    usuario = miembro(request)
    if request.method == "POST":
        formulario = FormularioLectura(request.POST, instance=usuario)
        if formulario.is_valid():
            dominio.guardar_lectura(usuario, cambios=formulario.cleaned_data)
            messages.success(request, _("Guardado."))
            return redirect("cuentas:ajustes_lectura")
        usuario.refresh_from_db()
        return render(request, "cuentas/ajustes_lectura.html", {"form": formulario, "seccion": "lectura"}, status=422)
    probada = usuario.lectura.con({n: str(v) for n, v in request.GET.items() if n in OPCIONES})
    elegidas = {nombre: getattr(probada, nombre) for nombre in OPCIONES}
    formulario = FormularioLectura(instance=usuario, initial=elegidas)
    datos = {"form": formulario, "seccion": "lectura", "es_prueba": probada != usuario.lectura, **elegidas}
    return render(request, "cuentas/ajustes_lectura.html", datos)


@require_http_methods(["GET", "POST"])
def cuenta(request: HttpRequest) -> HttpResponse:
    """Change the name, the presentation, the language and the zone."""
    usuario = miembro(request)
    antes = usuario.username
    formulario = FormularioCuenta(request.POST if request.method == "POST" else None, instance=usuario)
    if request.method == "POST":
        if formulario.is_valid():
            try:
                return _guardar_cuenta(request, formulario, antes)
            except dominio.NombreOcupado as error:
                formulario.add_error("username", error)
        usuario.refresh_from_db()
    datos = {"form": formulario, "seccion": "cuenta"}
    return render(request, "cuentas/ajustes_cuenta.html", datos, status=422 if formulario.errors else 200)


def _guardar_cuenta(request: HttpRequest, formulario: FormularioCuenta, antes: str) -> HttpResponse:
    usuario = formulario.save(commit=False)
    nuevo, usuario.username = usuario.username, antes
    usuario.save(update_fields=["presentacion", "idioma", "zona"])
    parecido = dominio.cambiar_nombre(usuario, nombre=nuevo) if nuevo != antes else None
    messages.success(request, _("Guardado."))
    if parecido:
        messages.warning(
            request, _("Hay otra persona que se llama %(otro)s: fíjate en las tildes.") % {"otro": parecido}
        )
    return redirect("cuentas:ajustes_cuenta")


@require_http_methods(["GET", "POST"])
def correo(request: HttpRequest) -> HttpResponse:
    """Choose whether to be told by mail, and whether with the words of the messages."""
    usuario = miembro(request)
    formulario = FormularioCorreos(request.POST if request.method == "POST" else None, instance=usuario)
    if request.method == "POST" and formulario.is_valid():
        dominio.guardar_correos(usuario, **formulario.cleaned_data)
        messages.success(request, _("Guardado."))
        return redirect("cuentas:ajustes_correo")
    datos = {"form": formulario, "seccion": "correo", "direccion": direccion_de(usuario)}
    return render(request, "cuentas/ajustes_correo.html", datos)


@require_GET
def seguridad(request: HttpRequest) -> HttpResponse:
    """Lead to the pages of django-allauth: password, addresses, second step, devices."""
    datos = {"seccion": "seguridad", "tiene_segundo_paso": is_mfa_enabled(request.user)}
    return render(request, "cuentas/ajustes_seguridad.html", datos)


@require_POST
@con_confirmacion
def cerrar_sesion(request: HttpRequest, pk: int) -> HttpResponse:
    """End the session of one of the person's devices."""
    sesion = get_object_or_404(UserSession, pk=pk, user=miembro(request))
    if sesion.is_current():
        return redirect("account_logout")
    sesion.end()
    messages.success(request, _("Esa sesión se ha cerrado."))
    return redirect("usersessions_list")


@require_http_methods(["GET", "POST"])
@con_confirmacion
def cerrar_cuenta(request: HttpRequest) -> HttpResponse:
    """Close the account, after saying what goes and what stays."""
    formulario = FormularioCierre(request.POST if request.method == "POST" else None)
    if request.method == "POST" and formulario.is_valid():
        usuario = miembro(request)
        dominio.cerrar_cuenta(usuario, ahora=timezone.now())
        logout(request)
        messages.success(request, _("Tu cuenta está cerrada. Gracias por jugar."))
        return redirect("/")
    estado = 422 if formulario.errors else 200
    contexto = {
        "form": formulario,
        "seccion": "cuenta",
        "sin_relevo": dominio.quedaria_sin_nadie(miembro(request)),
    }
    return render(request, "cuentas/ajustes_cerrar.html", contexto, status=estado)
