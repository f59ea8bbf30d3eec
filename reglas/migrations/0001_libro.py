# The tables of the book of rolls; its triggers are put in place by `post_migrate` (see `reglas.disparadores`).

import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.db.models.manager
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Libro',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('dueno', models.CharField(max_length=11)),
                ('clase', models.CharField(choices=[('abierto', 'abierto'), ('cerrado', 'cerrado')], max_length=7)),
                ('cabeza', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                ('siguiente', models.PositiveBigIntegerField(default=0)),
                ('sobre_vigente', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'libro de tiradas',
                'verbose_name_plural': 'libros de tiradas',
                'constraints': [models.UniqueConstraint(fields=('dueno', 'clase'), name='reglas_libro_dueno_clase'), models.CheckConstraint(condition=models.Q(('clase__in', ['abierto', 'cerrado'])), name='reglas_libro_clase'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('dueno')), 11), name='reglas_libro_dueno'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('cabeza')), 64), name='reglas_libro_cabeza')],
            },
        ),
        migrations.CreateModel(
            name='Sobre',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('numero', models.PositiveIntegerField()),
                ('compromiso', models.CharField(max_length=64, unique=True)),
                ('creado', models.DateTimeField()),
                ('libro', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reglas.libro')),
            ],
            options={
                'verbose_name': 'sobre',
                'verbose_name_plural': 'sobres',
            },
        ),
        migrations.CreateModel(
            name='Asiento',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('n', models.PositiveBigIntegerField()),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('recibo', models.CharField(max_length=64, unique=True)),
                ('tipo', models.CharField(choices=[('apertura', 'apertura'), ('tirada', 'tirada'), ('revelacion', 'revelación'), ('ancla', 'ancla'), ('anulacion', 'anulación'), ('restauracion', 'restauración')], max_length=12)),
                ('contenido', models.TextField()),
                ('creado', models.DateTimeField()),
                ('peticion', models.TextField(blank=True)),
                ('sal', models.CharField(blank=True, max_length=32)),
                ('version', models.CharField(blank=True, max_length=64)),
                ('anula', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reglas.asiento')),
                ('sustituye', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reglas.asiento')),
                ('libro', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reglas.libro')),
                ('sobre', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reglas.sobre')),
            ],
            options={
                'verbose_name': 'asiento',
                'verbose_name_plural': 'asientos',
            },
        ),
        migrations.CreateModel(
            name='SalAncla',
            fields=[
                ('asiento', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='reglas.asiento')),
                ('valor', models.BinaryField(max_length=32)),
                ('cabeza', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name': 'sal de un ancla',
                'verbose_name_plural': 'sales de las anclas',
                'base_manager_name': 'tapiada',
                'constraints': [models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('valor')), 32), name='reglas_salancla_valor'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('cabeza')), 64), name='reglas_salancla_cabeza')],
            },
            managers=[
                ('tapiada', django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name='Semilla',
            fields=[
                ('sobre', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='reglas.sobre')),
                ('valor', models.BinaryField(max_length=32)),
            ],
            options={
                'verbose_name': 'semilla',
                'verbose_name_plural': 'semillas',
                'base_manager_name': 'tapiada',
                'constraints': [models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('valor')), 32), name='reglas_semilla_valor')],
            },
            managers=[
                ('tapiada', django.db.models.manager.Manager()),
            ],
        ),
        migrations.AddConstraint(
            model_name='sobre',
            constraint=models.UniqueConstraint(fields=('libro', 'numero'), name='reglas_sobre_libro_numero'),
        ),
        migrations.AddConstraint(
            model_name='sobre',
            constraint=models.CheckConstraint(condition=models.Q(('numero__gte', 1)), name='reglas_sobre_numero'),
        ),
        migrations.AddConstraint(
            model_name='sobre',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('compromiso')), 64), name='reglas_sobre_compromiso'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.UniqueConstraint(fields=('libro', 'n'), name='reglas_asiento_libro_n'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(('tipo__in', ['apertura', 'tirada', 'revelacion', 'ancla', 'anulacion', 'restauracion'])), name='reglas_asiento_tipo'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('hash')), 64), name='reglas_asiento_hash'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length(models.F('recibo')), 64), name='reglas_asiento_recibo'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(('contenido', ''), _negated=True), name='reglas_asiento_contenido'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sobre__isnull', True), ('tipo__in', ('ancla', 'restauracion'))), models.Q(models.Q(('tipo__in', ('ancla', 'restauracion')), _negated=True), ('sobre__isnull', False)), _connector='OR'), name='reglas_asiento_sobre'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('anula__isnull', False), ('tipo', 'anulacion')), models.Q(models.Q(('tipo', 'anulacion'), _negated=True), ('anula__isnull', True)), _connector='OR'), name='reglas_asiento_anula'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(('tipo', 'tirada'), ('sustituye__isnull', True), _connector='OR'), name='reglas_asiento_sustituye'),
        ),
        migrations.AddConstraint(
            model_name='asiento',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('tipo', 'tirada'), models.Q(('peticion', ''), _negated=True), models.Q(('sal', ''), _negated=True), models.Q(('version', ''), _negated=True)), models.Q(models.Q(('tipo', 'tirada'), _negated=True), ('peticion', ''), ('sal', ''), ('version', '')), _connector='OR'), name='reglas_asiento_peticion'),
        ),
    ]
