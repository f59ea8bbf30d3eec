"""A world with one thing of each kind, and who reads each: written by hand, from the decisions, not from the gate."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser

from config import reloj
from partidas.dominio import escenas, partidas
from partidas.dominio.partidas import DatosPartida
from partidas.models import (
    AccesoDeModeracion,
    Acta,
    Adjunto,
    Aviso,
    Borrador,
    Buscable,
    Cierre,
    Combatiente,
    Descarte,
    Destinatario,
    DestinatarioDeFragmento,
    Escena,
    EscenaSilenciada,
    Fragmento,
    Marca,
    Mensaje,
    OrdenesDePJ,
    Participante,
    Partida,
    Pendiente,
    PreferenciaDeAviso,
    Presente,
    Programado,
    PuestoEnTurno,
    Recuperacion,
    ReglaDeAusencia,
    Reparto,
    RespuestaPedida,
    Revision,
    Saltado,
    SolicitudDeAnulacion,
    SolicitudDePalabra,
    Suceso,
    Tirada,
    TiradaPedida,
    Visto,
)
from personajes.models import CambioFicha, Personaje
from tests import fabrica
from tests.fabrica import AHORA

GENTE = ("dani", "codi", "ana", "bruno", "esp", "kike", "ines", "rita", "eva", "olga", "mod", "tarde", "cese", "anon")
MESA = "dani codi ana bruno esp mod"
TODOS = " ".join(GENTE)
DIRECCION = "dani codi mod"


class Mundo:
    """P1 is private: dani and codi direct, ana and bruno play, esp reads.

    kike was put out, rita directed and left, ines is asked. Of the site's staff, mod may look now, tarde could until an
    hour ago, and cese is of the staff no more.

    Two more, of dani, are public and by their link; P0, of olga, is public and being prepared. eva is in nothing.
    """

    def __init__(self) -> None:
        self.filas: dict[str, tuple[Any, str]] = {}
        self.hilo: dict[str, tuple[Mensaje, str]] = {}
        self.dichas: dict[str, tuple[Tirada, str]] = {}
        self.mesa = fabrica.mesa()
        self.p1 = self.mesa.partida
        nombres = ("dani", "ana", "bruno", "esp", "eva")
        self.gente: dict[str, Any] = {n: getattr(self.mesa, n) for n in nombres} | {"anon": AnonymousUser()}
        self.gente |= {n: fabrica.cuenta(n) for n in ("codi", "kike", "ines", "rita", "olga", "cese")}
        self.gente |= {n: fabrica.cuenta(n, is_staff=True) for n in ("mod", "tarde")}
        self._plazas()
        self._privada()
        self._abiertas()
        self._fichas()
        self._sin_autor()
        self._sucesos()
        self._cierres()
        self._combate()
        self._equipo()
        self._fragmentos()
        self._imagenes()
        self._marcas()
        self._indice()
        self._pendientes()
        self._avisos()

    def es(self, nombre: str, fila: Any, quien: str) -> Any:
        """Say who reads a row."""
        self.filas[nombre] = (fila, quien)
        return fila

    def dice(
        self, nombre: str, persona: str, fila: Reparto | None, leen: str, lugar: str = "", **campos: Any
    ) -> Mensaje:
        """Publish a turn, say who reads its words and in whose thread it has a place.

        Who reads the words reads what its rolls declare too.
        """
        mensaje = fabrica.publicar(self.mesa, self.gente[persona], fila, **campos)
        self.es(f"mensaje {nombre}", mensaje, leen)
        self.hilo[nombre] = (mensaje, lugar or leen)
        for tirada in Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje):
            self.es(f"tirada {nombre}", tirada, lugar or leen)
            self.dichas[nombre] = (tirada, leen)
        return mensaje

    def _plazas(self) -> None:
        plazas = {"codi": ("direccion", "activa"), "kike": ("jugador", "activa"), "rita": ("jugador", "activa")}
        plazas |= {"ines": ("jugador", "invitada")}
        for nombre, (papel, estado) in plazas.items():
            plaza = fabrica.sentar(self.p1, self.gente[nombre], papel, AHORA)
            Participante.objects.sin_filtrar("test").filter(pk=plaza.pk).update(estado=estado)
        self.odo = fabrica.personaje(self.p1, self.gente["kike"], "Odo", fabrica.FICHA)
        self.lia = fabrica.personaje(self.p1, self.gente["rita"], "Lía", fabrica.FICHA)
        self.secreta = fabrica.secreta(self.mesa, self.mesa.kaelen, self.odo, self.lia)
        self.de_kike = fabrica.publicar(self.mesa, self.gente["kike"], self.odo)
        self.susurro = fabrica.susurrar(self.mesa, self.mesa.dani, self.mesa.mirta, self.odo, self.lia)
        for nombre, estado in (("kike", "expulsada"), ("rita", "retirada")):
            Participante.objects.sin_filtrar("test").filter(usuario=self.gente[nombre]).update(estado=estado)
        Participante.objects.sin_filtrar("test").filter(usuario=self.gente["rita"]).update(papel="direccion")
        leen = {"dani": MESA, "ana": MESA, "kike": f"{DIRECCION} kike", "ines": f"{DIRECCION} ines"}
        for nombre, quien in (leen | {"rita": f"{DIRECCION} rita"}).items():
            plaza = Participante.objects.sin_filtrar("test").get(usuario=self.gente[nombre], partida=self.p1)
            self.es(f"plaza {nombre}", plaza, quien)

    def _privada(self) -> None:
        mesa = self.mesa
        self.es("partida privada", self.p1, f"{MESA} ines")
        self.es("escena abierta", mesa.escena, MESA)
        self.es("escena secreta", self.secreta, f"{DIRECCION} ana")
        presente = Presente.objects.sin_filtrar("test").get(escena=self.secreta, usuario=mesa.ana)
        self.es("presente en la secreta", presente, f"{DIRECCION} ana")
        otra = fabrica.secreta(mesa, mesa.mirta, titulo="La bodega")
        self.es("otra secreta", otra, f"{DIRECCION} bruno")
        self.es("reparto conocido", mesa.kaelen, MESA)
        Reparto.objects.sin_filtrar("test").filter(pk=mesa.pnj.pk).update(secreto=True)
        self.es("reparto secreto", mesa.pnj, DIRECCION)
        self.es("mensaje de kike", self.de_kike, f"{MESA} kike")
        self.es("susurro", self.susurro, f"{DIRECCION} bruno rita")
        destinatario = Destinatario.objects.sin_filtrar("test").get(mensaje=self.susurro, usuario=mesa.bruno)
        self.es("destinatario del susurro", destinatario, f"{DIRECCION} bruno rita")
        tarea = {"tiradas": (fabrica.tarea(),)}
        para_todos = self.dice("para todos", "ana", mesa.kaelen, MESA, **tarea)
        self.dice("a la dirección", "ana", mesa.kaelen, f"{DIRECCION} ana", visibilidad="direccion", **tarea)
        self._retirados(tarea)
        self._declaraciones(tarea)
        self._en_curso(mesa)
        revision = {"mensaje": para_todos, "version": 1, "texto": "Antes.", "por": mesa.ana, "cuando": AHORA}
        self.es("revisión", Revision.objects.sin_filtrar("test").create(**revision), f"{DIRECCION} ana")
        for version, por, quien in ((2, mesa.ana, f"{DIRECCION} ana"), (3, mesa.dani, DIRECCION)):
            fila = Revision.objects.sin_filtrar("test").create(
                **revision | {"version": version, "por": por, "oculta": "Eh"}
            )
            self.es(f"revisión oculta de {por}", fila, quien)
        acta = {"partida": self.p1, "verbo": "borrar", "clase": "mensaje", "objeto": "x", "cuando": AHORA}
        self.es("acta de ana", Acta.objects.sin_filtrar("test").create(por=mesa.ana, **acta), f"{DIRECCION} ana")
        self.es("acta sin autor", Acta.objects.sin_filtrar("test").create(por=None, **acta), DIRECCION)
        borrador = {"usuario": mesa.ana, "lugar": "x", "guardado": AHORA}
        self.es("borrador", Borrador.objects.sin_filtrar("test").create(**borrador), "ana")
        descarte = Descarte.objects.sin_filtrar("test").create(**borrador, motivo="descartado", cuando=AHORA)
        self.es("descarte", descarte, "ana")
        programado = {"usuario": self.gente["dani"], "escena": mesa.escena, "clave": uuid4(), "orden": {}}
        programado = Programado.objects.sin_filtrar("test").create(**programado, cuando=AHORA, cambiado=AHORA)
        self.es("programado", programado, "dani")
        mesa.escena, abierta = self.secreta, mesa.escena
        self.dice("en la secreta", "ana", mesa.kaelen, f"{DIRECCION} ana", **tarea)
        mesa.escena = abierta

    def _retirados(self, tarea: dict[str, Any]) -> None:
        mesa = self.mesa
        quedan = f"{DIRECCION} ana"
        a_mirta = {"visibilidad": "destinatarios", "destinatarios": (mesa.mirta.personaje.publico,)}
        casos = {
            "oculto con dados": (MESA, "oculto", tarea),
            "oculto sin dados": (quedan, "oculto", {}),
            "borrado con dados": (MESA, "borrado", tarea),
            "susurro oculto con dados": (f"{quedan} bruno", "oculto", tarea | a_mirta),
        }
        for nombre, (lugar, estado, campos) in casos.items():
            mensaje = self.dice(nombre, "ana", mesa.kaelen, quedan, lugar, **campos)
            Mensaje.objects.sin_filtrar("test").filter(pk=mensaje.pk).update(estado=estado)
        oculto = Destinatario.objects.sin_filtrar("test").get(mensaje=mensaje)
        self.es("destinatario de lo oculto", oculto, quedan)

    def _declaraciones(self, tarea: dict[str, Any]) -> None:
        """Hide what a roll declares with its prose in sight, and prose on which a die of another hangs."""
        mensaje = self.dice("que se declara aparte", "bruno", self.mesa.mirta, MESA, **tarea)
        tapadas = Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje)
        tapadas.update(declaracion_oculta="x", autor=self.mesa.ana)
        self.dichas["que se declara aparte"] = (tapadas.get(), f"{DIRECCION} ana")
        oculto = self.dice("oculto con un dado de bruno", "ana", self.mesa.kaelen, f"{DIRECCION} ana", MESA, **tarea)
        Mensaje.objects.sin_filtrar("test").filter(pk=oculto.pk).update(estado="oculto")
        suya = Tirada.objects.sin_filtrar("test").filter(mensaje=oculto)
        suya.update(autor=self.mesa.bruno)
        self.dichas["oculto con un dado de bruno"] = (suya.get(), f"{DIRECCION} ana bruno")

    def _en_curso(self, mesa: fabrica.Mesa) -> None:
        for nombre, visibilidad, quien in (
            ("en curso", "todos", MESA),
            ("en curso privado", "direccion", f"{DIRECCION} ana"),
        ):
            self.es(
                f"mensaje {nombre}",
                Mensaje.objects.sin_filtrar("test").create(
                    escena=mesa.escena, autor=mesa.ana, voz="pj", estado="en_curso", visibilidad=visibilidad,
                    clave=uuid4(), huella="", creado=AHORA,
                ),
                quien,
            )  # fmt: skip

    def _abiertas(self) -> None:
        for acceso in ("publica", "enlace"):
            datos = DatosPartida(f"Abierta {acceso}", "strange", acceso=acceso)
            partida = partidas.crear(datos, direccion=self.gente["dani"], ahora=AHORA)
            self.es(f"partida {acceso}", partida, TODOS)
            escena = escenas.abrir(partida, titulo="Plaza", por=self.gente["dani"], ahora=AHORA)
            self.es(f"escena {acceso}", escena, TODOS)
        secreta = Escena.objects.sin_filtrar("test").create(
            partida=partida, titulo="Cripta", secreta=True, creada=AHORA
        )
        Presente.objects.sin_filtrar("test").create(escena=secreta, usuario=self.gente["eva"])
        self.es("secreta de una abierta", secreta, "dani")
        datos = DatosPartida("De olga", "strange", acceso="publica")
        p0 = partidas.crear(datos, direccion=self.gente["olga"], ahora=AHORA)
        Partida.objects.sin_filtrar("test").filter(pk=p0.pk).update(estado="preparacion")
        self.p0 = self.es("partida en preparación", p0, "olga")

    def _fichas(self) -> None:
        def ficha(nombre: str, fila: Reparto, quien: str) -> None:
            personaje = Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)
            self.es(f"ficha {nombre}", personaje, quien)
            cambio = CambioFicha.objects.sin_filtrar("test").filter(personaje=personaje).first()
            self.es(f"cambio de ficha {nombre}", cambio, quien)

        ficha("de ana", self.mesa.kaelen, f"{DIRECCION} ana")
        ficha("de quien fue expulsado", self.odo, DIRECCION)
        de_paso = self.de_paso = fabrica.personaje(self.p1, self.gente["bruno"], "Nadia", fabrica.FICHA)
        Reparto.objects.sin_filtrar("test").filter(pk=de_paso.pk).update(hasta=AHORA)
        Reparto.objects.sin_filtrar("test").create(
            partida=self.p0, personaje=de_paso.personaje, clave_nombre="nadia", desde=AHORA
        )
        ficha("que cambió de partida", de_paso, "olga")

    def _sucesos(self) -> None:
        """A fact is known by whoever sees its narrowest object."""
        susurro, oculto = self.hilo["a la dirección"][0], self.hilo["oculto con dados"][0]
        dado = Tirada.objects.sin_filtrar("test").get(mensaje=oculto)
        for nombre, quien, campos in (
            ("de la partida", MESA, {}),
            ("de la escena abierta", MESA, {"escena": self.mesa.escena}),
            ("de la secreta", f"{DIRECCION} ana", {"escena": self.secreta}),
            ("de un susurro", f"{DIRECCION} ana", {"escena": self.mesa.escena, "mensaje": susurro}),
            ("de lo oculto", f"{DIRECCION} ana", {"escena": self.mesa.escena, "mensaje": oculto}),
            (
                "de su dado",
                MESA,
                {"escena": self.mesa.escena, "mensaje": oculto, "tirada": dado},
            ),
        ):
            fila = Suceso.objects.sin_filtrar("test").create(partida=self.p1, clase="x", cuando=AHORA, **campos)
            self.es(f"suceso {nombre}", fila, quien)
        solicitud = SolicitudDeAnulacion.objects.sin_filtrar("test").create(
            tirada=self.filas["tirada para todos"][0], por=self.mesa.ana, motivo="x", creada=AHORA
        )
        self.es("solicitud de anulación", solicitud, f"{DIRECCION} ana")
        plazas = Participante.objects.sin_filtrar("test").filter(partida=self.p1)
        for nombre, quien, campos in (
            ("de una plaza", f"{DIRECCION} ana", {"plaza": plazas.get(usuario=self.mesa.ana)}),
            ("de quien fue expulsado", f"{DIRECCION} kike", {"plaza": plazas.get(usuario=self.gente["kike"])}),
            ("de un personaje", MESA, {"reparto": self.mesa.kaelen}),
            ("de un secreto", DIRECCION, {"reparto": self.mesa.pnj}),
            ("de una ficha", f"{DIRECCION} ana", {"ficha": self.mesa.kaelen.personaje}),
            ("de una solicitud", f"{DIRECCION} ana", {"solicitud": solicitud}),
            ("de una ficha que cambió de partida", "olga", {"ficha": self.de_paso.personaje}),
        ):
            fila = Suceso.objects.sin_filtrar("test").create(partida=self.p1, clase="x", cuando=AHORA, **campos)
            self.es(f"suceso {nombre}", fila, quien)
        publica = self.filas["partida publica"][0]
        plaza = Participante.objects.sin_filtrar("test").get(partida=publica)
        solo_suyo = Suceso.objects.sin_filtrar("test").create(partida=publica, clase="x", cuando=AHORA, plaza=plaza)
        self.es("suceso de una plaza de la pública", solo_suyo, "dani")
        ajena = SolicitudDeAnulacion.objects.sin_filtrar("test").create(
            tirada=self.filas["tirada a la dirección"][0], por=self.mesa.bruno, motivo="x", creada=AHORA
        )
        self.es("solicitud sobre lo que no se ve", ajena, DIRECCION)

    def _sin_autor(self) -> None:
        """Accounts can be erased: nobody is the author of these, and nobody without an account becomes it."""
        mensaje = fabrica.publicar(self.mesa, self.mesa.ana, self.mesa.kaelen, visibilidad="direccion")
        Mensaje.objects.sin_filtrar("test").filter(pk=mensaje.pk).update(autor=None)
        self.es("mensaje sin autor", mensaje, DIRECCION)
        escena = Escena.objects.sin_filtrar("test").get(titulo="Plaza", partida__acceso="publica")
        oculto = Mensaje.objects.sin_filtrar("test").create(
            escena=escena, autor=None, voz="pj", estado="oculto", visibilidad="todos",
            clave=uuid4(), huella="", creado=AHORA, orden=1,
        )  # fmt: skip
        self.es("mensaje oculto sin autor en una abierta", oculto, "dani")
        self.hilo["oculto sin autor"] = (oculto, "dani")

    def _cierres(self) -> None:
        """A day that ended is known by all who read the partida; what it did to a sheet, by who reads the sheet."""
        datos = {"numero": 1, "fecha": AHORA.date(), "modo": "automatico", "cuando": AHORA}
        cierre = Cierre.objects.sin_filtrar("test").create(partida=self.p1, **datos)
        self.es("cierre", cierre, MESA)
        for nombre, fila, quien in (
            ("de ana", self.mesa.kaelen, f"{DIRECCION} ana"),
            ("de quien fue expulsado", self.odo, DIRECCION),
            ("de un PNJ secreto", self.mesa.pnj, DIRECCION),
            ("de quien se llevó el personaje a otra partida", self.de_paso, ""),
        ):
            recuperacion = {"cierre": cierre, "personaje": fila.personaje, "nombre": fila.personaje.nombre}
            self.es(f"recuperación {nombre}", Recuperacion.objects.sin_filtrar("test").create(**recuperacion), quien)
        abierta = Partida.objects.sin_filtrar("test").get(titulo="Abierta publica")
        self.es("cierre de una pública", Cierre.objects.sin_filtrar("test").create(partida=abierta, **datos), TODOS)

    def _combate(self) -> None:
        """What waits is read by who reads its message; who fights is known by who may know of the character."""
        for nombre, quien in (
            ("para todos", MESA),
            ("a la dirección", f"{DIRECCION} ana"),
            ("oculto con dados", f"{DIRECCION} ana"),
        ):
            solicitud = {"mensaje": self.hilo[nombre][0], "por": self.mesa.ana, "clave": uuid4(), "creada": AHORA}
            datos = {"sistema": "strange", "accion": "tarea", "huella": ""}
            fila = SolicitudDePalabra.objects.sin_filtrar("test").create(**solicitud, **datos)
            self.es(f"palabra sobre {nombre}", fila, quien)
            que = {"sistema": "strange", "accion": "tarea", "creada": AHORA}
            pedida = TiradaPedida.objects.sin_filtrar("test").create(mensaje=self.hilo[nombre][0], **que)
            self.es(f"tirada pedida en {nombre}", pedida, quien)
            de_quien = {"personaje": self.mesa.kaelen.personaje, "nombre": "Kaelen"}
            una = RespuestaPedida.objects.sin_filtrar("test").create(pedida=pedida, **de_quien)
            self.es(f"respuesta a lo pedido en {nombre}", una, quien)
        for nombre, escena, fila, quien in (
            ("a la vista", self.mesa.escena, self.mesa.kaelen, MESA),
            ("secreto", self.mesa.escena, self.mesa.pnj, DIRECCION),
            ("en la secreta", self.secreta, self.mesa.kaelen, f"{DIRECCION} ana"),
            ("que se fue a otra partida", self.mesa.escena, self.de_paso, ""),
            ("que se fue a una que todos leen", self.mesa.escena, self._mudada(), ""),
        ):
            combatiente = Combatiente.objects.sin_filtrar("test").create(escena=escena, personaje=fila.personaje)
            self.es(f"combatiente {nombre}", combatiente, quien)

    def _equipo(self) -> None:
        """The staff's looks are known to the direction and to whoever looked."""
        hora, ahora = timedelta(hours=1), reloj.ahora()
        for nombre, hasta, quien in (
            ("mod", ahora + hora, DIRECCION),
            ("tarde", ahora - hora, f"{DIRECCION} tarde"),
            ("cese", ahora + hora, f"{DIRECCION} cese"),
        ):
            acceso = {"partida": self.p1, "usuario": self.gente[nombre], "motivo": "x", "desde": ahora - hora}
            fila = AccesoDeModeracion.objects.sin_filtrar("test").create(hasta=hasta, **acceso)
            self.es(f"acceso de {nombre}", fila, quien)
        campos = {"partida": self.p1, "cuando": AHORA}
        suceso = Suceso.objects.sin_filtrar("test").create(clase="equipo_entra", **campos)
        self.es("suceso para la dirección", suceso, DIRECCION)
        for nombre, escena in (("abierta", self.mesa.escena), ("secreta", self.secreta)):
            fria = Suceso.objects.sin_filtrar("test").create(clase="escena_enfria", escena=escena, **campos)
            self.es(f"suceso de una escena {nombre} que se enfría", fria, DIRECCION)

    def _marcas(self) -> None:
        """How far somebody has read is theirs alone, whoever directs."""
        suya = {"usuario": self.mesa.ana, "escena": self.mesa.escena}
        self.es("marca", Marca.objects.sin_filtrar("test").create(cuando=AHORA, hasta=1, **suya), "ana")
        susurro = self.hilo["a la dirección"][0]
        self.es("saltado", Saltado.objects.sin_filtrar("test").create(mensaje=susurro, **suya), "ana")
        datos = {"usuario": self.mesa.ana, "partida": self.p1, "hasta": AHORA}
        self.es("visto", Visto.objects.sin_filtrar("test").create(**datos), "ana")

    def _pendientes(self) -> None:
        """What is owed is known to who owes it, who waits for it and the direction; what is open, to its scene."""
        mesa, ana = self.mesa, f"{DIRECCION} ana"
        susurro, publica = self.hilo["a la dirección"][0], self.filas["escena publica"][0]
        for nombre, quien, campos in (
            ("a la vista", MESA, {"escena": mesa.escena, "para": mesa.ana, "a_la_vista": True}),
            ("a la vista en la secreta", ana, {"escena": self.secreta, "para": mesa.ana, "a_la_vista": True}),
            ("a la vista de ninguna escena", ana, {"para": mesa.ana, "a_la_vista": True}),
            ("callado", f"{ana} bruno", {"escena": mesa.escena, "para": mesa.ana, "espera": mesa.bruno}),
            ("en la secreta de quien no está", DIRECCION, {"escena": self.secreta, "para": mesa.bruno}),
            ("de quien fue expulsado", DIRECCION, {"para": self.gente["kike"]}),
            ("que esperaba quien fue expulsado", ana, {"para": mesa.ana, "espera": self.gente["kike"]}),
            ("sobre lo que no se lee", DIRECCION, {"escena": mesa.escena, "mensaje": susurro, "para": mesa.bruno}),
            ("de la dirección", ana, {"escena": mesa.escena, "espera": mesa.ana}),
            ("de quien tiene plaza ofrecida", f"{DIRECCION} ines", {"para": self.gente["ines"]}),
            ("a la vista de todos", TODOS, {"escena": publica, "partida": publica.partida, "a_la_vista": True}),
            ("callado en la de todos", "dani", {"escena": publica, "partida": publica.partida}),
        ):
            datos = {"partida": self.p1, "clave": nombre, "clase": "turno", "desde": AHORA} | campos
            fila = Pendiente.objects.sin_filtrar("test").create(**datos)
            self.es(f"pendiente {nombre}", fila, quien)
            suceso = {"partida": datos["partida"], "clase": "pendiente", "pendiente": fila, "cuando": AHORA}
            self.es(f"suceso de pendiente {nombre}", Suceso.objects.sin_filtrar("test").create(**suceso), quien)
        regla = ReglaDeAusencia.objects.sin_filtrar("test").create(partida=self.p1, usuario=mesa.ana)
        self.es("regla de ausencia", regla, MESA)
        for nombre, escena, quien in (("abierta", mesa.escena, MESA), ("secreta", self.secreta, ana)):
            puesto = PuestoEnTurno.objects.sin_filtrar("test").create(escena=escena, personaje=mesa.kaelen.personaje)
            self.es(f"puesto en la {nombre}", puesto, quien)
        suyas = {"partida": self.p1, "personaje": mesa.kaelen.personaje, "usuario": mesa.ana, "cambiado": AHORA}
        self.es("órdenes", OrdenesDePJ.objects.sin_filtrar("test").create(texto="x", **suyas), ana)

    def _avisos(self) -> None:
        """What somebody was told is theirs alone, while they may know of all that it tells of."""
        mesa, susurro = self.mesa, self.hilo["a la dirección"][0]
        publica = self.filas["escena publica"][0]
        for nombre, persona, quien, campos in (
            ("de la partida", "ana", "ana", {}),
            ("de quien fue expulsado", "kike", "", {}),
            ("de la partida a quien tiene plaza ofrecida", "ines", "", {}),
            ("de la plaza que se ofrece", "ines", "ines", {"clase": "plaza"}),
            ("de la plaza que se quitó", "kike", "", {"clase": "plaza"}),
            ("de una plaza de la de todos", "eva", "", {"clase": "plaza", "partida": publica.partida}),
            ("de la que dejó en la de todos", "kike", "", {"clase": "plaza", "partida": publica.partida}),
            ("de lo que se enfría", "dani", "dani", {"clase": "enfria", "escena": mesa.escena}),
            ("de lo que se enfría a quien no dirige", "ana", "", {"clase": "enfria", "escena": mesa.escena}),
            ("de la de todos a quien no está en ella", "ana", "", {"partida": publica.partida, "escena": publica}),
            ("de la secreta", "ana", "ana", {"escena": self.secreta}),
            ("de la secreta a quien no está", "bruno", "", {"escena": self.secreta}),
            ("de lo que se le dijo", "ana", "ana", {"escena": mesa.escena, "mensaje": susurro}),
            ("de lo que no se lee", "bruno", "", {"escena": mesa.escena, "mensaje": susurro}),
            ("de lo que debe", "ana", "ana", {"pendiente": self.filas["pendiente callado"][0]}),
            ("de lo que debe otra", "esp", "", {"pendiente": self.filas["pendiente callado"][0]}),
        ):
            datos = {"partida": self.p1, "usuario": self.gente[persona], "clave": nombre, "clase": "turno"}
            fila = Aviso.objects.sin_filtrar("test").create(**{"creado": AHORA} | datos | campos)
            self.es(f"aviso {nombre}", fila, quien)
        gusto = {"usuario": mesa.ana, "clase": "turno", "campana": True, "correo": False}
        self.es("preferencia", PreferenciaDeAviso.objects.sin_filtrar("test").create(**gusto), "ana")
        silencio = {"usuario": mesa.ana, "escena": mesa.escena, "desde": AHORA}
        self.es("escena silenciada", EscenaSilenciada.objects.sin_filtrar("test").create(**silencio), "ana")

    def _imagenes(self) -> None:
        """An image is its uploader's alone until it hangs on a message; then it is that of who reads the message."""
        for nombre, mensaje, quien in (
            ("de un borrador", None, "ana"),
            ("para todos", self.hilo["para todos"][0], MESA),
            ("a la dirección", self.hilo["a la dirección"][0], f"{DIRECCION} ana"),
            ("de lo oculto", self.hilo["oculto con dados"][0], f"{DIRECCION} ana"),
            ("de lo borrado", self.hilo["borrado con dados"][0], f"{DIRECCION} ana"),
            ("del susurro que subió quien ya no está", self.filas["mensaje sin autor"][0], DIRECCION),
        ):
            datos = {"archivo": uuid4().hex, "ancho": 1, "alto": 1, "bytes": 1, "subido": AHORA, "clave": uuid4()}
            fila = Adjunto.objects.sin_filtrar("test").create(dueno=self.mesa.ana, mensaje=mensaje, **datos)
            self.es(f"adjunto {nombre}", fila, quien)
        de_kike = Revision.objects.sin_filtrar("test").create(mensaje=self.de_kike, version=1, cuando=AHORA)
        datos["mensaje"] = self.hilo["para todos"][0]
        versiones = Revision.objects.sin_filtrar("test").filter(mensaje=datos["mensaje"]).order_by("version")
        a_la_vista, _de_ana, tapada = versiones
        for nombre, dueno, version, quien in (
            ("que una edición quitó", "bruno", a_la_vista, f"{DIRECCION} ana"),
            ("suyo, de una versión oculta", "ana", tapada, f"{DIRECCION} ana"),
            ("de una versión oculta", "dani", tapada, DIRECCION),
            ("que solo nombra otro mensaje", "dani", de_kike, DIRECCION),
        ):
            datos |= {"archivo": uuid4().hex, "retirado": AHORA, "dueno": self.gente[dueno]}
            fila = Adjunto.objects.sin_filtrar("test").create(**datos)
            version.imagenes = [*version.imagenes, [fila.publico, ""]]
            version.save()
            self.es(f"adjunto {nombre}", fila, quien)

    def _mudada(self) -> Reparto:
        """Return the row that a character left behind in P1 for a partida that everybody reads."""
        fila = fabrica.personaje(self.p1, self.gente["ana"], "Teo", fabrica.FICHA)
        Reparto.objects.sin_filtrar("test").filter(pk=fila.pk).update(hasta=AHORA)
        abierta = Partida.objects.sin_filtrar("test").get(titulo="Abierta publica")
        Reparto.objects.sin_filtrar("test").create(
            partida=abierta, personaje=fila.personaje, clave_nombre="teo", desde=AHORA
        )
        return fila

    def _fragmentos(self) -> None:
        """A fragment is read where its turn is, by whom it names; what an edit replaced, by author and direction."""
        mesa, ana = self.mesa, f"{DIRECCION} ana"
        texto = "Llueve.\n\n:::solo Mirta\nNo es agua.\n:::\n\n:::dirección\nEs sal.\n:::"
        mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto)
        para_mirta, aparte = Fragmento.objects.sin_filtrar("test").filter(mensaje=mensaje).order_by("orden")
        self.es("fragmento para mirta", para_mirta, f"{ana} bruno")
        self.es("fragmento para la dirección", aparte, ana)
        destinatario = DestinatarioDeFragmento.objects.sin_filtrar("test").get(fragmento=para_mirta)
        self.es("destinatario de fragmento", destinatario, f"{ana} bruno")
        datos = {"linea": 0, "posicion": 0, "orden": 0, "cabecera": "solo Mirta", "texto": "x", "html": "x"}

        def fragmento(nombre: str, sobre: Mensaje, quien: str, *personas: str, **campos: Any) -> Fragmento:
            fila = Fragmento.objects.sin_filtrar("test").create(mensaje=sobre, **datos | campos)
            for persona in personas:
                DestinatarioDeFragmento.objects.sin_filtrar("test").create(fragmento=fila, usuario=self.gente[persona])
            return self.es(f"fragmento {nombre}", fila, quien)

        revision = Revision.objects.sin_filtrar("test").create(mensaje=mensaje, version=1, cuando=AHORA)
        fragmento("de antes", mensaje, ana, "bruno", revision=revision)
        tapada = {"mensaje": mensaje, "cuando": AHORA, "oculta": "Eh"}
        for version, por, quien in ((2, mesa.ana, ana), (3, mesa.dani, DIRECCION)):
            oculta = Revision.objects.sin_filtrar("test").create(**tapada, version=version, por=por)
            fragmento(f"de una versión oculta de {por}", mensaje, quien, "bruno", revision=oculta)
        fragmento("de un mensaje oculto", self.hilo["oculto sin dados"][0], ana, "bruno")
        abierta = Partida.objects.sin_filtrar("test").get(titulo="Abierta publica")
        fabrica.sentar(abierta, self.gente["kike"], "jugador", AHORA)
        kike = Participante.objects.sin_filtrar("test").filter(partida=abierta, usuario=self.gente["kike"])
        kike.update(estado="expulsada")
        plaza = Escena.objects.sin_filtrar("test").get(titulo="Plaza", partida=abierta)
        de_todos = Mensaje.objects.sin_filtrar("test").create(
            escena=plaza, autor=None, voz="pj", estado="publicado", visibilidad="todos",
            clave=uuid4(), huella="", creado=AHORA, orden=2,
        )  # fmt: skip
        fragmento("de una abierta", de_todos, "dani eva", "eva", "kike")
        for fila, quien in ((para_mirta, f"{ana} bruno"), (aparte, ana)):
            lugar = {"partida": self.p1, "escena": mesa.escena, "mensaje": mensaje, "fragmento": fila}
            suceso = Suceso.objects.sin_filtrar("test").create(clase="x", cuando=AHORA, **lugar)
            self.es(f"suceso de un fragmento para {quien}", suceso, quien)
            fila_de_bruno = {"usuario": mesa.bruno, "clase": "mencion", "clave": fila.publico, "creado": AHORA}
            aviso = Aviso.objects.sin_filtrar("test").create(**lugar, **fila_de_bruno)
            self.es(f"aviso de un fragmento para {quien}", aviso, "bruno" if "bruno" in quien else "")

    def _indice(self) -> None:
        """A text is found by who reads what it was taken from: words, notes, a fragment or a declaration."""
        numeros = iter(range(1000))

        def indice(nombre: str, mensaje: Mensaje, clase: str, quien: str, **de: Any) -> None:
            partida = Escena.objects.sin_filtrar("test").get(pk=mensaje.escena_id).partida_id
            datos = {"partida_id": partida, "mensaje": mensaje, "clase": clase, "texto": "x", "plegado": " x "} | de
            # Keys of a stretch that no turn has.
            fila = Buscable.objects.sin_filtrar("test").create(pk=-1 - next(numeros), **datos)
            self.es(f"índice de {nombre}, {clase}", fila, quien)

        for nombre, (mensaje, _lugar) in self.hilo.items():
            quien = self.filas.get(f"mensaje {nombre}", (None, _lugar))[1]
            indice(nombre, mensaje, "texto", quien)
            indice(nombre, mensaje, "notas", quien)
        for visibilidad, quien in (("todos", f"{DIRECCION} ana"), ("direccion", f"{DIRECCION} ana")):
            aparte = fabrica.publicar(
                self.mesa, self.mesa.ana, self.mesa.kaelen, visibilidad=visibilidad, notas="x", notas_direccion=True
            )
            indice(f"nota a la dirección en {visibilidad}", aparte, "notas", quien)
        for nombre, (fila, quien) in list(self.filas.items()):
            if isinstance(fila, Fragmento):
                indice(nombre, fila.mensaje, "fragmento", quien, fragmento=fila)
        for nombre, (tirada, quien) in self.dichas.items():
            indice(f"dado {nombre}", tirada.mensaje, "declaracion", quien, tirada=tirada)
