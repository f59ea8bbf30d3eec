"""Writing in a locked book: rolls, counter-entries, envelopes opened and sealed. Reached through `reglas.libro`."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from reglas import secretos
from reglas.errores_libro import (
    AsientoAjeno,
    AzarAjeno,
    LibroAdelantado,
    SemillaPerdida,
    SinLibro,
    SobreCambiado,
    YaAnulada,
    YaJuzgada,
    YaSustituida,
)
from reglas.models import Asiento, Clase, Libro, Sobre, Tipo
from reglas.nucleo.azar_sellado import AzarSellado, Sello
from reglas.nucleo.canonico import canonico
from reglas.nucleo.tipos import TiradaDado
from reglas.sellado import Secreto, huella_texto, limpiar_aporte, sellar, sin_lugar
from reglas.tipos_libro import Compromiso, Motivo, TiradaHecha

TIRADAS_POR_SOBRE = 200
DIAS_POR_SOBRE = timedelta(days=7)
HUELLA = re.compile(r"[0-9a-f]{64}")
PUBLICO = re.compile(r"[0-9A-Za-z]{11}|")


class LibroBloqueado:
    """A book whose row is ours until the transaction ends."""

    def __init__(self, libro: Libro, sobre: Sobre | None) -> None:
        self.libro = libro
        self._sobre = sobre

    @property
    def vigente(self) -> Sobre:
        """Return the envelope in force."""
        if self._sobre is None:
            raise SinLibro
        return self._sobre

    def azar(self, peticion: str, aporte: str, sobre_visto: str | None = None) -> AzarSellado:
        """Return the dice of the next entry.

        peticion: SHA-256 of the canonical request; it goes into the open book, so the request may hold only what
        every reader may know (a sheet's version, never its contents). aporte: cleaned here; see `limpiar_aporte`.
        sobre_visto: the commitment that the form showed; another than the one in force raises SobreCambiado.
        """
        aporte = limpiar_aporte(aporte)
        if sobre_visto is not None and sobre_visto != self.vigente.compromiso:
            raise SobreCambiado(Compromiso(self.vigente.numero, self.vigente.compromiso))
        semilla = self._semilla()
        return semilla.azar(self._sello(semilla, peticion, aporte))

    def anotar_tirada(self, azar: AzarSellado, hecha: TiradaHecha, *, ahora: datetime) -> Asiento:
        """Append a roll made with the dice of `azar`, which must be of this place and all in `hecha`.

        Raises AzarAjeno, AsientoAjeno, YaSustituida, YaAnulada.
        """
        semilla = self._semilla()
        sello = self._sello(semilla, azar.sello.peticion, azar.sello.aporte)
        dados = _dados(hecha.tiradas)
        if sello != azar.sello or list(hecha.tiradas) != azar.tiradas or not semilla.azar(sello).son_suyos(dados):
            raise AzarAjeno
        return self._anotar_dados(sello, dados, hecha, ahora, {"a_juicio": True} if hecha.a_juicio else {})

    def anotar_a_mano(self, peticion: str, hecha: TiradaHecha, *, ahora: datetime) -> Asiento:
        """Append a roll whose dice somebody typed; every reader sees it marked so."""
        sello = self._sello(self._semilla(), peticion, "")
        return self._anotar_dados(sello, _dados(hecha.tiradas), hecha, ahora, {"a_mano": True})

    def anotar_anulacion(self, tirada: Asiento, *, motivo: str, autor: str, ahora: datetime) -> Asiento:
        """Append the counter-entry of a roll. motivo: SHA-256 of the reason. Raises AsientoAjeno, YaAnulada."""
        self._comprobar_tirada(tirada)
        _comprobar_autor(autor)
        _comprobar_huella(motivo)
        campos: dict[str, object] = {
            "sobre": self.vigente.numero,
            "anula": tirada.recibo,
            "motivo": motivo,
            "autor": autor,
        }
        if self.libro.clase == Clase.CERRADO:
            campos["pos"] = self._semilla().posicion(self.libro.siguiente, self.libro.cabeza)
        return self._anotar(Tipo.ANULACION, campos, ahora, sobre=self.vigente, anula=tirada)

    def anotar_juicio(
        self, tirada: Asiento, *, solicitud: Mapping[str, Any], version: str, autor: str, ahora: datetime
    ) -> Asiento:
        """Append what was asked in the end of a roll whose difficulty was not known when its dice fell.

        solicitud, version: as in `TiradaHecha`, now with the difficulty. Raises AsientoAjeno, YaAnulada, YaJuzgada.
        """
        self._comprobar_tirada(tirada)
        _comprobar_autor(autor)
        if not json.loads(tirada.contenido).get("a_juicio") or Asiento.objects.filter(juzga=tirada).exists():
            raise YaJuzgada
        texto, sal = _en_texto(solicitud), secrets.token_hex(16)
        campos: dict[str, object] = {
            "sobre": self.vigente.numero,
            "juzga": tirada.recibo,
            "autor": autor,
            "reglas": version,
            "solicitud": sellar(texto, sal),
        }
        if self.libro.clase == Clase.CERRADO:
            campos["pos"] = self._semilla().posicion(self.libro.siguiente, self.libro.cabeza)
        columnas = {"juzga": tirada, "peticion": texto, "sal": sal, "version": version}
        return self._anotar(Tipo.JUICIO, campos, ahora, sobre=self.vigente, **columnas)

    def rotar(self, motivo: Motivo, *, ahora: datetime) -> Compromiso:
        """Open the envelope in force, publishing its seed in the book, and seal the next.

        Always does it, even with no roll inside: in a closed book "nothing to open" would tell that nobody rolled.
        """
        self._revelar(motivo, ahora)
        return self.abrir_sobre(ahora)

    def rotar_si_toca(self, *, ahora: datetime) -> bool:
        """Open the envelope after 200 rolls or 7 days. Call it last: an action's rolls share one envelope.

        Leaves a closed book alone: its envelopes change only at day's end, or a change would tell of a roll.
        """
        if self.libro.clase == Clase.CERRADO:
            return False
        hechas = Asiento.objects.filter(sobre=self.vigente, tipo=Tipo.TIRADA).count()
        if hechas >= TIRADAS_POR_SOBRE:
            self.rotar(Motivo.TIRADAS, ahora=ahora)
        elif hechas and self.caducado(ahora):
            self.rotar(Motivo.DIAS, ahora=ahora)
        else:
            return False
        return True

    def restaurar(self, *, hasta: int | None, perdidos: Sequence[str], ahora: datetime) -> Compromiso:
        """Say that entries from here on were lost with a backup, and leave the envelope they knew.

        hasta: last place known to be lost, None if nobody knows. perdidos: receipts known to be lost.
        Works without the seed in force; its rolls can then never be checked, and the book says so.
        """
        campos: dict[str, object] = {"desde": self.libro.siguiente, "perdidos": sorted(set(perdidos))}
        if hasta is not None:
            campos["hasta"] = hasta
        self._anotar(Tipo.RESTAURACION, campos, ahora)
        self._revelar(Motivo.RESTAURACION, ahora)
        return self.abrir_sobre(ahora)

    def caducado(self, ahora: datetime) -> bool:
        """Say whether the envelope in force is seven days old."""
        return ahora - self.vigente.creado >= DIAS_POR_SOBRE

    def _semilla(self) -> Secreto:
        semilla = secretos.semilla_de(self.vigente)
        if semilla is None:
            raise SemillaPerdida
        return semilla

    def _sello(self, semilla: Secreto, peticion: str, aporte: str) -> Sello:
        _comprobar_huella(peticion)
        n, prev = self.libro.siguiente, self.libro.cabeza
        pos = semilla.posicion(n, prev) if self.libro.clase == Clase.CERRADO else ""
        return Sello(n, prev, pos, self.vigente.numero, peticion, aporte)

    def _comprobar_tirada(self, tirada: Asiento) -> None:
        """Refuse an entry that is no roll of this book or that was voided."""
        if tirada.libro_id != self.libro.pk or tirada.tipo != Tipo.TIRADA:
            raise AsientoAjeno
        if Asiento.objects.filter(anula=tirada).exists():
            raise YaAnulada

    def _anotar_dados(
        self, sello: Sello, dados: list[tuple[int, int]], hecha: TiradaHecha, ahora: datetime, extra: dict[str, object]
    ) -> Asiento:
        _comprobar_autor(hecha.autor)
        solicitud = _en_texto(hecha.solicitud)
        sal = secrets.token_hex(16)
        campos: dict[str, object] = {
            "sobre": sello.sobre,
            "peticion": sello.peticion,
            "aporte": sello.aporte,
            "dados": dados,
            "autor": hecha.autor,
            "reglas": hecha.version,
            "solicitud": sellar(solicitud, sal),
            **extra,
        }
        if sello.pos:
            campos |= {"pos": sello.pos, "compromiso": self.vigente.compromiso}
        if hecha.sustituye is not None:
            self._comprobar_tirada(hecha.sustituye)
            if Asiento.objects.filter(sustituye=hecha.sustituye).exists():
                raise YaSustituida
            campos["sustituye"] = hecha.sustituye.recibo
        return self._anotar(
            Tipo.TIRADA,
            campos,
            ahora,
            sobre=self.vigente,
            sustituye=hecha.sustituye,
            peticion=solicitud,
            sal=sal,
            version=hecha.version,
        )

    def anotar_ancla(self, cerrado: LibroBloqueado, *, ahora: datetime) -> Asiento:
        """Append a salted hash of the closed book's head; the salt is stored out of sight."""
        sal = Secreto.nuevo()
        asiento = self._anotar(Tipo.ANCLA, {"ancla": sal.ancla(cerrado.libro.cabeza)}, ahora)
        secretos.guardar_sal(asiento, sal, cerrado.libro.cabeza)
        return asiento

    def _revelar(self, motivo: Motivo, ahora: datetime) -> None:
        semilla = secretos.semilla_de(self.vigente)
        campos: dict[str, object] = {"sobre": self.vigente.numero, "motivo": motivo.value}
        if semilla is not None:
            campos["semilla"] = semilla.descubrir().hex()
        elif motivo != Motivo.RESTAURACION:
            raise SemillaPerdida
        self._anotar(Tipo.REVELACION, campos, ahora, sobre=self.vigente)

    def abrir_sobre(self, ahora: datetime) -> Compromiso:
        """Seal an envelope and publish its commitment. Only a new book calls it by itself; see `rotar`."""
        semilla = Secreto.nuevo()
        numero = self.libro.sobre_vigente + 1
        self._sobre = Sobre.objects.create(
            libro=self.libro, numero=numero, compromiso=semilla.compromiso(), creado=_al_segundo(ahora)
        )
        secretos.guardar_semilla(self._sobre, semilla)
        self.libro.sobre_vigente = numero
        campos = {
            "sobre": numero,
            "compromiso": self._sobre.compromiso,
            "dueno": self.libro.dueno,
            "clase": self.libro.clase,
        }
        self._anotar(Tipo.APERTURA, campos, ahora, sobre=self._sobre)
        return Compromiso(numero, self._sobre.compromiso)

    def _anotar(self, tipo: Tipo, campos: Mapping[str, object], ahora: datetime, **columnas: Any) -> Asiento:
        """Append one entry and move the head, if the head is still where it was when the row was locked."""
        libro = self.libro
        momento = _al_segundo(ahora)
        lugar = {"n": libro.siguiente, "prev": libro.cabeza}
        cuando = momento.strftime("%Y-%m-%dT%H:%M:%SZ")
        contenido = canonico({**campos, **lugar, "tipo": tipo.value, "cuando": cuando})
        huella = huella_texto(contenido)
        recibo_ = huella_texto(sin_lugar(contenido)) if "pos" in campos else huella
        movido = Libro.objects.filter(pk=libro.pk, siguiente=libro.siguiente, cabeza=libro.cabeza).update(
            siguiente=libro.siguiente + 1, cabeza=huella, sobre_vigente=libro.sobre_vigente
        )
        if not movido:
            raise LibroAdelantado
        asiento = Asiento.objects.create(
            libro=libro,
            n=libro.siguiente,
            hash=huella,
            recibo=recibo_,
            tipo=tipo.value,
            contenido=contenido,
            creado=momento,
            **columnas,
        )
        libro.siguiente, libro.cabeza = libro.siguiente + 1, huella
        return asiento


def _dados(tiradas: Sequence[TiradaDado]) -> list[tuple[int, int]]:
    return [(int(tirada.dado.removeprefix("d")), tirada.valor) for tirada in tiradas]


def _en_texto(solicitud: Mapping[str, Any]) -> str:
    """Return a request as it is kept and sealed."""
    return json.dumps(dict(solicitud), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _comprobar_autor(autor: str) -> None:
    if not PUBLICO.fullmatch(autor):
        raise ValueError("autor is an opaque public id, or empty for the site")


def _comprobar_huella(huella: str) -> None:
    if not HUELLA.fullmatch(huella):
        raise ValueError("a SHA-256 in lower case hexadecimal was expected")


def _al_segundo(ahora: datetime) -> datetime:
    if ahora.tzinfo is None:
        raise ValueError("ahora needs a time zone")
    return ahora.astimezone(UTC).replace(microsecond=0)
