# One image for the web process, the worker and the commands. The database and Redis are services of their own.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements.txt .
RUN pip install -r requirements.txt

COPY . .
# Static files are the same for every process, so they are collected once, with settings that reach no service.
RUN DATABASE_URL=postgres://build@localhost/build SECRET_KEY=only-while-building DATA_DIR=/app/var \
    python manage.py collectstatic --noinput -v 0 \
 && useradd --system --home /app app && mkdir -p /data && chown -R app /data /app/var
USER app
ENV BIND=0.0.0.0 PORT=8000 ARTIFACTS_DIR=/data/artifacts DATA_DIR=/app/var
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["python", "-m", "config.web"]
