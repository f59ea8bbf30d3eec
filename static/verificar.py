#!/usr/bin/env python3
"""Check a book of rolls of Hilo y Dado. Standard library only, no network, Python 3.8 or later.

It shares no line with the site, so that the site cannot vouch for itself.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any, Dict, Iterator  # noqa: UP035 - so that Python 3.8 runs it

USO = """Comprueba un libro de tiradas de Hilo y Dado.

    python3 verificar.py libro.jsonl [RECIBO...]
    python3 verificar.py libro.jsonl --cerrado cerrado.jsonl [RECIBO...]

RECIBO es lo que guardaste de una tirada: sus 64 cifras, las primeras (8 o más) o «número:cifras».
También vale la cabeza del libro que te llegó en un correo.

Termina con 0 si todo cuadra, 1 si el libro es falso o está roto, 2 si no se puede leer,
3 si falta algún recibo y 4 si los que faltan pudieron perderse en una restauración anunciada."""

Fila = Dict[str, Any]  # noqa: UP006
CERO = "0" * 64
BIEN, ROTO, ILEGIBLE, FALTAN, PERDIDOS = range(5)
GRAVEDAD = [BIEN, PERDIDOS, FALTAN, ILEGIBLE]
ESTADOS = {
    BIEN: "recibo {}: está en el libro",
    ILEGIBLE: "recibo {}: no parece un recibo (8 cifras hexadecimales o más)",
    FALTAN: "RECIBO {}: NO ESTÁ EN EL LIBRO",
    PERDIDOS: "recibo {}: no está; pudo perderse en la restauración anunciada",
}
CUENTAS = {
    "comprobada": "{} con los dados comprobados",
    "sellada": "{} esperan a que se abra su sobre: sus dados aún no se pueden comprobar",
    "a_mano": "{} con dados escritos a mano: no salen de ninguna semilla",
    "perdida": "{} de un sobre cuya semilla se perdió: sus dados no se podrán comprobar nunca",
    "sin_aporte": "{} sin aporte de quien tiraba: dependen solo del servidor",
}


class Roto(Exception):
    """The book does not hold; the text says where and why."""


def huella(datos: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(datos).hexdigest()


def canonico(cosa: object) -> bytes:
    """Return the one way to write something: JSON, sorted keys, no spaces."""
    return json.dumps(cosa, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def firma(clave: bytes, cosa: object) -> bytes:
    """Return the HMAC-SHA256 of something in its canonical form."""
    return hmac.new(clave, canonico(cosa), "sha256").digest()


def dado(clave: bytes, i: int, caras: int) -> int:
    """Return the face of die number i; what lies past the last multiple of its faces is drawn again."""
    j = 0
    while True:
        x = int.from_bytes(hmac.new(clave, b"%d:%d" % (i, j), "sha256").digest()[:8], "big")
        if x < 2**64 - 2**64 % caras:
            return x % caras + 1
        j += 1


def exigir(condicion: object, n: int, motivo: str) -> None:
    """Stop at entry n unless something holds."""
    if not condicion:
        raise Roto(f"asiento {n}: {motivo}")


class Libro:
    """A book, checked entry by entry."""

    def __init__(self, lineas: list[Fila]) -> None:
        self.sales = {linea["ancla"]: linea for linea in lineas if linea.get("tipo") == "sal"}
        self.filas = [linea for linea in lineas if linea.get("tipo") != "sal"]
        self.cabezas: dict[str, int] = {}
        self.recibos: dict[str, int] = {}
        self.restauraciones: list[Fila] = []
        self.compromisos: dict[int, str] = {}
        self.semillas: dict[int, bytes | None] = {}
        self.anclas: dict[int, str] = {}
        self.sobre: int | None = None
        self.prev = CERO
        self.cuenta = dict.fromkeys(["tirada", *CUENTAS], 0)
        self.tiradas: set[str] = set()
        self.anuladas: set[str] = set()
        self.sustituidas: set[str] = set()
        self.a_juicio: set[str] = set()
        self.juzgadas: set[str] = set()
        self.por_tipo = {
            "apertura": self.apertura,
            "revelacion": self.revelacion,
            "tirada": self.tirada,
            "anulacion": self.anulacion,
            "juicio": self.juicio,
            "ancla": self.ancla,
            "restauracion": self.restauracion,
        }

    def comprobar(self) -> None:
        """Walk the whole book; raise Roto at the first entry that does not hold."""
        exigir(self.filas and self.filas[0].get("tipo") == "apertura", 0, "el libro no empieza abriendo un sobre")
        for recorrer in (self.encadenar, self.dados):  # the seeds stand after the rolls, so the dice come second
            for n, fila in enumerate(self.filas):
                try:
                    recorrer(n, fila)
                except (KeyError, TypeError, ValueError, AttributeError) as error:
                    raise Roto(f"asiento {n}: le falta algo o está mal escrito ({error})") from error

    def encadenar(self, n: int, fila: Fila) -> None:
        """Check the number, the link to the entry before, the hash, and what this sort of entry must say."""
        resto = {clave: valor for clave, valor in fila.items() if clave != "hash"}
        exigir(resto["n"] == n, n, f"cadena rota: aquí pone el número {resto['n']} (falta, sobra o se movió alguno)")
        exigir(resto["prev"] == self.prev, n, "cadena rota: no sigue al asiento anterior")
        exigir(huella(canonico(resto)) == fila["hash"], n, "cadena rota: su contenido no da su huella")
        self.prev = fila["hash"]
        self.cabezas[self.prev] = n
        recibo = self.prev
        if "pos" in resto:  # a closed entry is received without its place, which would count other people's rolls
            del resto["n"], resto["prev"]
            recibo = huella(canonico(resto))
        self.recibos[recibo] = n
        exigir(fila["tipo"] in self.por_tipo, n, f"no sé qué es «{fila['tipo']}»")
        self.por_tipo[fila["tipo"]](n, fila)
        if fila["tipo"] == "tirada":
            self.tiradas.add(recibo)
            if fila.get("a_juicio"):
                self.a_juicio.add(recibo)

    def en_sobre(self, n: int, fila: Fila) -> None:
        """Refuse an entry under an envelope that was not in force."""
        exigir(fila["sobre"] == self.sobre, n, f"usa el sobre {fila['sobre']}, que no era el vigente")

    def apertura(self, n: int, fila: Fila) -> None:
        """Seal an envelope."""
        exigir(self.sobre is None, n, "cierra un sobre nuevo sin haber abierto el anterior")
        exigir(fila["sobre"] == len(self.compromisos) + 1, n, "el número del sobre no sigue al anterior")
        exigir(len(bytes.fromhex(fila["compromiso"])) == 32, n, "el compromiso no tiene 64 cifras")
        exigir(all(fila[que] == self.filas[0][que] for que in ("dueno", "clase")), n, "es de otro libro")
        self.sobre = fila["sobre"]
        self.compromisos[fila["sobre"]] = fila["compromiso"]

    def revelacion(self, n: int, fila: Fila) -> None:
        """Open the envelope. Only a restoration, in the entry before, excuses a lost seed."""
        self.en_sobre(n, fila)
        numero = fila["sobre"]
        self.semillas[numero] = None
        if "semilla" in fila:
            semilla = bytes.fromhex(fila["semilla"])
            exigir(huella(semilla) == self.compromisos[numero], n, "la semilla no es la que había en el sobre")
            self.semillas[numero] = semilla
        else:
            exigir(self.filas[n - 1]["tipo"] == "restauracion", n, "no da la semilla y no viene de una restauración")
        self.sobre = None

    def tirada(self, n: int, fila: Fila) -> None:
        """Look at a roll without its seed."""
        self.en_sobre(n, fila)
        for caras, valor in fila["dados"]:
            exigir(1 <= valor <= caras, n, f"un d{caras} no puede sacar {valor}")
        if "compromiso" in fila:
            exigir(fila["compromiso"] == self.compromisos[fila["sobre"]], n, "su compromiso no es el del sobre")
        if "sustituye" in fila:
            self.nombrar(n, fila["sustituye"], self.sustituidas, "repite una tirada")
        self.cuenta["tirada"] += 1

    def anulacion(self, n: int, fila: Fila) -> None:
        """Void a roll."""
        self.en_sobre(n, fila)
        self.nombrar(n, fila["anula"], self.anuladas, "anula una tirada")

    def juicio(self, n: int, fila: Fila) -> None:
        """Judge a roll that fell before its difficulty was known; its dice are its own."""
        self.en_sobre(n, fila)
        self.nombrar(n, fila["juzga"], self.juzgadas, "juzga una tirada")
        exigir(fila["juzga"] in self.a_juicio, n, "juzga una tirada que no esperaba juicio")

    def ancla(self, n: int, fila: Fila) -> None:
        """Remember an anchor, to be checked against the closed book once it is published."""
        exigir(fila["ancla"] not in self.anclas.values(), n, "el ancla es igual que otra")
        self.anclas[n] = fila["ancla"]

    def restauracion(self, n: int, fila: Fila) -> None:
        """Remember what was lost with a backup."""
        exigir(fila["desde"] == n, n, "dice que falta desde otro asiento")
        self.restauraciones.append(fila)

    def nombrar(self, n: int, recibo: str, antes: set[str], que: str) -> None:
        """Let a roll be voided or replaced once, after it was made."""
        exigir(recibo in self.tiradas, n, que + " que no está antes en el libro")
        exigir(recibo not in antes, n, que + " que ya lo estaba")
        antes.add(recibo)

    def dados(self, n: int, fila: Fila) -> None:
        """Draw the dice of a roll again, if its envelope was opened."""
        if fila["tipo"] not in ("tirada", "anulacion", "juicio"):
            return
        tirada, a_mano = fila["tipo"] == "tirada", fila.get("a_mano", False)
        semilla = self.semillas.get(fila["sobre"])
        self.cuenta["a_mano"] += tirada and a_mano
        self.cuenta["sin_aporte"] += tirada and not a_mano and not fila["aporte"]
        if semilla is None:
            clase = "perdida" if fila["sobre"] in self.semillas else "sellada"
            self.cuenta[clase] += tirada and not a_mano
            return
        lugar: list[Any] = [n, fila["prev"]]
        if "pos" in fila:
            exigir(firma(semilla, ["pos", *lugar]).hex() == fila["pos"], n, "su posición no es la que da la semilla")
            lugar = [fila["pos"]]
        if tirada and not a_mano:
            clave = firma(semilla, [*lugar, fila["peticion"], fila["aporte"]])
            salen = [dado(clave, i, caras) for i, (caras, _) in enumerate(fila["dados"])]
            exigir(salen == [valor for _, valor in fila["dados"]], n, "los dados no son los que da la semilla")
            self.cuenta["comprobada"] += 1

    def buscar(self, texto: str) -> int:
        """Say whether a receipt is in the book, may have been lost in a restoration, or is missing."""
        numero, _, cifras = texto.lower().rpartition(":")
        if len(cifras) < 8 or set(cifras) - set("0123456789abcdef") or (numero and not numero.isdigit()):
            return ILEGIBLE
        for huellas in (self.recibos, self.cabezas):
            if any(una.startswith(cifras) and numero in ("", str(n)) for una, n in huellas.items()):
                return BIEN
        for una in self.restauraciones:
            en_lista = any(perdido.startswith(cifras) for perdido in una["perdidos"])
            if en_lista or not numero or una["desde"] <= int(numero) <= una.get("hasta", float("inf")):
                return PERDIDOS
        return FALTAN

    def resumen(self) -> Iterator[str]:
        """Return what was checked and what was not, in sentences."""
        yield f"{len(self.filas)} asientos correctos, cabeza {self.prev}"
        yield f"{self.cuenta['tirada']} tiradas:"
        for clave, frase in CUENTAS.items():
            if self.cuenta[clave] or clave == "comprobada":
                yield "  " + frase.format(self.cuenta[clave])
        for una in self.restauraciones:
            hasta = f" hasta el {una['hasta']}" if "hasta" in una else ""
            yield f"AVISO: se restauró una copia y se perdieron los asientos desde el {una['desde']}{hasta}"


def comprobar_anclas(abierto: Libro, cerrado: Libro) -> None:
    """Check that every anchor comes out of its salt and a head of the closed book, and never goes back."""
    exigir(abierto.filas[0]["dueno"] == cerrado.filas[0]["dueno"], 0, "los dos libros no son de la misma partida")
    ultimo = -1
    for n, ancla in abierto.anclas.items():
        exigir(n in cerrado.sales, n, "falta la sal del ancla")
        sal, cabeza = cerrado.sales[n]["sal"], cerrado.sales[n]["cabeza"]
        exigir(huella(bytes.fromhex(sal + cabeza)) == ancla, n, "la sal y la cabeza no dan el ancla")
        exigir(cabeza in cerrado.cabezas, n, "el ancla sujeta una cabeza que no está en el libro cerrado")
        exigir(cerrado.cabezas[cabeza] >= ultimo, n, "el ancla sujeta una cabeza anterior a la del ancla de antes")
        ultimo = cerrado.cabezas[cabeza]


def leer(ruta: str) -> Libro:
    """Read a libro.jsonl, unchecked."""
    with open(ruta, encoding="utf-8") as fichero:
        lineas = [json.loads(linea) for linea in fichero if linea.strip()]
    if not all(isinstance(linea, dict) for linea in lineas):
        raise ValueError("cada línea tiene que ser un asiento")
    return Libro(lineas)


def principal(argumentos: list[str]) -> int:
    """Check what the command line names; return the exit code."""
    rutas, recibos = argumentos[:1], argumentos[1:]
    if "--cerrado" in recibos:
        i = recibos.index("--cerrado")
        rutas, recibos = rutas + (recibos[i + 1 : i + 2] or ["-"]), recibos[:i] + recibos[i + 2 :]
    if not rutas or any(uno.startswith("-") for uno in [*rutas, *recibos]):
        print(USO, file=sys.stderr)
        return ILEGIBLE
    ruta = ""
    libros: list[Libro] = []
    try:
        for ruta in rutas:
            libros.append(leer(ruta))
            libros[-1].comprobar()
        ruta = "las anclas del libro abierto"
        if len(libros) > 1:
            comprobar_anclas(*libros)
    except Roto as error:
        print(f"EL LIBRO NO CUADRA. En {ruta}, {error}", file=sys.stderr)
        return ROTO
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"No puedo leer {ruta}: {error}", file=sys.stderr)
        return ILEGIBLE
    for libro in libros:
        print("\n".join(libro.resumen()))
    salida = BIEN
    for recibo in recibos:
        estado = min((libro.buscar(recibo) for libro in libros), key=GRAVEDAD.index)
        print(ESTADOS[estado].format(recibo))
        salida = max(salida, estado, key=GRAVEDAD.index)
    return salida


if __name__ == "__main__":
    sys.exit(principal(sys.argv[1:]))
