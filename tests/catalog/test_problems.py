"""Problems as a user reads them."""

from __future__ import annotations

from generator.catalog.problems import InputError, Place, Problem, Problems

CITY = Place("cards/gateway/city.yaml", 41, 7)


def test_a_problem_reads_as_place_field_sentence_card_and_hint() -> None:
    problem = Problem(
        "expected a whole number, got 'five'", CITY, card="red-templar", field="attack", hint="write 5"
    )
    assert (
        str(problem) == "cards/gateway/city.yaml:41:7: error: attack: expected a whole number, got 'five' "
        "(card red-templar); write 5"
    )


def test_the_same_finding_on_many_cards_is_told_once_with_their_number() -> None:
    problems = Problems()
    for paper in ("a4", "letter"):
        del paper  # every card is laid out once for each paper, and still counts once
        for card in ("imp", "ogre", "wolf"):
            problems.warning("it is too high", Place("card.xml.j2", 3, 5), card=card)
    problems.error("it is wrong", Place("a.yaml", 1))
    assert [str(problem) for problem in problems] == [
        "card.xml.j2:3:5: warning: it is too high (card imp and 2 others)",
        "a.yaml:1: error: it is wrong",
    ]
    assert (problems.count("error"), problems.count("warning")) == (1, 1)


def test_problems_come_in_the_order_of_files_and_lines() -> None:
    problems = Problems()
    for place in (Place("b.yaml", 2), Place("a.yaml", 10), Place("a.yaml", 9, 4), Place("a.yaml", 9, 1)):
        problems.error("x", place)
    assert [str(problem.place) for problem in problems] == [
        "a.yaml:9:1",
        "a.yaml:9:4",
        "a.yaml:10",
        "b.yaml:2",
    ]


def test_a_refusal_takes_the_place_of_who_knows_it_unless_it_brings_its_own() -> None:
    assert InputError("no").at(CITY).place == CITY
    assert InputError("no", place=Place("own.j2", 1)).at(CITY).place == Place("own.j2", 1)
