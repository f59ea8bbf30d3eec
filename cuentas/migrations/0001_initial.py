# The first state of the tables of `cuentas`.

import cuentas.identificador
import cuentas.models
import django.contrib.auth.models
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Usuario',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('publico', models.CharField(default=cuentas.identificador.nuevo_publico, editable=False, max_length=11, unique=True)),
                ('username', models.CharField(error_messages={'unique': 'Ese nombre ya es de otra persona.'}, max_length=40, unique=True, validators=[cuentas.models.validar_usuario], verbose_name='nombre')),
                ('clave', models.CharField(editable=False, max_length=200, unique=True)),
                ('clave_llana', models.CharField(db_index=True, editable=False, max_length=200)),
                ('presentacion', models.TextField(blank=True, max_length=1000, verbose_name='presentación')),
                ('idioma', models.CharField(choices=[('es', 'Español'), ('en', 'English')], default='es', max_length=10, verbose_name='idioma')),
                ('zona', models.CharField(default='Europe/Madrid', max_length=64, validators=[cuentas.models.validar_zona], verbose_name='zona horaria')),
                ('tema', models.CharField(choices=[('auto', 'Como el sistema'), ('claro', 'Claro'), ('sepia', 'Sepia'), ('oscuro', 'Oscuro'), ('contraste', 'Alto contraste')], default='auto', max_length=10, verbose_name='tema')),
                ('letra', models.CharField(choices=[('1', 'Muy pequeña'), ('2', 'Pequeña'), ('3', 'Normal'), ('4', 'Grande'), ('5', 'Muy grande')], default='3', max_length=1, verbose_name='tamaño de letra')),
                ('tipografia', models.CharField(choices=[('sistema', 'Con serifa'), ('literata', 'Literata'), ('atkinson', 'Atkinson Hyperlegible'), ('sans', 'Sin serifa')], default='sistema', max_length=10, verbose_name='tipo de letra')),
                ('ancho', models.CharField(choices=[('55', 'Estrecho (55 letras)'), ('66', 'Medio (66 letras)'), ('80', 'Amplio (80 letras)')], default='66', max_length=2, verbose_name='ancho de columna')),
                ('cerrada', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='cerrada')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'usuario',
                'verbose_name_plural': 'usuarios',
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='TextoDelSitio',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('clave', models.CharField(choices=[('aviso-legal', 'Aviso legal'), ('privacidad', 'Privacidad'), ('cookies', 'Cookies'), ('normas', 'Normas'), ('ayuda', 'Ayuda'), ('licencias', 'Licencias')], max_length=20, verbose_name='página')),
                ('idioma', models.CharField(choices=[('es', 'Español'), ('en', 'English')], max_length=10, verbose_name='idioma')),
                ('titulo', models.CharField(max_length=120, verbose_name='título')),
                ('cuerpo', models.TextField(max_length=40000, verbose_name='texto')),
                ('version', models.PositiveIntegerField(default=1, verbose_name='versión')),
                ('actualizado', models.DateTimeField(verbose_name='actualizado')),
                ('por', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'texto del sitio',
                'verbose_name_plural': 'textos del sitio',
            },
        ),
        migrations.CreateModel(
            name='VersionDeTexto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('titulo', models.CharField(max_length=120)),
                ('cuerpo', models.TextField()),
                ('actualizado', models.DateTimeField(null=True)),
                ('por', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('texto', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versiones', to='cuentas.textodelsitio')),
            ],
            options={
                'verbose_name': 'versión de un texto',
                'verbose_name_plural': 'versiones de los textos',
                'ordering': ['-version'],
            },
        ),
        migrations.CreateModel(
            name='InvitacionSitio',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('huella', models.CharField(editable=False, max_length=64, unique=True)),
                ('nota', models.CharField(blank=True, max_length=120, verbose_name='nota')),
                ('creada', models.DateTimeField(verbose_name='creada')),
                ('caduca', models.DateTimeField(verbose_name='caduca')),
                ('anulada', models.DateTimeField(blank=True, null=True, verbose_name='anulada')),
                ('usos_maximos', models.PositiveSmallIntegerField(default=1, verbose_name='cuentas que permite')),
                ('usos', models.PositiveSmallIntegerField(default=0, verbose_name='cuentas creadas')),
                ('autor', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitación al sitio',
                'verbose_name_plural': 'invitaciones al sitio',
                'ordering': ['-creada', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('usos__lte', models.F('usos_maximos'))), name='invitacion_sin_usos_de_mas')],
            },
        ),
        migrations.AddConstraint(
            model_name='textodelsitio',
            constraint=models.UniqueConstraint(fields=('clave', 'idioma'), name='texto_unico_por_idioma'),
        ),
        migrations.AddConstraint(
            model_name='versiondetexto',
            constraint=models.UniqueConstraint(fields=('texto', 'version'), name='version_unica_por_texto'),
        ),
    ]
