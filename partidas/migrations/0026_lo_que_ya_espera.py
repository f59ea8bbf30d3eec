"""What waited for somebody before there was a table for it: words, voids and seats that nobody has answered."""

from django.db import migrations


def escribir(apps, _esquema):
    """Write a row for each; again, the same rows. Nobody is told: they knew."""
    Pendiente = apps.get_model("partidas", "Pendiente")
    palabras = apps.get_model("partidas", "SolicitudDePalabra")._base_manager.filter(estado="pendiente")
    anulaciones = apps.get_model("partidas", "SolicitudDeAnulacion")._base_manager.filter(estado="pendiente")
    plazas = apps.get_model("partidas", "Participante")._base_manager.filter(estado="invitada")
    filas = Pendiente._base_manager

    def poner(clave, clase, desde, **campos):
        filas.get_or_create(clave=clave, defaults={"clase": clase, "desde": desde, **campos})

    for fila in palabras.select_related("mensaje__escena").iterator():
        poner(
            f"palabra:{fila.publico}",
            "palabra",
            fila.creada,
            partida_id=fila.mensaje.escena.partida_id,
            escena_id=fila.mensaje.escena_id,
            mensaje_id=fila.mensaje_id,
            personaje_id=fila.personaje_id,
            espera_id=fila.por_id,
        )
    for fila in anulaciones.select_related("tirada__mensaje__escena").iterator():
        mensaje = fila.tirada.mensaje
        poner(
            f"anulacion:{fila.tirada.publico}",
            "anulacion",
            fila.creada,
            partida_id=mensaje.escena.partida_id,
            escena_id=mensaje.escena_id,
            mensaje_id=mensaje.pk,
            espera_id=fila.por_id,
        )
    for fila in plazas.select_related("partida", "usuario").iterator():
        poner(
            f"plaza:{fila.partida.publico}:{fila.usuario.publico}",
            "plaza",
            fila.desde,
            partida_id=fila.partida_id,
            para_id=fila.usuario_id,
        )


class Migration(migrations.Migration):
    """After the table."""

    dependencies = [("partidas", "0025_lotes_de_tiradas"), ("cuentas", "0003_ausencias")]

    operations = [migrations.RunPython(escribir, migrations.RunPython.noop)]
