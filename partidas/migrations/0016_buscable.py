# The index of the search, and what is found of the turns that are there already (docs/decisiones/0063).

import django.db.models.deletion
from django.db import migrations, models

from partidas.busqueda.trozos import de_html, de_texto

TANDA = 500
TRAMO, FRAGMENTOS, TIRADAS = 1024, 2, 512


def crear(apps, schema_editor):
    from partidas.busqueda import motores

    motores.crear(schema_editor.connection)


def deshacer(apps, schema_editor):
    from partidas.busqueda import motores

    motores.deshacer(schema_editor.connection)


def llenar(apps, schema_editor):
    """Write what can be found of each turn: as `dominio.indice` does, from the tables as they are at this point."""
    alias = schema_editor.connection.alias
    Buscable, Mensaje, Fragmento, Tirada = (
        apps.get_model("partidas", nombre) for nombre in ("Buscable", "Mensaje", "Fragmento", "Tirada")
    )
    desde = 0
    while True:
        mensajes = Mensaje.objects.using(alias).filter(pk__gt=desde).select_related("escena").order_by("pk")
        lote = list(mensajes.only("voz", "html", "notas_html", "escena__partida")[:TANDA])
        if not lote:
            return
        desde = lote[-1].pk
        claves = [fila.pk for fila in lote]
        partida = {fila.pk: fila.escena.partida_id for fila in lote}
        filas = []

        def poner(n, mensaje, clase, leido, **de):
            texto, plegado = leido
            if plegado:
                filas.append(
                    Buscable(
                        id=mensaje * TRAMO + n,
                        partida_id=partida[mensaje],
                        mensaje_id=mensaje,
                        clase=clase,
                        texto=texto,
                        plegado=plegado,
                        **de,
                    )
                )

        for fila in lote:
            if fila.voz != "sistema":
                poner(0, fila.pk, "texto", de_html(fila.html))
                poner(1, fila.pk, "notas", de_html(fila.notas_html))
        usados = dict.fromkeys(claves, FRAGMENTOS)
        vigentes = Fragmento.objects.using(alias).filter(mensaje__in=claves, revision__isnull=True)
        for pk, mensaje, html in vigentes.order_by("orden", "pk").values_list("pk", "mensaje", "html"):
            poner(usados[mensaje], mensaje, "fragmento", de_html(html), fragmento_id=pk)
            usados[mensaje] += 1
        usados = dict.fromkeys(claves, TIRADAS)
        dichas = Tirada.objects.using(alias).filter(mensaje__in=claves).exclude(declaracion="")
        for pk, mensaje, dicho in dichas.order_by("posicion", "pk").values_list("pk", "mensaje", "declaracion"):
            if usados[mensaje] < TRAMO:
                poner(usados[mensaje], mensaje, "declaracion", de_texto(dicho), tirada_id=pk)
                usados[mensaje] += 1
        Buscable.objects.using(alias).bulk_create(filas)


class Migration(migrations.Migration):
    dependencies = [
        ("partidas", "0015_marcas"),
    ]

    operations = [
        migrations.CreateModel(
            name="Buscable",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "clase",
                    models.CharField(
                        choices=[
                            ("texto", "texto"),
                            ("notas", "notas"),
                            ("fragmento", "párrafo privado"),
                            ("declaracion", "declaración"),
                        ],
                        max_length=11,
                    ),
                ),
                ("texto", models.TextField()),
                ("plegado", models.TextField()),
                (
                    "fragmento",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="partidas.fragmento",
                    ),
                ),
                (
                    "mensaje",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="partidas.mensaje"
                    ),
                ),
                (
                    "partida",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="partidas.partida"
                    ),
                ),
                (
                    "tirada",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="partidas.tirada"
                    ),
                ),
            ],
        ),
        migrations.RunPython(crear, deshacer),
        migrations.RunPython(llenar, migrations.RunPython.noop),
    ]
