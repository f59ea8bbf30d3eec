"""«El faro de Cabo Umbral», below: what only two of them know, and the talk of the people who play."""

from partidas.demostracion.faro_puerta import CHARLA
from partidas.demostracion.guion import Acto, Lance, Segun, Turno

ALJIBE = Acto(
    "Lo que guarda el aljibe",
    (
        Turno(
            "",
            """
Bajáis solas. La escala de hierro termina en una repisa y la repisa en un agua negra, redonda, sin una arruga. No
hay techo que reflejar; aun así refleja uno. Allá abajo, una lámpara da vueltas despacio.

Lo que ocurra aquí no lo sabe nadie de los de arriba.
""",
        ),
        Turno(
            "Ondina Prats",
            """
—Fíjese en que no huele a mar —dice Ondina, y toca la superficie con la contera del paraguas—. Huele a papel. Es un
archivo, Mirta. Alguien ha inundado un archivo para que no arda.
""",
        ),
        Turno(
            "Mirta",
            """
Mirta ata la cuerda a la escala, prueba el nudo y se quita las botas.

—Hay algo pegado a la pared, a dos cuerpos de hondo. Brilla como un grifo. Si no subo en un minuto, tira, y si pesa
mucho tira igual.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "vigor", "esfuerzo": 1},
                "Buceo a por lo que brilla",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
Sube con los labios morados y un tubo de latón apretado contra el pecho. Dentro, seco, un cuaderno de guardias: cada
noche durante treinta años, la misma anotación con dos letras distintas. *Sin novedad en la otra orilla.*
""",
                mal="""
La cuerda se tensa, se destensa, y Mirta sale tosiendo con las manos vacías y un corte en la palma. Pero donde cae
la sangre el agua se aclara, y a través de ella se leen renglones: una guardia por noche, treinta años enteros.
""",
            ),
        ),
        Turno(
            "Mirta",
            """
—Treinta años —repite, tiritando—. Celso no apagó el faro y se marchó. Se quedó de guardia. Él aquí, y el otro allí,
cada uno vigilando que el otro no encendiera.
""",
        ),
        Turno(
            "El Vigía de enfrente",
            """
La lámpara del fondo se detiene. Una cara se acerca al otro lado del agua, deformada y paciente, y mueve la boca. El
sonido tarda en llegar, como llega el de los trenes.

Habla en algo parecido al portugués, si al portugués lo hubieran criado los barcos.
""",
        ),
        Turno(
            "Ondina Prats",
            """
Ondina se arrodilla con dificultad. Cierra los ojos. Lleva media vida haciendo esto: prestar la boca y no quedarse
con nada.

—Un momento. No le contestemos todavía; primero quiero entender en qué persona del verbo nos habla.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "intelecto", "esfuerzo": 1, "habilidades": ["Lenguas"]},
                "Traduzco al Vigía sin añadir ni quitar",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
*Nosotros*, dice el Vigía. Un *nosotros* que os incluye. Su farero murió el domingo. Nadie había previsto el relevo,
y una lámpara que no vigila nadie se enciende sola. **Pide que alguien cruce a tomar la guardia.**
""",
                mal="""
Entiendes la mitad, y la mitad equivocada es peligrosa. Hay un muerto, un domingo, una lámpara. Hay un verbo que
puede ser *relevar* o *ahogar*, según la vocal, y el Vigía lo repite tres veces señalándote.
""",
            ),
        ),
        Turno(
            "Ondina Prats",
            """
—Está pidiendo un sustituto —dice al fin—. No amenaza. Tiene muchísimo miedo y excelentes modales.

Se pone de pie. Se alisa la falda, que está empapada.

—No se lo diga aún a los demás. Kaelen iría. Kaelen iría esta misma noche y lo llamaría curiosidad.
""",
            notas="Carla: esto lo guardo como secreto de verdad, a ver cuánto aguanto.",
        ),
        Turno(
            "Mirta",
            """
—¿Y tú? —pregunta Mirta, que sabe distinguir una herramienta guardada de una herramienta elegida—. Porque hablas del
asunto como quien ya ha mirado los horarios.
""",
            Lance("tarea", {"dificultad": 4, "reserva": "intelecto"}, "¿Se está despidiendo?"),
        ),
        Turno(
            "Ondina Prats",
            "Ondina no contesta. Apoya el paraguas en la pared, muy derecho, y comprueba que no vaya a caerse.",
        ),
        Turno(
            "",
            Segun(
                bien="""
Has visto muchas manos a punto de soltar algo. Las suyas ya han soltado: le falta elegir el día.
""",
                mal="""
No consigues leerla. En un tribunal se aprende a dejar la cara en el perchero.
""",
            ),
            para=("Mirta",),
        ),
        Turno(
            "",
            """
Solo para ti. Al tocar el agua por segunda vez ha subido una frase que no ha dicho el Vigía. Es tu propia voz, más
joven, interpretando para un preso: «pregunta si alguien se acordará». Nunca supiste qué le respondieron.
""",
            para=("Ondina Prats",),
        ),
    ),
    presentes=("Mirta", "Ondina Prats"),
)

CHARLA_A_MEDIAS = Acto(
    CHARLA,
    (
        Turno("carla", "Pregunta tonta: ¿el esfuerzo se paga aunque luego falles?"),
        Turno(
            "dani",
            """
Se paga siempre, antes de tirar. Por eso el formulario os dice lo que cuesta antes de que pulséis. Y si queréis
repetir, un PX y cuenta el mejor de los dos dados.
""",
        ),
        Turno("bruno", "Mirta tiene agujetas en sitios que yo no sabía que salían en la ficha."),
        Turno(
            "hugo",
            """
El martes y el miércoles no puedo escribir, tengo turno doble. Si me toca, que Tres esté achicando agua del bote,
que se le da bien.
""",
        ),
        Turno("dani", "Hecho. Achicará con dignidad."),
    ),
)

CHARLA_ULTIMA = Acto(
    CHARLA,
    (
        Turno("ana", "Lo de la fotografía de la panadería me ha dejado mala tarde, gracias."),
        Turno(
            "carla",
            "Yo tengo que deciros una cosa y no puedo. Dentro de dos turnos me vais a odiar con cariño.",
        ),
        Turno(
            "dani",
            """
Mañana por la noche resuelvo el bote. Quien quiera subir a él, que lo escriba antes; quien prefiera la lente,
también, y quien acabe de llegar que no se preocupe por lo que no sabe: **aquí nadie lo sabe todo**.
""",
        ),
    ),
)
