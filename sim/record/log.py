"""Log files: a header, entries, a checkpoint for each round, a footer; a hash chain over all of it.

The chain is a running SHA-256 over all bytes before the line that states it, header
included; for ``.zst`` over the bytes before compression, each round being a frame.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import orjson
from attrs import define, field, frozen

from sim.loading.scenario import scenario_from_plain, scenario_to_plain
from sim.model.dice import ALGORITHM
from sim.model.errors import InputError, Problem
from sim.model.events import Entry, RoundEnded
from sim.model.plain import plain
from sim.model.scenario import Scenario
from sim.model.state import Outcome, State
from sim.record.codec import SchemaError, encode, entry_from_plain, from_plain, to_line
from sim.record.fingerprint import engine_version, fingerprint
from sim.record.segments import read_segments
from sim.record.state_hash import state_hash

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LOG_VERSION: Final = 1
MAX_BYTES: Final = 2**30
"""A log is read whole; larger ones, also when decompressed, are refused."""
_SEED: Final = re.compile(rf"{ALGORITHM}:(-?[0-9]{{1,16}})")

_CHECKED: Final[dict[int, int]] = {zstd.CompressionParameter.checksum_flag: 1}


def header(scenario: Scenario, seed: int, fight: int, segments: tuple[Any, ...] = ()) -> dict[str, Any]:
    """Return the first line of a log; it holds all that a fight is made of.

    Raises:
        InputError: The scenario holds something that a log cannot.
    """
    try:
        content = plain(scenario_to_plain(scenario))
    except ValueError as error:
        raise InputError(f"scenario {scenario.name} cannot stand in a log: {error}") from None
    return {
        "type": "Header",
        "log": LOG_VERSION,
        "engine": engine_version(),
        "fingerprint": fingerprint(scenario.ruleset),
        "ruleset": scenario.ruleset,
        "edition": scenario.edition,
        "seed": f"{ALGORITHM}:{seed}",
        "fight": fight,
        "scenario": content,
        "segments": list(segments),
    }


class LogWriter:
    """Writes a log as the fight goes on; what is written ends with the last whole round.

    Args:
        file: Open for writing bytes.
        head: The header.
        state: The live state, for the hashes.
        compress: Whether to write zstd frames.
    """

    def __init__(self, file: BinaryIO, head: Mapping[str, Any], state: State, *, compress: bool) -> None:
        self._file = file
        self._state = state
        self._compress = compress
        self._chain = hashlib.sha256()
        self._count = 0
        self._buffer: list[bytes] = []
        self._write(to_line(dict(head)))
        self._flush()

    def add(self, entry: Entry) -> None:
        """Write an entry; it must be in the state already."""
        self._count += 1
        self._write(encode(entry))
        if type(entry.event) is RoundEnded:
            point = {"type": "Checkpoint", "round": entry.event.number, "seq": entry.seq}
            self._seal(point)

    def close(self) -> None:
        """Write the footer."""
        outcome = self._state.outcome
        ended = {"winners": outcome.winners, "reason": outcome.reason} if outcome else None
        self._seal({"type": "Footer", "count": self._count, "outcome": ended, "faulted": self._state.faulted})

    def _seal(self, line: dict[str, Any]) -> None:
        line["chain"] = self._chain.hexdigest()
        line["state"] = state_hash(self._state)
        self._write(to_line(line))
        self._flush()

    def _write(self, line: bytes) -> None:
        self._chain.update(line)
        self._buffer.append(line)

    def _flush(self) -> None:
        data = b"".join(self._buffer)
        self._buffer.clear()
        self._file.write(zstd.compress(data, options=_CHECKED) if self._compress else data)
        self._file.flush()


@frozen
class _Point:
    """The form of a ``Checkpoint`` line."""

    round: int
    seq: int
    chain: str
    state: str


@frozen
class _Footer:
    """The form of a ``Footer`` line."""

    count: int
    chain: str
    state: str
    outcome: Outcome | None
    faulted: bool


SEALS: Final[dict[str, type[_Point | _Footer]]] = {"Checkpoint": _Point, "Footer": _Footer}


@frozen
class Checkpoint:
    """A line that states chain and state hash at an entry."""

    line: int
    seq: int
    state: str


@define
class Log:
    """A log as read.

    Attributes:
        path: Where it was read.
        head: The header.
        scenario: The fight, from the header.
        seed: The seed's number.
        fight: Number of the fight.
        entries: All entries that could be read, up to the first fault.
        checkpoints: Stated state hashes, the footer's last.
        outcome: As the footer states it.
        faulted: Whether a rule broke, as the footer states it.
        finished: Whether there is a footer.
        problems: What is wrong beyond being cut short.
        torn: What the end looks like when the log was cut in mid-line or mid-frame.
    """

    path: Path
    head: dict[str, Any]
    scenario: Scenario
    seed: int
    fight: int
    entries: list[Entry] = field(factory=list)
    checkpoints: list[Checkpoint] = field(factory=list)
    outcome: Outcome | None = None
    faulted: bool = False
    finished: bool = False
    problems: list[Problem] = field(factory=list)
    torn: str = ""


def read_log(path: Path) -> Log:
    """Read a log as far as it can be read; what is wrong with it is told in ``problems`` and ``torn``.

    Raises:
        InputError: The file cannot be read, or its header is none.
    """
    data, torn, damage = _bytes_of(path)
    lines = data.split(b"\n")
    rest = lines.pop()
    if not lines:
        raise InputError(Problem("no log: expected a first line with the header", str(path), 1))
    log = _log_of_header(path, lines[0])
    log.torn = torn or ("the last line is cut" if rest else "")
    _read_lines(log, lines)
    if log.torn and not log.problems and (log.finished or (rest and not rest.startswith(b"{"))):
        log.problems.append(Problem("what stands at the end is no part of a log", str(path), len(lines) + 1))
    if damage:
        log.problems.append(Problem(damage, str(path), len(lines) + 1))
    return log


def _bytes_of(path: Path) -> tuple[bytes, str, str]:
    """Return the content, how its end was cut, and what is damaged; the latter two mostly empty."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(Problem("the log is too large to be read", str(path)))
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(Problem(f"cannot be read: {error.strerror}", str(path))) from None
    if path.suffix != ".zst":
        return raw, "", ""
    return _decompress(path, raw)


