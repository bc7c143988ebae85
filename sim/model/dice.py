"""Keyed dice: a roll is a pure function of (seed, fight, encounter, label, n).

One blake2b digest is drawn for each roll; its j-th 64-bit little-endian word w is the
j-th die, ``1 + (w * sides >> 64)``. No generator state exists, so forks and resumes need
none, and a new label shifts no other roll.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from attrs import frozen

ALGORITHM = "blake2b-1"
_WORDS = struct.Struct("<8Q")


class Dice(Protocol):
    """Where faces come from: the key, or a rule case's list."""

    def roll(self, label: str, n: int, sizes: Sequence[int], seq: int) -> tuple[int, ...]:
        """Return one face for each size; ``n`` counts earlier rolls of the label, ``seq`` is the last event's."""
        ...


def keyed_faces(key: bytes, label: str, n: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of roll ``n`` of ``label`` under ``key``."""
    name = f"{label}\x00{n}".encode()
    words = _WORDS.unpack(blake2b(name, key=key).digest())
    if len(sizes) > len(words):
        blocks = [name + b"\x00%d" % block for block in range(1, 1 + (len(sizes) - 1) // 8)]
        words += tuple(w for block in blocks for w in _WORDS.unpack(blake2b(block, key=key).digest()))
    return tuple([1 + (word * size >> 64) for word, size in zip(words, sizes, strict=False)])


def dice_key(seed: int, fight: int, encounter: int = 0) -> bytes:
    """Return the blake2b key of one fight."""
    return blake2b(f"{ALGORITHM}:{seed}:{fight}:{encounter}".encode(), digest_size=32).digest()


@frozen
class KeyedDice:
    """The dice of one fight, possibly re-keyed by forks.

    Attributes:
        keys: (from seq, key) in rising order; the last whose seq is below the roll's event holds.
    """

    keys: tuple[tuple[int, bytes], ...]

    @classmethod
    def of(cls, seed: int, fight: int) -> KeyedDice:
        """Return the dice of fight number ``fight`` under ``seed``."""
        return cls(((0, dice_key(seed, fight)),))

    def roll(self, label: str, n: int, sizes: Sequence[int], seq: int) -> tuple[int, ...]:
        """See `Dice.roll`."""
        keys = self.keys
        key = keys[0][1]
        if len(keys) > 1:
            for since, later in keys:
                if seq >= since:
                    key = later
        return keyed_faces(key, label, n, sizes)
