FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONTZPATH="" DIR_DATOS=/datos
WORKDIR /sitio
COPY requirements/ejecucion.txt requirements/ejecucion.txt
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/ejecucion.txt
COPY . .
RUN useradd --system --home-dir /datos --shell /usr/sbin/nologin hilo \
    && mkdir /datos && chown hilo:hilo /datos
USER hilo
VOLUME /datos
EXPOSE 8000
CMD ["sh", "-c", "python manage.py preparar && exec python -m gunicorn --config python:config.gunicorn_conf config.wsgi:application"]
