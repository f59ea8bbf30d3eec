"""Pages of who plays a character: hand it over, show a secret PNJ or keep one secret."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import reloj
from cuentas.models import Usuario
from partidas.consultas import mesa as consultas
from partidas.dominio import cesiones
from partidas.dominio.errores import DatoInvalido
from partidas.forms.moderacion import (
    FormularioEntrega,
)
from partidas.models import Escena, Participante, Reparto
from partidas.politica import Lector
from partidas.views.comun import con_errores, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from partidas.views.mesa import quien_dirige
from personajes.models import Personaje

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


def _fila(quien: Lector, personaje_id: str) -> Reparto:
    filas = Reparto.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__isnull=True)
    fila = filas.filter(personaje__publico=personaje_id).select_related("personaje", "usuario", "partida").first()
    if fila is None:
        raise Http404
    return fila


@GET_POST
@con_errores
def entregar(request: HttpRequest, partida_id: str, personaje_id: str) -> HttpResponse:
    """Choose who plays a character from now on."""
    quien = quien_dirige(request, partida_id)
    fila = _fila(quien, personaje_id)
    filas = Participante.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, estado=Participante.Estado.ACTIVA
    )
    jugadores = filas.exclude(papel=Participante.Papel.LECTOR).select_related("usuario").order_by("usuario__username")
    personas = {plaza.usuario.publico: plaza.usuario for plaza in jugadores}
    opciones = [(publico, str(usuario)) for publico, usuario in personas.items()]
    inicial = {"a": fila.usuario.publico if fila.usuario else ""}
    form = FormularioEntrega(request.POST or None, personas=opciones, initial=inicial)
    mesa = reverse("mesa", args=[partida_id])
    if request.method == "POST" and form.is_valid():
        a: Usuario | None = personas.get(form.cleaned_data["a"])
        try:
            motivo = form.cleaned_data["motivo"]
            hecho = cesiones.entregar(fila, a=a, motivo=motivo, por=persona(request), ahora=reloj.ahora())
        except DatoInvalido as error:
            form.add_error("a", str(error.motivo))
        else:
            frase = _("%(nombre)s ha cambiado de manos.") % {"nombre": fila.personaje.nombre}
            contar(request, frase, quien.partida, fila.personaje, hecho=hecho)
            return redirect(mesa)
    pregunta = Pregunta(
        titulo=_("Entregar a %(nombre)s") % {"nombre": fila.personaje.nombre},
        boton=_("Entregar"),
        frases=_lo_que_cambia(quien, fila.personaje),
        volver=mesa,
        partida=quien.partida,
    )
    return preguntar(request, pregunta, form)


def _lo_que_cambia(quien: Lector, personaje: Personaje) -> list[str]:
    """Say what handing over opens and does not, and which secret scenes the character leaves."""

    frases = [_("Quien lo reciba verá su ficha y lo que se diga desde ahora, no lo que se dijo antes en privado.")]
    secretas: list[Escena] = consultas.secretas_de(quien, personaje)
    if secretas:
        titulos = ", ".join(f"«{escena.titulo}»" for escena in secretas)
        frases.append(
            _("Sale de estas escenas secretas, hasta que digas quién está: %(titulos)s.") % {"titulos": titulos}
        )
    return frases


@GET_POST
@con_errores
def secreto(request: HttpRequest, partida_id: str, personaje_id: str, que: str) -> HttpResponse:
    """Show a secret PNJ to everybody, or keep one for the direction."""
    quien = quien_dirige(request, partida_id)
    fila = _fila(quien, personaje_id)
    mostrar = que == "mostrar"
    if que not in ("mostrar", "esconder") or fila.personaje.clase != Personaje.Clase.PNJ:
        raise Http404
    mesa = reverse("mesa", args=[partida_id])
    if request.method == "POST":
        verbo = cesiones.mostrar_pnj if mostrar else cesiones.esconder_pnj
        hecho = verbo(fila, por=persona(request), ahora=reloj.ahora())
        frase = _("Ya lo conocen todos.") if mostrar else _("Ya solo lo conoce la dirección.")
        contar(request, frase, quien.partida, fila.personaje, hecho=hecho)
        return redirect(mesa)
    titulo = _("Mostrar a %(nombre)s") if mostrar else _("Hacer secreto a %(nombre)s")
    pregunta = Pregunta(
        titulo=titulo % {"nombre": fila.personaje.nombre},
        boton=_("Mostrarlo") if mostrar else _("Hacerlo secreto"),
        frases=[
            _("Toda la partida sabrá que existe. Su ficha sigue siendo de la dirección.")
            if mostrar
            else _("Desaparece del reparto de los demás. Lo que ya dijo en el hilo se sigue leyendo.")
        ],
        volver=mesa,
        partida=quien.partida,
    )
    return preguntar(request, pregunta)
