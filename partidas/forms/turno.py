"""The editor of a turn: everything typed in it, kept through every way of showing it again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from partidas.dominio import borradores, citas
from partidas.dominio.adjuntos import Puesto
from partidas.dominio.citas import CitaAbierta
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.dominio.tiradas import TIRADAS_MAXIMO, clase_para
from partidas.dominio.turnos import OrdenTurno
from partidas.dominio.voces import SUELTO, es_suelta
from partidas.forms.cuenta import cuenta
from partidas.forms.tirada import FormularioTirada
from partidas.forms.voces import MUEVE, SIN_VOZ, grupos_de_voces
from partidas.models import Escena, Mensaje
from partidas.politica import puede_tirar
from partidas.presentacion.fichas import ficha_al_lado
from partidas.presentacion.lectores import lo_leeran
from partidas.presentacion.novedades import mientras
from partidas.presentacion.palabras import Palabras
from personajes.models import FICHA_COMPLETA, Personaje
from reglas.models import Clase

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from partidas.consultas.hilo import Leido
    from partidas.consultas.lectores import Audiencia, Censo
    from partidas.models import Adjunto, Borrador, OrdenesDePJ, Reparto
    from partidas.politica import Lector
    from partidas.presentacion.fragmentos import Trozo
    from partidas.presentacion.mensajes import MensajeVisto
    from reglas.libro import Compromiso, SobreCambiado

PUBLICO = re.compile(r"[0-9A-Za-z]{11}")


def natural(texto: str) -> int:
    """Return the whole number that a form brings back, 0 for anything else."""
    return int(texto) if texto.isdecimal() and len(texto) <= 10 else 0


@dataclass(slots=True)
class FormularioTurno:
    """One editor in one scene. `reparto` is the cast that the person may know of.

    version, pestana, guardado: of the draft, as this tab has it; until it is saved, the key is the name of the tab.
    narra: public id of the turn in progress that is being taken up again, if the scene's draft is of something else.
    programado: public id of the turn that waits for its hour and is being changed. publicar_el: that hour, as it was
    typed, in the zone of the partida. espera: the one on record, in words, while it is to come.
    abierto: when it was first shown, in whole seconds of the epoch; the draft does not keep it.
    turno: the turn in progress on which the dice of this editor hang, which fixes voice and audience.
    nombre: the name typed for a voice of one message. aqui: characters who have spoken in the scene, for the list.
    tras: public id of the last turn on the page where one began to write; nuevos: how many have come since.
    audiencia: who would read it, as the gate says, where that was asked. cita_vista: what the person was told that a
    quote of theirs opens, as they sent it back; cita_abierta: what there is to tell now, with its `huella`.
    adjuntos: the images uploaded in this editor; alts: what the form says of each, by its public id.
    movibles: the characters whom the direction plays for their players now; ordenes: what that player wants.
    vistos: the commitments that the form brings back, by book; sobres: those in force.
    """

    quien: Lector
    escena: Escena
    reparto: Sequence[Reparto]
    clave: UUID = field(default_factory=uuid4)
    texto: str = ""
    notas: str = ""
    notas_direccion: bool = False
    personaje: str = ""
    visibilidad: str = Mensaje.Visibilidad.TODOS
    destinatarios: list[str] = field(default_factory=list)
    tiradas: list[FormularioTirada] = field(default_factory=list)
    errores: dict[str, str] = field(default_factory=dict)
    previa: tuple[Trozo, ...] = ()
    version: int = 0
    pestana: str = ""
    guardado: datetime | None = None
    narra: str = ""
    programado: str = ""
    publicar_el: str = ""
    silencioso: bool = False
    espera: str = ""
    abierto: int = 0
    turno: Leido | None = None
    turno_visto: MensajeVisto | None = None
    adjuntos: Sequence[Adjunto] = ()
    alts: dict[str, str] = field(default_factory=dict)
    vistos: dict[str, str] = field(default_factory=dict)
    sobres: dict[str, Compromiso] = field(default_factory=dict)
    nombre: str = ""
    aqui: frozenset[int] = frozenset()
    tras: str = ""
    nuevos: int = 0
    audiencia: tuple[Censo, Audiencia] | None = None
    cita_vista: str = ""
    cita_abierta: CitaAbierta | None = None
    citado: bool = False
    movibles: frozenset[int] = frozenset()
    ordenes: OrdenesDePJ | None = None

    def __post_init__(self) -> None:
        """Begin with the first voice of the list."""
        if not self.personaje and self.voces:
            self.personaje = self.voces[0][0]

    @property
    def hay_tiradas(self) -> bool:
        """Tell whether publishing will also roll."""
        return any(tirada.accion for tirada in self.tiradas)

    @property
    def lugar(self) -> str:
        """Return where the draft is kept."""
        if self.programado:
            return borradores.lugar_de_lo_programado(self.programado)
        return borradores.lugar_del_turno(self.narra) if self.narra else borradores.lugar_de(self.escena)

    @property
    def tira_ahora(self) -> bool:
        """Tell whether a roll may be thrown before its words are published."""
        return not self.quien.partida.solo_al_publicar and bool(puede_tirar(self.quien, self.escena))

    @property
    def caben_tiradas(self) -> bool:
        """Tell whether one more roll can be declared."""
        hechas = {t.lote or t.pk for t in self.turno.tiradas if t.continua_id is None} if self.turno else ()
        return len(self.tiradas) + len(hechas) < TIRADAS_MAXIMO

    @property
    def clase(self) -> str:
        """Return the book that the chosen audience decides."""
        return clase_para(self.visibilidad, self.escena).value

    @property
    def sobre(self) -> Compromiso | None:
        """Return the envelope in force of that book."""
        return self.sobres.get(self.clase)

    @property
    def voz_fijada(self) -> str:
        """Name the voice that the dice of the turn fixed."""
        return (self.turno.mensaje.nombre_voz if self.turno else "") or _("Dirección")

    @property
    def grupos_de_voces(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return who the person can speak as, by groups with a name (empty: on their own)."""
        return grupos_de_voces(self.quien, self.escena, self.reparto, self.aqui, self.movibles)

    @property
    def voces(self) -> list[tuple[str, str]]:
        """Return who the person can speak as, one after another."""
        return [voz for _grupo, voces in self.grupos_de_voces for voz in voces]

    @property
    def habla(self) -> Reparto | None:
        """Return the cast row of who speaks, as it is chosen now."""
        publico = self.personaje.removeprefix(MUEVE)
        return next((fila for fila in self.reparto if fila.personaje.publico == publico), None)

    @property
    def mueve(self) -> bool:
        """Tell whether the direction plays a character for its player."""
        return self.personaje.startswith(MUEVE)

    def mover(self, publico: str) -> None:
        """Choose that voice, if it can be moved now."""
        if any(clave == f"{MUEVE}{publico}" for clave, _nombre in self.voces):
            self.personaje = f"{MUEVE}{publico}"

    @property
    def ficha(self) -> SafeString | None:
        """Return the sheet of who speaks, for whoever may read it whole; it costs no query."""
        return ficha_al_lado(self.quien, self.habla)

    @property
    def candidatos(self) -> list[Reparto]:
        """Return the players' characters that can be named as recipients."""
        return [fila for fila in self.reparto if fila.personaje.clase == Personaje.Clase.PJ and fila.usuario_id]

    @property
    def nombradas(self) -> list[int]:
        """Return the accounts of those who are marked as recipients."""
        marcados = (f for f in self.candidatos if f.personaje.publico in self.destinatarios)
        elegibles = marcados if self.visibilidad == Mensaje.Visibilidad.DESTINATARIOS else ()
        return [fila.usuario_id for fila in elegibles if fila.usuario_id is not None]

    @property
    def lo_leeran(self) -> str:
        """Say in words who will read the turn as it is set now."""
        if self.turno is not None and self.turno.destinatarios:
            return _("Lo leerán: %(nombres)s y la dirección.") % {"nombres": ", ".join(self.turno.destinatarios)}
        marcados = [f.personaje.nombre for f in self.candidatos if f.personaje.publico in self.destinatarios]
        return lo_leeran(self.quien, self.escena, self.visibilidad, marcados, self.audiencia)

    @property
    def cuenta(self) -> str:
        """Return how long the text is, in characters, once it comes near to what fits."""
        return cuenta(self.texto)

    @property
    def enlace_de_novedades(self) -> str:
        """Return the address that says what has come since one began to write."""
        ruta = reverse("novedades", args=[self.quien.partida.publico, self.escena.publico])
        return f"{ruta}?tras={self.tras}&abierto={self.abierto}" if self.tras else f"{ruta}?abierto={self.abierto}"

    @property
    def frase_de_novedades(self) -> str:
        """Say it."""
        return mientras(self.nuevos)

    @property
    def imagenes(self) -> list[tuple[Adjunto, str]]:
        """Return each image that is still there, with its description as it was typed."""
        return [(fila, self.alts[fila.publico]) for fila in self.adjuntos if fila.publico in self.alts]

    def nueva_tirada(self) -> FormularioTirada:
        """Return an empty roll for the speaker chosen now."""
        propias = [
            fila
            for fila in self.reparto
            if fila.personaje.formato == FICHA_COMPLETA
            and (self.quien.dirige or fila.usuario_id == self.quien.usuario.pk)
        ]
        propias.sort(key=lambda fila: fila.personaje.publico != self.personaje.removeprefix(MUEVE))
        return FormularioTirada(
            indice=len(self.tiradas),
            palabras=Palabras.de(self.quien.partida.sistema),
            fichas=propias,
            objetivos=self.reparto,
            dirige=self.quien.dirige,
            escena=self.escena,
            visibilidad=self.visibilidad,
        )

    def leer(self, peticion: QueryDict) -> None:
        """Take in the whole request; nothing typed is dropped, right or wrong."""
        try:
            self.clave = UUID(peticion.get("clave", ""))
        except ValueError:
            self.errores["clave"] = _("El formulario estaba incompleto: revisa y vuelve a publicar.")
        self.texto = peticion.get("texto", "").replace("\r\n", "\n")
        self.notas = peticion.get("notas", "").replace("\r\n", "\n")
        self.notas_direccion = "notas_direccion" in peticion
        self.personaje, self.nombre = peticion.get("personaje", self.personaje), peticion.get("nombre", "")
        self.cita_vista, tras = peticion.get("cita_vista", "")[:64], peticion.get("tras", "")
        self.tras = tras if PUBLICO.fullmatch(tras) else ""
        self.visibilidad = peticion.get("visibilidad", "")
        self.destinatarios = peticion.getlist("destinatarios")
        version, narra = peticion.get("borrador", "0"), peticion.get("narra", "")
        self.version, self.abierto = natural(version), natural(peticion.get("abierto", "0"))
        self.narra = narra if PUBLICO.fullmatch(narra) else ""
        programado = peticion.get("programado", "")
        self.programado = programado if PUBLICO.fullmatch(programado) else ""
        self.publicar_el, self.silencioso = peticion.get("publicar_el", "")[:40], "silencioso" in peticion
        self.pestana = peticion.get("pestana", self.pestana)[:32]
        puestos = [p for p in peticion.getlist("adjuntos") if PUBLICO.fullmatch(p)]
        self.alts = {publico: peticion.get(f"alt-{publico}", "") for publico in puestos}
        self.vistos = {clase: peticion.get(f"sobre-{clase}", "")[:64] for clase in Clase.values}
        self._leer_tiradas(peticion)

    def _leer_tiradas(self, peticion: QueryDict) -> None:
        cuantas = peticion.get("cuantas", "0")
        for indice in range(min(int(cuantas) if cuantas.isdecimal() and len(cuantas) < 10 else 0, TIRADAS_MAXIMO)):
            tirada = self.nueva_tirada()
            tirada.indice = indice
            tirada.leer(peticion)
            if f"{tirada.prefijo}quitar" not in peticion:
                tirada.indice = len(self.tiradas)
                self.tiradas.append(tirada)

    @property
    def tab(self) -> str:
        """Return the name of the tab as its draft has it: its key, until the draft is opened again."""
        return self.pestana or str(self.clave)

    def orden(self) -> OrdenTurno:
        """Return the order for the domain: rolls without a chosen action are left out."""
        return OrdenTurno(
            clave=self.clave,
            texto=self.texto,
            notas=self.notas,
            notas_direccion=self.notas_direccion,
            personaje="" if self.personaje == SIN_VOZ else self.personaje.removeprefix(MUEVE),
            mueve=self.mueve,
            nombre=self.nombre,
            visibilidad=self.visibilidad,
            destinatarios=tuple(self.destinatarios),
            tiradas=tuple(tirada.declarada(self.vistos.get(self.clase, "")) for tirada in self._con_accion()),
            adjuntos=tuple(Puesto(publico, alt) for publico, alt in self.alts.items()),
            abierto=datetime.fromtimestamp(self.abierto, UTC) if self.abierto else None,
            cita_vista=self.cita_vista,
            pestana=self.tab,
            silencioso=self.silencioso,
        )

    def orden_de_tirar(self, tirada: FormularioTirada) -> OrdenTirar:
        """Return the order to throw one of the rolls now; its form must have an action."""
        return OrdenTirar(
            turno=replace(self.orden(), tiradas=()),
            tirada=tirada.declarada(self.vistos.get(self.clase, "")),
            clave=tirada.clave,
            indice=self._con_accion().index(tirada),
        )

    def _con_accion(self) -> list[FormularioTirada]:
        return [tirada for tirada in self.tiradas if tirada.accion]

    def a_datos(self) -> dict[str, Any]:
        """Return what the draft keeps of the editor."""
        return {
            "clave": str(self.clave),
            "campos": {
                "texto": [self.texto],
                "notas": [self.notas],
                "personaje": [self.personaje],
                **({"nombre": [self.nombre]} if self.nombre else {}),
                "visibilidad": [self.visibilidad],
                "destinatarios": self.destinatarios,
                **({"notas_direccion": ["1"]} if self.notas_direccion else {}),
                **({"publicar_el": [self.publicar_el]} if self.publicar_el else {}),
                **({"silencioso": ["1"]} if self.silencioso else {}),
                **({"adjuntos": list(self.alts)} if self.alts else {}),
                **{f"alt-{publico}": [alt] for publico, alt in self.alts.items()},
            },
            "tiradas": [tirada.a_datos() for tirada in self.tiradas],
        }

    def citar(self, mensaje: Mensaje) -> None:
        """Put the words of a message below what is written, as a quote, once, and the caret after them."""
        cita = citas.citar(mensaje)
        if cita not in self.texto:  # the page asked for again has it in its draft
            self.texto = "\n\n".join([*filter(None, [self.texto.rstrip()]), cita, ""])
        self.citado = True

    @property
    def de_paso(self) -> list[tuple[str, str]]:
        """Return what a form brings back and no draft keeps."""
        return [("abierto", str(self.abierto)), ("tras", self.tras), ("cita_vista", self.cita_vista)]

    def restaurar(self, borrador: Borrador) -> None:
        """Bring a draft back as it was typed."""
        datos, tiradas = borrador.datos, borrador.datos.get("tiradas", [])
        peticion = QueryDict(mutable=True)
        peticion["clave"], peticion["cuantas"] = datos.get("clave", str(self.clave)), str(len(tiradas))
        for nombre, valores in datos.get("campos", {}).items():
            peticion.setlist(nombre, valores)
        for indice, tirada in enumerate(tiradas):
            for nombre, valores in tirada.items():
                peticion.setlist(f"t{indice}-{nombre}", valores)
        narra, programado = self.narra, self.programado
        self.leer(peticion)
        self.narra, self.programado, self.pestana = narra, programado, uuid4().hex
        self.version, self.guardado = borrador.version, borrador.guardado

    def fijar(self, turno: Leido | None, visto: MensajeVisto | None) -> None:
        """Hang the editor on a turn in progress, whose voice and audience are shown and no longer chosen."""
        self.turno, self.turno_visto = turno, visto
        if turno is not None:
            fila = turno.mensaje
            self.clave, self.visibilidad = fila.clave, fila.visibilidad
            voz = fila.personaje.publico if fila.personaje else SIN_VOZ
            self.personaje = f"{MUEVE}{voz}" if fila.movido else voz
            if es_suelta(fila):
                self.personaje, self.nombre = SUELTO, fila.nombre_voz
            self.destinatarios = list(turno.claves)

    def valido(self) -> bool:
        """Tell whether everything could be parsed; what the verbs refuse comes later."""
        return not self.errores and not any(tirada.mal_escrita for tirada in self.tiradas)

    def soltar_hechas(self, turno: Leido | None) -> None:
        """Leave out the rolls already thrown on the turn in progress: a late copy of the form may still carry them."""
        hechas = {tirada.clave for tirada in turno.tiradas} if turno else set()
        self.tiradas = [tirada for tirada in self.tiradas if tirada.clave not in hechas]

    def rechazar(self, error: DatoInvalido | TiradaRechazada) -> None:
        """Put what a verb refused beside the control it speaks of."""
        if isinstance(error, CitaAbierta):
            self.cita_abierta = error
        elif isinstance(error, TiradaRechazada):
            self._con_accion()[error.indice].rechazar(error.rechazo, error.nombre)
        elif error.campo.startswith("tirada-"):
            self._con_accion()[int(error.campo.removeprefix("tirada-"))].error = str(error.motivo)
        else:
            self.errores[error.campo] = str(error.motivo)

    def cambiar_sobre(self, error: SobreCambiado) -> None:
        """Say that the envelope was opened while one wrote; what the browser drew under it is drawn again."""
        self.errores["sobre"] = str(error.mensaje)
        for tirada in self.tiradas:
            tirada.olvidar_azar()

    def resumen_de_errores(self) -> list[tuple[str, str]]:
        """Return (anchor, sentence) of everything wrong, for the summary at the top."""
        lista = [(f"campo-{campo}", frase) for campo, frase in self.errores.items()]
        if self.cita_abierta and not self.previa:
            lista.append(("campo-citas", _("Falta una confirmación: lo que citas lo leería más gente.")))
        for tirada in self.tiradas:
            if tirada.error:
                lista.append((f"{tirada.prefijo}tirada", tirada.error))
            if tirada.lote and tirada.lote.error:
                lista.append((f"{tirada.prefijo}cuantas", tirada.lote.error))
            lista.extend((c.id_html, f"{c.etiqueta}: {c.error}") for c in tirada.controles() if c.error)
        return lista
