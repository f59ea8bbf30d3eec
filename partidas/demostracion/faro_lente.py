"""«El faro de Cabo Umbral», at its top: the lens, and what seals cracks."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno

LENTE = "La cámara de la lente"

SUBIDA = Acto(
    LENTE,
    (
        Turno(
            "",
            """
Arriba no hay noche. Los cristales de la linterna están pintados por dentro, del suelo al techo, de un azul que
no termina de secarse. Solo queda limpia una franja del ancho de una mano, y por ahí sale el haz.

Una trampilla de hierro, a la izquierda, baja hacia donde no debería haber nada.
""",
        ),
        Turno(
            "La niña del cubo",
            """
—Me falta ese trozo —dice la niña, sin volverse, con la brocha en alto—. ¿Traéis escalera? Don Celso ya no puede
levantar los brazos.

Tendrá nueve años. Las botas le quedan grandes.
""",
        ),
        Turno(
            "Kaelen",
            """
Kaelen se sienta en el suelo para estar a su altura y abre el cuaderno por una página en blanco.

—Yo apunto cosas para no perderlas. ¿Tú pintas para lo mismo?
""",
        ),
        Turno(
            "La niña del cubo",
            """
—Al revés. —Una pasada larga, de izquierda a derecha—. Pinto para que no se escapen. Las que salen por la franja
caen en el pueblo, encima de cualquiera, y luego el pueblo tiene que soltar una suya para hacerle sitio.

Moja la brocha.

—La panadera soltó a su hija. Soy yo. No pasa nada, ya se le olvidó.
""",
        ),
        Turno(
            "Tres",
            """
Tres se quita la gorra. La retuerce. Se la vuelve a poner.

—Yo a esta cría la he visto en una foto. En la panadería, detrás de la caja. La quitaron hace un mes y se nota el
cuadrado en la pared.
""",
        ),
        Turno(
            "Mirta",
            """
Mirta no dice nada; se va derecha a la trampilla, que es lo que hace cuando no quiere que le vean la cara. Mete la
palanca, escupe en las manos y se cuelga de ella con sus noventa kilos.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "vigor", "esfuerzo": 1, "habilidades": ["Mecánica"]},
                "Reviento la trampilla de hierro",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
El hierro se queja como una persona y cede. Sube un olor a pozo, a moneda vieja, y con él una segunda luz, más
débil, que gira en sentido contrario.
""",
                mal="""
La palanca se dobla antes que el hierro. Por el hueco que ha abierto solo cabría alguien de lado y con paciencia; y
de ese hueco sube un resplandor que gira al revés que el de arriba.
""",
                efecto="""
La trampilla salta entera y queda de pie, temblando, clavada por el canto en la madera. Debajo, veinte metros más
abajo de lo que mide la torre, otra luz da vueltas en sentido contrario.
""",
            ),
        ),
        Turno(
            "Kaelen",
            """
—Dejadme mirar la franja. Una vez. Mirta, cuenta tú; si llego a la tercera pasada sin hablar, me tapas los ojos.

Se quita las gafas y pone la cara en el camino del haz.
""",
            Lance(
                "tarea",
                {
                    "dificultad": 5,
                    "reserva": "intelecto",
                    "esfuerzo": 1,
                    "habilidades": ["Percibir lo anómalo"],
                },
                "Miro la luz de frente para saber de dónde viene",
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
Durante una vuelta eres Aurelio Manso, que tiene cuarenta y un años y un hijo a punto de llegar en barco. Sabes el
nombre de esta costa en su idioma: **Salmuera**. Sabes que allí también se ha encendido un faro, y que apunta tierra
adentro, y que la gente empieza a olvidarse.
""",
                mal="""
La luz te entra como agua por una puerta. Durante una vuelta esperas un barco que no es tuyo en una costa que se llama
Salmuera. Al salir conservas ese nombre; el de tu hermano ya no está donde lo guardabas, y lo tienes que buscar en el
cuaderno.
""",
            ),
            para=("Kaelen",),
        ),
        Turno(
            "Kaelen",
            """
Kaelen se aparta antes de la tercera. Escribe una sola palabra, la subraya dos veces y arranca la hoja.

—Salmuera. Es una orilla, y está enfrente. No nos ataca: se está ahogando, igual que nosotros, y cada faro cree que
el otro es el naufragio.
""",
        ),
        Turno(
            "",
            """
**La pintura se hincha.** Primero es una burbuja junto al marco; después, un hombro. Algo hecho de brea y de estopa
se despega del cristal, con los dedos terminados en espátula, y se coloca entre vosotros y la franja limpia.

No tiene ojos. Tiene una costura donde irían.
""",
        ),
        Turno(
            "Tres",
            """
—Eso es un calafate —susurra Tres, que lleva toda la vida sellando barcos—. Tapa lo que gotea. Y lo que gotea somos
nosotros.

El brazo de brea le viene encima.
""",
            Lance("defensa", {"dano": 3}, "Me tiro al suelo", contra="El calafate"),
        ),
        Turno(
            "",
            Segun(
                bien="""
La espátula pasa silbando y deja un parche negro en la pared, exactamente del tamaño de una cara.
""",
                mal="""
La espátula lo coge por el costado. Cuando Tres consigue soltarse le falta el color en media camisa, y un rato
después dirá que le falta también un verano.
""",
            ),
        ),
        Turno(
            "Kaelen",
            """
—¡Eh! —Kaelen levanta la hoja arrancada y piensa en la palabra con toda la fuerza de quien ha perdido cosas—. ¡Aquí
hay una grieta de las buenas!
""",
            Lance(
                "ataque",
                {"modo": "mental", "arma": "especial", "dano": 4},
                "Le meto Salmuera en la cabeza, si tiene",
                contra="El calafate",
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
La costura se le abre de lado a lado. Detrás no hay nada: solo el rumor de un puerto, gaviotas, alguien que llama a
cenar.
""",
                mal="""
La palabra resbala por la brea y se queda pegada, boca abajo, sin que el calafate parezca leerla.
""",
            ),
        ),
        Turno(
            "Mirta",
            """
—Las juntas. Todo lo que se sella tiene una junta. —Y le descarga la maza donde el cuello se une con lo que sea que
haya debajo.
""",
            Lance(
                "ataque",
                {"modo": "cuerpo_a_cuerpo", "arma": "mediana", "esfuerzo_dano": 1},
                "Golpe con la maza, a la junta",
                contra="El calafate",
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
La maza entra hasta el mango. El calafate se derrama, manso, y vuelve al suelo convertido en charco. La niña lo
recoge con la brocha y lo devuelve al cubo, sin asco.

—Este era de los tranquilos.
""",
                mal="""
La maza rebota y arranca una esquirla de cristal pintado. Por el agujero entra un chorro de luz entera; el calafate
se olvida de vosotros y corre a taponarlo con su propio cuerpo.

—Así se hacen las ventanas —dice la niña.
""",
            ),
        ),
    ),
)

