"""«El faro de Cabo Umbral», at its foot: the first evening."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno

PUERTA = "La puerta entornada"
CHARLA = "Fuera de personaje"

PRESENTACIONES = Acto(
    CHARLA,
    (
        Turno(
            "dani",
            """
Bienvenidas y bienvenidos. Dos avisos antes de subir: aquí la tranquilidad es parte del misterio, así que nadie
llega tarde; y lo que os cuente en privado es vuestro hasta que decidáis decirlo en voz alta.

Fuera de la ficción, tuteo y buen humor.
""",
        ),
        Turno("ana", "Lista. Kaelen va a ser insoportable con los cuadernos y lo siento por adelantado."),
        Turno(
            "hugo",
            """
Yo llevo a Tres. Se llama así porque fue el tercero de cinco hermanos y en casa no se gastaba saliva en nombres.
""",
        ),
    ),
)

ANOCHECE = Acto(
    PUERTA,
    (
        Turno(
            "",
            """
El sendero termina en una verja de hierro comida por la sal. Detrás, el faro: blanco hasta la mitad, negro de moho
hasta arriba. La lámpara gira sin prisa y, cada nueve segundos, el haz pasa sobre vosotros con un zumbido que se
nota en los dientes.

La puerta está entornada. Alguien ha dejado un cubo de pintura fresca junto al umbral, con la brocha dentro, todavía
húmeda.

:::solo Mirta

El mango de la brocha está gastado como los de tu taller: quien la usa es zurdo, y la ha soltado hace un minuto.

:::
""",
        ),
        Turno(
            "Kaelen",
            """
—Pintura reciente en un faro abandonado. —Kaelen se agacha, toca la brocha con un dedo y se lo mira bajo la luz que
pasa—. Azul. No han pintado nada de azul.

