"""The web process: Daphne in this process, so that a signal first ends the turns and then the server."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.child import WAITS
from config.environment import read_dotenv
from config.learning import learn_beside
from config.postgres import server_for_process

# A turn that is stopped saves itself in milliseconds; the supervisor kills this process half a second after STOP_S.
SAVE_TURNS_S = 3.0
STOP_S = 4.0

# Of malloc.h.
_M_ARENA_MAX = -8

# Ends the process when a turn or a client keeps the loop from stopping.
_last_resort = threading.Timer(STOP_S, os._exit, [1])
_last_resort.daemon = True


def main() -> None:
    # Loading leaves no garbage.
    gc.disable()
    _share_free_memory()
    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        with server_for_process():
            status = serve()
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")
    # Threads that a stalled model or a slow client holds would keep the interpreter alive; all that matters is saved.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def serve() -> int:
    """Listen until SIGTERM or SIGINT. Returns the exit status, which is 1 if the port could not be had."""
    # This import installs Twisted's asyncio reactor, so it comes before every other import of Twisted.
    from daphne import server as daphne_server  # isort: skip
    from daphne.endpoints import build_endpoint_description_strings
    from django.conf import settings

    from config.asgi import application
    from config.bounds import BoundedFactory, BoundedSocketFactory, frame_bytes

    _await_database()
    # Daphne makes its factories itself, by these names.
    daphne_server.HTTPFactory, daphne_server.WebSocketFactory = BoundedFactory, BoundedSocketFactory
    server = daphne_server.Server(
        application,
        # Of Twisted's fifty, the further ones of a crowd would be reset.
        endpoints=[f"{tcp}:backlog=1024" for tcp in build_endpoint_description_strings(settings.BIND, settings.PORT)],
        signal_handlers=False,
        # A turn over REST lasts as long as its model's clocks allow, and a page stays open for days.
        http_timeout=None,
        websocket_timeout=-1,
        ping_interval=20,
        ping_timeout=30,
        websocket_max_message_size=frame_bytes(),
        websocket_max_frame_size=frame_bytes(),
        # No access log: addresses carry searches and titles, which are a person's words.
        action_logger=None,
        verbosity=0,
        ready_callable=_freeze,
        server_name="assistants",
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop_on_signal)
    _begin()
    server.run()
    _last_resort.cancel()
    return 0 if server.listening_addresses else 1


def _await_database() -> None:
    """Look at the database as soon as the supervisor says that it is prepared; load meanwhile what a request needs."""
    from django.db import connection
    from django.urls import get_resolver

    from retrieval.index import refuse_another_space

    _ = get_resolver().url_patterns
    # The supervisor's end closes the pipe.
    if WAITS in sys.argv[1:] and not sys.stdin.buffer.readline():
        sys.exit(0)
    refuse_another_space()
    connection.close()


def _begin() -> None:
    """Dead turns are swept; what messages do is learnt, or read where it is kept, before the first of them comes."""
    _sweep_dead_turns()
    threading.Thread(target=learn_beside, name="learn", daemon=True).start()


def _sweep_dead_turns() -> None:
    from chat.live import runs

    threading.Thread(target=runs.sweep_forever, name="sweep", daemon=True).start()


def _freeze() -> None:
    """Keep what was loaded at the start out of every later garbage collection, and give back what loading has freed."""
    gc.collect()
    gc.freeze()
    gc.enable()
    _glibc("malloc_trim", 0)


def _share_free_memory() -> None:
    """Have all threads take memory from two arenas of glibc: of one each, what one has freed is lost to the others."""
    _glibc("mallopt", _M_ARENA_MAX, 2)


def _glibc(name: str, *arguments: int) -> None:
    """Call a function of glibc; other libraries of C have none of these."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), name):
        libc[name](*arguments)


def _stop_on_signal(_number: int, _frame: object) -> None:
    """Refuse new turns, save the running ones off the loop so that their answers still go out, then stop the loop."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    _last_resort.start()
    reactor = _reactor()
    reactor.callFromThread(reactor.callInThread, _save_turns_and_stop)


def _save_turns_and_stop() -> None:
    from chat.live import runs

    try:
        runs.shutdown(SAVE_TURNS_S)
    finally:
        reactor = _reactor()
        # The moment lets the answers of the stopped turns reach their clients.
        reactor.callFromThread(reactor.callLater, 0.2, reactor.stop)


def _reactor() -> Any:
    from twisted.internet import reactor

    return reactor


if __name__ == "__main__":
    main()