DESCANSO = Acto(
    LENTE,
    (
        Turno(
            "Mirta",
            """
Mirta se sienta en la caja de herramientas y se mira las palmas. Reparte el último bocadillo en cinco trozos,
contando a la niña, y se queda el más pequeño.
""",
            Lance("recuperacion", {}, "Diez minutos y medio bocadillo", deja=True),
        ),
        Turno(
            "Tres",
            """
—Cuéntame algo que solo sepa yo —le pide Tres a Kaelen—. Por comprobar que sigue dentro.

—Me contaste que tu madre os cortaba el pelo a los cinco con el mismo cuenco.

Tres respira.

—Vale. Ese sigue.
""",
            Lance("recuperacion", {}, "Recobro el aliento"),
        ),
        Turno(
            "",
            """
*Intromisión para Mirta.* Al guardar la maza ves tu nombre escrito en el mango, a fuego, con tu letra. Lo grabaste
tú, te lo dice todo el mundo. No recuerdas haberlo hecho; y al buscar aquella tarde encuentras en su lugar un
muelle, un acordeón y un hombre que te llama Aurelia.
""",
            Lance(
                "intromision",
                {
                    "respuesta": "aceptar",
                    "complicacion": "Un recuerdo de Mirta ya está al otro lado.",
                    "justificacion": "Por haberle dado un nombre a todo esto.",
                },
                con="Mirta",
                contra="Kaelen",
            ),
            notas="Bruno la acepta por el chat: se queda un PX y el otro se lo da a Kaelen.",
        ),
        Turno(
            "Mirta",
            """
—Ha sido bonito —dice al cabo de un rato, y nadie le pregunta qué—. Lo malo es que ha sido bonito.

Se frota los ojos con la manga.

—Cinco segundos, por cierto. Ya solo son cinco.
""",
        ),
    ),
)

AHORA = Acto(
    LENTE,
    (
        Turno(
            "",
            """
Tres segundos. La luz ya no barre: late.

Por la franja limpia se ve, donde debería estar el pueblo, una costa con las mismas calles al revés. En cada ventana
hay alguien que acaba de levantarse sin saber por qué.
""",
        ),
        Turno(
            "Nicanor",
            """
El sacristán aparece en la escalera con la respiración rota y las llaves de la iglesia en la mano.

—La campana. La campana ha sonado sola, y abajo están todos en la calle, quietos, mirando hacia aquí. Mi mujer me ha
preguntado quién soy. —Traga saliva—. Me lo ha preguntado con muy buena educación.
""",
        ),
        Turno(
            "Ondina Prats",
            """
Ondina asoma por la trampilla chorreando hasta la cintura y sin su paraguas. Se sienta en el último peldaño
y cierra los ojos.

—Déjenme un minuto. Vengo de más abajo de lo que parece.
""",
            Lance("recuperacion", {}, "Espero a que me vuelvan las rodillas"),
        ),
        Turno(
            "Kaelen",
            """
Kaelen apoya las dos manos en el bastidor de bronce de la lente, que quema.

—No hay que apagarla. Ya la apagaron una vez y solo consiguieron treinta años de deuda. Hay que **pararla mirando
hacia el lado correcto**. Si las dos luces se encuentran, cada cual se lleva lo suyo.
""",
            Lance(
                "tarea",
                {"dificultad": 6, "reserva": "intelecto", "esfuerzo": 1, "habilidades": ["Percibir lo anómalo"]},
                "Freno la lente y busco el ángulo del otro faro",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
El bronce obedece con un gemido. El haz se queda quieto sobre el mar, y muy lejos, sobre un agua que no es esta
agua, otro haz se detiene también y espera.

Ninguno de los dos da el primer paso. ¿Qué hacéis?
""",
                mal="""
El bronce no obedece. El haz salta una, dos veces, y en la segunda la niña del cubo deja de tener sombra. Mira el
suelo, luego a vosotros.

—Eso no me había pasado —dice. ¿Qué hacéis?
""",
            ),
        ),
        Turno(
            "Tres",
            """
—Yo sé lo que haría con dos barcos que se enfilan de noche. —Tres ya baja los peldaños de dos en dos—. Uno de los
dos cambia el rumbo. Me llevo el bote, que lleva toda la noche queriendo ir. ¿Quién viene?
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "velocidad", "esfuerzo": 1, "habilidades": ["Navegar"]},
                "Suelto amarras antes de que el bote se vaya solo",
            ),
        ),
    ),
)
