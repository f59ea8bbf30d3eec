"""Templates whose fixed parts are written once for each language, and whose values are looked up in fewer steps.

A page of the site is mostly words of its own: headings, labels, addresses of files. Django writes each of them out
again at each page, which was a third of what a page of a thread took. When a template is loaded, what depends on
nothing but the language is folded into one piece, kept after its first use. What depends on the page or on who reads
is never kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.template import NodeList, TemplateDoesNotExist
from django.template.base import FilterExpression, Node, TextNode, Variable, VariableNode
from django.template.defaulttags import CommentNode, ForNode, IfNode, LoadNode, TemplateLiteral, URLNode, WithNode
from django.template.loader_tags import BlockNode, IncludeNode
from django.template.loaders import cached
from django.templatetags.i18n import LanguageNode, TranslateNode
from django.templatetags.static import StaticNode

from config.nodos import Camino, EnOtroIdioma, Fijo, Hoja, Trozo, Valor

if TYPE_CHECKING:
    from django.template import Engine, Origin, Template

NADA: frozenset[str] = frozenset()
CON_VALORES = (ForNode, IfNode, IncludeNode, VariableNode, WithNode, BlockNode)
"""Nodes whose values are looked up by `Camino`: they read what is in the context and leave it as it is."""


class Plegador(cached.Loader):
    """Django's loader that keeps templates, folded as they come."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """Return the template. To fold it twice, when two ask for it at once, leaves it as once."""
        plantilla: Template = super().get_template(template_name, skip)
        if not getattr(plantilla, "plegada", False):
            plantilla.nodelist = plegar(plantilla.nodelist, plantilla.engine)
            plantilla.plegada = True  # type: ignore[attr-defined]  # ours alone
        return plantilla


def plegar(nodos: NodeList, motor: Engine) -> NodeList:
    """Return the same nodes, those that are fixed in one piece for each run of them; what they have inside, too."""
    plegados, seguidos = NodeList(), list[Node]()
    plegados.contains_nontext = nodos.contains_nontext
    for nodo in nodos:
        if es_fijo(nodo, motor):
            seguidos.append(nodo)
            continue
        plegados.extend(_junto(seguidos))
        seguidos = []
        _por_dentro(nodo, motor)
        plegados.append(_en_su_lugar(nodo))
    plegados.extend(_junto(seguidos))
    return plegados


def _junto(nodos: list[Node]) -> list[Node]:
    if len(nodos) < 2 and all(isinstance(nodo, TextNode | Fijo) for nodo in nodos):
        return nodos
    if all(isinstance(nodo, TextNode) for nodo in nodos):
        texto = TextNode("".join(nodo.s for nodo in nodos))  # type: ignore[attr-defined]  # just looked at
        texto.token, texto.origin = nodos[0].token, nodos[0].origin
        return [texto]
    return [Fijo(nodos)]


def _por_dentro(nodo: Node, motor: Engine) -> None:
    if isinstance(nodo, IfNode):
        nodo.conditions_nodelists = [(cuando, plegar(cuales, motor)) for cuando, cuales in nodo.conditions_nodelists]
    for atributo in nodo.child_nodelists:
        dentro = getattr(nodo, atributo, None)
        if type(dentro) is NodeList and not isinstance(nodo, IfNode):
            setattr(nodo, atributo, plegar(dentro, motor))
    if isinstance(nodo, CON_VALORES):
        for expresion in _expresiones(nodo):
            _acortar(expresion)


def es_fijo(nodo: Node, motor: Engine, sabidos: Collection[str] = NADA) -> bool:
    """Tell whether a node depends on nothing but the language, and on the values with those names."""
    match nodo:
        case TextNode() | CommentNode() | LoadNode() | Fijo():
            return True
        case TranslateNode():
            contexto = nodo.message_context
            return not nodo.asvar and _escrita(nodo.filter_expression) and (contexto is None or _escrita(contexto))
        case StaticNode():
            return type(nodo) is StaticNode and nodo.varname is None and _escrita(nodo.path)
        case URLNode():
            return not (nodo.args or nodo.kwargs or nodo.asvar) and _escrita(nodo.view_name)
        case VariableNode():
            return _sabida(nodo.filter_expression, sabidos)
        case IfNode():
            return all(
                all(_sabida(una, sabidos) for una in _de_la_condicion(cuando))
                and all(es_fijo(uno, motor, sabidos) for uno in cuales)
                for cuando, cuales in nodo.conditions_nodelists
            )
        case IncludeNode():
            return _incluye_lo_fijo(nodo, motor, sabidos)
    return False


