"""A turn of a thread as HTML, written out: of all the pages of the site this is the one that everybody reads.

A template does the same in ten times the time, which was half of what a page of a thread took. No `_()` stands inside
an f-string, where the catalogues would not find it. Whatever a person wrote
goes through `esc`, but for what is HTML by its type; what few turns have is left to its template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import ngettext

from partidas.presentacion.caras import icono
from partidas.presentacion.escritura import esc
from partidas.presentacion.lotes import Lote, agrupar

if TYPE_CHECKING:
    from datetime import datetime

    from partidas.presentacion.marcas import MarcasVistas
    from partidas.presentacion.mensajes import Accion, MensajeVisto
    from partidas.presentacion.tarjetas import OpcionDeTarjeta, Tarjeta

HUECO = "0" * 11


@dataclass(frozen=True, slots=True)
class Marco:
    """What is around the turns of a page.

    ficha: the hidden field of its forms, asked for by forms alone: a page without them needs no cookie. hace: says
    when, as HTML. plantilla: renders a template with what the page has and some more. escribir: the address of the
    editor on this page, if it has one. premiar: that of the page that rewards a character, in two pieces, with its
    public id between them. marcas: what its reader has read, for who has markers.
    """

    ficha: Callable[[], str]
    hace: Callable[[datetime], str]
    dicho: Callable[[str], str]
    plantilla: Callable[[str, Mapping[str, Any]], str]
    escribir: str = ""
    premiar: tuple[str, str] | None = None
    marcas: MarcasVistas | None = None


def articulo(mensaje: MensajeVisto, marco: Marco, *, fuera: str = "", foco: bool = False) -> str:
    """Return one turn as an article. fuera: how it goes in its place out of band. foco: its heading takes the focus."""
    publico, nombre = mensaje.publico, esc(mensaje.nombre)
    privado = " mensaje--privado" if mensaje.audiencia else ""
    oculto = " mensaje--oculto" if mensaje.retirado else ""
    return "".join(
        [
            f'<article class="mensaje mensaje--{mensaje.clase}{privado}{oculto}"{_nuevo(publico, marco)}',
            f' id="m-{publico}" aria-labelledby="n-{publico}"{_fuera(fuera)}>\n',
            _cabecera(mensaje, nombre, marco, foco=foco),
            f'<p class="suave">{esc(mensaje.retirado)}</p>\n' if mensaje.retirado else "",
            _cuerpo(mensaje, marco),
            _pedida(mensaje, marco) if mensaje.pedida else "",
            *(_lote(una, marco) if isinstance(una, Lote) else tarjeta(una, marco) for una in agrupar(mensaje.tarjetas)),
            *(marco.plantilla("partidas/_palabra.html", {"palabra": palabra}) for palabra in mensaje.palabras),
            _notas(mensaje, marco) if mensaje.notas else "",
            _acciones(mensaje, nombre, marco),
            "</article>\n",
        ]
    )


def _nuevo(publico: str, marco: Marco) -> str:
    return " data-nuevo" if marco.marcas and publico in marco.marcas.nuevos else ""


def _fuera(como: str) -> str:
    return f' hx-swap-oob="{como}"' if como else ""


def _cabecera(mensaje: MensajeVisto, nombre: str, marco: Marco, *, foco: bool) -> str:
    _, enfocable = marco.dicho, ' tabindex="-1" data-foco' if foco else ""
    partes = [
        '<header class="mensaje__cabecera">\n',
        f'<span class="mensaje__avatar" aria-hidden="true">{esc(mensaje.inicial)}</span>\n',
        f'<h3 class="mensaje__nombre" id="n-{mensaje.publico}"{enfocable}><bdi>{nombre}</bdi></h3>\n',
        f'<span class="mensaje__papel">{esc(mensaje.papel)}</span>\n' if mensaje.papel else "",
        f'<span class="mensaje__papel">{esc(mensaje.movido)}</span>\n' if mensaje.movido else "",
        f'<a class="mensaje__fecha" href="{_direccion("mensaje", mensaje.publico)}">{marco.hace(mensaje.fecha)}</a>\n',
    ]
    if marco.marcas and mensaje.publico in marco.marcas.sueltos:
        nuevo = _("nuevo")
        partes.append(f'<span class="chip">{nuevo}</span>\n')
    if mensaje.editado:
        editado = _("editado")
        partes.append(f'<span class="mensaje__papel">{editado}</span>\n')
    if mensaje.audiencia:
        partes.append(f'<span class="mensaje__audiencia">{icono("candado")} {esc(mensaje.audiencia)}</span>\n')
    return "".join([*partes, "</header>\n"])


def _cuerpo(mensaje: MensajeVisto, marco: Marco) -> str:
    html = ""
    if mensaje.trozos:
        trozos = marco.plantilla("partidas/_trozos.html", {"trozos": mensaje.trozos, "clase": "prosa"})
        html = f'<div class="mensaje__cuerpo">{trozos}</div>\n'
    elif mensaje.html:
        html = f'<div class="mensaje__cuerpo prosa" dir="auto" hx-disable>{esc(mensaje.html)}</div>\n'
    if mensaje.imagenes:
        html += marco.plantilla("partidas/_imagenes.html", {"imagenes": mensaje.imagenes})
    if mensaje.aviso:
        dias = (marco.plantilla("partidas/_jornada.html", {"jornada": jornada}) for jornada in mensaje.jornadas)
        html += f'<div class="mensaje__cuerpo"><p>{esc(mensaje.aviso)}</p>{"".join(dias)}</div>\n'
    return html


def _pedida(mensaje: MensajeVisto, marco: Marco) -> str:
    return marco.plantilla("partidas/_pedida.html", {"pedida": mensaje.pedida, "mensaje": mensaje.publico})


def _notas(mensaje: MensajeVisto, marco: Marco) -> str:
    _ = marco.dicho
    rotulo = _("Notas para la dirección") if mensaje.notas_direccion else _("Notas de juego")
    prosa = f'<div class="prosa" dir="auto" hx-disable>{esc(mensaje.notas)}</div>'
    return f'<details class="mensaje__notas"><summary>{rotulo}</summary>{prosa}</details>\n'


def _acciones(mensaje: MensajeVisto, nombre: str, marco: Marco) -> str:
    _ = marco.dicho
    enlaces = "".join(_accion(mensaje.publico, accion, marco) for accion in mensaje.acciones)
    if marco.marcas and not mensaje.en_curso:
        enlaces += _boton_de_marca("mensaje_leido", mensaje.publico, _("Marcar leído hasta aquí"))
        enlaces += _boton_de_marca("mensaje_no_leido", mensaje.publico, _("Marcar no leído desde aquí"))
    if not enlaces:
        return ""
    mas, sobre = _("Más"), _("sobre el mensaje de %(nombre)s") % {"nombre": nombre}
    return (
        f'<footer class="mensaje__acciones"><details class="mas"><summary>{mas}<span class="solo-lector"> {sobre}'
        f'</span></summary><ul class="mas__lista">{enlaces}</ul></details></footer>\n'
    )


def _boton_de_marca(ruta: str, publico: str, rotulo: str) -> str:
    return (
        f'<li><button type="submit" form="marcas" formaction="{_direccion(ruta, publico)}">{esc(rotulo)}</button></li>'
    )


def _accion(publico: str, accion: Accion, marco: Marco) -> str:
    citar = ""
    if marco.escribir and accion.clave == "citar":
        citar = (
            f' hx-post="{marco.escribir}" hx-include="#editor form"'
            f' hx-vals=\'{{"hacer": "citar", "cita": "{publico}"}}\' hx-encoding="multipart/form-data"'
            ' hx-target="#editor" hx-swap="outerHTML"'
        )
    ruta = _direccion("mensaje", publico)
    return f'<li><a href="{ruta}{accion.clave}/"{citar}>{esc(accion.etiqueta)}</a></li>'


def tarjeta(una: Tarjeta, marco: Marco) -> str:
    """Return one dice card: its face, with what this reader is told besides in its places."""
    _, cara = marco.dicho, una.cara
    partes = [
        f'<section class="{cara.clases}" id="t-{una.publico}" aria-label="{esc(cara.lectura)}">\n',
        cara.encima,
        _suave(_("«%(texto)s»") % {"texto": esc(una.declaracion)}) if una.declaracion else "",
        _suave(esc(una.tapada)) if una.tapada else "",
        cara.suma,
        _segunda(marco) if una.segunda else "",
        cara.estado,
        '</div>\n<div class="tirada__pie">\n<details class="tirada__calculo">',
        cara.calculo,
    ]
    if una.cambios:
        filas = (f"<dt>{esc(u.etiqueta)}</dt><dd>{esc(u.antes)} → {esc(u.valor)}</dd>" for u in una.cambios)
        rotulo = _("Lo que ha cambiado:")
        partes.append(f"<p>{rotulo}</p><dl>{''.join(filas)}</dl>\n")
    partes += [cara.sello, "</details>\n"]
    if una.recibo:
        nombre = _("recibo")
        recibo = f"{esc(una.aporte)} · {nombre} <code>{una.recibo}</code>"
    else:
        recibo = _("de práctica: sin recibo")
    partes.append(f'<span class="tirada__recibo">{recibo}</span>\n</div>\n')
    if una.opciones or una.anular or una.pedida or una.tapar or una.premiar:
        partes.append(f'<div class="tirada__opciones">{_opciones(una, marco)}</div>\n')
    return "".join([*partes, "</section>\n"])


def _lote(lote: Lote, marco: Marco) -> str:
    """Return one card for all the rolls of a batch, with that of each inside."""
    _, cabeza = marco.dicho, lote.cabeza
    privada = _("Tirada privada")
    dentro = "".join(
        f'<li><p class="tirada__quien"><bdi>{esc(nombre)}</bdi></p>\n{tarjeta(una, marco)}</li>\n'
        for nombre, una in lote.filas
    )
    ver = ngettext("Ver la tirada", "Ver las %(n)d tiradas", lote.cuantas) % {"n": lote.cuantas}
    en_voz = f"{lote.titulo}: {lote.resumen}"
    return "".join(
        [
            f'<section class="tirada tirada--{lote.tono} tirada--lote{" tirada--privada" * lote.privada}"',
            f' id="l-{cabeza.publico}" aria-label="{esc(en_voz)}">\n<div class="tirada__texto">\n',
            f'<h4 class="tirada__titulo"><bdi>{esc(lote.titulo)}</bdi></h4>\n',
            f'<p class="tirada__grado">{esc(lote.resumen)}</p>\n',
            _suave(_("«%(texto)s»") % {"texto": esc(cabeza.declaracion)}) if cabeza.declaracion else "",
            _suave(esc(cabeza.tapada)) if cabeza.tapada else "",
            _segunda(marco) if cabeza.segunda else "",
            f'<p><span class="chip">{icono("candado")} {privada}</span></p>\n' if lote.privada else "",
            f'</div>\n<details class="tirada__lote"{" open" * lote.abierto}><summary>{ver}</summary>\n',
            f'<ol class="tirada__filas">\n{dentro}</ol></details>\n</section>\n',
        ]
    )


def _suave(html: str) -> str:
    return f'<p class="suave">{html}</p>\n'


def _segunda(marco: Marco) -> str:
    _ = marco.dicho
    vez, dicho = _("2.ª vez"), _("Ya se intentó lo mismo en las últimas 24 horas.")
    return f'<p><span class="chip">{vez}</span> <span class="suave">{dicho}</span></p>\n'


def _opciones(una: Tarjeta, marco: Marco) -> str:
    _ = marco.dicho
    partes = [*(_opcion(una.publico, opcion, marco) for opcion in una.opciones), "\n", _anular(una, marco)]
    if una.premiar and marco.premiar:
        antes, despues = marco.premiar
        ruta, rotulo = f"{antes}{una.premiar}{despues}", _("Premiar o aplicar")
        partes.append(f'<a class="boton--enlace" href="{ruta}">{rotulo}</a>\n')
    if una.tapar:
        rotulo = _("Volver a mostrar la declaración") if una.tapar == "mostrar" else _("Ocultar la declaración")
        ruta = reverse("declaracion", args=[una.publico, una.tapar])
        partes.append(f'<a class="boton--enlace" href="{ruta}">{rotulo}</a>')
    return "".join(partes)


def _opcion(publico: str, opcion: OpcionDeTarjeta, marco: Marco) -> str:
    _, etiqueta = marco.dicho, esc(opcion.etiqueta)
    if not opcion.disponible:
        espera = f"{esc(opcion.espera)}: " if opcion.espera else ""
        return f'<span class="chip">{espera}{etiqueta}</span>'
    ruta = reverse("continuar", args=[publico, opcion.clave])
    if opcion.pide:
        return f'<a class="boton boton--secundario" href="{ruta}">{etiqueta}</a>'
    enviando = _("Un momento…")
    return (
        f'<form method="post" action="{ruta}">{marco.ficha()}<input type="hidden" name="clave" value="{opcion.uuid}">'
        f'<input type="hidden" name="sobre" value="{opcion.sobre}">'
        '<input type="hidden" name="aporte" value="" data-aporte><button class="boton boton--secundario" type="submit"'
        f' data-enviando="{enviando}">{etiqueta}</button></form>'
    )


def _anular(una: Tarjeta, marco: Marco) -> str:
    """Return what the reader is told and may do about voiding the roll."""
    if not (una.anular or una.pedida):
        return ""
    _, ruta, motivo = marco.dicho, _direccion("anular", una.publico), esc(una.pedida)
    se_pide = _("Se pide anularla: «%(motivo)s»") % {"motivo": motivo}
    if una.anular == "responder":
        conceder, negar = _("Anular la tirada"), _("Dejarla como está")
        return (
            f'{_abre(ruta, marco)}<p>{se_pide}</p> <button class="boton boton--secundario" type="submit" name="hacer"'
            f' value="conceder">{conceder}</button><button class="boton--enlace" type="submit"'
            f' name="hacer" value="negar">{negar}</button></form>\n'
        )
    if una.anular == "retirar":
        retirar, pedido = (
            _("Retirar lo pedido"),
            _("Has pedido anularla: «%(motivo)s». Decide la dirección.") % {"motivo": motivo},
        )
        return (
            f'{_abre(ruta, marco)}<p class="suave">{pedido}</p> <button class="boton--enlace" type="submit"'
            f' name="hacer" value="retirar">{retirar}</button></form>\n'
        )
    if una.pedida:
        return f'<p class="suave">{se_pide}</p>\n'
    rotulo = _("Anular la tirada") if una.anular == "anular" else _("Pedir que se anule")
    return f'<a class="boton--enlace" href="{ruta}">{rotulo}</a>\n'


def _abre(ruta: str, marco: Marco) -> str:
    return f'<form class="acciones" method="post" action="{ruta}">{marco.ficha()}'


@cache
def _mitades(nombre: str) -> tuple[str, str]:
    antes, despues = reverse(nombre, args=[HUECO]).split(HUECO)
    return antes, despues


def _direccion(nombre: str, publico: str) -> str:
    """Return the address with that name of one thing: they differ in its public id alone."""
    antes, despues = _mitades(nombre)
    return f"{antes}{publico}{despues}"
