"""A real nginx with a cache for everything in front of the site: nobody is ever served what another was."""

import http.client
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import reloj
from partidas.escenario.sembrar import sembrar
from partidas.models import Adjunto
from tests.fugas import rastro
from tests.fugas.rastro import cliente_de
from tests.operacion.sitio import esperar, puerto_libre

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
CANARIO = re.compile(r"CANARIO-([a-z0-9-]+)-[0-9a-f]{16}")


@pytest.fixture
def con_cache(tmp_path: Path, live_server) -> Iterator[int]:
    """Put a real nginx with a cache of sixty seconds for everything in front of the site; give its port."""
    if NGINX is None:
        pytest.fail("no hay nginx: sudo apt install nginx-light")
    puerto = puerto_libre()
    temporales = "".join(
        f"{t}_temp_path {tmp_path}/{t};\n" for t in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    texto = f"""daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log; worker_processes 1;
{"user root;" if os.geteuid() == 0 else ""}
events {{}}
http {{ access_log off;
{temporales}
proxy_cache_path {tmp_path}/cache keys_zone=todo:1m;
server {{ listen 127.0.0.1:{puerto};
location / {{ proxy_pass {live_server.url}; proxy_set_header Host localhost; proxy_set_header Connection "";
proxy_http_version 1.1; proxy_cache todo; proxy_cache_key $request_uri; proxy_cache_valid any 60s;
add_header X-Cache $upstream_cache_status always; }}
}} }}
"""
    archivo = tmp_path / "nginx.conf"
    archivo.write_text(texto, encoding="utf-8")
    orden = [NGINX, "-p", str(tmp_path), "-c", str(archivo), "-e", str(tmp_path / "error.log")]
    subprocess.run([*orden, "-t"], check=True, capture_output=True, text=True)
    proceso = subprocess.Popen(orden)
    try:
        esperar(lambda: _escucha(puerto) if proceso.poll() is None else proceso, segundos=20)
        yield puerto
    finally:
        proceso.terminate()
        proceso.wait(10)


def _escucha(puerto: int) -> bool:
    try:
        pedir(puerto, "/salud/", "anon", {})
    except ConnectionRefusedError:
        return False
    return True


def pedir(puerto: int, ruta: str, galleta: str, cabeceras: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    """Return status, body and headers of what the cache answers."""
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=20)
    try:
        propias = {"Cookie": galleta} if "=" in galleta else {}
        conexion.request("GET", ruta, headers={**propias, "Accept-Language": "es", **cabeceras})
        respuesta = conexion.getresponse()
        return (
            respuesta.status,
            respuesta.read().decode("utf-8", "replace"),
            {n.lower(): v for n, v in respuesta.getheaders()},
        )
    finally:
        conexion.close()


@pytest.mark.averias
@pytest.mark.django_db(transaction=True)
def test_seg_13_una_cache_delante_no_mezcla_a_nadie(con_cache, live_server):
    """Dani first, then the rest, twice over: what each sees is what the site itself would tell them."""
    e = sembrar(ahora=reloj.ahora())
    galletas = {"anon": ""}
    for rol in ("dani", "bruno"):
        cliente = cliente_de(rol)
        galletas[rol] = f"sesion={cliente.cookies['sesion'].value}"
    p1, p3 = (e.partidas[p].publico for p in ("p1", "p3"))
    e1 = rastro.e1(e).publico
    de_p3 = rastro.escena(e.partidas["p3"], "La única").publico
    hilo = f"/p/{p1}/e/{e1}/"
    reales = [hilo, f"/p/{p1}/", f"/p/{p3}/", f"/p/{p3}/e/{de_p3}/", f"/leer/{p3}/{de_p3}/", "/", "/mis-textos/"]
    imagen = f"/adjuntos/{Adjunto.objects.sin_filtrar('test').get().publico}/"
    reales.append(imagen)
    inventadas = [f"/p/{p1}/x.css", f"{hilo}x.css", f"{hilo}..%2f..%2fstatic%2fa.css", f"/p/{p1}/.js"]
    variantes: list[dict[str, str]] = [
        {}, {"HX-Request": "true"}, {"X-Forwarded-Host": "malo.example"}, {"Referer": "https://malo.example/"},
    ]  # fmt: skip
    puerto_del_sitio = int(live_server.url.rsplit(":", 1)[1])
    for ruta in (*reales, *inventadas):
        for rol in ("dani", "anon", "bruno", "dani"):
            for cabeceras in variantes:
                por_cache = pedir(con_cache, ruta, galletas[rol], cabeceras)
                directo = pedir(puerto_del_sitio, ruta, galletas[rol], {**cabeceras, "Host": "localhost"})
                assert por_cache[2]["x-cache"] in {"MISS", "EXPIRED"}, (ruta, rol, cabeceras)
                assert por_cache[0] == directo[0], (ruta, rol)
                assert CANARIO.findall(por_cache[1]) == CANARIO.findall(directo[1]), (ruta, rol)
                assert ("<html" in por_cache[1]) == ("<html" in directo[1]), (ruta, rol)
                assert "malo.example" not in por_cache[1] + repr(por_cache[2]), (ruta, cabeceras)
                if ruta in inventadas:
                    assert por_cache[0] in {404, 302}, ruta
                    assert {"no-store", "private"} & set(re.split(r",\s*", por_cache[2]["cache-control"])), ruta
                if por_cache[0] >= 400:
                    assert por_cache[2]["cache-control"] == "no-store", ruta
    assert "ana-dj" in CANARIO.findall(pedir(con_cache, hilo, galletas["dani"], {})[1])
    assert [pedir(con_cache, imagen, galletas[rol], {})[0] for rol in ("dani", "anon", "bruno")] == [200, 404, 200]
