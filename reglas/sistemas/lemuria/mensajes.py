"""The refusals of Lemuria: one sentence for each code, which says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Texto, _

MENSAJES: Final[Mapping[str, str]] = {
    "accion_retrasada": _("Retrasas tu acción: interrumpe por 1 PH o tómala al final del turno."),
    "armas_no_validas": _("Para usar dos armas hacen falta dos, ligeras o medias y de cuerpo a cuerpo: revísalas."),
    "combate_en_curso": _("Ya tiraste la iniciativa de este combate: descansa cuando acabe y tira en el siguiente."),
    "defensa_completa": _("En defensa completa no se hace nada más este turno: espera al siguiente."),
    "demasiado_grande": _("Es demasiado grande para derribarlo: elige otra opción."),
    "distancia_duplicada": _("Indica la distancia o los metros, no las dos cosas."),
    "distancia_no_procede": _("Cuerpo a cuerpo no hay distancia: quítala o ataca a distancia."),
    "fuera_de_alcance": _("Está fuera de alcance: con esa arma llegas a %(maximo)s metros. Acércate."),
    "legendario_requiere_12": _("Solo un 12 natural puede ser legendario: ese éxito poderoso no lo es."),
    "manos_insuficientes": _("No hay manos para todo eso: quita el escudo o una de las armas."),
    "modo_invalido": _("Esa arma no ataca de ese modo: cambia de modo o de arma."),
    "muerto": _("Está muerto: ya no se puede hacer eso."),
    "no_adyacente": _("Hay que estar junto al moribundo: acércate antes."),
    "no_derribado": _("No estás en el suelo: no hace falta levantarse."),
    "no_es_fallo_automatico": _("Solo un 2 natural puede volverse calamitoso, y una sola vez: esa tirada no lo es."),
    "no_moribundo": _("No está moribundo: no hay nada que estabilizar."),
    "no_podia_parar": _("Ya estabas en el suelo cuando llegó el golpe: no podías pararlo."),
    "no_procede": _("Ahora no procede: revisa el estado de «%(campo)s»."),
    "no_puede_actuar": _("Ahora no puede actuar: recupérate o espera al próximo turno."),
    "no_puede_descansar": _("Así no se puede descansar: alguien tiene que estabilizarlo y curarlo antes."),
    "no_puede_recuperar": _("Así no se recupera nada al acabar el día: estabilízalo antes."),
    "no_retraso": _("No habías retrasado tu acción: actúa de forma normal o retrásala antes."),
    "nombre_repetido": _("Hay dos nombres iguales en «%(campo)s»: cambia uno."),
    "numero_de_opciones": _("Hay que elegir %(elecciones)s opciones y has elegido %(elegidas)s: corrígelo."),
    "objetivo_fuera_de_combate": _("El objetivo ya ha caído: elige otro."),
    "opcion_no_procede": _("Esa opción no va contra este objetivo: elige otra."),
    "opcion_sin_efecto": _("Esa opción no cambiaría nada: elige otra."),
    "opciones_incompatibles": _("Desarmar es en vez del daño: no va con las otras opciones que has elegido."),
    "ph_maximo": _("Ya tienes 5 PH, que es el máximo: no cabe la recompensa."),
    "pnj_no_tira_iniciativa": _("Los PNJ no tiran iniciativa: actúan en el lugar de su clase."),
    "posicion_incompatible": _("Esa posición no va con lo que pides: elige otra."),
    "previa_ajena": _("Esa tirada es de otro personaje: solo puedes cambiar las tuyas."),
    "profesion_desconocida": _("Tu ficha no tiene la profesión «%(profesion)s»: elige una de las tuyas."),
    "profesion_inadecuada": _("Solo cura un sanador o un alquimista: elige una de esas profesiones."),
    "profesion_ya_usada": _("Ya usaste una profesión en el ataque: no vale también para el daño."),
    "profesion_y_habilidad": _("Se suma la profesión o la habilidad de combate, nunca las dos: quita una."),
    "repeticion_inutil": _("No hay nada que ganar repitiendo esa tirada."),
    "requiere_aprobacion": _("Hace falta que el DJ lo apruebe: pídeselo."),
    "requiere_estabilizar": _("Está moribundo: hay que estabilizarlo antes de curarlo."),
    "sin_alcance": _("No se conoce el alcance de esa arma: indica la distancia en vez de los metros."),
    "sin_arma": _("No hay ningún arma ahí: elige otra cosa."),
    "sin_ataque_extra": _("No te queda ningún ataque extra: ataca de forma normal."),
    "sin_dano_reciente": _("No hay daño reciente que recuperar."),
    "sin_escudo": _("No llevas escudo: elige el arma."),
    "sin_exito": _("Esa tirada falló: no hay nada que mejorar ni daño que hacer."),
    "sin_ingredientes": _("Un alquimista necesita ingredientes para curar: consíguelos antes."),
    "sin_iniciativa": _("Falta la iniciativa de este combate: tírala antes."),
    "sin_ph": _("No te quedan PH: no puedes pagarlo."),
    "sin_ph_en_ataque_extra": _("En un ataque extra, ni en su daño, se pueden gastar PH."),
    "sin_rango": _("Con rango 0 en esa profesión no se cura: elige a otro sanador."),
    "solo_chusma": _("Solo la chusma cae de varios en varios: elige otra opción."),
    "solo_heroes": _("Solo los héroes pueden hacer eso."),
    "sorpresa_incompatible": _("No se puede estar sorprendido y tender una emboscada a la vez: quita una."),
    "truco_ya_usado": _("Ya usaste una profesión en combate contra %(objetivo)s: no funcionará otra vez."),
    "turno_incorrecto": _("Hay que esperar al próximo turno para eso."),
    "ya_actuo": _("Ya has actuado este turno: espera al siguiente."),
    "ya_curado": _("Ya lo han curado por esta herida: hasta otra, solo el descanso."),
    "ya_es_legendario": _("Ya es un éxito legendario: no hay más."),
    "ya_es_poderoso": _("Ya es más que un éxito normal: no hace falta pagar."),
    "ya_repetida": _("Esa tirada ya se repitió: la segunda es la que cuenta."),
    "ya_tratado": _("Ya lo han tratado hoy: hasta mañana no hay otra tirada."),
}


def rechazar(codigo: str, campo: str, **datos: object) -> Rechazo:
    """Return a refusal of this system with its numbers. datos: what the sentence names, msgids as Texto."""
    return Rechazo(codigo, campo, Texto(MENSAJES[codigo], datos))
