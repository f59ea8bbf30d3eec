"""«La hora que faltaba», chapters one and two: the clock without eleven, and what is inside it."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno

RELOJERIA = Acto(
    "I. Las diez, las doce",
    (
        Turno(
            "",
            """
En Vallehondo nadie había visto nunca el once.

El reloj de la torre tenía un I y un II, un X y un XII muy hermosos, dorados con pan de oro en tiempos del obispo; y
entre el diez y el doce, un trozo de pared. La aguja pasaba por allí sin detenerse. Por la noche daban las diez, y
después daban las doce. A los forasteros les extrañaba la primera tarde. A la segunda ya no se acordaban de qué les
había extrañado.
""",
        ),
        Turno(
            "",
            """
La relojería de Anselmo Quiroga llevaba catorce años cerrada. El Ayuntamiento la sacó a subasta un lunes de
noviembre, con todo lo que hubiera dentro, y se la quedó la única persona que levantó la mano.
""",
        ),
        Turno(
            "Inés Corral",
            """
Inés abrió los postigos uno a uno. No por miedo: por método. Un taller se despierta despacio o se despierta mal.

Bajo el polvo había cuarenta y tres relojes parados. Los fue mirando sin tocarlos, con las manos a la espalda, como
le habían enseñado. Cuando llegó al último volvió al primero y empezó otra vez.

—Qué raro —dijo en voz alta—. Todos a la misma hora. Y ninguna de las agujas señala un número.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "intelecto", "esfuerzo": 1, "habilidades": ["Relojería"]},
                "Averiguo qué hora marcan los cuarenta y tres",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
Midió el ángulo con el compás, tres veces, en tres esferas. Las agujas marcaban las once en punto. Había que buscar
el lugar donde habría estado el número para darse cuenta, porque en todas ellas el número estaba raspado.
""",
                mal="""
Se le fue la tarde midiendo ángulos que a la mañana siguiente no coincidían con los apuntes. Solo al volcar una
esfera para limpiarla cayó en la mesa un polvillo dorado: alguien había raspado, en cada una, un único número.
""",
            ),
        ),
        Turno(
            "La señora Quer",
            """
—¿Usted es la nueva? Yo soy la de enfrente. —Traía un bizcocho a modo de salvoconducto—. Don Anselmo era un santo,
pobre. Se fue la noche de las lluvias. ¿Qué lluvias? Pues las lluvias, mujer. Las que no cayeron.
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
El cartero se había jubilado hacía seis años, pero no se había enterado su cuerpo, que seguía sacándolo de la cama a
las cinco para hacer el reparto sin cartas. Vio luz en la relojería y entró por costumbre.

—Buenos días. Aquí dejaba yo un catálogo suizo todos los marzos. Perdone la pregunta, usted que entiende: ¿se puede
estropear una calle?

Puso sobre el mostrador un sobre amarillo. *Calle de la Ribera, 11. Vallehondo.*

—Llevo catorce años queriendo entregarla. Y no es que no encuentre el número. Es que no encuentro la calle.
""",
        ),
        Turno(
            "Lucero",
            """
—Porque no está —dijo una voz encima del armario.

Había una chica de catorce años sentada allí arriba con las botas colgando, comiéndose el bizcocho de la señora
Quer. No parecía que acabara de entrar. Parecía que los demás habían tardado en verla.

—La tienda era mía hasta hoy —aclaró—. Entro por el tragaluz. Toco la campana de la torre los domingos, y desde
arriba se ve el sitio: un solar, con el río dando la vuelta como si tuviera que rodear algo.
""",
        ),
        Turno(
            "Inés Corral",
            """
—¿Y qué rodea?

—Nada. Ya le digo que no está.

Inés la observó con la misma atención con que había mirado los relojes. Después cerró la puerta, le dio la vuelta al
cartel y sacó del cajón del maestro una caja larga, forrada de terciopelo, que había encontrado por la mañana y no
había querido abrir sin testigos.

Dentro, sobre la tela, brillaban dos letras de bronce tan grandes como un brazo: una X y una I.
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
Bastián dejó la gorra en el mostrador. Era un hombre que hablaba mucho y eligió ese momento para no hacerlo.

—Las quitó él —dijo por fin—. El pobre no se fue a ninguna parte. Se subió a la torre con un destornillador y nos
quitó una hora a todos.
""",
        ),
        Turno(
            "Lucero",
            """
Esa noche, a las diez y cincuenta y nueve, subieron los tres a la torre con las letras envueltas en una manta. El
viento olía a río, aunque el río quedaba lejos.

Lucero se ató la cuerda de la campana a la cintura y salió por el hueco de la esfera, descalza, con la I sujeta
entre los dientes.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "velocidad", "esfuerzo": 1, "habilidades": ["Trepar"]},
                "Camino por la aguja hasta el hueco del once",
                insiste=True,
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
Anduvo por la aguja como por una tapia. Encajó la X, encajó la I, y el minutero, al llegar, por primera vez en
catorce años tropezó con algo.

La torre entera contuvo el aliento. Y dieron **las once**.
""",
                mal="""
A medio camino la aguja se movió, y Lucero se quedó colgando sobre la plaza con el bronce en la boca. Fue Inés quien
salió a por ella, a gatas; entre las dos, sin mirar abajo, encajaron las letras torcidas.

Dio igual que estuvieran torcidas. Dieron **las once**.
""",
                efecto="""
