"""Makes vectors in the embedding space of the settings while the old one serves, then switches. Run again to go on."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from llm.interface import ModelError
from retrieval.index import graphs, spaces
from retrieval.models import Chunk, EmbeddingSpace

_BAR = 30
# Chunks that come in while the command works are embedded too; so often it looks again.
_ROUNDS = 20


class Command(BaseCommand):
    help = (
        "Give every chunk a vector of EMBEDDING_MODEL and EMBEDDING_DIM while the vectors that are there serve, "
        "and switch when all have one. What was made stays when it is interrupted; run it again to go on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--batch", type=int, default=256, metavar="N", help="chunks of one commit (default: 256)")
        parser.add_argument(
            "--drop-others", action="store_true", help="at the end, delete the vectors of all other spaces"
        )

    def handle(self, *args: Any, batch: int, drop_others: bool, **options: Any) -> None:
        if not 1 <= batch <= 5000:
            raise CommandError(f"--batch is {batch}. Give a number from 1 to 5000.")
        space = spaces.new_space(*spaces.wanted())
        made = self._filled(space, batch)
        switched = not EmbeddingSpace.objects.filter(pk=space.pk, active=True).exists()
        for _ in range(_ROUNDS):
            if spaces.switch(space):
                break
            made += self._filled(space, batch)
        else:
            raise CommandError("Chunks are written faster than embedded. Nothing was switched; run it again later.")
        dropped = sum(map(spaces.drop, EmbeddingSpace.objects.exclude(pk=space.pk))) if drop_others else 0
        total = space.embeddings.count()
        self.stdout.write(
            f"{made:,} vectors made, {total:,} in the space {space}, which {'serves now' if switched else 'serves'}."
            + (f" {dropped:,} vectors of other spaces deleted." if drop_others else "")
        )

    def _filled(self, space: EmbeddingSpace, batch: int) -> int:
        """Fill the space and make its index, which over vectors that are there takes a fraction of the time."""
        try:
            made = spaces.fill(space, Chunk.objects.all(), batch=batch, progress=self._report)
        except ModelError as error:
            raise CommandError(
                f"The embedder of {space} failed ({error.code}): {error.detail}. What was made stays, and "
                "the old vectors serve; run it again to go on."
            ) from None
        if sys.stderr.isatty() and made:
            sys.stderr.write("\n")
        graphs.take_in(space)
        graphs.make_index(space, concurrently=True)
        return made

    def _report(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            filled = _BAR * done // max(total, 1)
            sys.stderr.write(f"\r{'█' * filled}{'·' * (_BAR - filled)} {done:,} of {total:,} ")
            sys.stderr.flush()
