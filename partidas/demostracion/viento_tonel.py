"""«El viento en el tonel»: what the creditor embargoes, and what the helm decides."""

from partidas.demostracion.guion import SI_NO, Acto, Lance, Segun, Turno
from partidas.demostracion.viento_abordaje import ABORDAJE, DE_LA_VICTIMA

GARFIO = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [6]}

EL_TONEL = Acto(
    ABORDAJE,
    (
        Turno(
            "Garvín",
            Segun(
                bien="""
Me ha dado, pero le ha dado al santo. Queda una muesca en la medalla, justo en la nariz. Pido perdón al titular y
retrocedo hasta el palo sin perderle la cara a la señora.
""",
                mal="""
Me agacho a recoger un amuleto. Se me había caído el de la pata de liebre, el que no funciona, y por encima de mi
cogote pasa media vara de acero silbando. Corrijo lo dicho: funciona.
""",
                casos={
                    "Desangrándose": """
Me siento. Es raro, no recuerdo haberlo decidido. El agua que corre por los imbornales va saliendo colorada y pienso
que alguien tendría que decírselo a la patrona, que acaba de baldear.
""",
                    "Incapacitado": """
—Vale —consigo decir—. Vale, tregua.

Apoyo la espalda en el palo y resbalo hasta quedar hecho un ovillo. Veo dos cobradoras. La de la izquierda me cae
mejor.
""",
                    "Herido": """
Entra. Sale. Duele en ese orden. Le debo un jubón a mi hermana, que me lo bordó con ojales para que no me pasara
justamente esto.

—¿Eso también lo factura? —pregunto, apretándome el costado.
""",
                    "Aturdido": """
Del golpe se me va la luna, se me van los nombres, se me va hasta el miedo a los martes. Oigo campanas. Cuento
siete, una por amuleto, y ninguna me dice hacia dónde cae la borda.
""",
                    "absorcion": """
Lo vi venir clavado en el hígado. Pero la *Paciencia* tosió, la cubierta subió medio palmo y lo que iba para funeral
se quedó en rasguño y en jubón nuevo.

—¡Gracias, guapa! —le digo al barco.
""",
                },
            ),
            Lance("inicio_turno", {}, "Respiro y miro dónde tengo los pies"),
            si_no="""
No hay frase. Garvín abre la boca, que siempre tenía abierta, y por una vez no sale de ella más que un poco de sal.
Los siete amuletos suenan juntos contra la tablazón.
""",
        ),
        Turno(
            "Brianda Osorno",
            """
—Doña Remedios —dice Brianda, y suena a que le ofrece una silla—. Una curiosidad profesional. ¿Usted ha mirado
dentro?

El tonel responde desde abajo. Tres golpes.

—Porque si lo embarga se lo lleva puesto. Y en su casa, por lo que veo, tienen las velas sin rizar.
""",
            Lance(
                "prueba",
                {"rasgo": "provocar", "atributo": "astucia", "efecto": "vulnerable"},
                "Que mire hacia su propio barco",
                contra="Remedios Saúco",
                responde=("resistir",),
            ),
        ),
        Turno(
            "Garvín",
            Segun(
                bien="""
Ni parpadea. Esa mujer ha oído de todo en muchas puertas. Pero la patrona me ha comprado tres segundos y yo sé muy
bien lo que cuestan.

Descuelgo el garfio del bote. Sin gritar, que es como se hacen las cosas serias.
""",
                mal="""
La señora ni se digna a contestar: está ocupada conmigo. Mejor. Prefiero que me atiendan.

Engancho el cabo con la zurda y el garfio con la buena, y me tiro hacia ella aprovechando el balance.
""",
                casos={
                    "resistir:fallo": """
¡Ha mirado! Un instante, lo que tarda una en preguntarse si dejó el fuego encendido, y con eso me sobra.

—¡A la salud de los morosos! —Y allá voy, con el garfio por delante y el santo por detrás.
""",
                    "resistir:pifia": """
No solo ha mirado. Se le ha caído la factura, y va la mujer y *se agacha a por ella*. Me da hasta apuro.

Apuro, ojo. No tanto como para frenar.
""",
                },
            ),
            Lance(
                "ataque",
                {"arma": GARFIO},
                "Garfio al puño del estoque, y lo que venga detrás",
                contra="Remedios Saúco",
                insiste=True,
                toma=("dano",),
                responde=DE_LA_VICTIMA,
            ),
            si_no="""
Garvín no se mueve. De la mano abierta se le escapa un amuleto, que va rodando por cubierta hasta los zapatos de la
cobradora. Ella lo recoge. Lo mira por los dos lados y, sin saber por qué, se lo guarda.
""",
        ),
        Turno(
            "Remedios Saúco",
            Segun(
                bien="""
—Mis guantes —dice ella con sincero disgusto. El garfio se los ha llevado al mar, y se ha llevado además un botón, pero
debajo del vestido suena a coraza.

Retrocede un paso hacia la escotilla. Ahora el tonel queda a su espalda, y ella no lo sabe.
""",
                mal="""
Lo esquiva con un giro de salón y continúa girando, ligera, hasta la boca de la bodega. Pone la mano en la escotilla.

—Tercer y último requerimiento —canturrea—. A partir de aquí procedo de oficio.
""",
                casos={
                    SI_NO: """
Por un momento nadie pelea. Remedios Saúco mira al arponero caído, luego a la rueda, luego la escotilla.

—Yo solo cobro —aclara, en un tono distinto—. Que no se diga. En cuanto esto acabe, le pongo un médico. **Aparte.**
""",
                    "Incapacitado": """
Cae sentada sobre el cajón de los cohetes, con la falda bien puesta y los ojos en blanco. La factura, suelta, da una
vuelta por encima del palo y se la queda la tormenta, que la está leyendo.
""",
                    "Herido": """
—¡Salvaje! —exclama, y lo anota: de verdad saca el lápiz, y lo que apunta le sale rojo—. Daños personales. No baje
usted esa mano, que no he terminado.

Cojea hasta la escotilla y se deja caer contra ella.
""",
                    "Aturdido": """
Pierde un zapato. Pierde el hilo. Da un par de pasos muy dignos en la dirección equivocada y se agarra a lo primero que
encuentra, que es el pestillo de la bodega.
""",
                    "absorcion": """
Algo la salva: la ballena del corsé, o la pura costumbre de no pagar ella nunca.

—Tengo un seguro —comenta, enderezándose, y de un taconazo levanta el pestillo de la escotilla.
""",
                },
            ),
        ),
    ),
)

