"""Where an answer is looked for: policies and material, the web, the code lists."""

from __future__ import annotations

from pursuit.lookups import searxng
from pursuit.lookups.codes import look_up_codes
from pursuit.lookups.materials import LookedUp, look_in_materials
from pursuit.lookups.web import look_on_web

__all__ = ["LookedUp", "look_in_materials", "look_on_web", "look_up_codes", "searxng"]
