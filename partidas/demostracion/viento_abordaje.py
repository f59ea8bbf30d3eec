"""«El viento en el tonel»: a boarding in a storm, at somebody else's expense."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno

ABORDAJE = "Abordaje con factura"
ARPON = {"tipo": "arrojada", "dados_dano": [8]}
ESTOQUE = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [6], "bono": 1}
DE_LA_VICTIMA = ("absorcion", "incapacitacion", "gastar_beni")
"""What whoever is hit does about it, in the order in which the rules let them."""

LA_TEMPESTAD = Acto(
    ABORDAJE,
    (
        Turno(
            "",
            """
La tormenta no ha venido por el horizonte, como las personas decentes. Ha venido por debajo.

Primero se puso el mar cuesta arriba. Después el cielo bajó a ver qué pasaba. Ahora la *Paciencia* trepa por una ola
con más cubierta que casa, y en la bodega, atado con doce vueltas de cabo, el tonel golpea **tres veces y descansa,
tres veces y descansa**, igual que un vecino.

Por la aleta de babor, con todas las velas puestas y el farol encendido, os da caza la *Finiquito*.
""",
        ),
        Turno(
            "Brianda Osorno",
            """
—Arriad la mayor. Garvín, deja de besar cosas y amarra el bote. Lope, si vas a vomitar, a sotavento.

Brianda se ata al timón por la cintura con el cinturón de los domingos. No levanta la voz; nunca le ha hecho falta
gritarle a un barco.

—Vamos, hija. Una más. Una como esta y te dejo dormir.
""",
            Lance("gobernar_barco", {"modificador": -1}, "Le presento la amura a la ola grande", toma=("deriva",)),
        ),
        Turno(
            "Garvín",
            Segun(
                bien="""
¡Que la ha subido! La ha subido entera, la madre que la parió, y la ha bajado por el otro lado sin derramar la sopa.
Yo he visto misas peor llevadas.

Toco hierro, toco cuerno, toco el diente del santo. El octavo amuleto es el arpón, y ese no lo toco: lo agarro.

—¡Patrona, la *Finiquito* se nos arrima! ¡Y traen escalas!
""",
                mal="""
Se atraviesa. Lo noto en las rodillas antes que en los ojos: la *Paciencia* se cansa de discutir y se deja llevar,
de costado, hacia donde quiera el agua. Y el agua quiere lo de siempre.

Eso es por el martes. Nadie me hizo caso con lo de zarpar en martes.

—¡Al garete, patrona! —aviso, por si no lo ha notado—. ¡Y los del farol vienen derechos!
""",
            ),
            Lance("carta_accion", {}, "A ver quién pestañea"),
        ),
    ),
    lugar="Al norte de ninguna parte, mar arbolada",
)

GANCHOS = Acto(
    ABORDAJE,
    (
        Turno(
            "Remedios Saúco",
            """
Cruza de un barco al otro andando. Donde los demás se descuelgan, ella pone un zapato en vuestra borda, luego el
segundo, y se sacude el agua de la falda.

—¿La titular, por favor? Buenas noches. Un tonel de viento, calidad primera, adquirido el nueve del corriente con
**dinero de otro**. Más intereses. Más la brea de la persecución, que lo pongo aparte para que se vea que no
abuso.

Se quita los guantes dedo a dedo. Debajo hay un estoque.
""",
            Lance("carta_accion", {}, "Presento el primer requerimiento"),
        ),
        Turno(
            "Brianda Osorno",
            """
—Señora, tengo las manos ocupadas. Déjela en el buzón.

Y es que no suelta la rueda. Con la punta de la bota, sin mirar, empuja hacia Garvín el cajón de los cohetes de señales.
""",
            Lance("carta_accion", {}, "Que hablen mientras yo gobierno"),
        ),
        Turno(
            "Garvín",
            """
Por la escala de popa asoma un muchacho con la gorra de la casa y un garfio más grande que él. Me mira. Lo miro.
Tendrá la edad de mi sobrino, y mi sobrino tampoco sirve para esto.

—Chico —le digo—, cuenta hasta tres y te sueltas.

Cuento yo, porque sospecho que no sabe.
""",
            Lance(
                "ataque",
                {"arma": ARPON, "iluminacion": "penumbra"},
                "Arponazo al de la escala, por encima del cabrestante",
                contra="Amancio",
                insiste=True,
                toma=("dano",),
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
El hierro le roza el costado y lo deja clavado al pasamanos por la chaqueta. De la chaqueta, por fortuna, sobra
mucha. El muchacho patalea entre dos barcos como ropa tendida.
""",
                mal="""
En ese preciso momento las dos cubiertas dejan de estar a la misma altura. El arpón se va hacia arriba, atraviesa la
vela de la *Finiquito* y se queda allí, zumbando. El chico salta a bordo, tan sorprendido como vosotros.
""",
                casos={
                    "Incapacitado": """
Le entra por el muslo y lo sienta. Se queda mirando el asta con una especie de respeto, dice «anda» y se desmaya
encima de los cabos. Lope, desde el suelo, le pone un cubo debajo de la cabeza.
""",
                    "Aturdido": """
El asta le da de plano en la frente con un ruido de puerta. Se le cruzan los ojos, se le cae la gorra, y permanece
colgado de la escala porque los dedos todavía no se han enterado.
""",
                },
            ),
        ),
        Turno(
            "Remedios Saúco",
            """
—Está en prácticas —protesta ella, y ya ha cruzado la cubierta.

Nadie la ha visto echar a correr. Lo único que se ha movido es la tormenta, y Remedios Saúco ha sabido apartarse cuando
tocaba. El estoque busca al arponero por debajo de los siete amuletos.

—Segundo requerimiento.
""",
            Lance(
                "ataque",
                {"arma": ESTOQUE},
                "Estocada en regla, con acuse de recibo",
                contra="Garvín",
                toma=("dano",),
                responde=DE_LA_VICTIMA,
            ),
        ),
    ),
)
