"""Rechazo, the only way in which the engine says no, and the codes that all systems share."""

from __future__ import annotations

from collections.abc import Mapping

from reglas.nucleo.tipos import Texto, _

MENSAJES: Mapping[str, str] = {
    "json_invalido": _("La línea no es un objeto JSON válido: revísala y vuelve a enviarla."),
    "sistema_desconocido": _("No existe ese sistema de juego: elige uno de los instalados."),
    "accion_desconocida": _("Este sistema no tiene esa acción: elige una de su lista."),
    "campo_desconocido": _("Sobra «%(campo)s»: no forma parte de esta acción. Quítalo."),
    "campo_requerido": _("Falta «%(campo)s»: rellénalo."),
    "tipo_invalido": _("«%(campo)s» no es del tipo que se espera: corrígelo."),
    "fuera_de_rango": _("«%(campo)s» está fuera de lo permitido: elige otro valor."),
    "combinacion_invalida": _("«%(campo)s» no va con las demás opciones elegidas: quítalo o cámbialas."),
    "ficha_incoherente": _("La ficha se contradice en «%(campo)s»: corrígela antes de seguir."),
    "valor_repetido": _("Hay valores repetidos en «%(campo)s»: deja cada uno una sola vez."),
    "previa_invalida": _("Esta acción no puede continuar esa tirada: elige la tirada que corresponde."),
    "previa_obsoleta": _("La ficha ha cambiado desde aquella tirada: ya no se puede continuar."),
    "demasiados_dados": _("Son demasiados dados para una sola acción: reduce la cantidad."),
    "dados_insuficientes": _("Faltan dados por indicar: añade el valor de cada dado que se tira."),
    "dados_sobrantes": _("Sobran dados: indica solo los que se tiran."),
    "dado_imposible": _("Ese dado no tiene esa cara: indica un valor que pueda salir."),
}


class Rechazo(Exception):
    """A refused request: nothing changed and no die counts.

    codigo: one of the system page's codes. campo: dotted path of what is wrong.
    mensaje: says what to do; the common sentence of the code when it is left out.
    """

    def __init__(self, codigo: str, campo: str = "", mensaje: Texto | None = None) -> None:
        super().__init__(codigo, campo)
        self.codigo = codigo
        self.campo = campo
        self._mensaje = mensaje

    @property
    def mensaje(self) -> Texto:
        """The sentence for the player, with the field's final path in it."""
        if self._mensaje is not None:
            return self._mensaje
        plantilla = MENSAJES.get(self.codigo, _("No se puede hacer eso: revisa «%(campo)s»."))
        return Texto(plantilla, {"campo": self.campo})

    @property
    def propio(self) -> bool:
        """Whether it brought its own sentence."""
        return self._mensaje is not None

    def bajo(self, prefijo: str) -> Rechazo:
        """Return the same refusal seen from one level up: `campo` under `prefijo`."""
        campo = f"{prefijo}.{self.campo}" if self.campo else prefijo
        return Rechazo(self.codigo, campo, self._mensaje)

    def __str__(self) -> str:
        return f"{self.codigo} @ {self.campo}: {self.mensaje}"
