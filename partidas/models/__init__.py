"""Tables of the app: one module a subject, and the gate that guards them."""

from partidas.models.adjunto import Adjunto
from partidas.models.asalto import Combatiente
from partidas.models.aviso import Aviso, ClaseDeAviso, EscenaSilenciada, PreferenciaDeAviso
from partidas.models.buscable import Buscable
from partidas.models.buzon import Suceso, Trabajo
from partidas.models.cierre import Cierre, Recuperacion
from partidas.models.escena import Escena, Presente
from partidas.models.fragmento import DestinatarioDeFragmento, Fragmento
from partidas.models.latido import Latido, Parada
from partidas.models.marca import Marca, Saltado, Visto
from partidas.models.mensaje import Borrador, Destinatario, Mensaje, Revision
from partidas.models.moderacion import AccesoDeModeracion, Acta
from partidas.models.palabra import SolicitudDePalabra
from partidas.models.papelera import Descarte, Programado
from partidas.models.partida import Participante, Partida, Reparto
from partidas.models.pedida import RespuestaPedida, TiradaPedida
from partidas.models.pendiente import Pendiente, ReglaDeAusencia
from partidas.models.tirada import SolicitudDeAnulacion, Tirada
from partidas.models.vez import OrdenesDePJ, PuestoEnTurno

__all__ = [
    "AccesoDeModeracion",
    "Acta",
    "Adjunto",
    "Aviso",
    "Borrador",
    "Buscable",
    "Cierre",
    "ClaseDeAviso",
    "Combatiente",
    "Descarte",
    "Destinatario",
    "DestinatarioDeFragmento",
    "Escena",
    "EscenaSilenciada",
    "Fragmento",
    "Latido",
    "Marca",
    "Mensaje",
    "OrdenesDePJ",
    "Parada",
    "Participante",
    "Partida",
    "Pendiente",
    "PreferenciaDeAviso",
    "Presente",
    "Programado",
    "PuestoEnTurno",
    "Recuperacion",
    "ReglaDeAusencia",
    "Reparto",
    "RespuestaPedida",
    "Revision",
    "Saltado",
    "SolicitudDeAnulacion",
    "SolicitudDePalabra",
    "Suceso",
    "Tirada",
    "TiradaPedida",
    "Trabajo",
    "Visto",
]
