"""«La llave del agua»: the duel on the crust of salt."""

from partidas.demostracion.guion import SI_NO, Acto, Lance, Segun, Turno

DUELO = "El duelo de la llave"
HEROICAS = ("fallo_calamitoso", "exito_legendario", "exito_poderoso", "danar")
"""What a heroine takes of her own attack: first of all a calamity, if it is one."""


def calamidad(que: str) -> dict[str, dict[str, object]]:
    """Return what a calamity is declared with: its disaster, and the award that the direction has to grant."""
    return {"fallo_calamitoso": {"descripcion": que, "recompensa": True}}


EN_LA_COSTRA = Acto(
    DUELO,
    (
        Turno(
            "",
            """
Mediodía en Ulmerre. No hay sombra en una legua a la redonda, salvo la del pozo, y esa también tiene dueño.

La costra blanca cruje bajo las botas como pan recién hecho. Es gruesa junto al brocal; más allá, donde los paleros
ya no cavan, nadie la ha medido. Debajo está el mar viejo, el que se quedó sin orillas y no se ha resignado.

El alcaide Tellac os espera con la espada envainada y la llave colgada del cuello. Detrás, cinco hombres aprietan el
mango de la pala y miran el suelo.
""",
        ),
        Turno(
            "Jedara",
            """
—Vengo a por la llave.

No dije más. Llevaba tres días sin beber y me quedaban cuatro palabras; prefería guardarlas para después.
""",
            Lance(
                "iniciativa",
                {"enemigos": [{"clase": "villano", "iniciativa": 1}]},
                "Desenvaino antes de que acabe el saludo",
                insiste=True,
            ),
        ),
        Turno(
            "Urbil Tresvoces",
            """
—¡Y yo vengo a que se cante! —anuncio, plantando el escudo en la sal—. Porque figuraos, hermanos de la pala, qué
pobre balada sería esta si el héroe llegara, cogiera la llave y se marchara a su casa. ¡Ni un estribillo! ¡Ni un
muerto que rime!

Mientras hablo me voy corriendo hacia la derecha, un pie, otro pie, hasta quedar entre las palas y la espalda de ella.
Tengo tres voces, y con ninguna de las tres se me oye andar.
""",
            Lance(
                "iniciativa",
                {"enemigos": [{"clase": "villano", "iniciativa": 1}]},
                "Me cuelo entre los paleros y Jedara sin dejar de hablar",
                contra="Cuadrilla del pozo",
            ),
        ),
    ),
    lugar="Salinas de Ulmerre, bajo el sol",
)

