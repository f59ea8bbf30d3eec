"""Every column that holds text, and what the sown site must have in it. A new one without a row fails.

ENTERO: the whole corpus, as far as each vector fits. COPIA: words that stand whole in another column and come here by
being published, quoted or named: some vector is enough. Anything else is the reason why no person's words get there.
"""

from __future__ import annotations

import json

from django.apps import apps
from django.db import models

from tests.fugas.inyeccion.corpus import llano, que_caben

ENTERO, COPIA = "entero", "copia"
DEL_SITIO = "made by the site: ids, keys, digests"
CERRADO = "one of a closed list, checked where it is stored"

CAMPOS = {
    "partidas.Partida.publico": DEL_SITIO,
    "partidas.Partida.slug": "letters, digits and hyphens, made from the title",
    "partidas.Partida.titulo": ENTERO,
    "partidas.Partida.premisa": ENTERO,
    "partidas.Partida.sistema": CERRADO,
    "partidas.Partida.zona": CERRADO,
    "partidas.Reparto.clave_nombre": "never shown",
    "partidas.Escena.publico": DEL_SITIO,
    "partidas.Escena.titulo": ENTERO,
    "partidas.Escena.lugar": ENTERO,
    "partidas.Mensaje.publico": DEL_SITIO,
    "partidas.Mensaje.nombre_voz": COPIA,
    "partidas.Mensaje.huella": DEL_SITIO,
    "partidas.Mensaje.texto": ENTERO,
    "partidas.Mensaje.html": "what the pipeline made of the text",
    "partidas.Mensaje.notas": ENTERO,
    "partidas.Mensaje.notas_html": "what the pipeline made of the notes",
    "partidas.Mensaje.motivo": ENTERO,
    "partidas.Destinatario.nombre": "the name of a PJ, as in Reparto; PJ are named like PNJ",
    "partidas.Revision.texto": ENTERO,
    "partidas.Revision.notas": ENTERO,
    "partidas.Revision.nombre_voz": "the name of a character, as in Mensaje",
    "partidas.Revision.imagenes": COPIA,
    "partidas.Revision.oculta": ENTERO,
    "partidas.Borrador.lugar": DEL_SITIO,
    "partidas.Borrador.datos": COPIA,
    "partidas.Descarte.publico": DEL_SITIO,
    "partidas.Descarte.lugar": DEL_SITIO,
    "partidas.Descarte.datos": COPIA,
    "partidas.Programado.publico": DEL_SITIO,
    "partidas.Programado.orden": COPIA,
    "partidas.Programado.motivo": "one of our own sentences",
    "partidas.Adjunto.publico": DEL_SITIO,
    "partidas.Adjunto.archivo": DEL_SITIO,
    "partidas.Adjunto.titulo": ENTERO,
    "partidas.Adjunto.alt": ENTERO,
    "partidas.Fragmento.publico": DEL_SITIO,
    "partidas.Fragmento.cabecera": "`solo` and names of PJ that exist, or it is refused",
    "partidas.Fragmento.nombres": "names of PJ that exist",
    "partidas.Fragmento.texto": ENTERO,
    "partidas.Fragmento.html": "what the pipeline made of the text",
    "partidas.Buscable.texto": "what the pipeline made of the texts, without its markup",
    "partidas.Buscable.plegado": "never shown",
    "partidas.Tirada.publico": DEL_SITIO,
    "partidas.Tirada.nombre": "the name of a character, as in Mensaje",
    "partidas.Tirada.sistema": CERRADO,
    "partidas.Tirada.accion": CERRADO,
    "partidas.Tirada.declaracion": ENTERO,
    "partidas.Tirada.declaracion_oculta": ENTERO,
    "partidas.Tirada.huella": DEL_SITIO,
    "partidas.Tirada.recibo": DEL_SITIO,
    "partidas.Tirada.libro": DEL_SITIO,
    "partidas.Tirada.respuesta": COPIA,
    "partidas.Tirada.opcion": CERRADO,
    "partidas.Tirada.motivo_anulacion": ENTERO,
    "partidas.SolicitudDeAnulacion.motivo": ENTERO,
    "partidas.Suceso.publico": DEL_SITIO,
    "partidas.Suceso.clase": DEL_SITIO,
    "partidas.Trabajo.tipo": DEL_SITIO,
    "partidas.Trabajo.clave": DEL_SITIO,
    "partidas.Trabajo.datos": DEL_SITIO,
    "partidas.Trabajo.tomado_por": DEL_SITIO,
    "partidas.Trabajo.error": "kinds of error and public ids",
    "partidas.Cierre.publico": DEL_SITIO,
    "partidas.Recuperacion.nombre": COPIA,
    "partidas.Recuperacion.hechos": "codes and figures of a system",
    "partidas.Recuperacion.seguidos": "codes and figures of a system",
    "partidas.Acta.publico": DEL_SITIO,
    "partidas.Acta.objeto": DEL_SITIO,
    "partidas.Acta.motivo": ENTERO,
    "partidas.Acta.datos": "codes, ids and figures",
    "partidas.AccesoDeModeracion.publico": DEL_SITIO,
    "partidas.AccesoDeModeracion.motivo": ENTERO,
    "partidas.TiradaPedida.publico": DEL_SITIO,
    "partidas.TiradaPedida.sistema": CERRADO,
    "partidas.TiradaPedida.accion": CERRADO,
    "partidas.TiradaPedida.datos": "what the fields of an action let through; typed words have a test of their own",
    "partidas.TiradaPedida.si_falla": "test_pedidas.py of the views, beside the form that takes it",
    "partidas.RespuestaPedida.publico": DEL_SITIO,
    "partidas.RespuestaPedida.nombre": "the name of a character, as in Mensaje",
    "partidas.SolicitudDePalabra.publico": DEL_SITIO,
    "partidas.SolicitudDePalabra.huella": DEL_SITIO,
    "partidas.SolicitudDePalabra.nombre": "the name of a character, as in Mensaje",
    "partidas.SolicitudDePalabra.sistema": CERRADO,
    "partidas.SolicitudDePalabra.accion": CERRADO,
    "partidas.SolicitudDePalabra.datos": COPIA,
    "partidas.SolicitudDePalabra.declaracion": ENTERO,
    "partidas.SolicitudDePalabra.opcion": CERRADO,
    "partidas.SolicitudDePalabra.motivo": ENTERO,
    "personajes.Personaje.publico": DEL_SITIO,
    "personajes.Personaje.nombre": ENTERO,
    "personajes.Personaje.clave_nombre": "never shown",
    "personajes.Personaje.presentacion": ENTERO,
    "personajes.Personaje.sistema": CERRADO,
    "personajes.Personaje.formato": CERRADO,
    "personajes.Personaje.ficha": COPIA,
    "personajes.CambioFicha.motivo": ENTERO,
    "personajes.CambioFicha.efectos": COPIA,
    "personajes.CambioFicha.asiento": DEL_SITIO,
    "reglas.Libro.dueno": DEL_SITIO,
    "reglas.Libro.cabeza": DEL_SITIO,
    "reglas.Sobre.compromiso": DEL_SITIO,
    "reglas.Asiento.hash": DEL_SITIO,
    "reglas.Asiento.recibo": DEL_SITIO,
    "reglas.Asiento.contenido": "for the audit, never on a page",
    "reglas.Asiento.peticion": "for the audit, never on a page",
    "reglas.Asiento.sal": DEL_SITIO,
    "reglas.Asiento.version": DEL_SITIO,
    "reglas.SalAncla.cabeza": DEL_SITIO,
    "reglas.Auditoria.primero": "for the audit, never on a page",
    "cuentas.Usuario.password": DEL_SITIO,
    "cuentas.Usuario.first_name": "in no form of ours nor of the admin",
    "cuentas.Usuario.last_name": "in no form of ours nor of the admin",
    "cuentas.Usuario.email": "an address, without any of these signs",
    "cuentas.Usuario.publico": DEL_SITIO,
    "cuentas.Usuario.username": ENTERO,
    "cuentas.Usuario.clave": "never shown",
    "cuentas.Usuario.clave_llana": "never shown",
    "cuentas.Usuario.presentacion": ENTERO,
    "cuentas.Usuario.zona": CERRADO,
    "partidas.Marca.lote": DEL_SITIO,
    "partidas.OrdenesDePJ.texto": ENTERO,
    "partidas.Pendiente.publico": DEL_SITIO,
    "partidas.Pendiente.clave": DEL_SITIO,
    "partidas.Aviso.publico": DEL_SITIO,
    "partidas.Aviso.clave": DEL_SITIO,
    "cuentas.Ausencia.publico": DEL_SITIO,
    "cuentas.Ausencia.motivo": ENTERO,
    "partidas.Saltado.lote": DEL_SITIO,
    "partidas.Visto.lote": DEL_SITIO,
    "cuentas.InvitacionSitio.huella": DEL_SITIO,
    "cuentas.InvitacionSitio.nota": ENTERO,
    "cuentas.TextoDelSitio.titulo": COPIA,
    "cuentas.TextoDelSitio.cuerpo": ENTERO,
    "cuentas.VersionDeTexto.titulo": ENTERO,
    "cuentas.VersionDeTexto.cuerpo": ENTERO,
    "admin.LogEntry.object_id": DEL_SITIO,
    "admin.LogEntry.object_repr": "the name of an account, as in Usuario",
    "admin.LogEntry.change_message": DEL_SITIO,
    "auth.Permission.name": DEL_SITIO,
    "auth.Permission.codename": DEL_SITIO,
    "auth.Group.name": COPIA,
    "contenttypes.ContentType.app_label": DEL_SITIO,
    "contenttypes.ContentType.model": DEL_SITIO,
    "sessions.Session.session_key": DEL_SITIO,
    "sessions.Session.session_data": DEL_SITIO,
    "account.EmailAddress.email": "an address, without any of these signs",
    "account.EmailConfirmation.key": DEL_SITIO,
    "mfa.Authenticator.data": COPIA,
    "usersessions.UserSession.session_key": DEL_SITIO,
    "usersessions.UserSession.user_agent": ENTERO,
    "usersessions.UserSession.data": DEL_SITIO,
}
CON_VENENO = [nombre for nombre, dicho in CAMPOS.items() if dicho in (ENTERO, COPIA)]
RECORTADOS = {"personajes.Personaje.nombre": 60 - len("N 999 "), "cuentas.Usuario.username": 40 - len("U 999 ")}
"""A name is not repeated, so each has its number before it."""
REHUSADOS = {"cuentas.Usuario.username": "@", "partidas.Adjunto.titulo": "/\\"}
"""Signs that a field does not take: a name is no address, and of a path only its end is kept."""


def con_texto() -> dict[str, models.Field]:
    """Return every column of every table that can hold words, by its name; choices are no words."""
    return {
        f"{modelo._meta.label}.{campo.name}": campo
        for modelo in apps.get_models()
        for campo in modelo._meta.concrete_fields
        if isinstance(campo, models.CharField | models.TextField | models.JSONField) and not campo.choices
    }


def guardado(nombre: str) -> str:
    """Return all that a column holds, as it may be compared."""
    campo = con_texto()[nombre]
    gestor = campo.model._base_manager
    filas = gestor.sin_filtrar("test") if hasattr(gestor, "sin_filtrar") else gestor.all()
    valores = filas.values_list(campo.name, flat=True)
    return llano("\n".join(v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in valores))


def faltan(nombre: str) -> list[str]:
    """Return the vectors that a column should hold and does not."""
    campo, dicho = con_texto()[nombre], CAMPOS[nombre]
    hay = guardado(nombre)
    if dicho == COPIA:
        return [] if "alert(1)" in hay else ["ninguno"]
    maximo = RECORTADOS.get(nombre) or getattr(campo, "max_length", None) or 100_000
    caben = que_caben(maximo, REHUSADOS.get(nombre, ""))
    return [uno for uno in caben if uno not in hay]