def _incluye_lo_fijo(nodo: IncludeNode, motor: Engine, sabidos: Collection[str]) -> bool:
    """Tell it of a piece that is named and told everything in so many words."""
    nombre = _nombre(nodo)
    if not nombre or not all(_sabida(valor, sabidos) for valor in nodo.extra_context.values()):
        return False
    try:
        dentro = motor.get_template(nombre)
    except TemplateDoesNotExist:
        return False
    dichos = frozenset(nodo.extra_context) | (NADA if nodo.isolated_context else frozenset(sabidos))
    return all(es_fijo(uno, motor, dichos) for uno in dentro.nodelist)


def _nombre(nodo: IncludeNode) -> str:
    """Return the name of what it includes, if it is written as it is, and not from where it stands."""
    nombre = nodo.template.var
    if nodo.template.is_var or nodo.template.filters or not isinstance(nombre, str) or nombre.startswith("."):
        return ""
    return nombre


def _escrita(expresion: FilterExpression) -> bool:
    """Tell whether it is a text as it stands in the template."""
    es_texto = not expresion.is_var or getattr(expresion.var, "lookups", ()) is None
    return es_texto and not expresion.filters


def _sabida(expresion: FilterExpression, sabidos: Collection[str]) -> bool:
    if _escrita(expresion):
        return True
    caminos: Sequence[str] = getattr(expresion.var, "lookups", None) or ()
    return not expresion.filters and len(caminos) == 1 and caminos[0] in sabidos


def _de_la_condicion(condicion: Any) -> list[Any]:
    """Return the values that a condition looks at; None, of an `else`, looks at none."""
    if condicion is None:
        return []
    if isinstance(condicion, TemplateLiteral | Hoja):
        return [condicion.value]
    lados: list[Any] = [getattr(condicion, lado, None) for lado in ("first", "second")]
    return [una for lado in lados if lado is not None for una in _de_la_condicion(lado)]


def _expresiones(nodo: Any) -> Iterable[Any]:
    match nodo:
        case VariableNode():
            yield nodo.filter_expression
        case IfNode():
            for condicion, _nodos in nodo.conditions_nodelists:
                yield from _de_la_condicion(condicion)
        case ForNode():
            yield nodo.sequence
        case IncludeNode() | WithNode():
            yield from nodo.extra_context.values()


def _acortar(expresion: FilterExpression) -> None:
    """Look up its value by a shorter way; what is translated or written as it is stays as it was."""
    variable = expresion.var
    if type(variable) is Variable and variable.lookups is not None and not variable.translate:
        expresion.var = Camino(variable.var)


def _acortada(condicion: Any) -> Any:
    """Return the condition with its names as leaves."""
    if isinstance(condicion, TemplateLiteral):
        expresion: Any = condicion.value
        return Hoja(expresion) if isinstance(expresion.var, Camino) and not expresion.filters else condicion
    for lado in ("first", "second"):
        if getattr(condicion, lado, None) is not None:
            setattr(condicion, lado, _acortada(getattr(condicion, lado)))
    return condicion


def _en_su_lugar(nodo: Node) -> Node:
    """Return what goes in the place of a node that is not fixed."""
    if isinstance(nodo, LanguageNode):
        return EnOtroIdioma(nodo)
    if type(nodo) is VariableNode:
        valor = Valor(nodo.filter_expression)
        valor.token, valor.origin = nodo.token, nodo.origin
        return valor
    if type(nodo) is IncludeNode and (nombre := _nombre(nodo)):
        return Trozo(nodo, nombre)
    if isinstance(nodo, IfNode):
        nodo.conditions_nodelists = [(_acortada(cuando), cuales) for cuando, cuales in nodo.conditions_nodelists]
    return nodo
