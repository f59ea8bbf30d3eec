"""«La llave del agua»: what there is beneath the salt, and how the duel ends."""

from partidas.demostracion.guion import Acto, Lance, Segun, Turno
from partidas.demostracion.sal_duelo import DUELO, HEROICAS, calamidad

LA_CALAMIDAD = Acto(
    DUELO,
    (
        Turno(
            "",
            Segun(
                bien="""
Entonces canta la sal.

Empieza como un zumbido en los dientes. Luego el brocal se inclina, muy despacio, y el círculo entero en que peleáis
se desprende del mundo con un chasquido de plato roto. **La costra se ha partido.** Flotáis sobre una losa blanca
del tamaño de una plaza, y por los bordes sube, espumosa, un agua que nadie había visto en mil años.
""",
                mal="""
Nadie se ha dado cuenta de que el zumbido no venía de las moscas.

Lo nota primero la llave, que tiembla en su cordón y apunta hacia abajo. A continuación cede el suelo: no de golpe,
sino como cede un anciano, una rodilla y después la otra. **La costra se ha partido**, la losa se ladea, y el mar
viejo asoma por la juntura a ver quién lo ha llamado.
""",
                casos={
                    "ya:fallo_calamitoso": """
La grieta que ha abierto vuestra mala fortuna no se ha detenido. Corre, se bifurca, rodea el pozo dibujando en el
blanco un árbol negro y cierra el círculo a vuestras espaldas.

Un crujido; luego, durante un instante, nada. **La costra se ha partido** y la calamidad tiene nombre de héroe: en
la losa que se hunde estáis vosotros, el alcaide y la única llave.
""",
                },
            ),
        ),
        Turno(
            "Urbil Tresvoces",
            """
Me tumbo boca abajo con los brazos y las piernas en cruz, que es como duermen los porteadores en las cuestas, y hago
de clavo: media losa es mía, la otra media es de quien pelee.

—¡Date prisa! —le grito a la flaca—. ¡Soy ancho, no soy eterno!

La salmuera me entra en la boca. Sabe a todos los que han llorado aquí.
""",
            Lance(
                "tirada",
                {"atributo": "fuerza", "profesion": "porteador", "dificultad": "dificil", "dados_penalizacion": 1},
                "Equilibrio la losa con mi peso",
                insiste=True,
                toma=("fallo_calamitoso",),
                con_datos=calamidad("La losa se parte por la mitad exacta: Urbil en un trozo, el duelo en el otro."),
            ),
        ),
        Turno(
            "Jedara",
            Segun(
                bien="""
La losa se quedó quieta. No firme: quieta, como un animal grande que escucha. Urbil, debajo de su propia barba, se
había puesto morado.

Corrí cuesta arriba. Tellac me aguardaba en lo alto con el sol detrás.
""",
                mal="""
La losa volcó. Subí por ella a cuatro patas, con las uñas, mientras todo lo que no estaba clavado resbalaba hacia el
agua: palas, sombreros, el cubo del pozo, Urbil maldiciendo en verso.

Arriba seguía en pie un hombre con una llave. Hacia allí.
""",
                casos={
                    "fallo_calamitoso": """
Se oyó un tiro de piedra y de pronto Urbil estaba lejos, en su isla, con la mano tendida, haciéndose pequeño.

Salté a donde no debía: hacia el alcaide. En esos casos una no piensa. Una lleva toda la vida pensándolo.
""",
                },
            ),
            Lance(
                "atacar",
                {},
                "Sin guardia ninguna: a él o al agua",
                contra="Tellac",
                insiste=True,
                toma=HEROICAS,
                elige=("dano", "dano"),
                con_datos=calamidad("Los dos ruedan abrazados hasta el filo y la llave salta por encima del borde."),
            ),
            antes=Lance("posicion", {"posicion": "total"}, "Todo o nada"),
        ),
        Turno(
            "Tellac",
            Segun(
                bien="""
La hoja entra por donde el reglamento no tenía previsto. El alcaide se mira la herida, busca en la memoria el
artículo que corresponde y no lo encuentra.

—Sigo en mi puesto —consigue decir, y levanta otra vez la espada, ya con las dos manos.
""",
                mal="""
—Falta de método —dictamina, apartándola de un empujón que la deja al borde—. Siempre vienen con la sed. Nadie viene
nunca con un plan.

Pero la espada le tiembla, y por primera vez ha mirado hacia abajo.
""",
                casos={
                    "fallo_calamitoso": """
La llave gira en el aire, brilla una vez y desaparece sin ruido en el agua negra. Tellac alarga la mano hacia el
hueco que ha dejado. Es un gesto de niño.

—Era la única —murmura—. ¿Comprendéis lo que habéis hecho? **No hay copia.**
""",
                    "danar:nada": """
El filo le da de lleno, y la coraza suena como una puerta cuando dentro no vive nadie. Tellac baja los ojos hasta la
abolladura y luego los levanta, dolido.

—Le falta a usted la póliza.
""",
                    "Aturdido": """
Se le doblan las rodillas y queda sentado, muy recto, con los ojos abiertos y nadie dentro. Los labios siguen
dictando. La llave ha rodado hasta el pie de Jedara.
""",
                    "Moribundo": """
—Conste —dice, y no llega a decir qué. Cae de lado. El sello de la empuñadura se imprime en la sal húmeda: una
balanza, por fin, en equilibrio. La llave se le escapa de los dedos.
""",
                    "Muerto": """
No pronuncia palabra. El cuerpo resbala losa abajo con una formalidad terrible, los pies juntos, y el mar viejo lo
archiva. Encima de la costra, enredada en su cordón, queda la llave.
""",
                },
            ),
        ),
        Turno(
            "Urbil Tresvoces",
            """
—¡Jedara! —llamo, con la voz de verdad—. ¡Deja eso! ¡Mira el agua!

Porque de todos vosotros soy el único que tiene la oreja mojada: lo de ahí abajo no sube. **Lo de ahí
abajo está llamando a la puerta.** Y ha aprendido mi canción.
""",
            notas="Carla, te lo dejo botando. Dani.",
        ),
    ),
)
