"""The verifier that players download: what it accepts, what it discovers, what it says (D-12, D-13)."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction

from reglas import libro
from reglas.libro import Motivo
from reglas.models import CERO, Asiento, Clase
from reglas.nucleo.azar_sellado import Sello
from reglas.nucleo.canonico import canonico, huella
from reglas.sellado import Secreto
from tests.reglas.libro.apoyo import AHORA, DUENO, anclar, libro_variado, lineas, recadenar, rotar, tirar_en

GUION = Path(settings.BASE_DIR) / "static" / "verificar.py"
ESPECIFICACION = spec_from_file_location("verificar", GUION)
verificar = module_from_spec(ESPECIFICACION)
ESPECIFICACION.loader.exec_module(verificar)


@pytest.fixture
def comprobar(tmp_path, capsys):
    """Return a function that runs the verifier on entries and receipts and gives its exit code and its words."""

    def correr(filas, *recibos, cerrado=None):
        argumentos = []
        for nombre, unas in (("libro.jsonl", filas), ("cerrado.jsonl", cerrado)):
            if unas is not None:
                ruta = tmp_path / nombre
                ruta.write_text("".join(f"{canonico(una)}\n" for una in unas), encoding="utf-8")
                argumentos += ["--cerrado", str(ruta)] if argumentos else [str(ruta)]
        codigo = verificar.principal([*argumentos, *recibos])
        salida = capsys.readouterr()
        return codigo, (salida.out + salida.err).replace(str(tmp_path) + "/", "")

    return correr


def filas(clase=Clase.ABIERTO) -> list[dict]:
    """Return the export of a book, parsed."""
    return [json.loads(linea) for linea in lineas(clase)]


@pytest.fixture
def variado(libros) -> list[Asiento]:
    """Fill both books and open every envelope."""
    tiradas = libro_variado()
    rotar(Clase.ABIERTO, Motivo.ARCHIVO)
    rotar(Clase.CERRADO, Motivo.ARCHIVO)
    return tiradas


def test_un_libro_con_todo_cuadra_y_encuentra_sus_recibos(variado, comprobar):
    todas = filas()
    mala, _, _, ultima = variado
    recibos = [mala.recibo, ultima.recibo[:8], f"1:{mala.recibo[:12]}", todas[-1]["hash"].upper()]

    codigo, dicho = comprobar(todas, *recibos)

    assert dicho.splitlines() == [
        f"{len(todas)} asientos correctos, cabeza {todas[-1]['hash']}",
        "4 tiradas:",
        "  3 con los dados comprobados",
        "  1 con dados escritos a mano: no salen de ninguna semilla",
        "  1 sin aporte de quien tiraba: dependen solo del servidor",
        "AVISO: se restauró una copia y se perdieron los asientos desde el 8 hasta el 12",
        *[f"recibo {recibo}: está en el libro" for recibo in recibos],
    ]
    assert codigo == 0


def test_lo_que_sigue_sellado_se_dice(libros, comprobar):
    tirar_en(Clase.ABIERTO)

    codigo, dicho = comprobar(filas())

    assert (codigo, dicho.splitlines()[1:]) == (
        0,
        [
            "1 tiradas:",
            "  0 con los dados comprobados",
            "  1 esperan a que se abra su sobre: sus dados aún no se pueden comprobar",
        ],
    )


CAMBIOS = [
    (1, "n", 7),
    (1, "prev", "ab" * 32),
    (1, "tipo", "otro"),
    (1, "sobre", 2),
    (1, "peticion", "ab" * 32),
    (1, "aporte", "otro"),
    (1, "dados", [[100, 1]]),
    (1, "autor", "OtraPersona"),
    (1, "cuando", "2027-03-01T10:30:16Z"),
    (1, "reglas", "prueba/2"),
    (1, "solicitud", "ab" * 32),
    (1, "hash", "ab" * 32),
    (2, "sustituye", "ab" * 32),
    (3, "anula", "ab" * 32),
    (3, "motivo", "ab" * 32),
    (4, "a_mano", False),
    (5, "ancla", "ab" * 32),
    (6, "semilla", "ab" * 32),
    (6, "motivo", "otro"),
    (7, "compromiso", "ab" * 32),
    (7, "dueno", "OtraPartida"),
    (7, "clase", "cerrado"),
    (8, "desde", 3),
    (8, "hasta", 3),
    (8, "perdidos", []),
]


@pytest.mark.parametrize(("n", "campo", "valor"), CAMBIOS)
def test_dad_12_cada_campo_cambiado_se_descubre_en_su_asiento(variado, comprobar, n, campo, valor):
    todas = filas()
    assert todas[n][campo] != valor
    todas[n][campo] = valor

    codigo, dicho = comprobar(todas)

    assert codigo == 1
    assert dicho.startswith(f"EL LIBRO NO CUADRA. En libro.jsonl, asiento {n}: cadena rota")


def test_dad_12_estan_probados_todos_los_campos(variado):
    campos = {(fila["tipo"], campo) for fila in filas() for campo in fila}
    probados = {(filas()[n]["tipo"], campo) for n, campo, _ in CAMBIOS}
    comunes = {(tipo, campo) for tipo, _ in campos for campo in ("n", "prev", "tipo", "cuando", "hash", "sobre")}

    assert campos - probados - comunes == {("anulacion", "autor")}


@pytest.mark.parametrize(("n", "campo", "valor"), CAMBIOS)
def test_dad_12_un_campo_que_falta_se_descubre(variado, comprobar, n, campo, valor):
    todas = filas()
    del todas[n][campo]

    codigo, dicho = comprobar(todas)

    assert (codigo, f"asiento {n}: " in dicho) == (1, True)


ROTOS = {
    (1, "tipo"),
    (1, "sobre"),
    (1, "peticion"),
    (1, "aporte"),
    (1, "dados"),
    (2, "sustituye"),
    (3, "anula"),
    (6, "semilla"),
    (7, "compromiso"),
    (7, "dueno"),
    (7, "clase"),
    (8, "desde"),
}


@pytest.mark.parametrize(("n", "campo", "valor"), [c for c in CAMBIOS if c[:2] in ROTOS])
def test_dad_12_recadenarlo_todo_no_salva_lo_que_la_semilla_o_el_orden_delatan(variado, comprobar, n, campo, valor):
    todas = recadenar([{**fila, **({campo: valor} if fila["n"] == n else {})} for fila in filas()])

    codigo, dicho = comprobar(todas)

    assert (codigo, dicho.startswith("EL LIBRO NO CUADRA")) == (1, True)


@pytest.mark.parametrize(("campo", "valor"), [("autor", "OtraPersona"), ("cuando", "2027-03-01T10:30:16Z")])
def test_dad_12_recadenarlo_todo_lo_delata_cualquier_recibo(libros, comprobar, campo, valor):
    """The last roll is all that its own envelope cannot vouch for; whoever kept its receipt notices."""
    recibo = tirar_en(Clase.ABIERTO).recibo
    todas = filas()
    todas[1][campo] = valor
    todas = recadenar(todas)

    assert comprobar(todas)[0] == 0
    assert comprobar(todas, recibo[:8]) == (3, comprobar(todas)[1] + f"RECIBO {recibo[:8]}: NO ESTÁ EN EL LIBRO\n")


def test_dad_12_un_asiento_quitado_movido_o_repetido_se_descubre(variado, comprobar):
    todas = filas()

    quitado = comprobar(todas[:4] + todas[5:])
    movido = comprobar([*todas[:4], todas[5], todas[4], *todas[6:]])
    repetido = comprobar([*todas[:5], todas[4], *todas[5:]])

    for (codigo, dicho), (n, pone) in zip((quitado, movido, repetido), ((4, 5), (4, 5), (5, 4)), strict=True):
        assert (codigo, dicho) == (
            1,
            f"EL LIBRO NO CUADRA. En libro.jsonl, asiento {n}: cadena rota: aquí pone el número {pone} "
            "(falta, sobra o se movió alguno)\n",
        )


def test_dad_12_la_cola_cortada_la_delata_un_recibo_o_una_cabeza(libros, comprobar):
    tirar_en(Clase.ABIERTO)
    perdida = tirar_en(Clase.ABIERTO, que="otra")
    todas = filas()

    assert comprobar(todas[:-1])[0] == 0
    assert comprobar(todas[:-1], perdida.recibo)[0] == 3
    assert comprobar(todas[:-1], f"2:{perdida.recibo}")[0] == 3
    assert comprobar(todas, f"2:{perdida.recibo}")[0] == 0
    assert comprobar(todas, f"1:{perdida.recibo}")[0] == 3


def test_dad_12_un_dado_imposible_se_descubre_aun_sellado(libros, comprobar):
    tirar_en(Clase.ABIERTO, 20)
    todas = filas()
    todas[1]["dados"] = [[20, 21]]

    assert comprobar(recadenar(todas)) == (
        1,
        "EL LIBRO NO CUADRA. En libro.jsonl, asiento 1: un d20 no puede sacar 21\n",
    )


def test_dad_18_un_recibo_perdido_en_la_restauracion_no_se_llama_falso(variado, comprobar):
    todas = filas()

    conocido = comprobar(todas, "ab" * 32)
    en_el_hueco = comprobar(todas, "9:" + "cd" * 32)
    sin_numero = comprobar(todas, "cd" * 32)
    fuera_del_hueco = comprobar(todas, "2:" + "cd" * 32)

    assert [codigo for codigo, _ in (conocido, en_el_hueco, sin_numero, fuera_del_hueco)] == [4, 4, 4, 3]
    assert conocido[1].endswith(f"recibo {'ab' * 32}: no está; pudo perderse en la restauración anunciada\n")


def test_dad_18_una_semilla_perdida_solo_la_disculpa_una_restauracion(libros, comprobar):
    def sin_semilla(todas: list[dict]) -> list[dict]:
        return recadenar([{campo: valor for campo, valor in fila.items() if campo != "semilla"} for fila in todas])

    tirar_en(Clase.ABIERTO)
    rotar(Clase.ABIERTO)
    callada = comprobar(sin_semilla(filas()))
    libro.abrir_libros("OtraPartida", ahora=AHORA)
    tirar_en(Clase.ABIERTO, dueno="OtraPartida")
    with transaction.atomic():
        libro.bloquear("OtraPartida", Clase.ABIERTO).restaurar(hasta=None, perdidos=[], ahora=AHORA)
    todas = sin_semilla([json.loads(linea) for linea in lineas(Clase.ABIERTO, "OtraPartida")])

    assert callada == (
        1,
        "EL LIBRO NO CUADRA. En libro.jsonl, asiento 2: no da la semilla y no viene de una restauración\n",
    )
    assert comprobar(todas) == (
        0,
        f"5 asientos correctos, cabeza {todas[-1]['hash']}\n1 tiradas:\n  0 con los dados comprobados\n"
        "  1 de un sobre cuya semilla se perdió: sus dados no se podrán comprobar nunca\n"
        "AVISO: se restauró una copia y se perdieron los asientos desde el 2\n",
    )


def test_dad_16_el_libro_cerrado_publicado_cuadra_con_las_anclas_y_los_recibos(variado, comprobar):
    secreta = tirar_en(Clase.CERRADO)
    anclar()
    rotar(Clase.CERRADO, Motivo.ARCHIVO)

    codigo, dicho = comprobar(filas(), secreta.recibo, cerrado=filas(Clase.CERRADO))

    assert codigo == 0
    assert dicho.splitlines()[-4:-1] == [
        f"7 asientos correctos, cabeza {filas(Clase.CERRADO)[6]['hash']}",
        "2 tiradas:",
        "  2 con los dados comprobados",
    ]
    assert dicho.splitlines()[-1] == f"recibo {secreta.recibo}: está en el libro"


@pytest.mark.parametrize(
    ("campo", "valor", "motivo"),
    [
        ("sal", "ab" * 32, "la sal y la cabeza no dan el ancla"),
        ("cabeza", CERO, "la sal y la cabeza no dan el ancla"),
        ("ancla", 99, "falta la sal del ancla"),
    ],
)
def test_dad_16_una_sal_falsa_se_descubre(variado, comprobar, campo, valor, motivo):
    cerrado = filas(Clase.CERRADO)
    cerrado[-1][campo] = valor

    assert comprobar(filas(), cerrado=cerrado) == (
        1,
        f"EL LIBRO NO CUADRA. En las anclas del libro abierto, asiento 5: {motivo}\n",
    )


def test_dad_16_un_libro_cerrado_rehecho_no_tiene_las_cabezas_ancladas(variado, comprobar):
    *asientos, sal = filas(Clase.CERRADO)
    asientos[1]["autor"] = "OtraPersona"

    codigo, dicho = comprobar(filas(), cerrado=[*recadenar(asientos), sal])

    assert (codigo, "posición" in dicho or "cabeza que no está" in dicho) == (1, True)


def test_dad_16_una_posicion_falsa_se_descubre(variado, comprobar):
    cerrado = filas(Clase.CERRADO)
    cerrado[1]["pos"] = "ab" * 32

    assert comprobar(recadenar(cerrado[:-1]))[1] == (
        "EL LIBRO NO CUADRA. En libro.jsonl, asiento 1: su posición no es la que da la semilla\n"
    )


@pytest.mark.parametrize(
    ("argumentos", "dicho"),
    [
        ([], "Comprueba un libro de tiradas"),
        (["--ayuda"], "Comprueba un libro de tiradas"),
        (["no-existe.jsonl"], "No puedo leer no-existe.jsonl"),
        (["{libro}", "corto"], "recibo corto: no parece un recibo"),
        (["{libro}", "z:" + "ab" * 32], "no parece un recibo"),
        (["{libro}", "--cerrado"], "Comprueba un libro de tiradas"),
    ],
)
def test_lo_que_no_se_entiende_sale_con_2(libros, tmp_path, capsys, argumentos, dicho):
    ruta = tmp_path / "libro.jsonl"
    ruta.write_text("".join(f"{linea}\n" for linea in lineas(Clase.ABIERTO)), encoding="utf-8")

    codigo = verificar.principal([argumento.format(libro=ruta) for argumento in argumentos])

    salida = capsys.readouterr()
    assert (codigo, dicho in salida.out + salida.err) == (2, True)


@pytest.mark.parametrize("texto", ["no es json\n", "[]\n", "1\n", '{"tipo":"sal"}\n'])
def test_un_fichero_que_no_es_un_libro_sale_con_2(tmp_path, texto):
    ruta = tmp_path / "libro.jsonl"
    ruta.write_text(texto, encoding="utf-8")

    assert verificar.principal([str(ruta)]) == 2


@pytest.mark.parametrize("texto", ["", "\n", "{}\n", '{"tipo":"apertura"}\n', '{"tipo":"apertura","n":[]}\n'])
def test_un_libro_vacio_o_a_medias_sale_con_1(tmp_path, texto):
    ruta = tmp_path / "libro.jsonl"
    ruta.write_text(texto, encoding="utf-8")

    assert verificar.principal([str(ruta)]) == 1


def libro_de_memoria(tiradas: int) -> list[dict]:
    """Build a book without the database: an envelope every 200 rolls, all opened."""
    hechas: list[dict] = []
    prev = CERO

    def anotar(**campos) -> None:
        nonlocal prev
        fila = {**campos, "n": len(hechas), "prev": prev}
        prev = huella(fila)
        hechas.append({**fila, "hash": prev})

    for sobre in range(1, tiradas // 200 + 1):
        semilla = Secreto(sobre.to_bytes(32, "big"))
        anotar(tipo="apertura", sobre=sobre, compromiso=semilla.compromiso(), dueno=DUENO, clase="abierto")
        for _ in range(200):
            azar = semilla.azar(Sello(len(hechas), prev, "", sobre, "ab" * 32, "aporte"))
            dados = [[20, azar.dado(20, "")], [6, azar.dado(6, "")]]
            anotar(tipo="tirada", sobre=sobre, peticion="ab" * 32, aporte="aporte", dados=dados)
        anotar(tipo="revelacion", sobre=sobre, semilla=semilla.descubrir().hex())
    return hechas


def test_dad_13_diez_mil_tiradas_sin_red_ni_bibliotecas(tmp_path):
    """In a bare interpreter, isolated from this project. It takes well under a second; the bench prints how long."""
    todas = libro_de_memoria(10_000)
    (tmp_path / "libro.jsonl").write_text("".join(f"{canonico(una)}\n" for una in todas), encoding="utf-8")
    (tmp_path / "verificar.py").write_bytes(GUION.read_bytes())

    hecho = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "verificar.py", "libro.jsonl", todas[-1]["hash"][:8]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (hecho.returncode, hecho.stderr) == (0, "")
    assert hecho.stdout.splitlines() == [
        f"10100 asientos correctos, cabeza {todas[-1]['hash']}",
        "10000 tiradas:",
        "  10000 con los dados comprobados",
        f"recibo {todas[-1]['hash'][:8]}: está en el libro",
    ]


def test_el_servidor_y_el_guion_dicen_lo_mismo_de_los_dados(libros, comprobar):
    for que in range(30):
        tirar_en(Clase.ABIERTO, 4, 6, 8, 10, 12, 20, 100, que=str(que))
    rotar(Clase.ABIERTO)

    assert libro.verificar(Asiento.objects.get(n=1, libro__clase="abierto").libro).fallos == ()
    assert comprobar(filas())[1].splitlines()[2] == "  30 con los dados comprobados"
