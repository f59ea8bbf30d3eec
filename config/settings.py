"""The settings of the site: one file, driven by environment variables only; a bad value stops the start.

The address in SITIO_URL decides the profile: https is a public site, http on this machine is the embedded one.
docs/configuracion.md describes each variable; a test compares that table with what is read here.
"""

import tempfile
import zoneinfo
from pathlib import Path
from typing import Any

from config import VERSION as VERSION_DEL_PROYECTO
from config.conexiones import SEGUNDOS_HASTA_REPETIR, base_de_datos, caches, transporte
from config.entorno import LOCALES, Entorno, error, leer_clave
from config.fallos import leer_puntos
from config.registro import configuracion as configuracion_del_registro

BASE_DIR = Path(__file__).resolve().parent.parent
ENTORNO = Entorno()
VERSION = VERSION_DEL_PROYECTO

# --- The site -------------------------------------------------------------------------------------------------------
PUERTO = ENTORNO.entero("PUERTO", 8000, minimo=1, maximo=65535)
ESCUCHA = ENTORNO.texto("ESCUCHA", "127.0.0.1")
_sitio = ENTORNO.sitio("SITIO_URL", f"http://localhost:{PUERTO}")
SITIO_URL = _sitio.geturl()
PRODUCCION = _sitio.scheme == "https"
DIR_DATOS = ENTORNO.carpeta("DIR_DATOS", BASE_DIR / "datos")
DEBUG = ENTORNO.booleano("DEBUG")
PRUEBAS = ENTORNO.booleano("PRUEBAS")
FALLOS = leer_puntos(ENTORNO.texto("FALLOS"))
DEMO = ENTORNO.booleano("DEMO")
REGISTRO = ENTORNO.opcion("REGISTRO", "abierto", opciones=("abierto", "invitacion", "cerrado"))
NIVEL_LOG = ENTORNO.opcion("NIVEL_LOG", "INFO", opciones=("DEBUG", "INFO", "WARNING", "ERROR"))
PROCESOS_WEB = ENTORNO.entero("PROCESOS_WEB", 1, minimo=1, maximo=64)
PROXIES_DE_CONFIANZA = ENTORNO.entero("PROXY_DE_CONFIANZA", 0, minimo=0, maximo=5)

_en_esta_maquina = _sitio.hostname in LOCALES and ESCUCHA in LOCALES
if DEBUG and PRODUCCION:
    raise error("DEBUG", "no puede ser 1 en un sitio público: mostraría secretos", "Escribe DEBUG=0, o quítala")
if PRUEBAS and PRODUCCION:
    raise error("PRUEBAS", "no puede ser 1 en un sitio público", "Escribe PRUEBAS=0, o quítala")
if FALLOS and not PRUEBAS:
    raise error("FALLOS", "solo se usa en las pruebas", "Quítala, o escribe también PRUEBAS=1")
if DEMO and not _en_esta_maquina:
    problema = "las cuentas de demostración tienen claves conocidas y este sitio se ve desde otras máquinas"
    raise error("DEMO", problema, "Escribe DEMO=0, o deja SITIO_URL y ESCUCHA en esta máquina")
if not PRODUCCION and ESCUCHA not in LOCALES:
    problema = f"«{ESCUCHA}» abre el sitio a otras máquinas, y sin cifrar"
    raise error("ESCUCHA", problema, "Escribe 127.0.0.1, o da en SITIO_URL la dirección https del sitio")

SECRET_KEY = leer_clave(ENTORNO, DIR_DATOS, produccion=PRODUCCION)
SECRET_KEY_FALLBACKS = ENTORNO.lista("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = [str(_sitio.hostname)] if PRODUCCION else ["localhost", "127.0.0.1", "[::1]"]

# --- Applications ---------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "partidas",
    "personajes",
    "reglas",
    "cuentas",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
]
MIDDLEWARE = [
    "config.middleware.peticion_con_numero",
    "config.middleware.cabeceras",
    "config.middleware.solo_de_aqui",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.ComprimirTexto",
    "partidas.visitas.PaginasDeVisita",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.sesion_ociosa",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.TextoGuardable",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.ExigirEntrada",
    "django.contrib.messages.middleware.MessageMiddleware",
    "cuentas.intermedio.Preferencias",
    "cuentas.intermedio.EquipoConSegundoPaso",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "partidas.intermedio.SoloLectura",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
CARGADORES = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("config.plantillas.Plegador", CARGADORES)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.contexto.sitio",
                "cuentas.contexto.preferencias",
                "partidas.contexto.solo_lectura",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database, caches and tasks: embedded by default, at scale by their addresses -------------------------------------
DATABASES: dict[str, dict[str, Any]] = {
    "default": base_de_datos(ENTORNO.base_de_datos("DATABASE_URL", por_omision=DIR_DATOS / "hilo.sqlite3"))
}
REDIS_URL = ENTORNO.redis("REDIS_URL")
CACHES = caches(ENTORNO.redis("REDIS_CACHE_URL", REDIS_URL))
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost//"  # always a real broker, to another process
CELERY_BROKER_TRANSPORT_OPTIONS = transporte(REDIS_URL, DIR_DATOS / "cola")
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": SEGUNDOS_HASTA_REPETIR}
CELERY_VISIBILITY_TIMEOUT = SEGUNDOS_HASTA_REPETIR
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "hilo"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
SEGUNDOS_ENTRE_TICS = ENTORNO.entero("SEGUNDOS_ENTRE_TICS", 30, minimo=2, maximo=60)
# A tic that waited longer than the next one is dropped: after a pause there is one to do, not a hundred.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "tic": {
        "task": "tic",
        "schedule": float(SEGUNDOS_ENTRE_TICS),
        "options": {"expires": SEGUNDOS_ENTRE_TICS},
    },
}

