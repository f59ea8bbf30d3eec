"""The refusals of Savage Worlds: one sentence for each code, which says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.tipos import _

MENSAJES: Final[Mapping[str, str]] = {
    "ataque_fallido": _("Aquel ataque no acertó: no hay daño que tirar."),
    "aturdido": _("Está aturdido: no puede hacer acciones hasta recuperarse o gastar un beni."),
    "incapacitacion_pendiente": _("Antes hay que hacer su tirada de incapacitación."),
    "incapacitado": _("Está incapacitado: no puede hacer eso hasta recuperarse."),
    "mazo_agotado": _("No quedan cartas para robar: baraja de nuevo y no indiques las usadas."),
    "muerto": _("El personaje está muerto: ya no puede hacer eso."),
    "nada_que_absorber": _("Aquel golpe no tiene heridas que se puedan absorber ya."),
    "nada_que_resistir": _("Aquella prueba no tuvo éxito: no hay nada que resistir."),
    "no_aturdido": _("No está aturdido: guarda el beni."),
    "no_incapacitado": _("No está incapacitado: no hay de qué recuperarse."),
    "no_repetible": _("Esa acción no se puede repetir con un beni: elige una tirada que sí."),
    "no_se_desangra": _("No se está desangrando: no hace falta."),
    "objetivo_incapacitado": _("El objetivo está incapacitado: elige otro."),
    "objetivo_muerto": _("El objetivo está muerto: elige otro."),
    "pifia_definitiva": _("Una pifia no se puede repetir: hay que quedarse con ella."),
    "rasgo_desconocido": _("La ficha no tiene ese rasgo: corrígelo o marca que tira sin entrenamiento."),
    "requiere_apuntar": _("A distancia extrema hay que haber apuntado el turno anterior: márcalo o acércate."),
    "se_desangra": _("Se está desangrando: hay que estabilizarlo antes."),
    "sin_benis": _("No le quedan benis: espera a que el DJ le dé alguno."),
    "sin_carta": _("Aún no tiene carta de acción: roba una antes de gastar un beni en otra."),
    "sin_deriva": _("Aquella tirada no dejó el barco a la deriva."),
    "sin_heridas": _("No tiene heridas ni está incapacitado: no hay nada que curar."),
    "sin_incapacitacion_pendiente": _("No tiene ninguna tirada de incapacitación pendiente."),
    "turno_no_iniciado": _("Su turno no ha empezado: empiézalo antes de acabarlo."),
    "turno_ya_iniciado": _("Su turno ya ha empezado: acábalo, o roba otra carta en la ronda siguiente."),
}
