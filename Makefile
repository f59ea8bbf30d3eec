# Hilo y Dado. Needs python3 and make, and a package index; everything else goes into .venv.
# `make` alone lists what there is.

PYTHON ?= python3
PUERTO ?= 8000
DEMO ?= 1
TRABAJADORES ?= 3
ARGS ?=
PY := .venv/bin/python

# Local days are computed with the pinned tzdata only, never with the machine's.
export PYTHONTZPATH :=
export PUERTO

.DEFAULT_GOAL := ayuda
.PHONY: ayuda instalar run test lint tipos contratos fugas averias pg bench escala limpio requisitos

ayuda: ## esta lista
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

instalar: .venv/ejecucion.hecho ## prepara el entorno (.venv) y nada más

run: .venv/ejecucion.hecho ## arranca el sitio, con una partida de demostración, en http://localhost:8000
	@DEMO=$(DEMO) exec $(PY) manage.py arrancar

test: .venv/desarrollo.hecho ## todas las pruebas, con SQLite (ARGS="-k algo" elige)
	@$(PY) herramientas/avisos.py
	env -u DATABASE_URL -u REDIS_URL $(PY) -m pytest -n $(TRABAJADORES) --dist worksteal $(ARGS)

lint: .venv/desarrollo.hecho ## estilo del código y de las plantillas
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	find . -name '*.html' -not -path './.venv/*' -not -path './node_modules/*' -not -path './datos/*' -print0 \
		| xargs -0r .venv/bin/djade --check --target-version 5.2

tipos: .venv/desarrollo.hecho ## tipos estrictos (mypy)
	$(PY) -m mypy .

contratos: .venv/desarrollo.hecho ## quién puede importar a quién
	$(PY) -c "from importlinter.cli import lint_imports_command as mirar; mirar()"

pg: .venv/desarrollo.hecho ## todas las pruebas, con PostgreSQL y Redis
	@$(PY) herramientas/avisos.py
	$(PY) herramientas/pg.py $(PY) -m pytest -n $(TRABAJADORES) --dist worksteal $(ARGS)

fugas: .venv/desarrollo.hecho ## todas las direcciones para todos: nadie ve de más (minutos)
	LARGO=1 $(PY) -m pytest -q tests/fugas/rastreos/entero.py tests/fugas/test_rastro.py tests/fugas/test_ver_como.py $(ARGS)

averias: .venv/desarrollo.hecho ## kill -9 a la web mientras diez personas publican; LARGO=1, cinco veces más (minutos)
	$(PY) -m pytest -q tests/averias/entero.py $(ARGS)

escala: .venv/desarrollo.hecho ## las pruebas del despliegue: nginx de verdad, docker-compose.yml leído
	$(PY) herramientas/pg.py $(PY) -m pytest tests/operacion $(ARGS)

bench: .venv/desarrollo.hecho ## mide lo que tardan las cosas
	$(PY) herramientas/bench.py

requisitos: .venv/desarrollo.hecho ## vuelve a fijar las versiones de requirements/ según pyproject.toml
	$(PY) herramientas/requisitos.py

limpio: ## borra el entorno y lo generado; los datos del sitio (datos/) se quedan
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ejecucion.hecho: requirements/ejecucion.txt
	@$(PYTHON) herramientas/instalar.py ejecucion
	@touch $@

.venv/desarrollo.hecho: requirements/desarrollo.txt
	@$(PYTHON) herramientas/instalar.py desarrollo
	@touch $@ .venv/ejecucion.hecho
