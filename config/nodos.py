"""What folded templates are made of: what is fixed, names looked up in fewer steps, pieces found once."""

from __future__ import annotations

import html
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from django.template.base import Node, Variable, VariableDoesNotExist, VariableNode, render_value_in_context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

if TYPE_CHECKING:
    from django.template import Context, Template
    from django.template.loader_tags import IncludeNode
    from django.templatetags.i18n import LanguageNode


class Fijo(Node):
    """Nodes in a row that depend on the language alone, and what they said in each."""

    child_nodelists = ()

    def __init__(self, nodos: Iterable[Node]) -> None:
        """Keep them, to ask them once for each language."""
        self.nodos = tuple(nodos)
        self.token, self.origin = self.nodos[0].token, self.nodos[0].origin
        self.dicho: dict[tuple[str, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return what they say."""
        # To find out the language takes longer than all the rest; a page is in one, but for `EnOtroIdioma`.
        de_la_pagina: dict[Any, Any] = context.render_context.dicts[0]
        idioma = de_la_pagina.get(Fijo)
        if idioma is None:
            idioma = de_la_pagina[Fijo] = get_language() or ""
        clave = (idioma, context.autoescape)
        dicho = self.dicho.get(clave)
        if dicho is None:
            partes = [str(nodo.render_annotated(context)) for nodo in self.nodos]
            dicho = self.dicho[clave] = SafeString("".join(partes))
        return dicho


class EnOtroIdioma(Node):
    """A `{% language %}`, within which what is fixed is asked for in its own."""

    child_nodelists = ()

    def __init__(self, nodo: LanguageNode) -> None:
        """Keep it."""
        self.nodo, self.token, self.origin = nodo, nodo.token, nodo.origin

    def render(self, context: Context) -> SafeString:
        """Return what it says, and leave the page in its language."""
        de_la_pagina: dict[Any, Any] = context.render_context.dicts[0]
        suyo = de_la_pagina.pop(Fijo, None)
        try:
            return SafeString(self.nodo.render(context))
        finally:
            de_la_pagina.pop(Fijo, None)
            if suyo is not None:
                de_la_pagina[Fijo] = suyo


class Camino(Variable):
    """A name with dots, followed by attributes where a value is no container: what Django finds in more steps."""

    def resolve(self, context: Any) -> Any:
        """Return the value as Django does; its own way is taken for containers, calls and what is not there."""
        primero, *resto = self.lookups or ()
        for nivel in reversed(context.dicts) if hasattr(context, "dicts") else ():
            if primero in nivel:
                valor = nivel[primero]
                break
        else:
            return super().resolve(context)
        for nombre in resto:
            clase: Any = type(valor)
            if _es_contenedor(clase):
                return super().resolve(context)
            try:
                valor = getattr(valor, nombre)
            except AttributeError:
                return super().resolve(context)
        return super().resolve(context) if callable(valor) else valor


@cache
def _es_contenedor(tipo: Any) -> bool:
    return hasattr(tipo, "__getitem__")


class Hoja:
    """A value that a condition looks at, if it is a name alone: None where it is not there."""

    def __init__(self, valor: Any) -> None:
        """Keep it."""
        self.value, self.camino = valor, valor.var

    def eval(self, context: Context) -> Any:
        """Return the value."""
        try:
            return self.camino.resolve(context)
        except VariableDoesNotExist:
            return None


class Valor(VariableNode):
    """A value written out: a text at once, all else as Django does."""

    def render(self, context: Context) -> SafeString:
        """Return it, escaped."""
        valor = self.filter_expression.resolve(context)
        if context.autoescape and type(valor) in (str, SafeString):
            return valor if type(valor) is SafeString else SafeString(html.escape(valor))
        return SafeString(render_value_in_context(valor, context))


class Trozo(Node):
    """Another template in its place, found once."""

    child_nodelists = ()

    def __init__(self, nodo: IncludeNode, nombre: str) -> None:
        """Keep its name and what it is told."""
        self.token, self.origin, self.nombre = nodo.token, nodo.origin, nombre
        self.dicho, self.aislado = nodo.extra_context, nodo.isolated_context
        self.plantilla: Template | None = None

    def render(self, context: Context) -> str:
        """Return what it says."""
        if self.plantilla is None:
            self.plantilla = context.template.engine.get_template(self.nombre)  # type: ignore[union-attr]  # rendering
        dicho = {nombre: valor.resolve(context) for nombre, valor in self.dicho.items()}
        if self.aislado:
            return self.plantilla.render(context.new(dicho))
        with context.push(**dicho):
            return self.plantilla.render(context)
