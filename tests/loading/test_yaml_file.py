from pathlib import Path

import pytest

from sim.loading.yaml_file import MAX_BYTES, Place, parse_yaml, read_yaml
from sim.model.errors import InputError


def fault(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "f.yaml")
    return str(caught.value)


def test_scalars_follow_yaml_1_2():
    document = parse_yaml("[no, yes, 012, 0o17, 0x1F, 1.5, true, null, ~, '12', 2020-01-01, 2d6]")
    assert document.value == ["no", "yes", 12, 15, 31, 1.5, True, None, None, "12", "2020-01-01", "2d6"]


def test_every_value_and_key_has_its_place():
    document = parse_yaml("a: 1\nb:\n  - x\n  - {c: d}\n")
    assert document.places[("b", 1, "c")] == Place(4, 9)
    assert document.keys[("b", 1, "c")] == Place(4, 6)


def test_aliases_are_written_out():
    assert parse_yaml("a: &x [1, 2]\nb: *x\n").value == {"a": [1, 2], "b": [1, 2]}


def test_an_empty_file_holds_nothing():
    assert parse_yaml("").value is None


ROWS = "\n".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 10)}]" for n in range(8))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "f.yaml:3:1: the key 'a' stands here a second time; the first is in line 1"),
        ("a: [1", "f.yaml:1:6: not YAML: while parsing a flow sequence"),
        ("a: b: c", "f.yaml:1:5: not YAML: mapping values are not allowed here"),
        ("a: !!python/name:os.system x", "f.yaml:1:4: the tag tag:yaml.org,2002:python/name:os.system is not known"),
        ("a: *b", "f.yaml:1:4: the alias *b has no anchor &b before it"),
        ("a: &a [*a]", "f.yaml:1:8: the alias *a stands inside its own anchor"),
        (f"a: &a [1,1,1,1,1,1,1,1,1,1]\n{ROWS}", "f.yaml:5:4: aliases make this too large; expected at most 50000"),
        ("[" * 5000, "f.yaml:1:42: nested too deeply; expected at most 40 levels"),
        ("[" + "1," * 50_001 + "]", "f.yaml:1:100000: too many values; expected at most 50000"),
        ("a: " + "9" * 5000, "f.yaml:1:4: this number is too long"),
        ("{[1]: 2}", "f.yaml:1:2: this key is no text"),
        ("a\n---\nb", "f.yaml:2:1: a second document begins here"),
        ("a: \x00", "f.yaml: not YAML: unacceptable character"),
    ],
)
def test_what_is_refused(text, message):
    assert fault(text).startswith(message)


def test_faults_are_told_together():
    assert len(fault("a: 1\na: 2\nb: !x 1\na: 3").splitlines()) == 3


def test_a_missing_file(tmp_path: Path):
    with pytest.raises(InputError, match=r"none\.yaml: there is no such file"):
        read_yaml(tmp_path / "none.yaml")


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(InputError, match="this is no file; expected YAML"):
        read_yaml(tmp_path)


def test_a_huge_file_is_not_even_read(tmp_path: Path):
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match=r"huge\.yaml: the file is too large; expected at most 2000000 bytes"):
        read_yaml(huge)


def test_a_file_that_is_no_text(tmp_path: Path):
    (tmp_path / "b.yaml").write_bytes(b"a: \xff\xfe")
    with pytest.raises(InputError, match=r"b\.yaml: not UTF-8 text at byte 3"):
        read_yaml(tmp_path / "b.yaml")
