"""Sentences and refusals: templates filled in late, in any language."""

from __future__ import annotations

import pytest

from reglas.nucleo.rechazo import MENSAJES, Rechazo
from reglas.nucleo.tipos import Efecto, Texto


def test_texto_se_rinde_en_espanol_y_en_lo_que_se_pida() -> None:
    texto = Texto("%(quien)s paga con %(que)s", {"quien": "Ane", "que": Texto("Vigor")})

    assert str(texto) == texto.es() == "Ane paga con Vigor"
    assert texto.rendir({"Vigor": "Might", texto.plantilla: "%(quien)s pays %(que)s"}.__getitem__) == "Ane pays Might"


def test_texto_no_toca_los_porcentajes_de_los_datos() -> None:
    assert str(Texto("%(x)s", {"x": "100 %(y)s"})) == "100 %(y)s"


def test_rechazo_sube_de_nivel_con_su_mensaje() -> None:
    rechazo = Rechazo("fuera_de_rango").bajo("reserva").bajo("vigor").bajo("ficha")

    assert (rechazo.codigo, rechazo.campo) == ("fuera_de_rango", "ficha.vigor.reserva")
    assert rechazo.mensaje.es() == "«ficha.vigor.reserva» está fuera de lo permitido: elige otro valor."
    assert not rechazo.propio
    assert Rechazo("x", "y", Texto("z")).bajo("a").mensaje == Texto("z")
    assert str(Rechazo("otro", "a")) == "otro @ a: No se puede hacer eso: revisa «a»."


@pytest.mark.parametrize("codigo", list(MENSAJES))
def test_cada_codigo_comun_tiene_su_frase(codigo: str) -> None:
    frase = Rechazo(codigo, "datos.x").mensaje.es()

    assert frase.endswith(".")
    assert "%" not in frase


def test_efecto_se_escribe_como_en_el_contrato() -> None:
    assert Efecto("ficha", "px", 1, 0, "px").a_dict() == {
        "sobre": "ficha",
        "campo": "px",
        "antes": 1,
        "despues": 0,
        "motivo": "px",
    }
