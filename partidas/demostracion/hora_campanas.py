"""«La hora que faltaba», chapters three and four: sixty minutes, and what came after."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno

CAMPANAS = Acto(
    "III. Sesenta minutos",
    (
        Turno(
            "Inés Corral",
            """
—No puede sujetarla siempre, y no vamos a dejarla caer —resumió Inés—. Queda una tercera cosa que se puede hacer con
una hora. **Gastarla.**

Se remangó. Sacó del bolsillo un reloj de hombre, lo puso a las once y le dio cuerda hasta el tope.

—Cuando suelte usted el péndulo empezará a correr. Sesenta minutos, sesenta y dos personas. He visto trenes peores.
""",
        ),
        Turno(
            "Anselmo Quiroga",
            """
—A los míos no los convence nadie de salir de noche con la sopa puesta —dijo Anselmo. Pero sonreía.

Contó hasta tres. Al tres, por primera vez, el péndulo hizo lo que quería.
""",
        ),
        Turno(
            "",
            """
Lo primero fue el ruido: un trueno que llevaba catorce años a medio pronunciar. Después, el viento. En la ventana
del siete una mujer levantó la vista de la labor y se llevó la mano a la boca, porque la ola, muy despacio, había
empezado a bajar.
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
Bastián conocía el modo de que le abrieran sesenta y dos personas. Lo había hecho cada mañana de su vida.

—¡Cartero! —gritó, aporreando el uno—. ¡Cartero! ¡Certificada! ¡Hay que firmar en la plaza!

Y al tres. Y al cinco. Y la calle, en zapatillas, refunfuñando, salió a firmar.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "intelecto", "esfuerzo": 1, "habilidades": ["Conocer a los vecinos"]},
                "Los saco a todos de casa sin que cunda el pánico",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
Ni un grito. Salieron en fila, por números, los impares por su acera y los pares por la suya, con ese orden que solo
tienen los pueblos donde todo el mundo sabe quién va delante.
""",
                mal="""
En el nueve alguien miró hacia arriba y chilló, y entonces corrieron todos a la vez. El puente era estrecho. Bastián
se puso en medio con los brazos abiertos, a dirigir el tráfico con la gorra, hasta que le dolió la voz.
""",
                efecto="""
Salieron cantando. Los gemelos del tres creyeron que era la fiesta y arrancaron con la jota, y cuando una calle
entera baja bailando no hay quien se acuerde de tener miedo. Nunca se evacuó nada con tanta alegría.
""",
            ),
        ),
        Turno(
            "El alguacil Poveda",
            """
Al otro lado del puente, farol en alto, esperaba el alguacil.

—¿Quiénes son estas personas? No figuran en el padrón. A esta hora no se puede… —Consultó su reloj y se quedó
mirándolo—. A esta hora.
""",
        ),
        Turno(
            "Lucero",
            """
Lucero llevaba a su madre de una mano y, de la otra, a dos críos que no eran suyos.

