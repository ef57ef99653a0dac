"""/metrics: the counters of this process, and gauges that are read at the scrape."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import Error as DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from chat.live import runs
from chat.turns import rows


class _Now(Collector):
    """What is so at the moment of the scrape."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing: the registry would otherwise collect once, and read the database, when this is imported."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily("assistant_turns_running", "Turns that run in this process.", runs.running_count())
        yield from _pool()
        yield from _queue()


def _pool() -> Iterator[GaugeMetricFamily]:
    pool = getattr(connections["default"], "pool", None)
    stats = pool.get_stats() if pool is not None else {}
    family = GaugeMetricFamily("database_pool_connections", "Connections of this process's pool.", labels=["state"])
    family.add_metric(["open"], stats.get("pool_size", 0))
    family.add_metric(["idle"], stats.get("pool_available", 0))
    family.add_metric(["waited_for"], stats.get("requests_waiting", 0))
    yield family


def _queue() -> Iterator[GaugeMetricFamily]:
    family = GaugeMetricFamily("job_queue_jobs", "Jobs that wait or run, in the database.", labels=["status"])
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT status::text, count(*) FROM procrastinate_jobs"
                " WHERE status IN ('todo', 'doing') GROUP BY status"
            )
            for status, count in cursor.fetchall():
                family.add_metric([status], count)
    except DatabaseError:
        # The database's absence is for /readyz to tell; the other series are still of use.
        return
    finally:
        rows.release_connection()
    yield family


REGISTRY.register(_Now())


def metrics(request: HttpRequest) -> HttpResponse:
    """The series in Prometheus's text format. Keep the address inside your network: it names assistants and models."""
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
