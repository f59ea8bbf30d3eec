"""The index of turns by scene alone goes: the one by scene and place does the same, in order.

Between the two, a planner that took a scene for short read the whole of it to put it in order. Done by hand, because
on SQLite to alter the column would write the table again.
"""

import django.db.models.deletion
from django.db import migrations, models

TABLA, COLUMNA = "partidas_mensaje", "escena_id"


def quitar(apps, editor):
    """Drop every index that has that column and no other."""
    with editor.connection.cursor() as cursor:
        indices = editor.connection.introspection.get_constraints(cursor, TABLA)
    for nombre, que in indices.items():
        if que["index"] and que["columns"] == [COLUMNA] and not (que["unique"] or que["primary_key"]):
            editor.execute(f"DROP INDEX {editor.quote_name(nombre)}")


def poner(apps, editor):
    """Make it again, under the name that it has had."""
    editor.execute(f"CREATE INDEX {TABLA}_{COLUMNA}_51529368 ON {TABLA} ({COLUMNA})")


class Migration(migrations.Migration):
    dependencies = [("partidas", "0017_marcas_de_antes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(quitar, poner)],
            state_operations=[
                migrations.AlterField(
                    model_name="mensaje",
                    name="escena",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="partidas.escena",
                    ),
                )
            ],
        )
    ]