# --- Accounts: block of django-allauth (see cuentas/) -----------------------------------------------------------------
HAY_CORREO = bool(ENTORNO.texto("CORREO_URL"))
CORREO_OBLIGATORIO = ENTORNO.booleano("CORREO_OBLIGATORIO")
AUTH_USER_MODEL = "cuentas.Usuario"
AUTHENTICATION_BACKENDS = ["cuentas.adaptador.Acceso"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "cuentas.validadores.NoParecida"},
    {"NAME": "cuentas.validadores.LargoMinimo", "OPTIONS": {"min_length": 10}},
    {"NAME": "cuentas.validadores.LargoMaximo"},
    {"NAME": "cuentas.validadores.NoComun"},
]
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "cuentas.adaptador.Adaptador"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if CORREO_OBLIGATORIO else "email", "password1*", "password2*"]
# Without mail nothing can be confirmed; with compulsory mail, confirming hides which addresses have an account.
ACCOUNT_EMAIL_VERIFICATION = ("mandatory" if CORREO_OBLIGATORIO else "optional") if HAY_CORREO else "none"
ACCOUNT_PREVENT_ENUMERATION = True if CORREO_OBLIGATORIO and HAY_CORREO else "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = HAY_CORREO
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Hilo y Dado] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _sitio.scheme
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_FORMS = {
    "login": "cuentas.forms.acceso.Entrar",
    "signup": "cuentas.forms.acceso.CrearCuenta",
    "add_email": "cuentas.forms.acceso.AnadirCorreo",
    "change_password": "cuentas.forms.acceso.CambiarContrasena",
    "set_password": "cuentas.forms.acceso.PonerContrasena",
    "reset_password": "cuentas.forms.acceso.PedirContrasena",
    "reset_password_from_key": "cuentas.forms.acceso.ContrasenaDesdeEnlace",
    "reauthenticate": "cuentas.forms.acceso.Reautenticar",
}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES_DE_CONFIANZA
MFA_ADAPTER = "cuentas.segundo_paso.AdaptadorMfa"
MFA_FORMS = {
    "authenticate": "cuentas.forms.acceso.CodigoAlEntrar",
    "reauthenticate": "cuentas.forms.acceso.CodigoOtraVez",
    "activate_totp": "cuentas.forms.acceso.ActivarTotp",
    "add_webauthn": "cuentas.forms.acceso.AnadirLlave",
    "edit_webauthn": "cuentas.forms.acceso.RenombrarLlave",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a site without mail has no verified address
MFA_TOTP_ISSUER = "Hilo y Dado"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCCION  # passkeys on http://localhost
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # or there would be one more cookie
USERSESSIONS_TRACK_ACTIVITY = False  # it would write on every GET
LANGUAGE_COOKIE_NAME = "__Host-idioma" if PRODUCCION else "idioma"
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = PRODUCCION, True, "Lax"
# --- end of the block of django-allauth -------------------------------------------------------------------------------

# --- Mail -------------------------------------------------------------------------------------------------------------
HAY_CORREO = bool(ENTORNO.texto("CORREO_URL"))
DIR_CORREO = DIR_DATOS / "correo"  # where mails go without a server
_correo = ENTORNO.correo("CORREO_URL")
EMAIL_BACKEND = _correo["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _correo.get("EMAIL_HOST") or "localhost", _correo.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _correo.get("EMAIL_HOST_USER") or "", _correo.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _correo.get("EMAIL_USE_TLS", False), _correo.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _correo.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = ENTORNO.entero("CORREO_SEGUNDOS", 10, minimo=1, maximo=60)  # for each answer of the server
DEFAULT_FROM_EMAIL = ENTORNO.texto("CORREO_REMITENTE", f"Hilo y Dado <no-responder@{_sitio.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Language and time: dates of a partida are computed by Python in its own zone, never by the database ------------
LANGUAGE_CODE = "es"
LANGUAGES = [("es", "Español"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
zoneinfo.reset_tzpath(to=[])  # only the pinned tzdata: the machine's own may be years old

# --- Files ------------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DIR_DATOS / "estaticos"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DIR_DATOS / "media"
MEDIA_URL = "/media/"
FILE_UPLOAD_TEMP_DIR = tempfile.gettempdir()
FILE_UPLOAD_PERMISSIONS = 0o640
DATA_UPLOAD_MAX_MEMORY_SIZE = 3_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 20  # those of a message and some more, to say how many fit without losing the text
FILE_UPLOAD_HANDLERS = [
    "config.subidas.Tope",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- Security ---------------------------------------------------------------------------------------------------------
_prefijo = "__Host-" if PRODUCCION else ""
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_prefijo}sesion", f"{_prefijo}csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCCION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
DIAS_DE_SESION_OCIOSA = 14
CSRF_FAILURE_VIEW = "config.errores.csrf"
USE_X_FORWARDED_HOST = False
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES_DE_CONFIANZA else None
SECURE_SSL_REDIRECT = PRODUCCION
SECURE_REDIRECT_EXEMPT = [r"^salud/"]
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCCION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCCION
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
_propio = ["'self'"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": _propio,
        "style-src": _propio,
        "img-src": _propio,
        "font-src": _propio,
        "connect-src": _propio,
        "manifest-src": _propio,
        "worker-src": _propio,
        "form-action": _propio,
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "report-uri": ["/csp/"],
    }
}

LOGGING = configuracion_del_registro(NIVEL_LOG)
