"""Who reads what, said a second time: plain Python from docs/audiencias.md, which imports nothing of the site.

People, characters, scenes and messages go by a word of their own. Every secret is a canary, a word found nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DIRECCION, JUGADOR, LECTOR = "direccion", "jugador", "lector"
INVITADA, ACTIVA, RETIRADA, EXPULSADA = "invitada", "activa", "retirada", "expulsada"
PUBLICADO, OCULTO, BORRADO = "publicado", "oculto", "borrado"
NADIE = "anon"


@dataclass
class Plaza:
    """A seat. dejados: the characters it would give back on being taken. salida: those that its last active end left.

    por_su_pie: its last act was to leave. cerrada_activa: its last end found it active and was the direction's.
    """

    papel: str
    estado: str = ACTIVA
    dejados: dict[str, set[str]] = field(default_factory=dict)
    salida: dict[str, set[str]] = field(default_factory=dict)
    por_su_pie: bool = False
    cerrada_activa: bool = False


@dataclass
class Escena:
    """A scene. presentes: who is in it, as character and person. ultimo: the last place given in its thread."""

    titulo: str
    secreta: bool = False
    presentes: set[tuple[str, str]] = field(default_factory=set)
    ultimo: int = 0


@dataclass
class Mensaje:
    """A message. nombrados: people told by name. declaracion: of its die, empty without one. vino: where it was."""

    autor: str
    escena: str
    visibilidad: str
    orden: int
    texto: str
    nombrados: set[str] = field(default_factory=set)
    nota: str = ""
    nota_direccion: bool = False
    declaracion: str = ""
    tapada: bool = False
    estado: str = PUBLICADO
    antes: str = PUBLICADO
    motivo: str = ""
    motivo_oculto: str = ""
    viejos: list[str] = field(default_factory=list)
    vino: tuple[str, int] | None = None


class Modelo:
    """One partida as the rules have it, and each question about it that has a person in it."""

    def __init__(self) -> None:
        self.abierta = False
        self.viva = True
        self.plazas: dict[str, Plaza] = {}
        self.escenas: dict[str, Escena] = {}
        self.mensajes: dict[str, Mensaje] = {}
        self.pj: dict[str, str] = {}
        self.fichas: dict[str, str] = {}
        self.pnj: dict[str, bool] = {}
        self.titulo = self.premisa = ""
        self.actas: list[str] = []
        self.clases: dict[str, str] = {}

    def canario(self, clase: str) -> str:
        """Return a new word for a secret of that kind."""
        palabra = f"canario{len(self.clases):04d}"
        self.clases[palabra] = clase
        return palabra

    def clase(self, cosa: str) -> str:
        """Return the kind of a canary, or of a thing that is seen without words («lugar:m3»)."""
        return cosa.partition(":")[0] if ":" in cosa else self.clases[cosa]

    # Seats.

    def activa(self, quien: str) -> bool:
        return quien in self.plazas and self.plazas[quien].estado == ACTIVA

    def dirige(self, quien: str) -> bool:
        return self.activa(quien) and self.plazas[quien].papel == DIRECCION

    def juega(self, quien: str) -> bool:
        return self.activa(quien) and self.plazas[quien].papel == JUGADOR

    def fuera(self, quien: str) -> bool:
        return quien in self.plazas and self.plazas[quien].estado == EXPULSADA

    def lee_partida(self, quien: str) -> bool:
        return self.abierta or self.activa(quien)

    def sabe_de_ella(self, quien: str) -> bool:
        return self.lee_partida(quien) or (quien in self.plazas and self.plazas[quien].estado == INVITADA)

    # Reading.

    def lee_escena(self, quien: str, clave: str) -> bool:
        escena = self.escenas[clave]
        if not escena.secreta:
            return self.lee_partida(quien)
        esta = quien in {persona for _pj, persona in escena.presentes}
        return self.dirige(quien) or (self.activa(quien) and esta)

    def se_le_dijo(self, quien: str, m: Mensaje) -> bool:
        """Tell whether the person is in the audience."""
        if quien == m.autor or self.dirige(quien):
            return True
        if m.visibilidad == "todos":
            return self.lee_escena(quien, m.escena)
        return m.visibilidad == "destinatarios" and quien in m.nombrados and not self.fuera(quien)

    def lee(self, quien: str, m: Mensaje) -> bool:
        """Tell whether the words stand for the person."""
        suyo = quien == m.autor or self.dirige(quien)
        return self.se_le_dijo(quien, m) and (m.estado == PUBLICADO or suyo)

    def ocupa(self, quien: str, m: Mensaje) -> bool:
        """Tell whether it has a place in the person's thread: words, or a die that they were shown."""
        return self.lee(quien, m) or (self.se_le_dijo(quien, m) and bool(m.declaracion))

    def lee_nota(self, quien: str, m: Mensaje) -> bool:
        return self.lee(quien, m) and (not m.nota_direccion or quien == m.autor or self.dirige(quien))

    def lee_declaracion(self, quien: str, m: Mensaje) -> bool:
        if quien == m.autor or self.dirige(quien):
            return True
        return self.lee(quien, m) and not m.tapada

    def lee_declaracion_oida(self, quien: str, m: Mensaje) -> bool:
        return self.se_le_dijo(quien, m) and self.lee_declaracion(quien, m)

    def lee_ficha(self, quien: str, pj: str) -> bool:
        return self.dirige(quien) or (self.activa(quien) and self.pj[pj] == quien)

    def escribe(self, quien: str, clave: str) -> bool:
        return self.viva and (self.dirige(quien) or self.juega(quien)) and self.lee_escena(quien, clave)

    def palabras(self, quien: str, m: Mensaje) -> set[str]:
        """Return what a person reads of a message wherever it is shown whole."""
        salida = {m.texto} if self.lee(quien, m) else set()
        salida |= {m.nota} if self.lee_nota(quien, m) else set()
        salida |= {m.declaracion} if self.lee_declaracion(quien, m) else set()
        salida |= {m.motivo} if self.lee(quien, m) else set()
        return salida - {""}

    # What each page shows. `sabe` is everything: whatever a page shows besides its own must be in it.

    def hilo(self, quien: str) -> set[str]:
        en = [m for m in self.mensajes.values() if self.lee_escena(quien, m.escena)]
        return set().union(*(self.palabras(quien, m) for m in en))

    def titulos(self, quien: str) -> set[str]:
        return {escena.titulo for clave, escena in self.escenas.items() if self.lee_escena(quien, clave)}

    def cuentas(self, quien: str) -> set[str]:
        salida = set()
        for clave, escena in self.escenas.items():
            if self.lee_escena(quien, clave):
                n = sum(m.escena == clave and self.lee(quien, m) for m in self.mensajes.values())
                salida.add(f"cuenta:{escena.titulo}:{n}")
        return salida

    def portada(self, quien: str) -> set[str]:
        salida = self.titulos(quien) | self.cuentas(quien)
        salida |= {self.titulo, self.premisa} if self.sabe_de_ella(quien) else set()
        return salida | self.conocidos(quien)

    def conocidos(self, quien: str) -> set[str]:
        lee, dirige = self.lee_partida(quien), self.dirige(quien)
        return {pnj for pnj, secreto in self.pnj.items() if dirige or (lee and not secreto)}

    def listada(self, quien: str) -> set[str]:
        return {self.titulo} if self.abierta or self.activa(quien) else set()

    def lugares(self, quien: str) -> set[str]:
        return {f"lugar:{clave}" for clave, m in self.mensajes.items() if self.ocupa(quien, m)}

    def legibles(self, quien: str) -> set[str]:
        return {f"lee:{clave}" for clave, m in self.mensajes.items() if self.lee(quien, m)}

    def puerta(self, quien: str) -> set[str]:
        """Return what is open to the person: messages, scenes, sheets."""
        salida = {f"abierta:{clave}" for clave in self.escenas if self.lee_escena(quien, clave)}
        salida |= {f"abierta:{pj}" for pj in self.pj if self.lee_ficha(quien, pj)}
        return salida | self.lugares(quien) | self.legibles(quien)

    def alcanzables(self, quien: str) -> set[str]:
        """Return the messages whose pages are there for an account: 404 for any other."""
        if quien == NADIE:
            return set()
        aqui = {f"lugar:{clave}" for clave, m in self.mensajes.items() if self.lee_escena(quien, m.escena)}
        return aqui & self.lugares(quien)

    def lectura(self, quien: str) -> set[str]:
        """Return words and declarations of the scenes in which there is something to read."""
        salida: set[str] = set()
        for clave in self.escenas:
            suyos = [m for m in self.mensajes.values() if m.escena == clave and self.lee_escena(quien, clave)]
            if any(self.lee(quien, m) for m in suyos):
                salida |= {m.texto for m in suyos if self.lee(quien, m)}
                salida |= {m.declaracion for m in suyos if self.lee_declaracion(quien, m)}
        return salida - {""}

    def historia(self, quien: str) -> set[str]:
        salida: set[str] = set()
        for m in self.mensajes.values():
            if (self.dirige(quien) or quien == m.autor) and self.lee_escena(quien, m.escena):
                salida |= {m.texto, m.nota, *m.viejos}
        return salida - {""}

    def textos(self, quien: str) -> set[str]:
        """Return what «Mis textos» has: one's own, and what one was told by name and still stands.

        It knows of no partida, so it shows a note for the direction to its author alone.
        """
        salida: set[str] = set()
        for m in self.mensajes.values():
            if quien == m.autor or (quien in m.nombrados and self.lee(quien, m)):
                salida |= self.palabras(quien, m) - ({m.nota} if m.nota_direccion and quien != m.autor else set())
        return salida

    def encuentra(self, quien: str) -> set[str]:
        """Return the words that a search finds: those of messages that the person reads, wherever they are."""
        salida: set[str] = set()
        for m in self.mensajes.values():
            salida |= {m.texto} if self.lee(quien, m) else set()
            salida |= {m.nota} if self.lee_nota(quien, m) else set()
            salida |= {m.declaracion} if self.lee_declaracion_oida(quien, m) else set()
        return salida - {""}

    def editor(self, quien: str) -> set[str]:
        """Return the words of the last five turns of each thread in which the person may write."""
        salida: set[str] = set()
        for clave in self.escenas:
            if self.escribe(quien, clave):
                suyos = [m for m in self.mensajes.values() if m.escena == clave and self.ocupa(quien, m)]
                for m in sorted(suyos, key=lambda m: m.orden)[-5:]:
                    salida |= self.palabras(quien, m)
        return salida

    def mesa(self, quien: str) -> set[str]:
        return ({*self.actas, *self.titulos(quien), *self.pnj} if self.dirige(quien) else set()) - {""}

    def hojas(self, quien: str) -> set[str]:
        """Return what the sheets tell; a visitor is asked to enter."""
        return {canario for pj, canario in self.fichas.items() if self.lee_ficha(quien, pj)}

    def sabe(self, quien: str) -> set[str]:
        todo = self.hilo(quien) | self.portada(quien) | self.historia(quien) | self.textos(quien)
        return todo | self.mesa(quien) | self.hojas(quien) | self.lugares(quien) | self.legibles(quien)

    # What happens. Each is called only when the site says that it was done.

    def publicar(self, clave: str, mensaje: Mensaje) -> None:
        self.mensajes[clave] = mensaje
        self.escenas[mensaje.escena].ultimo = mensaje.orden

    def dirigir(self, clave: str, visibilidad: str, pjs: list[str]) -> None:
        m = self.mensajes[clave]
        m.visibilidad = visibilidad
        m.nombrados = {self.pj[pj] for pj in pjs} if visibilidad == "destinatarios" else set()

    def ocultar(self, clave: str, motivo: str) -> None:
        m = self.mensajes[clave]
        m.estado, m.motivo, m.motivo_oculto = OCULTO, motivo, motivo
        self.actas.append(motivo)

    def mostrar(self, clave: str) -> None:
        self.mensajes[clave].estado, self.mensajes[clave].motivo = PUBLICADO, ""

    def borrar(self, clave: str, motivo: str) -> None:
        m = self.mensajes[clave]
        m.antes, m.estado, m.motivo = m.estado, BORRADO, motivo or m.motivo
        self.actas.append(motivo)

    def restaurar(self, clave: str) -> None:
        m = self.mensajes[clave]
        m.estado, m.motivo = m.antes, m.motivo_oculto if m.antes == OCULTO else ""

    def editar(self, clave: str, texto: str) -> None:
        m = self.mensajes[clave]
        m.viejos.append(m.texto)
        self.clases[m.texto] = "viejo"
        m.texto = texto

    def mover(self, clave: str, destino: str) -> None:
        m, escena = self.mensajes[clave], self.escenas[destino]
        m.vino = (m.escena, m.orden)
        escena.ultimo += 1
        m.escena, m.orden = destino, escena.ultimo

    def devolver(self, clave: str) -> None:
        m = self.mensajes[clave]
        if m.vino is not None:
            (m.escena, m.orden), m.vino = m.vino, None

    def estar(self, clave: str, pjs: list[str]) -> None:
        self.escenas[clave].presentes = {(pj, self.pj[pj]) for pj in pjs}

    def entregar(self, pj: str, persona: str) -> set[str]:
        """Give a character to another ("": the direction): it leaves the scenes, which are returned."""
        salia = {clave for clave, escena in self.escenas.items() if pj in {p for p, _quien in escena.presentes}}
        for escena in self.escenas.values():
            escena.presentes = {(p, quien) for p, quien in escena.presentes if p != pj}
        self.pj[pj] = persona
        return salia

    def irse(self, quien: str, estado: str, *, por_su_pie: bool = False) -> None:
        """Close a seat: what the person played goes to the direction."""
        plaza = self.plazas[quien]
        estaba = plaza.estado == ACTIVA
        dejados = {pj: self.entregar(pj, "") for pj, persona in list(self.pj.items()) if persona == quien}
        if estaba:
            plaza.salida = dejados
        plaza.cerrada_activa = estaba and not por_su_pie
        plaza.por_su_pie, plaza.estado = por_su_pie, estado

    def _recuperar(self, quien: str, dejados: dict[str, set[str]]) -> None:
        for pj, escenas in dejados.items():
            if self.pj[pj] == "":
                self.pj[pj] = quien
                for clave in escenas:
                    self.escenas[clave].presentes.add((pj, quien))

    def volver(self, quien: str) -> None:
        plaza = self.plazas[quien]
        self._recuperar(quien, plaza.salida)
        plaza.estado, plaza.por_su_pie = ACTIVA, False

    def readmitir(self, quien: str) -> None:
        plaza = self.plazas[quien]
        plaza.por_su_pie = False
        if plaza.cerrada_activa:
            plaza.estado, plaza.dejados = ACTIVA, {}
            self._recuperar(quien, plaza.salida)
        else:
            plaza.estado, plaza.dejados = INVITADA, plaza.salida

    def dar_plaza(self, quien: str, papel: str) -> None:
        plaza = self.plazas.setdefault(quien, Plaza(papel, RETIRADA))
        plaza.papel, plaza.por_su_pie = papel, False
        if plaza.estado == RETIRADA:
            plaza.estado, plaza.dejados = INVITADA, {}

    def aceptar(self, quien: str) -> None:
        plaza = self.plazas[quien]
        if plaza.papel != LECTOR:
            self._recuperar(quien, plaza.dejados)
        plaza.estado, plaza.por_su_pie = ACTIVA, False
