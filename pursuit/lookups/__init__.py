"""Where an answer is looked for: policies and material, the web, the code lists.

`rounds` says what is looked up next and `searxng` is the outside search: each is offered whole.
"""

from __future__ import annotations

from pursuit.lookups import rounds, searxng
from pursuit.lookups.codes import look_up_codes
from pursuit.lookups.documents import LookedUp, look_in_materials
from pursuit.lookups.rounds import Call
from pursuit.lookups.web import look_on_web

__all__ = ["Call", "LookedUp", "look_in_materials", "look_on_web", "look_up_codes", "rounds", "searxng"]
