"""The help beside the editor: what to type and what comes of it."""

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Ayuda(NamedTuple):
    """One line of the help."""

    escribe: str  # typed as is; not translated
    sale: "StrPromise"


AYUDA: Final[tuple[Ayuda, ...]] = (
    Ayuda("— Hola.", _("La raya y el guion al principio de línea son diálogo y se quedan como los escribes.")),
    Ayuda("*pensar*", _("Cursiva.")),
    Ayuda("**hablar**", _("Negrita.")),
    Ayuda("~~tachar~~", _("Tachado.")),
    Ayuda("||secreto||", _("Destripe: tapado hasta que se toca. Si no lo cierras, tapa hasta el final del párrafo.")),
    Ayuda(
        ":::destripe\n…\n:::",
        _("Destripe de varios párrafos. Si no lo cierras, tapa hasta el final del texto."),
    ),
    Ayuda(
        ":::solo Mirta, Odo\n…\n:::",
        _("Párrafo privado: solo lo leen esos personajes, la dirección y tú. A los demás no les llega ni el hueco."),
    ),
    Ayuda(":::dirección\n…\n:::", _("Párrafo privado para la dirección.")),
    Ayuda("> cita", _("Cita; termina en la primera línea que no empieza por >.")),
    Ayuda("* cosa", _("Lista; sangra dos espacios para meter una dentro de otra.")),
    Ayuda("1. cosa", _("Lista numerada: se ven los números que escribes.")),
    Ayuda("# Título", _("Título. Deja un espacio tras la almohadilla; #1 es texto.")),
    Ayuda("---", _("Línea de separación.")),
    Ayuda("[texto](https://…)", _("Enlace; se muestra a qué sitio lleva.")),
    Ayuda("![descripción](/adjuntos/…)", _("Imagen subida a la partida. Las de otros sitios quedan como enlace.")),
    Ayuda("\\*", _("Una barra invertida delante deja el signo tal cual.")),
    Ayuda("", _("Un destripe es una cortesía, no un secreto: quien puede leer el mensaje puede abrirlo.")),
)