Bailó. No hay otro modo de decirlo: dio dos pasos de puntillas por el filo de la aguja, giró sobre un talón y dejó
cada letra en su sitio con el gesto de quien cuelga un cuadro.

Entonces dieron **las once**, y hasta los perros de Vallehondo se sentaron a escuchar.
""",
            ),
        ),
    ),
    lugar="Vallehondo, un noviembre seco",
    cierra=True,
)

DENTRO = Acto(
    "II. La hora once",
    (
        Turno(
            "",
            """
Al pie de la torre, donde siempre hubo un solar, empezaba una calle.

Bajaba hacia el río entre casas encaladas, con farolas de gas y ropa puesta a secar. Olía a sopa. Detrás de las
cortinas se movía gente. En la esquina, una placa de cerámica: *Calle de la Ribera.*
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
Bastián contó los portales sin darse cuenta, moviendo los labios. El uno, la costurera. El tres, los gemelos. En el
siete le daban siempre un vasito de anís.

—Los conozco a todos —murmuró—. Los conocía. Dios mío, ¿dónde he tenido yo a esta gente?
""",
        ),
        Turno(
            "Inés Corral",
            """
Ella miraba otra cosa: el cielo. Por encima de los tejados, hacia la presa, colgaba una masa oscura que no era una
nube. Tenía espuma en el borde, troncos en el vientre, y estaba inmóvil.

—Es agua —dijo con mucha calma—. Es el pantano entero. Está parado en el aire, a un minuto de aquí.
""",
            Lance(
                "tarea",
                {"dificultad": 5, "reserva": "intelecto", "habilidades": ["Relojería"]},
                "Calculo cuánto tardaría en caer",
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
No a un minuto. Había contado mal por prudencia: a sesenta. Todo lo que veía —el vapor de la sopa, las cortinas,
aquella ola— iba gastando una hora, y la estaba gastando por enésima vez.
""",
                mal="""
Hizo los números sobre la manga, con tiza, y le salieron tres resultados. Eligió el peor. Se equivocaba: tenían más
tiempo del que creía, aunque bastante menos del que habrían necesitado.
""",
            ),
        ),
        Turno(
            "Lucero",
            """
—Aquí hay alguien que sí nos ve —avisó.

Al fondo de la calle, en una silla de enea, un viejo sostenía con las dos manos el péndulo de un reloj de pared. El
reloj no tenía caja. El péndulo intentaba moverse y el viejo no lo dejaba.
""",
        ),
        Turno(
            "Anselmo Quiroga",
            """
—No suelto para saludar —se disculpó—. Ustedes me perdonen.

Tenía la barba hasta la cintura y los nudillos blancos como tiza.

—Reventó la presa a las once menos cinco. Vi venir el agua desde la torre. Sesenta y dos personas, y yo con un
destornillador en el bolsillo. ¿Qué habrían hecho? Me llevé la hora. Si las once no llegaban, el agua tampoco.
""",
        ),
        Turno(
            "Inés Corral",
            """
—¿Y quién paga esto, maestro? —preguntó Inés, porque en su oficio nada se mueve gratis.

—Todos. Cada noche Vallehondo pone su hora para que esta no se acabe. —Bajó los ojos—. Hice la cuenta el otro día.
Les debo siete meses a cada uno.
""",
        ),
        Turno(
            "Bastián Ruedas",
            """
Siete meses. Bastián pensó en su mujer, que se había ido un mes de abril, y en lo que habría dado él por llegar a
noviembre.

Estuvo a punto de decirlo. En vez de eso se agachó y sostuvo el péndulo por debajo, para que el viejo descansara los
brazos.
""",
            Lance(
                "tarea",
                {"dificultad": 4, "reserva": "vigor", "esfuerzo": 1},
                "Aguanto el péndulo para que él respire",
                insiste=True,
            ),
        ),
        Turno(
            "Anselmo Quiroga",
            Segun(
                bien="""
El relojero abrió y cerró los dedos, maravillado. Hacía catorce años que no se rascaba la nariz.

—Usted trajo mis catálogos —dijo—. Los de marzo. Los guardé todos.
""",
                mal="""
Pesaba más que cualquier cosa que Bastián hubiera levantado, y se le escurrió un instante. Un instante bastó: la ola
avanzó un palmo, en todas las casas se apagó una vela, y Anselmo volvió a cerrar los puños con un gemido.

—No es culpa suya. Yo tampoco aguanto ya. Por eso dejé las letras donde alguien las encontrara.
""",
            ),
        ),
        Turno(
            "Lucero",
            """
Lucero no escuchaba. Se había parado delante del número once.

Por la ventana se veía una cocina, una mujer joven de espaldas, una cuna vacía. La mujer doblaba una manta que
goteaba.

—A mí me encontraron en la puerta de la iglesia —dijo, sin que nadie le hubiera preguntado—. Un tres de noviembre,
al dar las doce. Con una manta mojada.
""",
        ),
        Turno(
            "Anselmo Quiroga",
            """
—Solo pude sacar a uno —dijo el viejo, muy bajito—. La ventana estaba abierta y tú pesabas tan poco.
""",
        ),
        Turno(
            "Lucero",
            """
No lloró. Llamó a la puerta con los nudillos, tres veces, como se llama en casa ajena. Cuando la mujer abrió, le
sacaba a su madre medio palmo.

—Hola —dijo—. Vengo a por usted.
""",
            notas="Hugo: necesito cinco minutos y un pañuelo.",
        ),
    ),
    lugar="Calle de la Ribera, a las once",
    cierra=True,
)