EL_TIMON = Acto(
    ABORDAJE,
    (
        Turno(
            "Brianda Osorno",
            """
El tonel ya no llama. Eso es lo que oye Brianda por encima de todo lo demás: que ha dejado de llamar.

—Se acabó la conversación —decide—. Agarraos a algo que no sea vuestro.

Y mete toda la caña, hacia la *Finiquito*, hacia la ola, hacia el sitio exacto del que cualquiera con dos dedos de
frente estaría huyendo.
""",
            Lance(
                "gobernar_barco",
                {"modificador": -1},
                "Meto a los dos barcos en la misma ola",
                insiste=True,
                toma=("deriva",),
            ),
        ),
        Turno(
            "",
            Segun(
                bien="""
La *Paciencia* gira sobre el talón. Los ganchos se tensan, cantan y parten uno tras otro, y es la *Finiquito* la que
recibe de lleno el golpe de mar, con su farol, sus escalas y su departamento de contabilidad.

Cuando baja la espuma hay silencio. Ha dejado de soplar **en todas partes menos en vuestra bodega**. ¿Quién baja a
mirar?
""",
                mal="""
La rueda gira sola, y gira al revés. Los dos cascos se juntan con un gemido de establo, quedan abrazados por las
jarcias y emprenden así, mejilla con mejilla, el camino que les marca la corriente.

Abajo se oye el crujido de una duela. Después, otra. **Algo muy frío y muy educado empuja la escotilla desde dentro.**
¿Qué hacéis?
""",
            ),
        ),
    ),
)
