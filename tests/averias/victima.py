"""A process to be killed: it forks a child for each order that it reads, and says how the child ended.

Run as `python -m tests.averias.victima` from the root. One JSON object a line: orders come in, and out go
`{"pid": n}` as soon as the child lives, `{"dice": …}` what the child answered, `{"fin": code}` how it ended (-9: it
was killed). The parent never touches the database: each child opens its own connection, as a web worker does.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from config import reloj  # noqa: E402
from cuentas.models import Usuario  # noqa: E402
from partidas import jornadas, tasks  # noqa: E402
from partidas.dominio import (  # noqa: E402
    borradores,
    buzon,
    cierres,
    comprobacion,
    escenas,
    obrero,
    programados,
    reparto,
    rutinas,
    turnos,
)
from partidas.models import (  # noqa: E402
    Aviso,
    Borrador,
    Cierre,
    Destinatario,
    Escena,
    Latido,
    Mensaje,
    Partida,
    Recuperacion,
    Reparto,
    Suceso,
    Tirada,
    Trabajo,
)
from personajes.models import CambioFicha, Personaje  # noqa: E402
from reglas.models import Asiento  # noqa: E402
from tests import fabrica  # noqa: E402

AHORA = datetime(2026, 11, 1, 18, 0, tzinfo=UTC)


def decir(**cosas: Any) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(cosas) + "\n")
    sys.stdout.flush()


def preparar() -> None:
    """Make the tables and the people."""
    call_command("migrate", interactive=False, verbosity=0)
    mesa = fabrica.mesa()
    Suceso.objects.sin_filtrar("test").delete()
    Trabajo.objects.all().delete()
    Borrador.objects.sin_filtrar("test").create(
        usuario=mesa.ana, lugar=borradores.lugar_de(mesa.escena), datos={"texto": "a medias"}, guardado=AHORA
    )


def publicar(clave: str) -> str:
    """Publish ana's turn: told to Mirta, with a roll that costs her effort."""
    escena = Escena.objects.sin_filtrar("test").get(titulo="La puerta")
    filas = {f.personaje.nombre: f for f in Reparto.objects.sin_filtrar("test").select_related("personaje")}
    orden = fabrica.orden(
        filas["Kaelen"],
        clave=UUID(clave),
        visibilidad="destinatarios",
        destinatarios=(filas["Mirta"].personaje.publico,),
        tiradas=(fabrica.tarea(esfuerzo=1),),
    )
    return turnos.publicar(escena, orden, autor=Usuario.objects.get(username="ana"), ahora=AHORA).mensaje.publico


def programar(clave: str) -> str:
    """Leave a turn of dani's, with a roll, for a minute later."""
    escena = Escena.objects.sin_filtrar("test").get(titulo="La puerta")
    tirada = fabrica.TiradaDeclarada("tirada_libre", {"dado": "d6"})
    orden = fabrica.orden(clave=UUID(clave), tiradas=(tirada,))
    dani, cuando = Usuario.objects.get(username="dani"), AHORA + timedelta(minutes=1)
    return programados.programar(escena, orden, datos={}, cuando=cuando, autor=dani, ahora=AHORA).publico


def entrar(usuario: str) -> dict[str, str]:
    """Open a session, and say where its person writes and as whom."""
    cliente = Client()
    cliente.force_login(Usuario.objects.get(username=usuario))
    escena = Escena.objects.sin_filtrar("test").select_related("partida").get(titulo="La puerta")
    return {
        "galleta": f"{settings.SESSION_COOKIE_NAME}={cliente.cookies[settings.SESSION_COOKIE_NAME].value}",
        "escribir": reverse("escribir", args=[escena.partida.publico, escena.publico]),
        "personaje": Personaje.objects.sin_filtrar("test").get(nombre="Kaelen").publico,
    }


def sitiar(cuantos: int) -> list[dict[str, str]]:
    """Seat so many players, one character each, and open their sessions: they write by turns in two scenes."""
    partida = Partida.objects.sin_filtrar("test").get()
    direccion = Usuario.objects.get(username="dani")
    escenas_ = [Escena.objects.sin_filtrar("test").get(titulo="La puerta")]
    escenas_.append(escenas.abrir(partida, titulo="El muro", por=direccion, ahora=AHORA))
    salida = []
    for n in range(cuantos):
        persona = fabrica.cuenta(f"sitiador{n}")
        reparto.sentar(partida, persona, "jugador", AHORA)
        fila = fabrica.personaje(partida, persona, f"Sitiador {n}", fabrica.FICHA)
        cliente = Client()
        cliente.force_login(persona)
        salida.append({
            "galleta": f"{settings.SESSION_COOKIE_NAME}={cliente.cookies[settings.SESSION_COOKIE_NAME].value}",
            "escribir": reverse("escribir", args=[partida.publico, escenas_[n % 2].publico]),
            "personaje": fila.personaje.publico,
        })  # fmt: skip
    return salida


