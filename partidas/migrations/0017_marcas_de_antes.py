"""What was there before anybody had markers counts as read by who was there."""

from django.db import migrations
from django.utils import timezone

TANDA = 2_000


def marcar(apps, editor):
    """Give each active seat a marker at the end of each scene of its partida; once more, those that are missing."""
    escenas, plazas, marcas = (apps.get_model("partidas", n)._base_manager for n in ("Escena", "Participante", "Marca"))
    por_partida, ahora, filas = {}, timezone.now(), []
    for partida, escena, ultimo in escenas.values_list("partida", "pk", "ultimo_orden"):
        por_partida.setdefault(partida, []).append((escena, ultimo))
    activas = plazas.filter(estado="activa").values_list("usuario", "partida")
    for usuario, partida in activas:
        filas += [
            marcas.model(usuario_id=usuario, escena_id=escena, hasta=ultimo, antes=ultimo, cuando=ahora)
            for escena, ultimo in por_partida.get(partida, ())
        ]
        if len(filas) >= TANDA:
            marcas.bulk_create(filas, batch_size=TANDA, ignore_conflicts=True)
            filas = []
    marcas.bulk_create(filas, batch_size=TANDA, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("partidas", "0016_buscable")]

    operations = [migrations.RunPython(marcar, migrations.RunPython.noop)]
