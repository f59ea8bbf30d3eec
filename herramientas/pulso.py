"""Ask the web of this container whether it is alive, under the site's own name: the others are refused."""

import http.client
import os
import sys
from urllib.parse import urlsplit

if __name__ == "__main__":
    puerto = int(os.environ.get("PUERTO") or 8000)
    nombre = urlsplit(os.environ.get("SITIO_URL") or "http://localhost").hostname or "localhost"
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=8)
    conexion.request("GET", "/salud/", headers={"Host": nombre})
    sys.exit(0 if conexion.getresponse().status == http.client.OK else 1)
