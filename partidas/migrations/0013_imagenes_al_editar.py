"""Images can be put and taken away in an edit: the history keeps which each version had."""

from typing import Any

from django.db import migrations, models


def apuntar(apps: Any, schema_editor: Any) -> None:
    """Give each older version the images of its message: until now no edit could change them."""
    alias = schema_editor.connection.alias
    revision, adjunto = (apps.get_model("partidas", nombre)._base_manager.using(alias) for nombre in ("Revision", "Adjunto"))
    por_mensaje: dict[int, list[list[str]]] = {}
    con_mensaje = adjunto.filter(mensaje__isnull=False).order_by("pk")
    for mensaje, publico, alt in con_mensaje.values_list("mensaje_id", "publico", "alt"):
        por_mensaje.setdefault(mensaje, []).append([publico, alt])
    for fila in revision.filter(mensaje__in=por_mensaje):
        fila.imagenes = por_mensaje[fila.mensaje_id]
        fila.save(update_fields=["imagenes"])


class Migration(migrations.Migration):
    """Two fields, and what older rows should say."""

    dependencies = [
        ("partidas", "0012_versiones_ocultas"),
    ]

    operations = [
        migrations.AddField(
            model_name="adjunto",
            name="retirado",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="revision",
            name="imagenes",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(apuntar, migrations.RunPython.noop),
    ]
