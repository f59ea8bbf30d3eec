"""S-24: the site's staff is no member; with a reason it may read a partida for an hour, and its direction is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from config import reloj
from partidas.dominio import supervision
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import AccesoDeModeracion, Acta, Borrador, Mensaje, Participante, Suceso
from partidas.urls import urlpatterns
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

CONTRASENA = "una puerta de hierro viejo"
MOTIVO = "Lo pide un aviso sobre insultos"


class Sala:
    """A private partida with something of each kind, and mod and admin of the staff with their second step."""

    def __init__(self) -> None:
        self.mesa = fabrica.mesa()
        self.mod = fabrica.cuenta("modesta", is_staff=True)
        self.admin = fabrica.cuenta("adela", is_staff=True, is_superuser=True)
        for persona in (self.mod, self.admin):
            persona.set_password(CONTRASENA)
            persona.save()
            TOTP.activate(persona, generate_totp_secret())
        self.abierto = fabrica.publicar(self.mesa, self.mesa.ana, self.mesa.kaelen, texto="CANARIO-TODOS")
        self.susurro = fabrica.susurrar(
            self.mesa, self.mesa.ana, self.mesa.mirta, fila=self.mesa.kaelen, texto="CANARIO-SUSURRO",
            notas="CANARIO-NOTA", notas_direccion=True,
        )  # fmt: skip
        self.secreta = fabrica.secreta(self.mesa, self.mesa.kaelen, titulo="CANARIO-ESCENA")
        datos = {
            "usuario": self.mesa.ana,
            "lugar": f"escena:{self.mesa.escena.publico}",
            "datos": {"texto": "CANARIO-BORRADOR"},
        }
        Borrador.objects.sin_filtrar("test").create(guardado=AHORA, **datos)
        self.p = self.mesa.partida.publico

    def entrar(self, persona, *, recien: bool = True) -> Client:
        cliente = Client(headers={"accept-language": "es"})
        cliente.force_login(persona)
        if recien:
            cliente.post("/cuentas/reauthenticate/", {"password": CONTRASENA})
        return cliente

    def rutas(self) -> dict[str, str]:
        p, e = self.p, self.mesa.escena.publico
        return {
            "portada": reverse("partida", args=[p]),
            "escena": reverse("escena", args=[p, e]),
            "secreta": reverse("escena", args=[p, self.secreta.publico]),
            "lectura": reverse("leer_escena", args=[p, e]),
            "ficha": reverse("ficha", args=[p, self.mesa.kaelen.personaje.publico]),
            "historial": reverse("mensaje_historial", args=[self.susurro.publico]),
            "jornadas": reverse("jornadas", args=[p]),
        }

    def estados(self, cliente: Client) -> set[int]:
        return {cliente.get(ruta).status_code for ruta in self.rutas().values()}

    def pedir(self, cliente: Client, motivo: str = MOTIVO):
        return cliente.post(reverse("acceso_moderacion", args=[self.p]), {"motivo": motivo})

    def accesos(self) -> list[AccesoDeModeracion]:
        return list(AccesoDeModeracion.objects.sin_filtrar("test").order_by("pk"))


@pytest.fixture
def sala() -> Sala:
    return Sala()


@pytest.mark.parametrize("quien", ["mod", "admin"])
def test_seg_24_sin_motivo_el_equipo_no_existe_para_la_partida(sala, quien):
    cliente = sala.entrar(getattr(sala, quien))

    assert sala.estados(cliente) == {404}
    respuesta = sala.pedir(cliente, motivo="  ")
    assert (respuesta.status_code, sala.accesos()) == (422, [])
    assert sala.estados(cliente) == {404}


@pytest.mark.parametrize("quien", ["mod", "admin"])
def test_seg_24_con_motivo_lee_todo_lo_publicado_y_ningun_borrador(sala, quien):
    cliente = sala.entrar(getattr(sala, quien))

    assert sala.pedir(cliente).status_code == 302

    cuerpos = {nombre: cliente.get(ruta) for nombre, ruta in sala.rutas().items()}
    assert {r.status_code for r in cuerpos.values()} == {200}
    textos = {nombre: r.content.decode() for nombre, r in cuerpos.items()}
    assert all("Lees esta partida como equipo del sitio hasta las" in texto for texto in textos.values())
    assert all("CANARIO-BORRADOR" not in texto for texto in textos.values())
    for canario in ("CANARIO-TODOS", "CANARIO-SUSURRO", "CANARIO-NOTA"):
        assert canario in textos["escena"]
    assert "CANARIO-ESCENA" in textos["portada"]
    assert "La ficha completa la ven" not in textos["ficha"]


def test_seg_24_dura_una_hora_y_acaba_solo(sala, monkeypatch):
    cliente = sala.entrar(sala.mod)
    sala.pedir(cliente)
    acceso = sala.accesos()[0]
    assert acceso.hasta - acceso.desde == timedelta(minutes=60)

    AccesoDeModeracion.objects.sin_filtrar("test").update(hasta=reloj.ahora() + timedelta(seconds=30))
    assert sala.estados(cliente) == {200}
    AccesoDeModeracion.objects.sin_filtrar("test").update(hasta=reloj.ahora())
    assert sala.estados(cliente) == {404}


def test_seg_24_acaba_con_un_boton_y_acabarlo_dos_veces_es_lo_mismo(sala):
    cliente = sala.entrar(sala.mod)
    sala.pedir(cliente)
    salir = reverse("acceso_moderacion_salir", args=[sala.p])

    assert cliente.post(salir).status_code == 302
    assert sala.estados(cliente) == {404}
    assert cliente.post(salir).status_code == 302
    actas = Acta.objects.sin_filtrar("test").filter(partida=sala.mesa.partida).values_list("verbo", "por", "motivo")
    assert [fila for fila in actas if "equipo" in fila[0]] == [
        ("entrar_equipo", sala.mod.pk, MOTIVO),
        ("salir_equipo", sala.mod.pk, ""),
    ]


def test_seg_24_pedirlo_otra_vez_no_alarga_nada(sala):
    assert sala.pedir(sala.entrar(sala.mod)).status_code == 302
    antes = sala.accesos()
    otra = supervision.entrar(
        sala.mesa.partida, motivo="Otro", por=sala.mod, ahora=reloj.ahora() + timedelta(minutes=9)
    )

    assert (otra.pk, [a.hasta for a in sala.accesos()]) == (antes[0].pk, [antes[0].hasta])


def test_seg_24_la_direccion_lo_sabe_y_nadie_mas(sala):
    ruta, mesa = reverse("partida", args=[sala.p]), reverse("mesa", args=[sala.p])
    ana = sala.entrar(sala.mesa.ana)
    antes = ana.get(ruta).content.decode()
    sala.pedir(sala.entrar(sala.mod))

    dani = sala.entrar(sala.mesa.dani)
    for pagina in (ruta, mesa):
        texto = dani.get(pagina).content.decode()
        assert "modesta, del equipo del sitio, puede leer esta partida hasta las" in texto
        assert f"Motivo: «{MOTIVO}»" in texto
    assert "Entrar a leer como equipo del sitio" in dani.get(mesa).content.decode()
    assert "modesta" not in ana.get(ruta).content.decode()
    assert len(ana.get(ruta).content) == len(antes.encode())
    hecho = Suceso.objects.sin_filtrar("test").get(clase="equipo_entra")
    assert hecho.es_de_la_direccion is True
    sabe = [p for p in ("dani", "ana", "bruno", "esp", "eva") if _sabe(getattr(sala.mesa, p), hecho)]
    assert sabe == ["dani"]


def _sabe(persona, hecho: Suceso) -> bool:
    return Suceso.objects.visibles_para(persona).filter(pk=hecho.pk).exists()


def test_seg_24_acabado_el_acceso_la_direccion_sigue_sabiendolo(sala):
    sala.pedir(sala.entrar(sala.mod))
    AccesoDeModeracion.objects.sin_filtrar("test").update(hasta=reloj.ahora() - timedelta(minutes=1))

    texto = sala.entrar(sala.mesa.dani).get(reverse("partida", args=[sala.p])).content.decode()

    assert "modesta, del equipo del sitio, pudo leer esta partida" in texto


def test_seg_24_mientras_lee_no_puede_escribir_nada(sala):
    cliente = sala.entrar(sala.mod)
    sala.mesa.partida.__class__.objects.sin_filtrar("test").filter(pk=sala.mesa.partida.pk).update(admite=True)
    sala.pedir(cliente)
    valores = {
        "partida_id": sala.p, "mensaje_id": sala.abierto.publico, "escena_id": sala.mesa.escena.publico,
        "personaje_id": sala.mesa.kaelen.personaje.publico,
    }  # fmt: skip
    antes = Acta.objects.sin_filtrar("test").count(), Mensaje.objects.sin_filtrar("test").count()
    estados = {}

    for patron in urlpatterns:
        conocidos = [clave for clave in patron.pattern.converters if clave in valores]
        if not conocidos or patron.name.startswith(("acceso_moderacion", "ver_como")):
            continue
        argumentos = {clave: valores.get(clave, "x" * 11) for clave in patron.pattern.converters}
        estados[patron.name] = cliente.post(reverse(patron.name, kwargs=argumentos), {"texto": "UN TEXTO LARGO"})
        assert estados[patron.name].status_code == 403, patron.name

    assert len(estados) > 25
    assert "UN TEXTO LARGO" in estados["escribir"].content.decode()
    assert (Acta.objects.sin_filtrar("test").count(), Mensaje.objects.sin_filtrar("test").count()) == antes


def test_seg_24_los_verbos_mismos_no_dejan_escribir_a_quien_solo_lee(sala):
    from partidas.dominio import moderacion, reparto, turnos

    sala.mesa.partida.__class__.objects.sin_filtrar("test").filter(pk=sala.mesa.partida.pk).update(admite=True)
    ahora = reloj.ahora()
    supervision.entrar(sala.mesa.partida, motivo=MOTIVO, por=sala.mod, ahora=ahora)
    verbos = [
        lambda: reparto.sentarse(sala.mesa.partida, usuario=sala.mod, ahora=ahora),
        lambda: turnos.publicar(sala.mesa.escena, fabrica.orden(), autor=sala.mod, ahora=ahora),
        lambda: moderacion.ocultar(sala.abierto, motivo="x", por=sala.mod, ahora=ahora),
        lambda: moderacion.borrar(sala.abierto, motivo="x", por=sala.mod, ahora=ahora),
    ]
    for verbo in verbos:
        with pytest.raises(NoPermitido):
            verbo()


def test_seg_24_pide_la_contrasena_otra_vez_y_el_segundo_paso(sala):
    ruta = reverse("acceso_moderacion", args=[sala.p])
    sin_confirmar = sala.entrar(sala.mod, recien=False).get(ruta)
    assert (sin_confirmar.status_code, "reauthenticate" in sin_confirmar.headers["Location"]) == (302, True)

    sin_segundo = fabrica.cuenta("nora", is_staff=True)
    respuesta = sala.entrar(sin_segundo).get(ruta)
    assert (respuesta.status_code, respuesta.headers["Location"]) == (302, reverse("mfa_activate_totp"))
    assert sala.accesos() == []


@pytest.mark.parametrize("quien", ["dani", "ana", "esp", "eva"])
def test_seg_24_quien_no_es_del_equipo_no_encuentra_la_puerta(sala, quien):
    cliente = sala.entrar(getattr(sala.mesa, quien))

    for nombre in ("acceso_moderacion", "acceso_moderacion_salir"):
        assert cliente.post(reverse(nombre, args=[sala.p]), {"motivo": MOTIVO}).status_code == 404
    assert cliente.get(reverse("acceso_moderacion", args=[sala.p])).status_code == 404
    with pytest.raises(NoExiste):
        supervision.entrar(sala.mesa.partida, motivo=MOTIVO, por=getattr(sala.mesa, quien), ahora=AHORA)


def test_seg_24_una_partida_que_no_existe_es_un_404_tambien_para_el_equipo(sala):
    assert sala.entrar(sala.mod).get(reverse("acceso_moderacion", args=["x" * 11])).status_code == 404


@pytest.mark.parametrize("estado", ["activa", "invitada", "retirada", "expulsada"])
def test_seg_24_quien_tiene_o_tuvo_plaza_no_se_da_acceso_a_si_mismo(sala, estado):
    fabrica.sentar(sala.mesa.partida, sala.mod, "jugador", AHORA)
    Participante.objects.sin_filtrar("test").filter(usuario=sala.mod).update(estado=estado)

    respuesta = sala.pedir(sala.entrar(sala.mod))

    assert (respuesta.status_code, sala.accesos()) == (403, [])
    assert "que la mire otra persona del equipo" in respuesta.content.decode()
    with pytest.raises(NoPermitido):
        supervision.entrar(sala.mesa.partida, motivo="Un aviso.", por=sala.mod, ahora=AHORA)


def test_seg_24_el_motivo_tiene_que_caber(sala):
    respuesta = sala.pedir(sala.entrar(sala.mod), motivo="x" * 301)

    assert (respuesta.status_code, "x" * 301 in respuesta.content.decode(), sala.accesos()) == (422, True, [])
    with pytest.raises(DatoInvalido):
        supervision.entrar(sala.mesa.partida, motivo="x" * 301, por=sala.mod, ahora=AHORA)


def test_seg_24_quien_deja_de_ser_del_equipo_deja_de_leer(sala):
    cliente = sala.entrar(sala.mod)
    sala.pedir(cliente)
    sala.mod.__class__.objects.filter(pk=sala.mod.pk).update(is_staff=False)

    assert sala.estados(cliente) == {404}


def test_seg_24_el_equipo_llega_desde_sus_ajustes_con_la_direccion_que_le_han_pasado(sala):
    cliente, elegir = sala.entrar(sala.mod), reverse("acceso_elegir")

    ajustes = cliente.get(reverse("cuentas:ajustes")).content.decode()
    mal = cliente.post(elegir, {"partida": "la del faro"})
    bien = cliente.post(elegir, {"partida": f"https://rol.ejemplo.org/p/{sala.mesa.partida.publico}/e/abc/"})

    assert f'href="{elegir}"' in ajustes
    assert "No parece la dirección de una partida" in mal.content.decode()
    assert 'value="la del faro"' in mal.content.decode()
    assert bien.headers["Location"] == reverse("acceso_moderacion", args=[sala.mesa.partida.publico])