—Señor Poveda, usted me ha echado de la torre todos los domingos durante tres años. Esta noche le pido que me deje
subir. Toque a rebato conmigo. Si mañana le parece mal, me encierra.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "intelecto", "esfuerzo": 1},
                "Le pido a Poveda que abra la torre",
                insiste=True,
            ),
        ),
        Turno(
            "El alguacil Poveda",
            Segun(
                bien="""
Poveda miró a la chica. Miró detrás de ella, a un hombre en pijama con una jaula de canarios, que era su propio
padre y tenía diez años menos que él.

Le temblaron las llaves al sacarlas.

—Suba —dijo—. Suba, por favor. Yo voy abriendo las casas de la plaza.
""",
                mal="""
—Me falta el impreso —dijo Poveda, y se odió, y no supo decir otra cosa.

Lucero no discutió. Le quitó las llaves del cinto en el mismo gesto con que robaba manzanas, y él la dejó correr:
fue todo el valor que tuvo, y resultó que bastaba.
""",
            ),
        ),
        Turno(
            "",
            """
Vallehondo despertó con la campana a las once y cuarenta y siete, una hora en la que nunca había estado despierto.
Bajaron en bata. Vieron venir por la cuesta a los abuelos que no recordaban haber perdido, y los metieron en sus
cocinas sin hacer preguntas, porque hay cosas que se preguntan después.

Faltaba cerrar las compuertas del molino, para que el agua tomase el cauce viejo. Y faltaba Anselmo, que no se había
movido de la silla.
""",
        ),
        Turno(
            "Inés Corral",
            """
—Maestro, levántese.

—He gastado catorce años ajenos. Me parece de mala educación gastar un minuto más.

Inés lo agarró por las solapas. No había levantado la voz jamás, ni para llamar a un perro.

—¡Usted les debe siete meses! ¡Y los muertos no pagan!
""",
            Lance("recuperacion", {}, "Respiro hondo antes de correr"),
        ),
        Turno(
            "Bastián Ruedas",
            """
Quedaban cuatro minutos. Bastián metió el hombro bajo la rueda de la compuerta, que llevaba sin girar desde la
guerra, y empujó como se empuja una bicicleta cargada cuesta arriba: sin pensar en la cuesta.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "vigor", "esfuerzo": 1, "habilidades": ["Resistir"]},
                "Cierro la compuerta del molino",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
La rueda giró. Giró otra vez. La ola entró por arriba de la calle de la Ribera, bajó entre las casas vacías apagando
farolas una a una, y al llegar al molino dudó, torció la cabeza como un animal, y se fue por donde le decían.

En la plaza dieron las doce. Se contaron. Estaban los sesenta y dos, y un relojero.
""",
                mal="""
La rueda giró media vuelta y se partió. El agua se llevó el molino, el puente, medio Casino y la casa de la señora
Quer con su gato, al que encontraron por la mañana, furioso, en lo alto de un chopo.

En la plaza dieron las doce, porque Lucero siguió tocando. Se contaron tres veces. No faltaba nadie.
""",
                efecto="""
La compuerta bajó de golpe, entera, con un estruendo que se oyó en el valle de al lado. El agua dio contra ella, se
alzó de manos y se tumbó mansa en el cauce viejo, donde todavía sigue.

En la plaza dieron las doce y una mujer se echó a reír. Estaban los sesenta y dos, y hasta los canarios.
""",
            ),
        ),
    ),
    lugar="De las once a las doce",
    cierra=True,
)

DESPUES = Acto(
    "IV. Un once pintado a mano",
    (
        Turno(
            "",
            """
Los bronces duraron lo que dura una hora: al dar las doce se deshicieron en un polvo dorado que todavía aparece, a
veces, al sacudir las alfombras. En primavera el Ayuntamiento votó encargar otros a Suiza y no salió adelante por un
voto, que fue el del alguacil.
""",
        ),
        Turno(
            "El alguacil Poveda",
            """
—Que lo pinte la chica —dijo, y se sentó.

Constó en acta.
""",
        ),
        Turno(
            "Lucero",
            """
De modo que lo pintó Lucero, colgada de la cuerda, con el azul que había sobrado de las persianas de su madre. Le
salió un poco torcido. Desde la plaza parece que el diez y el doce se hayan apartado para hacerle sitio.
""",
        ),
        Turno(
            "Inés Corral",
            """
En la relojería hay ahora dos bancos de trabajo. El del fondo es de un viejo que se duerme después de comer y que,
cuando alguien pregunta el precio de una compostura, contesta siempre lo mismo: que ya está pagada, que vuelva
mañana.

Inés lleva la cuenta en un cuaderno. Al paso que van, saldará la deuda dentro de ciento nueve años. Le ha dado
cuerda al reloj para entonces, por si acaso.
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
Bastián entregó la carta una mañana de sol, en mano, en el número once de la calle nueva.

No la había perdido. Es lo que nunca le había contado a nadie: la tuvo en la saca el tres de noviembre, a mediodía,
y llovía tanto, y había boda en el Casino, y pensó que por un día daba igual. Se lo dijo a la mujer con la gorra en
la mano. Ella rasgó el sobre despacio y leyó en voz alta, porque solo eran dos líneas.

*He encontrado casa. Venid antes de que empiecen las lluvias.*
""",
        ),
        Turno(
            "",
            """
La mujer dobló el papel y lo guardó en el delantal. Después miró el reloj de la torre, que en ese momento marcaba
una hora azul, y puso otro plato en la mesa.

—Pase —le dijo al cartero—. Llega usted a tiempo.
""",
        ),
    ),
    lugar="Vallehondo, la primavera siguiente",
    cierra=True,
)