def escrito() -> dict[str, Any]:
    """Return what is stored of each turn, the places taken in each scene, and what does not hold."""
    filas = list(Mensaje.objects.sin_filtrar("test").order_by("escena", "orden"))
    ordenes: dict[str, list[int]] = {}
    for fila in filas:
        ordenes.setdefault(str(fila.escena_id), []).append(fila.orden or 0)
    return {
        "textos": [[fila.publico, fila.texto] for fila in filas],
        "ordenes": list(ordenes.values()),
        "tiradas": Tirada.objects.sin_filtrar("test").count(),
        "asientos": Asiento.objects.filter(tipo="tirada").count(),
        "incumplidas": comprobacion.incumplidas(),
    }


def tic(minutos: int = 0, segundos: float = 0) -> int:
    """Do what the worker's tic does, so many minutes later; segundos: for how long, as if its time were over then."""
    ahora = AHORA + timedelta(minutes=minutos)
    rutinas.planificar(ahora)
    if not segundos:
        return obrero.vaciar(lambda: ahora).hechos
    comienzo = monotonic()
    return obrero.vaciar(lambda: ahora + timedelta(seconds=monotonic() - comienzo), segundos=segundos).hechos


def avisar(cuantos: int, ya: bool = False) -> None:
    """Tell so many people, each with a confirmed address, that it is their turn; ya: now, by this machine's clock."""
    escena = Escena.objects.sin_filtrar("test").select_related("partida").get(titulo="La puerta")
    ahora = reloj.ahora() if ya else AHORA
    with transaction.atomic():
        for n in range(cuantos):
            persona = fabrica.cuenta(f"buzon{n}")
            EmailAddress.objects.create(user=persona, email=f"buzon{n}@example.org", primary=True, verified=True)
            reparto.sentar(escena.partida, persona, "lector", ahora)
            aviso = Aviso.objects.sin_filtrar("test").create(
                usuario=persona, clase="turno", clave="x", partida=escena.partida, escena=escena, creado=ahora,
                correo=Aviso.Correo.PENDIENTE,
            )  # fmt: skip
            datos = {"aviso": aviso.publico}
            buzon.encargar("correo", clave=f"correo:{aviso.publico}", datos=datos, ahora=ahora)


def correos() -> dict[str, int]:
    """Count what became of the mails."""
    return dict(Counter(Aviso.objects.sin_filtrar("test").values_list("correo", flat=True)))


def reanudar_correos(minutos: int) -> None:
    """Try the stopped ones again, as whoever keeps the site does."""
    for clave in Trabajo.objects.filter(estado="parado").values_list("clave", flat=True):
        obrero.reanudar(clave, ahora=AHORA + timedelta(minutes=minutos))


@obrero.manejador("veneno_que_falla")
def fallar(_datos: Any, _ahora: datetime) -> None:
    """Always fail."""
    raise RuntimeError("veneno")


def envenenar() -> None:
    """Ask for what always fails and for what always kills."""
    for tipo in ("veneno_que_falla", "veneno_que_mata"):
        buzon.encargar(tipo, clave=tipo, ahora=AHORA)


def parados() -> list[Any]:
    """Return what stopped, and why."""
    filas = Trabajo.objects.filter(estado="parado").order_by("tipo")
    return [list(fila) for fila in filas.values_list("tipo", "estado", "intentos", "error")]


def despertar(veces: int) -> None:
    """Wake so many workers."""
    for _vez in range(veces):
        tasks.despertar()


def tomados() -> int:
    """Count the jobs of mails that a worker has in hand."""
    return Trabajo.objects.filter(tipo="correo", estado="pendiente", tomado_hasta__gt=reloj.ahora()).count()


def vencer_plazos() -> None:
    """Let every lease be over by now, as time does: what was in hand is nobody's."""
    Trabajo.objects.filter(tomado_hasta__isnull=False).update(tomado_hasta=reloj.ahora())


def estado() -> dict[str, Any]:
    """Count everything that a turn leaves, and name what does not hold."""
    sucesos = Suceso.objects.sin_filtrar("test")
    return {
        "mensajes": list(Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("publico", flat=True)),
        "ordenes": list(Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("orden", flat=True)),
        "destinatarios": Destinatario.objects.sin_filtrar("test").count(),
        "tiradas": Tirada.objects.sin_filtrar("test").count(),
        "asientos": Asiento.objects.filter(tipo="tirada").count(),
        "efectos": CambioFicha.objects.sin_filtrar("test").filter(causa="tirada").count(),
        "version": Personaje.objects.sin_filtrar("test").get(nombre="Kaelen").version,
        "borradores": Borrador.objects.sin_filtrar("test").count(),
        "sucesos": sucesos.count(),
        "trabajos": Trabajo.objects.filter(tipo="suceso").count(),
        "repartidos": sucesos.filter(repartido__isnull=False).count(),
        "incumplidas": comprobacion.incumplidas(),
    }