Rodea el cubo despacio, buscando huellas en el barro.
""",
            Lance(
                "tarea", {"dificultad": 3, "reserva": "intelecto"}, "Busco huellas alrededor de la puerta", insiste=True
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
El barro habla, poco pero claro: unas botas pequeñas, de ida y de vuelta, muchas veces, siempre por el mismo sitio.
Las de hoy solo entran.
""",
                mal="""
La marea de la tarde ha subido hasta aquí y se ha llevado la letra del suelo. Queda una sola pisada entera, pequeña,
que apunta hacia dentro.
""",
                efecto="""
El barro lo cuenta todo: unas botas de niña, cien viajes de ida y noventa y nueve de vuelta. Y en cada huella, al
fondo, una película azul que se estremece cuando el haz la roza.
""",
            ),
        ),
        Turno(
            "Mirta",
            """
Mirta no mira el suelo. Mira arriba, donde la barandilla, y cuenta en voz baja los segundos entre una pasada y la
siguiente.

—Siete. Antes eran nueve. —Se sube el cuello del abrigo—. Va más deprisa desde que hemos llegado. ¿Entramos o
esperamos a que nos aplauda?
""",
            notas="Si hay que forzar la verja me ofrezco, que para eso traigo las herramientas :D",
        ),
        Turno(
            "Celso, el farero",
            """
—Aquí no se aplaude. —La voz sale de la escalera antes que el hombre—. Aquí se sube, se mira y se baja. Y el que no
baja, pinta.

Trae las manos azules hasta la muñeca.
""",
        ),
        Turno(
            "Kaelen",
            """
Sin dejar de sonreír al viejo, Kaelen le hace a la dirección una seña: quiere saber si esas manos tiemblan de frío o
de otra cosa.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "intelecto", "esfuerzo": 1},
                "Leo al farero: ¿miedo o mentira?",
            ),
            solo_direccion=True,
        ),
        Turno(
            "",
            Segun(
                bien="No tiembla él. Tiembla la pintura: se le mueve sola entre los dedos, como si buscara la luz.",
                mal="""
Un viejo, frío en los huesos, pintura barata. Eso es todo lo que ves, y te molesta que sea todo.
""",
            ),
            para=("Kaelen",),
        ),
        Turno(
            "Ondina Prats",
            """
Ondina llega la última, apoyada en un paraguas que no abre. De traducir a acusados le ha quedado la costumbre de
esperar a que el silencio termine.

—Buenas noches. ¿Es a usted a quien debemos pedir permiso, o solo es usted a quien le toca recibirnos?
""",
        ),
        Turno(
            "Celso, el farero",
            """
El farero la mira como se mira un barómetro.

—Permiso lo daba el Ministerio. El Ministerio dejó de escribir en el noventa y cuatro. Yo sigo cobrando los
domingos, no sé de quién.
""",
        ),
        Turno(
            "Ondina Prats",
            """
—Entonces hablemos como dos funcionarios a los que nadie ha relevado. —Cierra el paraguas sobre el antebrazo—. Usted
apagó esa lámpara una vez. Dígame qué vio para apagarla, y le prometo no preguntarle quién la ha encendido.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "intelecto", "esfuerzo": 1, "habilidades": ["Persuadir"]},
                "Le ofrezco una salida digna para que hable",
                insiste=True,
            ),
        ),
        Turno(
            "Celso, el farero",
            Segun(
                bien="""
Tarda tres vueltas de luz en contestar.

—Vi otro faro. En el agua, boca abajo, con su farero y todo. Yo levantaba la mano izquierda y él también, la
izquierda. —Se frota los nudillos—. Un espejo te devuelve la contraria, señora. Aquello no era un espejo.
""",
                mal="""
—Vi que gastaba mucho aceite —dice, y se aparta para dejar pasar, que es su manera de cerrar una puerta.

Pero al volverse hacia la escalera se santigua con la mano izquierda.
""",
            ),
        ),
        Turno(
            "Tres",
            """
Por el lado del mar, un chapoteo y una palabrota. Tres asoma por encima del rompeolas con la gorra chorreando.

—El bote no se queda quieto. He echado dos anclas y sigue apuntando aquí, mire usted, como los perros. Voy por las
rocas.
""",
            Lance("mover", {"metros": 22, "dificultad": 4}, "Salto de roca en roca antes de la siguiente ola"),
        ),
        Turno(
            "",
            Segun(
                bien="""
Tres cruza las veintidós zancadas de piedra sin mojarse más que las suelas. A su espalda el bote tensa los cabos,
proa al faro, contra el viento y contra la corriente.
""",
                mal="""
La quinta roca no estaba donde la quinta roca. Tres llega a la verja a cuatro patas, con medio mar en los bolsillos,
y el bote a su espalda parece reírse tirando de los cabos.
""",
            ),
        ),
        Turno(
            "Berta Lanza",
            """
Un farol sube por el sendero con una mujer detrás. Gorra de Correos, zapatos de domingo, una saca al hombro.

—¿Alguno de ustedes es Aurelio Manso? Traigo una carta para Aurelio Manso. —Lee otra vez el sobre, y se le quiebra
el oficio—. La letra es mía. Y yo no conozco a ningún Aurelio.
""",
        ),
        Turno(
            "Mirta",
            """
—A ver esa carta. No, no la abra. —Mirta la coge por una esquina y la pone contra el haz cuando pasa—. Mire el
matasellos. Es de aquí, del jueves que viene.

Se la devuelve con mucho cuidado.

—Yo voto por la escalera.
""",
        ),
        Turno(
            "",
            """
La escalera se bebe vuestros pasos. Celso va delante sin encender nada: sabe los ciento doce peldaños como se sabe
un rezo.

La puerta se queda abierta. **Quien llegue más tarde encontrará a Berta sentada en el cubo vuelto del revés, con la
carta en el regazo**, dispuesta a hablar con cualquiera que le diga que no está loca.
""",
        ),
    ),
)
