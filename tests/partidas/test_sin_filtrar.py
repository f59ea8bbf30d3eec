"""Every place that goes round the gate, with why: a new one fails here, and so is a decision that somebody reads."""

import ast
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
APPS = ("cuentas", "personajes", "partidas", "reglas", "config")

LLAMADAS = {
    ("cuentas/guarda.py:visibles_para", "puerta"),
    ("partidas/consultas/hilo.py:_quien_borro", "who deleted a turn"),
    ("partidas/consultas/busqueda.py:_ambito", "search: where the gate is asked"),
    ("partidas/consultas/cursor.py:con_rasgos", "what hangs on turns that the gate has let through"),
    ("partidas/consultas/novedades.py:_en_la_ventana", "where stood what the reader's page has"),
    ("partidas/consultas/lectores.py:censo", "forecast of readers"),
    ("partidas/consultas/lectores.py:nombradas", "forecast of readers"),
    ("partidas/consultas/lectores.py:presentes", "forecast of readers"),
    ("partidas/dominio/adjuntos.py:_borrar", "taken out of a draft"),
    ("partidas/dominio/adjuntos.py:_comprobar_que_cabe", "quota of the account"),
    ("partidas/dominio/adjuntos.py:barrer_archivos", "sweep files"),
    ("partidas/dominio/adjuntos.py:caducar_huerfanos", "orphans expire"),
    ("partidas/dominio/adjuntos.py:incumplidas", "invariants of the whole database"),
    ("partidas/dominio/adjuntos.py:de_un_mensaje", "images of a turn"),
    ("partidas/dominio/adjuntos.py:olvidar", "forget who closes their account"),
    ("partidas/dominio/adjuntos.py:seguir_a_su_borrador", "images follow their draft"),
    ("partidas/dominio/adjuntos.py:subir", "keep an upload"),
    ("partidas/dominio/actas.py:_lugar", "the cast row that a fact is about"),
    ("partidas/dominio/actas.py:_lugar", "the seat that a fact is about"),
    ("partidas/dominio/actas.py:_sobre", "what an earlier act wrote down"),
    ("partidas/dominio/actas.py:anotar", "write down an act"),
    ("partidas/dominio/anulaciones.py:_cambios_posteriores", "what was built on a roll"),
    ("partidas/dominio/anulaciones.py:_pendientes", "requests about a roll"),
    ("partidas/dominio/anulaciones.py:es_propia", "who plays the sheet that rolled"),
    ("partidas/dominio/anulaciones.py:pedir", "ask to void a roll"),
    ("partidas/dominio/anulaciones.py:secuelas", "what continues a roll"),
    ("partidas/dominio/asalto.py:meter", "put in the fight"),
    ("partidas/dominio/asalto.py:sacar", "take out of the fight"),
    ("partidas/dominio/auditoria.py:_anotar", "audit of every roll"),
    ("partidas/dominio/auditoria.py:_tarjetas", "audit of every roll"),
    ("partidas/dominio/borradores.py:guardar", "keep what a person types"),
    ("partidas/dominio/borradores.py:tirar_a_la_papelera", "drafts of a published turn"),
    ("partidas/dominio/buzon.py:anotar", "write a fact"),
    ("partidas/dominio/cartas.py:_publicar", "tell the end of a day"),
    ("partidas/dominio/cartas.py:de", "who is told of rolls of the night"),
    ("partidas/dominio/cartas.py:donde", "where a day's end is told"),
    ("partidas/dominio/cartas.py:para_todos", "days not told yet"),
    ("partidas/dominio/cerrojos.py:escenas", "lock"),
    ("partidas/dominio/cerrojos.py:mensaje", "lock"),
    ("partidas/dominio/cerrojos.py:partida", "lock"),
    ("partidas/dominio/cerrojos.py:personajes", "lock"),
    ("partidas/dominio/cesiones.py:_comprobar_quien_recibe", "how many characters a person has"),
    ("partidas/dominio/cesiones.py:_pasar", "the character changes hands"),
    ("partidas/dominio/cesiones.py:dejar_personajes", "characters of who goes"),
    ("partidas/dominio/cesiones.py:recuperar_personajes", "characters of who returns"),
    ("partidas/dominio/cesiones.py:volver_a_estar", "scenes of who returns"),
    ("partidas/dominio/cierres.py:_cerrar", "close a day"),
    ("partidas/dominio/cierres.py:_con_algo_que_hacer", "days that are over"),
    ("partidas/dominio/cierres.py:_siguiente", "days that are over"),
    ("partidas/dominio/cierres.py:cerrar_ahora", "idempotency: number of the day"),
    ("partidas/dominio/cierres.py:acabada_entre", "number of the day"),
    ("partidas/dominio/cierres.py:numero_en_curso", "number of the day"),
    ("partidas/dominio/comprobacion.py:_buzon", "invariants of the whole database"),
    ("partidas/dominio/comprobacion.py:_cierres", "invariants of the whole database"),
    ("partidas/dominio/comprobacion.py:_ordenes", "invariants of the whole database"),
    ("partidas/dominio/comprobacion.py:_tiradas", "invariants of the whole database"),
    ("partidas/dominio/comprobacion.py:_versiones", "invariants of the whole database"),
    ("partidas/dominio/continuaciones.py:_cadena", "chain of a continuation"),
    ("partidas/dominio/continuaciones.py:_lados", "who plays the sheets of a roll"),
    ("partidas/dominio/continuaciones.py:alcanzados", "whom a chain has reached"),
    ("partidas/dominio/continuaciones.py:continuar", "idempotency: own key"),
    ("partidas/dominio/continuaciones.py:usadas_de", "options already taken"),
    ("partidas/dominio/despedida.py:olvidar", "forget who closes their account"),
    ("partidas/dominio/direccion.py:_mensaje", "what the direction does to the sheets"),
    ("partidas/dominio/direccion.py:aplicar", "idempotency: own key"),
    ("partidas/dominio/direccion.py:renovar_al_abrir", "who is in the scene"),
    ("partidas/dominio/edicion.py:_guardar_revision", "keep what an edit replaces"),
    ("partidas/dominio/en_curso.py:_comprobar_que_cabe", "rolls of a turn"),
    ("partidas/dominio/en_curso.py:_ya_hecha", "idempotency: own key"),
    ("partidas/dominio/escenas.py:_estar", "who is in the scene"),
    ("partidas/dominio/escenas.py:abrir", "next place in the list"),
    ("partidas/dominio/escenas.py:abrir", "open a scene"),
    ("partidas/dominio/escenas.py:abrir", "who is in the scene"),
    ("partidas/dominio/escenas.py:presentes_de", "who is in the scene"),
    ("partidas/dominio/fragmentos.py:_de", "fragments of a turn"),
    ("partidas/dominio/fragmentos.py:archivar", "keep what an edit replaces"),
    ("partidas/dominio/fragmentos.py:escribir", "snapshot of who is told"),
    ("partidas/dominio/indice.py:_fragmentos", "index of the search"),
    ("partidas/dominio/indice.py:_todas", "index of the search"),
    ("partidas/dominio/indice.py:incumplidas", "index of the search"),
    ("partidas/dominio/indice.py:rehacer", "index of the search"),
    ("partidas/dominio/indice.py:rehacer_uno", "index of the search"),
    ("partidas/dominio/lances.py:lanzar", "hang a roll on its turn"),
    ("partidas/dominio/lectores.py:_aplicar", "snapshot of who is told"),
    ("partidas/dominio/lectores.py:_aplicar", "the message is for others now"),
    ("partidas/dominio/lectores.py:nombradas", "snapshot of who is told"),
    ("partidas/consultas/marcas.py:_con_rescatados", "scenes of the partidas that one directs"),
    ("partidas/consultas/marcas.py:primero", "where a thread that is being read is new"),
    ("partidas/dominio/marcas.py:_ausentes", "what a marker passes over"),
    ("partidas/dominio/marcas.py:_avanzar", "move one's own markers"),
    ("partidas/dominio/marcas.py:_leer", "move one's own markers"),
    ("partidas/dominio/marcas.py:_no_vistos", "what a marker passes over"),
    ("partidas/dominio/marcas.py:_tiene_otro_papel", "what changed since a page was made"),
    ("partidas/dominio/marcas.py:_tomar", "move one's own markers"),
    ("partidas/dominio/marcas.py:_traidos_desde", "what changed since a page was made"),
    ("partidas/dominio/marcas.py:_ver", "move one's own markers"),
    ("partidas/dominio/marcas.py:deshacer", "move one's own markers"),
    ("partidas/dominio/moderacion.py:_los_que_borro", "who deleted a turn"),
    ("partidas/dominio/moderacion.py:_ultimo_viaje", "where a turn was before"),
    ("partidas/dominio/moderacion.py:en_mano", "lock the partida of a turn"),
    ("partidas/dominio/moderacion.py:en_mano", "scene of a turn, under the partida's lock"),
    ("partidas/dominio/moderacion.py:lleva_tiradas", "dice fix the audience of a turn"),
    ("partidas/dominio/palabra.py:pedir", "idempotency: own key"),
    ("partidas/dominio/papelera.py:_soltar_imagenes", "images that another draft holds"),
    ("partidas/dominio/papelera.py:caducar", "the bin is emptied"),
    ("partidas/dominio/papelera.py:recuperar", "take out of the bin"),
    ("partidas/dominio/papelera.py:publicado_con", "idempotency: own key"),
    ("partidas/dominio/papelera.py:apartar", "keep what is thrown away"),
    ("partidas/dominio/partidas.py:crear", "first scenes of a partida"),
    ("partidas/dominio/partidas.py:crear", "open a partida"),
    ("partidas/dominio/partidas.py:crear", "seat the direction"),
    ("partidas/dominio/peticiones.py:anotar", "ask for the direction's word"),
    ("partidas/dominio/peticiones.py:cerrar", "close what waits"),
    ("partidas/dominio/plazas.py:_plaza", "the seat of a verb"),
    ("partidas/dominio/plazas.py:es_la_unica_direccion", "somebody must direct"),
    ("partidas/dominio/programados.py:_con_su_clave", "idempotency: own key"),
    ("partidas/dominio/programados.py:_del_autor", "own turns that wait"),
    ("partidas/dominio/programados.py:_llevar_borrador", "draft of what waits for its hour"),
    ("partidas/dominio/programados.py:caducar", "what was put off expires"),
    ("partidas/dominio/programados.py:publicar_vencido", "draft of what waits for its hour"),
    ("partidas/dominio/programados.py:publicar_vencido", "publish what is due"),
    ("partidas/dominio/recuperacion.py:_cuentas", "counts of the day before"),
    ("partidas/dominio/recuperacion.py:aplicar", "write down what a day's end did"),
    ("partidas/dominio/recuperacion.py:del_reparto", "day's end of the cast"),
    ("partidas/dominio/reparto.py:_comprobar_nombre", "names of the cast"),
    ("partidas/dominio/reparto.py:corregir_ficha", "rename in the cast"),
    ("partidas/dominio/reparto.py:incorporar", "join the cast"),
    ("partidas/dominio/reparto.py:incorporar", "names and number of the cast"),
    ("partidas/dominio/reparto.py:sentar", "seat a person"),
    ("partidas/dominio/reparto.py:terminar_creacion", "begin to play"),
    ("partidas/dominio/repintado.py:_fragmentos", "HTML of an older version is made again"),
    ("partidas/dominio/repintado.py:_mensajes", "HTML of an older version is made again"),
    ("partidas/dominio/rutinas.py:caducar_borradores", "drafts expire"),
    ("partidas/dominio/rutinas.py:repartir", "tell a fact"),
    ("partidas/dominio/supervision.py:_abiertos", "access of the staff that goes on"),
    ("partidas/dominio/supervision.py:buscar", "the staff asks to read it"),
    ("partidas/dominio/supervision.py:es_parte", "has the staff had a seat here"),
    ("partidas/dominio/supervision.py:entrar", "the staff begins to read"),
    ("partidas/dominio/tablero.py:en_combate", "who fights in the scene"),
    ("partidas/dominio/tablero.py:poner", "earlier rolls of the scene"),
    ("partidas/dominio/tiradas.py:siguiente_posicion", "next place on the turn"),
    ("partidas/dominio/turnos.py:_comprobar_fijado", "audience of a turn in progress"),
    ("partidas/dominio/turnos.py:anotar_destinatarios", "snapshot of who is told"),
    ("partidas/dominio/turnos.py:buscar_turno", "idempotency: own key"),
    ("partidas/dominio/voces.py:nombre_suelto", "names of the cast"),
    ("partidas/dominio/voces.py:nombre_suelto", "names of the seats"),
    ("partidas/escenario/retirado.py:_escena", "fixture of the security tests"),
    ("partidas/escenario/retirado.py:_tirada", "fixture of the security tests"),
    ("partidas/escenario/retirado.py:palabras", "fixture of the security tests"),
    ("partidas/escenario/sembrar.py:_cerrar_puertas", "fixture of the security tests"),
    ("partidas/escenario/sembrar.py:_dejar_a_medias", "fixture of the security tests"),
    ("partidas/escenario/sembrar.py:_retirar_p1", "fixture of the security tests"),
    ("partidas/escenario/sembrar.py:ids_secretos", "fixture of the security tests"),
    ("partidas/guarda.py:en_hilo_de", "puerta"),
    ("partidas/models/visibilidad.py:_en_su_historia", "gate: versions that had the image"),
    ("partidas/models/visibilidad.py:ve_combatiente", "gate: open cast of who fights"),
    ("partidas/models/visibilidad.py:ve_ficha", "gate: open cast of the sheet"),
    ("partidas/politica.py:con_plaza", "politica: seat of the person who asks"),
    ("partidas/politica.py:lector", "politica: seat of the person who asks"),
    ("partidas/politica.py:puede_sentarse", "politica: has the person been here before"),
    ("personajes/dominio/fichas.py:aplicar", "explain a version"),
    ("personajes/dominio/fichas.py:aplicar", "write a sheet"),
    ("personajes/dominio/personajes.py:crear", "explain the first version"),
    ("personajes/dominio/personajes.py:crear", "make a character"),
}