PRIMERA_SANGRE = Acto(
    DUELO,
    (
        Turno(
            "Tellac",
            Segun(
                bien="""
—Observo que el juglar se ha colocado —dice Tellac, sin volver la cabeza—. Conste en acta. Por ocupar suelo de la
alcaldía sin licencia, un año de pala. Por la balada, otro.

Desata el cordón de la empuñadura con la pulcritud de quien rompe un lacre.
""",
                mal="""
—El juglar ha pisado mi sello —señala Tellac. Y así es: bajo la bota de Urbil, grabado en la costra, hay un círculo
con una balanza—. Podría abrirle la garganta antes de que termine de disculparse. Pero el reglamento prevé un
apercibimiento.

Carraspea. Apercibe. Solo entonces saca la espada.
""",
            ),
        ),
        Turno(
            "Jedara",
            """
Aproveché el reglamento. Hay hombres que necesitan acabar la frase.

Entré por debajo de su guardia, con todo el peso en el pie de delante y ninguno en el de volver.
""",
            Lance(
                "atacar",
                {},
                "Tajo bajo, a la cadera que no cubre la coraza",
                contra="Tellac",
                insiste=True,
                toma=HEROICAS,
                elige=("dano", "dano"),
                con_datos=calamidad("La falcata se hunde en la costra hasta la guarda y abre una grieta."),
            ),
            antes=Lance("posicion", {"posicion": "ofensiva"}, "Todo el peso delante"),
        ),
        Turno(
            "Tellac",
            Segun(
                bien="""
La sangre cae en la sal y la sal se la bebe. Tellac contempla la mancha con interés, casi con aprobación, como
repasaría una suma ajena.

—Lesiones a la autoridad. Muy bien. Eso simplifica el trámite.

Y se va derecho, no hacia quien lo ha herido, sino hacia el escudo que la guarda.
""",
                mal="""
Se aparta lo justo. El filo pasa tan cerca que le corta un botón de la casaca, y él lo recoge en el aire, sin prisa,
y se lo guarda en la manga.

—Tentativa. Se castiga igual que el delito; ahorra discusiones.

Elige entonces al más grande de los dos, por orden de tamaño.
""",
                casos={
                    "fallo_calamitoso": """
Tellac da un paso atrás y deja que la grieta se ensanche entre ambos. Se oye abajo, muy hondo, algo que podría ser
agua y podría ser una respiración.

—Daños al suelo de la alcaldía —enumera, bordeándola—. Mientras la señora recupera su herramienta, atenderé al
caballero.
""",
                },
            ),
            Lance(
                "atacar",
                {},
                "Estocada de trámite, al pecho de Urbil",
                contra="Urbil Tresvoces",
                toma=("danar",),
                elige=("dano",),
                responde=("escudo_astillado",),
                con_datos={"escudo_astillado": {"con": "escudo"}},
            ),
        ),
        Turno(
            "Urbil Tresvoces",
            Segun(
                bien="""
¡Ay, qué golpe! Lo recibo en las costillas, se queda en el cuero, y aun así me saca del cuerpo las tres voces a la
vez: un acorde.

—Fa sostenido —le informo, en cuanto puedo—. Ahora me toca a mí marcar el compás.

Los paleros están a mi alcance. No los odio. He cargado lo mismo que ellos y por menos agua.
""",
                mal="""
La punta resbala por el borde de hierro y se pierde sobre mi hombro. ¡Sobre mi hombro, a una cuarta de la oreja de
cantar! Me río, porque de otro modo lloraría.

—Guardadme esa estrofa —les pido a los de las palas, y volteo la maza por lo bajo, buscando tobillos.
""",
                casos={
                    "escudo_astillado": """
Vi venir mi muerte y era recta, limpia, sin una sola rima. Así que le puse delante lo único mío que vale algo. Mi
escudo, el de las ferias, el pintado con la luna y los dos gatos, se abrió como una granada y se tragó la estocada.

—Era de mi madre —digo, mirando las astillas. Ya no canto. Es la voz que menos uso—. Vosotros, los de las palas:
apartaos o aprended.
""",
                },
            ),
            Lance(
                "atacar",
                {},
                "Barro con la maza a la altura de los tobillos",
                contra="Cuadrilla del pozo",
                toma=HEROICAS,
                elige=("bajas", "dano"),
                con_datos=calamidad("La maza rompe el suelo en vez de los tobillos, y un palero cae a la salmuera."),
            ),
        ),
        Turno(
            "Cuadrilla del pozo",
            Segun(
                bien="""
Caen unos sobre otros, agarrados a sus tobillos, y ninguno tiene prisa por levantarse. Quien sigue en pie lleva once
años obedeciendo y ya no recuerda la primera orden.

Se lanza de todos modos, con los ojos cerrados, hacia la mujer de la falcata.
""",
                mal="""
—¡No queremos esto! —grita uno, y es verdad, y aun así carga, porque detrás está el alcaide y delante solo hay una
mujer flaca.

Las palas suben y bajan como en la faena, todas a una.
""",
                casos={
                    "fallo_calamitoso": """
El que ha caído al agujero saca un brazo, y el brazo sale blanco, cubierto de cristales hasta el hombro. Dos corren
a tirar de él. Los otros, ciegos de miedo, pegan a lo primero que se mueve, que resulta ser Jedara.
""",
                },
            ),
            Lance("atacar", {}, "Palada a ciegas", contra="Jedara", toma=("danar",), elige=("dano",)),
            si_no="""
Nadie ataca. Quien no está en el suelo ha bajado la pala hasta apoyarla en la costra, igual que al acabar la jornada.
Uno se quita el sombrero. El alcaide los cuenta, toma nota, y comprende que ya no le pertenecen.
""",
        ),
        Turno(
            "Jedara",
            Segun(
                bien="""
La pala me alcanzó de plano. La conocía: mango de fresno, remache torcido, mi padre se murió abrazado a una igual.

No le devolví el golpe al chico. Le di la vuelta cogiéndolo por el pelo y le enseñé a quién tenía que mirar.
""",
                mal="""
Fallaron porque querían fallar. Se nota en los hombros.

—Tellac —llamé. Gasté así la primera de las cuatro.
""",
                casos={
                    SI_NO: """
Pasé entre ellos y ninguno me tocó. Uno, al cruzarme, susurró mi apellido. Hacía veinte años que no lo oía en boca de
un vivo.
""",
                },
            ),
        ),
    ),
)
