"""Longer answers as the encoder reads them: sentences and mentions found, marked and placed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Encoding, Tokenizer

from weigh.models.answer_input import LONGEST, MOST_SENTENCES, Reading, build, keys, mentions, sentences
from weigh.models.session import shipped

TOKENIZER = Tokenizer.from_file(str(shipped("") / "tokenizer.json"))
MARKERS, START, END = (2, 3), 101, 102


def encode(texts: list[str]) -> list[Encoding]:
    found: list[Encoding] = TOKENIZER.encode_batch(texts, add_special_tokens=False)
    return found


def built(question: str, answer: str, objects: tuple[str, str]) -> Reading:
    return build(encode, question, objects, answer, MARKERS, START, END)


def test_an_object_is_known_by_the_words_that_tell_it_from_the_other() -> None:
    known = keys("fried meatballs", "baked meatballs")
    text = "Meatballs that were fried brown better; baked ones stay pale."
    assert [(which, text[slice(*span)]) for which, span in mentions(text, known)] == [(0, "fried"), (1, "baked")]


def test_objects_are_introduced_by_name_and_marked_wherever_they_are_named() -> None:
    read = built("Tea or strong coffee?", "I like coffee. Strong coffee beats tea!", ("tea", "strong coffee"))
    assert read.ids.count(2) == 3  # tea: introduced, asked for and answered
    assert read.ids.count(3) == 4
    name = encode(["strong coffee"])[0].ids
    at = read.objects[1]
    assert read.ids[at : at + 1 + len(name)] == [3, *name]


def test_each_sentence_ends_where_the_next_begins() -> None:
    read = built("Tea or coffee?", "Well. I like tea. So take it!", ("tea", "coffee"))
    assert [read.ids[place] for place in read.ends] == [END] * 4
    assert read.sentences == [0, 1, 2]
    first = slice(read.ends[0] + 1, read.ends[1])
    assert read.ids[first] == encode(["Well."])[0].ids
    assert read.ends[-1] == len(read.ids) - 1


def test_exchanging_the_objects_exchanges_their_markers_alone() -> None:
    one, other = (built("Tea or jam?", "Tea. No jam.", pair) for pair in (("tea", "jam"), ("jam", "tea")))
    turned = {2: 3, 3: 2}
    assert one.ends == other.ends
    asked = one.ids.index(END)
    assert [turned.get(token, token) for token in one.ids[asked:]] == other.ids[asked:]


@settings(deadline=None)  # the tokenizer may be slow the first time
@given(st.text(max_size=400), st.text(max_size=3000), st.text(max_size=40), st.text(max_size=40))
def test_any_text_fits_and_both_objects_are_read(question: str, answer: str, one: str, other: str) -> None:
    read = built(question, answer, (one, other))
    assert len(read.ids) <= LONGEST
    assert [read.ids[place] for place in read.objects] == [2, 3]
    assert len(read.ends) == 1 + len(read.sentences) <= 1 + MOST_SENTENCES
    assert all(read.ids[place] == END for place in read.ends)


def test_of_a_long_answer_beginning_and_end_are_read() -> None:
    answer = " ".join(f"This is sentence number {at} and it goes on about nothing in particular." for at in range(24))
    read = built("Tea or coffee?", answer, ("tea", "coffee"))
    assert len(sentences(answer)) == 24 > len(read.sentences) > 10
    assert read.sentences[:3] == [0, 1, 2]
    assert read.sentences[-3:] == [21, 22, 23]


def test_blank_lines_leave_room_for_what_follows_them() -> None:
    blank = "   \n"
    few, many = ("Tea is good.\n" + blank * count + "Coffee is better.\n" for count in (3, 3 * MOST_SENTENCES))
    assert sentences(many) == ["Tea is good.", "Coffee is better."]
    assert sentences(few) == ["Tea is good.", "", "", "", "Coffee is better."]  # the places that letters were given for