def llamadas() -> set[tuple[str, str]]:
    """Return (file:function, reason) of every call of sin_filtrar outside the tests."""
    encontradas = set()
    for archivo in sorted(ruta for app in APPS for ruta in (RAIZ / app).rglob("*.py")):
        arbol = ast.parse(archivo.read_text(encoding="utf-8"))
        padres = {hijo: nodo for nodo in ast.walk(arbol) for hijo in ast.iter_child_nodes(nodo)}
        for nodo in ast.walk(arbol):
            if isinstance(nodo, ast.Call) and getattr(nodo.func, "attr", "") == "sin_filtrar":
                motivo = _motivo(nodo, arbol)
                donde, sube = "", nodo
                while sube in padres:
                    sube = padres[sube]
                    if isinstance(sube, ast.FunctionDef):
                        donde = sube.name
                encontradas.add((f"{archivo.relative_to(RAIZ).as_posix()}:{donde}", str(motivo)))
    return encontradas


def _motivo(llamada: ast.Call, arbol: ast.Module) -> str:
    """Return the written reason: a literal, or a constant of the same module."""
    dado = llamada.args[0] if llamada.args else None
    if isinstance(dado, ast.Name):
        constantes = {getattr(n.targets[0], "id", ""): n.value for n in arbol.body if isinstance(n, ast.Assign)}
        constantes |= {getattr(n.target, "id", ""): n.value for n in arbol.body if isinstance(n, ast.AnnAssign)}
        dado = constantes.get(dado.id)
    return str(dado.value) if isinstance(dado, ast.Constant) else "?"


def test_nadie_mas_se_salta_la_puerta():
    assert llamadas() == LLAMADAS


def test_cada_salto_da_una_razon_escrita():
    assert {motivo for _donde, motivo in llamadas() if motivo == "?" or len(motivo) < 4} == set()


def test_solo_la_puerta_pregunta_por_hay():
    usan = {
        a.relative_to(RAIZ).as_posix() for app in APPS for a in (RAIZ / app).rglob("*.py") if "Hay(" in a.read_text()
    }

    assert usan == {"partidas/models/hay.py", "partidas/models/visibilidad.py"}
