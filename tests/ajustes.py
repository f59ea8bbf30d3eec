"""Settings of the test suite: the site's own, with its files in a folder of this run and cheap passwords."""

import atexit
import os
import shutil
import tempfile

CARPETA = "HILO_CARPETA_DE_PRUEBAS"
if CARPETA not in os.environ:  # the workers of xdist inherit it from the process that started them
    os.environ[CARPETA] = tempfile.mkdtemp(prefix="hilo-pruebas-")
    atexit.register(shutil.rmtree, os.environ[CARPETA], ignore_errors=True)
os.environ |= {"DIR_DATOS": os.environ[CARPETA], "PRUEBAS": "1", "PYTHONTZPATH": "", "NIVEL_LOG": "WARNING"}
for _variable in ("SITIO_URL", "DEMO", "DEBUG", "REGISTRO", "FALLOS", "SECRET_KEY", "SECRET_KEY_FILE", "CORREO_URL"):
    os.environ.pop(_variable, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, DIR_DATOS, STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir(exist_ok=True)
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file: threads over SQLite's shared memory fail with "table is locked". Each worker of xdist adds its name.
    DATABASES["default"]["TEST"] = {"NAME": str(DIR_DATOS / "pruebas.sqlite3")}
