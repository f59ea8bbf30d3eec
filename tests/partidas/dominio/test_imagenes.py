"""What is kept of an uploaded file: nothing but its pixels, and nothing of what is not an image."""

import base64
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from partidas.dominio import imagenes
from partidas.dominio.imagenes import ImagenRechazada
from tests.operacion.sitio import RAIZ, entorno_limpio

DANADA = "El archivo está dañado o incompleto: ábrelo, guárdalo otra vez y súbelo."
NO_ES = "No es una imagen JPEG, PNG, GIF o WebP."
GRANDE = "Mide más de 4096 píxeles de ancho o de alto: redúcela y vuelve a subirla."


def archivo(tipo: str = "PNG", medidas=(40, 20), **opciones) -> bytes:
    salida = BytesIO()
    Image.linear_gradient("L").resize(medidas).convert("RGB").save(salida, tipo, **opciones)
    return salida.getvalue()


def pedazo(tipo: bytes, datos: bytes) -> bytes:
    return struct.pack(">I", len(datos)) + tipo + datos + struct.pack(">I", zlib.crc32(tipo + datos))


def png_enorme(ancho: int, alto: int) -> bytes:
    """Return a one-bit PNG of that size, whose pixels take a few kilobytes."""
    filas = zlib.compress(bytes((1 + ancho // 8) * alto), 9)
    cabeza = struct.pack(">IIBBBBB", ancho, alto, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + pedazo(b"IHDR", cabeza) + pedazo(b"IDAT", filas) + pedazo(b"IEND", b"")


def trozos(webp: bytes) -> list[bytes]:
    """Return the kinds of the chunks of a WebP, having checked that nothing comes after the last."""
    assert webp[:4] == b"RIFF"
    assert webp[8:12] == b"WEBP"
    assert struct.unpack("<I", webp[4:8])[0] + 8 == len(webp)
    tipos, lugar = [], 12
    while lugar < len(webp):
        tipos.append(webp[lugar : lugar + 4])
        largo = struct.unpack("<I", webp[lugar + 4 : lugar + 8])[0]
        lugar += 8 + largo + largo % 2
    assert lugar == len(webp)
    return tipos


def rechazo(datos: bytes) -> str:
    with pytest.raises(ImagenRechazada) as caso:
        imagenes.recodificar(datos)
    return str(caso.value.motivo)


@pytest.mark.parametrize("tipo", ["PNG", "JPEG", "GIF", "WEBP"])
def test_cada_formato_sale_como_webp_con_su_miniatura(tipo):
    imagen = imagenes.recodificar(archivo(tipo, (1600, 400)))

    assert (imagen.ancho, imagen.alto) == (1600, 400)
    with Image.open(BytesIO(imagen.completa)) as completa, Image.open(BytesIO(imagen.miniatura)) as miniatura:
        assert (completa.format, completa.size) == ("WEBP", (1600, 400))
        assert (miniatura.format, miniatura.size) == ("WEBP", (640, 160))


@pytest.mark.parametrize(
    ("datos", "frase"),
    [
        (b"", "El archivo está vacío."),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NO_ES),
        (b'<?xml version="1.0"?><svg><image xlink:href="http://malo.example/"/></svg>', NO_ES),
        (b"<!doctype html><script>alert(1)</script>", NO_ES),
        (b"%PDF-1.7\n", NO_ES),
        (b"PK\x03\x04", NO_ES),
        (b"BM" + bytes(60), NO_ES),
        (b"RIFF\x04\x00\x00\x00WEBP", DANADA),
        (b"\x89PNG\r\n\x1a\n", DANADA),
        (b"\xff\xd8\xff\xe0", DANADA),
        (b"GIF89a", DANADA),
        (archivo("PNG", (300, 300))[:-400], DANADA),
        (archivo("JPEG", (300, 300))[:400], DANADA),
        (archivo("WEBP", (300, 300))[:60], DANADA),
        (archivo() + bytes(imagenes.BYTES_MAXIMO), "Pesa más de 5 MB: redúcela y vuelve a subirla."),
    ],
)
def test_seg_70_lo_que_no_es_una_imagen_entera_se_rechaza_con_su_frase(datos, frase):
    assert rechazo(datos) == frase


def test_seg_70_de_un_poliglota_y_de_sus_comentarios_no_queda_nada():
    cola = BytesIO()
    with zipfile.ZipFile(cola, "w") as paquete:
        paquete.writestr("malo.js", "CANARIO")
    texto = PngInfo()
    texto.add_text("Comment", "<?php CANARIO ?>")
    casos = [
        archivo("JPEG") + cola.getvalue(),
        archivo("GIF", comment=b"*/=1;alert('CANARIO')//"),
        archivo("PNG", pnginfo=texto),
        archivo("PNG") + b"<script>CANARIO</script>",
    ]

    for datos in casos:
        assert b"CANARIO" in datos
        imagen = imagenes.recodificar(datos)
        for copia in (imagen.completa, imagen.miniatura):
            assert trozos(copia) == [b"VP8 "]
            assert b"CANARIO" not in copia


def webp_que_dice_medir(ancho: int, alto: int) -> bytes:
    cuerpo = b"VP8X" + struct.pack("<I", 10) + bytes(4) + (ancho - 1).to_bytes(3, "little")
    cuerpo += (alto - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 4 + len(cuerpo)) + b"WEBP" + cuerpo


DILUVIOS = {
    "20000": png_enorme(20_000, 20_000),
    "12000": png_enorme(12_000, 12_000),  # Pillow only warns of this one
    "ancha": png_enorme(4_097, 8),
    "alta": png_enorme(8, 4_097),
    "webp": webp_que_dice_medir(16_384, 16_384),
    "gif": b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(3) + b";",
}
# In a process of its own: what a decoder takes is not Python's, and the peak of this one is of other tests. The memory
# is what that process grew by; the milliseconds are in `make bench` (hostiles).
PROGRAMA = """
import base64, json, re, sys
from pathlib import Path
import django
django.setup()
from partidas.dominio.imagenes import ImagenRechazada, recodificar
def megas(que):
    return int(re.search(que + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
def rechazar(datos):
    try:
        recodificar(datos)
    except ImagenRechazada as error:
        return str(error.motivo)
todos = {clave: base64.b64decode(datos) for clave, datos in json.load(sys.stdin).items()}
rechazar(todos["alta"])
antes = megas("VmRSS")
dicho = {clave: rechazar(datos) for clave, datos in todos.items()}
print(json.dumps([dicho, megas("VmHWM") - antes]))
"""


def test_seg_71_un_diluvio_de_pixeles_se_rechaza_por_su_cabecera(tmp_path: Path):
    hecho = subprocess.run(
        [sys.executable, "-c", PROGRAMA],
        cwd=RAIZ,
        env=entorno_limpio(DIR_DATOS=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings", NIVEL_LOG="ERROR"),
        input=json.dumps({clave: base64.b64encode(datos).decode() for clave, datos in DILUVIOS.items()}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert hecho.returncode == 0, hecho.stderr
    dicho, megas = json.loads(hecho.stdout)

    assert dicho == dict.fromkeys(DILUVIOS, GRANDE) | {"gif": DANADA}
    assert megas < 30


def test_seg_71_la_mayor_que_cabe_cabe():
    imagen = imagenes.recodificar(png_enorme(4_096, 4_096))

    assert (imagen.ancho, imagen.alto) == (4_096, 4_096)


def test_seg_71_de_una_animada_queda_el_primer_fotograma_por_muchos_que_traiga():
    salida = BytesIO()
    rojo, *otros = [Image.new("RGB", (30, 30), (255 - n % 2 * 255, n, 0)) for n in range(250)]
    rojo.save(salida, "GIF", save_all=True, append_images=otros)

    imagen = imagenes.recodificar(salida.getvalue())

    assert trozos(imagen.completa) == [b"VP8 "]
    with Image.open(BytesIO(imagen.completa)) as abierta:
        assert abierta.n_frames == 1
        assert abierta.convert("RGB").getpixel((15, 15))[0] > 200


def test_seg_72_sin_metadatos_y_como_se_tomo():
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "CANARIO"
    exif.get_ifd(0x8825)[2] = (40.0, 25.0, 0.0)
    foto = Image.new("RGB", (60, 30), "white")
    foto.paste("black", (0, 0, 30, 30))
    salida = BytesIO()
    foto.save(salida, "JPEG", exif=exif, xmp=b"<x:xmpmeta>CANARIO</x:xmpmeta>", icc_profile=b"CANARIO" * 20)
    assert salida.getvalue().count(b"CANARIO") >= 3

    imagen = imagenes.recodificar(salida.getvalue())

    assert (imagen.ancho, imagen.alto) == (30, 60)
    assert trozos(imagen.completa) == [b"VP8 "]
    assert trozos(imagen.miniatura) == [b"VP8 "]
    with Image.open(BytesIO(imagen.completa)) as abierta:
        gris = abierta.convert("L")
        assert gris.getpixel((15, 5)) < 50
        assert gris.getpixel((15, 55)) > 200


def test_la_transparencia_se_conserva():
    salida = BytesIO()
    Image.new("RGBA", (10, 10), (10, 20, 30, 0)).save(salida, "PNG")

    imagen = imagenes.recodificar(salida.getvalue())

    with Image.open(BytesIO(imagen.completa)) as abierta:
        assert abierta.convert("RGBA").getpixel((5, 5))[3] == 0
