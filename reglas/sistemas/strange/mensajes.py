"""The refusals of The Strange: one sentence for each code, which says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Texto, _

MENSAJES: Final[Mapping[str, str]] = {
    "alcance_invalido": _(
        "Un ataque cuerpo a cuerpo solo llega a las inmediaciones: quita ese alcance o cambia de modo."
    ),
    "arma_invalida": _("Un ataque mental no usa armas físicas: elige el arma especial."),
    "ataque_sin_dano": _("Un ataque que no hace daño no puede llevar esfuerzo para daño: quítalo."),
    "beneficio_repetido": _("Ya tienes esa clase de beneficio en este rango: elige otra."),
    "capacidad_repetida": _("Ya tienes una capacidad con ese nombre: elige otra."),
    "companero_invalido": _("El PX que se regala va a otro personaje: elige a un compañero."),
    "descanso_demasiado_largo": _("En un encuentro solo cabe el primer descanso del día: espera a que acabe."),
    "dispositivo_desconocido": _("No llevas ningún dispositivo con ese nombre: elige uno de los tuyos."),
    "distancia_excesiva": _("No se pueden recorrer 30 metros o más en una acción: acorta el trayecto."),
    "efecto_no_disponible": _("La tirada no ofrece ese efecto: elige uno de los que sí ofrece."),
    "esfuerzo_excesivo": _("Declaras %(niveles)s niveles de esfuerzo y tu límite es %(limite)s: baja alguno."),
    "falta_tirada": _("Aquel ataque acertó sin tirar y este objetivo es más difícil: haz el ataque de nuevo, tirando."),
    "fuera_de_alcance": _("El objetivo está a %(metros)s metros y llegas a %(alcance)s: acércate o cambia de ataque."),
    "habilidad_al_maximo": _("Ya estás especializado en esa habilidad: elige otra."),
    "habilidad_desconocida": _("Tu ficha no tiene la habilidad «%(habilidad)s»: elige una de las tuyas."),
    "habilidad_no_permitida": _("Este beneficio no sirve para habilidades de ataque ni de defensa: elige otra."),
    "inmovilizado": _("Incapacitado y sin velocidad no puedes moverte: recupera antes algún punto de velocidad."),
    "limite_dispositivos": _("No puedes llevar más dispositivos: usa o suelta alguno antes."),
    "maximo_alcanzado": _("Ese valor ya no puede subir más: elige otra cosa."),
    "motivo_sin_premio": _("Matar enemigos o superar retos normales no da PX: elige otro motivo."),
    "nada_que_repartir": _("No tienes puntos de recuperación pendientes: descansa primero."),
    "objetivo_fuera_de_combate": _("El objetivo ya está fuera de combate: elige otro."),
    "personaje_incapacitado": _(
        "Incapacitado solo puedes arrastrarte por las inmediaciones, defenderte o descansar fuera de un encuentro."
    ),
    "personaje_muerto": _("El personaje está muerto: ya no puede hacer eso."),
    "px_insuficientes": _("Cuesta %(hacen_falta)s PX y tienes %(tienes)s: no puedes pagarlo."),
    "rango_excesivo": _("Esa capacidad es de un rango superior al tuyo: elige una de tu rango o menor."),
    "reparto_excesivo": _("Repartes %(pedido)s puntos y tienes %(pendiente)s pendientes: baja alguno."),
    "reparto_invalido": _("Hay que repartir 4 puntos exactos entre las tres reservas: ahora suman %(pedido)s."),
    "reparto_pendiente": _("Tienes puntos de recuperación sin repartir: repártelos antes."),
    "reparto_vacio": _("No has repartido ningún punto: asigna al menos uno."),
    "requiere_dos_manos": _("Un arma pesada necesita las dos manos: libera la otra o elige otra arma."),
    "reserva_insuficiente": _("No te queda %(reserva)s suficiente: tienes %(tienes)s y cuesta %(cuesta)s."),
    "reserva_no_permitida": _("Ese ataque no se paga con esa reserva: elige otra."),
    "reservas_a_cero": _("Tienes alguna reserva a 0: recupera puntos antes de subir el indicador."),
    "sin_dano_especial": _("Estás ileso: no hay daño especial que reparar."),
    "sin_tirada_que_repetir": _("En aquella acción no se tiró ningún dado: no hay nada que repetir."),
    "tipo_no_permitido": _("Tu tipo de personaje no aprende esa clase de capacidad: elige otro beneficio."),
}


def rechazar(codigo: str, campo: str, **datos: object) -> Rechazo:
    """Return a refusal of this system with its numbers. datos: what the sentence names, msgids as Texto."""
    return Rechazo(codigo, campo, Texto(MENSAJES[codigo], datos) if datos else None)