def poblar(cuantos: int) -> None:
    """Fill the cast up to so many PJ, eight a player, and direct them as before."""
    partida = Partida.objects.sin_filtrar("test").get()
    for n in range(cuantos - 2):
        persona, _nueva = Usuario.objects.get_or_create(username=f"jugador{n // 8}")
        reparto.sentar(partida, persona, "jugador", AHORA)
        reparto.incorporar(partida, nombre=f"Viajera {n}", ficha=fabrica.FICHA, por=persona, ahora=AHORA)


def cansar() -> None:
    """Leave every PJ with two rests made."""
    for personaje in Personaje.objects.sin_filtrar("test").filter(clase="pj"):
        personaje.ficha["descansos"] = 2
        personaje.save(update_fields=["ficha"])


def cerrar(dias: int) -> int:
    """Do what the tic does with the days, so many days later."""
    ahora = fabrica.AHORA + timedelta(days=dias)
    return cierres.cerrar_vencidas(lambda: ahora)


def vencer() -> None:
    """Let exactly one day of the partida be over and not closed, by the clock of this machine: all goes back a day."""
    for cierre in Cierre.objects.sin_filtrar("test").order_by("numero"):
        cierre.fecha -= timedelta(days=1)
        cierre.save(update_fields=["fecha"])
    partida = Partida.objects.sin_filtrar("test").get()
    partida.ultima_jornada = jornadas.por_reloj(jornadas.calendario(partida), reloj.ahora()) - timedelta(days=2)
    partida.save(update_fields=["ultima_jornada"])


def latido() -> list[Any]:
    """Return who left the last sign of life, and how many there are."""
    ultimo = Latido.objects.order_by("-momento").first()
    return [ultimo.pid if ultimo else 0, Latido.objects.count()]


def noche() -> dict[str, Any]:
    """Count everything that closings leave, and name what does not hold."""
    fichas = Personaje.objects.sin_filtrar("test").filter(clase="pj")
    return {
        "cierres": Cierre.objects.sin_filtrar("test").count(),
        "mensajes": Mensaje.objects.sin_filtrar("test").filter(voz="sistema").count(),
        "recuperaciones": Recuperacion.objects.sin_filtrar("test").count(),
        "cambios": CambioFicha.objects.sin_filtrar("test").filter(causa="cierre").count(),
        "anclas": Asiento.objects.filter(tipo="ancla").count(),
        "sucesos": Suceso.objects.sin_filtrar("test").filter(clase="jornada_cerrada").count(),
        "descansadas": fichas.filter(ficha__descansos=0).count(),
        "incumplidas": comprobacion.incumplidas(),
    }


ORDENES: dict[str, Callable[..., Any]] = {
    "preparar": preparar,
    "publicar": publicar,
    "programar": programar,
    "entrar": entrar,
    "sitiar": sitiar,
    "escrito": escrito,
    "tic": tic,
    "avisar": avisar,
    "correos": correos,
    "reanudar_correos": reanudar_correos,
    "envenenar": envenenar,
    "parados": parados,
    "despertar": despertar,
    "tomados": tomados,
    "vencer_plazos": vencer_plazos,
    "estado": estado,
    "poblar": poblar,
    "cansar": cansar,
    "cerrar": cerrar,
    "vencer": vencer,
    "latido": latido,
    "noche": noche,
}


def hijo(pedido: dict[str, Any]) -> None:
    """Do one order with the crash points that it names."""
    settings.FALLOS = {nombre: tuple(accion) for nombre, accion in pedido.get("fallos", {}).items()}
    decir(empieza=True)
    decir(dice=ORDENES[pedido["que"]](**pedido.get("datos", {})))


def main() -> None:
    """Serve orders until the input ends."""
    decir(listo=True)
    for linea in sys.stdin:
        pid = os.fork()
        if pid == 0:
            codigo = 0
            try:
                hijo(json.loads(linea))
            except BaseException as error:
                decir(error=repr(error))
                codigo = 1
            os._exit(codigo)
        decir(pid=pid)
        _, final = os.waitpid(pid, 0)
        decir(fin=os.waitstatus_to_exitcode(final))


if __name__ == "__main__":
    main()
