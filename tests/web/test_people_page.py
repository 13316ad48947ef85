"""A club's people: their names, the signs they are told by, and who is no longer offered."""

from rounds.signs import Sign


def test_an_animal_has_a_picture_of_its_own_and_a_colour_has_none() -> None:
    pictures = [sign.picture for sign in Sign if sign.picture]
    assert len(set(pictures)) == len(pictures) == len(Sign) - 8