def _decompress(path: Path, raw: bytes) -> tuple[bytes, str, str]:
    whole: list[bytes] = []
    room = MAX_BYTES
    while raw:
        frame = zstd.ZstdDecompressor()
        try:
            whole.append(frame.decompress(raw, room + 1))
        except zstd.ZstdError as error:
            if not whole:
                raise InputError(Problem(f"no zstd file: {error}", str(path))) from None
            return b"".join(whole), "", f"a zstd frame is damaged: {error}"
        room -= len(whole[-1])
        if room < 0:
            raise InputError(Problem("the log is too large to be read", str(path)))
        if not frame.eof:
            return b"".join(whole), "the last frame is cut", ""
        raw = frame.unused_data
    return b"".join(whole), "", ""


def _log_of_header(path: Path, line: bytes) -> Log:
    def wrong(message: str) -> InputError:
        return InputError(Problem(message, str(path), 1))

    try:
        head = plain(_json(line))
    except ValueError as error:
        raise wrong(f"the header cannot be used: {error}") from None
    if not isinstance(head, dict) or head.get("type") != "Header":
        raise wrong("no log: expected the header, a JSON object of type Header")
    if head.get("log") != LOG_VERSION:
        raise wrong(f"log version {head.get('log')!r} is not known; expected {LOG_VERSION}")
    seed = _SEED.fullmatch(str(head.get("seed")))
    if not seed:
        raise wrong(f"seed {head.get('seed')!r} is not known; expected {ALGORITHM} and a number")
    if type(head.get("fight")) is not int or not isinstance(head.get("segments"), list):
        raise wrong("expected a whole number for fight and a list for segments")
    try:
        scenario = scenario_from_plain(head.get("scenario"))
    except InputError as error:
        raise wrong(f"the scenario in the header cannot be used: {error}") from None
    try:
        read_segments(head["segments"])
    except InputError as error:
        raise wrong(str(error)) from None
    return Log(path, head, scenario, int(seed[1]), head["fight"])


def _json(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _read_lines(log: Log, lines: list[bytes]) -> None:
    chain = hashlib.sha256(lines[0] + b"\n")
    for number, line in enumerate(lines[1:], 2):
        for message in _read_line(log, line, number, chain.hexdigest):
            log.problems.append(Problem(message, str(log.path), number))
        if log.problems:
            return
        chain.update(line + b"\n")


def _read_line(log: Log, line: bytes, number: int, chain: Any) -> Iterator[str]:
    """Take in one line; yield what is wrong with it."""
    raw = _json(line)
    if log.finished:
        yield "something stands after the footer"
    elif not isinstance(raw, dict):
        yield "no JSON object"
    elif str(raw.get("type")) in SEALS:
        if to_line(raw) != line + b"\n":
            yield "this is not the form in which checkpoints and footers are written"
        yield from _read_seal(log, raw, number, chain())
    else:
        try:
            entry = entry_from_plain(raw)
            written = encode(entry)
        except (SchemaError, InputError) as error:
            yield str(error)
            return
        due = len(log.entries) + 1
        if entry.seq != due:
            yield f"seq is {entry.seq}, expected {due}"
        elif written != line + b"\n":
            yield "this is not the form in which entries are written"
        else:
            log.entries.append(entry)


def _read_seal(log: Log, raw: dict[str, Any], number: int, chain: str) -> Iterator[str]:
    try:
        seal = from_plain({key: raw[key] for key in raw if key != "type"}, SEALS[raw["type"]])
    except SchemaError as error:
        yield str(error)
        return
    if seal.chain != chain:
        yield "the chain is broken: a line since the last checkpoint was changed"
    last = log.entries[-1].seq if log.entries else 0
    log.checkpoints.append(Checkpoint(number, last, seal.state))
    if isinstance(seal, _Point):
        if seal.seq != last:
            yield f"the checkpoint is for seq {seal.seq}, the last entry is {last}"
        return
    if seal.count != last:
        yield f"the footer counts {seal.count} entries, there are {last}"
    log.finished = True
    log.outcome, log.faulted = seal.outcome, seal.faulted
