"""Logs are JSON lines on standard error, with the ids of the thread and the turn and never a person's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import structlog

LOG_PROCESSORS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]

structlog.configure(
    processors=[*LOG_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)


def logging_to_stderr(level: str, ours: Iterable[str]) -> dict[str, Any]:
    """Django's LOGGING: one handler for everything; the loggers of `ours` from `level`, all others from warnings."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": LOG_PROCESSORS,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Django's own handlers print to the console under DEBUG; everything goes through the one handler here.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "axes": {"level": "WARNING"},
            **{name: {"level": level} for name in ours},
        },
    }
