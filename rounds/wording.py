"""Says facts, reasons and problems as a player would, in 简体, 繁體 and English.

Without a `language` in the one that is in force, as `gettext` does, and in the words of the table that is asked for
(`rounds.spoken`). A command names its own; then the words are the usual ones.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import get_language

from rounds.rules.events import Fact, Kong, Leave, Transfer, WallOut, WallState, Win, WinBy
from rounds.rules.ledger import Fans, Price, Reason, Why
from rounds.rules.options import Option
from rounds.rules.patterns import Pattern
from rounds.rules.problems import Problem
from rounds.rules.ruleset import Bonus, KongKind, KongTransfer, ReadyCheck, TransferShares
from rounds.rules.strict import Malformed
from rounds.rules.terms import Named, Term
from rounds.rules.tiles import Suit, write_tiles
from rounds.sentences import (
    FACTS,
    FANS,
    GAME_WORDS,
    JOINED,
    LINE,
    MALFORMED,
    PRESETS,
    PROBLEMS,
    REFUSALS,
    SHORT,
    STEP,
    WHY,
    Sentence,
)
from rounds.spoken import said

LANGUAGES = ("zh-hans", "zh-hant", "en")

Language = str | None
"""One of `LANGUAGES`; None for the one in force."""

Names = Mapping[str, str]
"""What each seat is called at this table; a seat without a name is called by itself."""

_SHOWN, _PLACE_SHOWN = 60, 120
"""So many characters of a wrong value are shown, and of its place, which may have names and unknown keys in it."""

_CONTROLS = {code: chr(0x2400 + code) for code in range(32)} | dict.fromkeys((0x7F, 0x85, 0x2028, 0x2029), "␤")


def isolated(name: str) -> str:
    """A name inside a sentence: one with letters written from the right keeps that order to itself."""
    from_the_right = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\u2068{name}\u2069" if from_the_right else name


def word(member: Named, language: Language = None) -> str:
    """A word of the game; in English the 汉字 with a gloss."""
    return say_term(member.term, language)


def say_term(term: Term, language: Language = None) -> str:
    """As `word`, of a word that no member carries."""
    glossed = f"{term.hans} {term.english}" if term.hans in GAME_WORDS else term.english
    return _pick((term.hans, term.hant, glossed), language)


def brief(member: Named) -> str:
    """A word of the game where there is no room for its gloss, or it has been said already."""
    term = member.term
    return _pick((term.hans, term.hant, term.hans if term.hans in GAME_WORDS else term.english), None)


def short(member: Named) -> str:
    """A word of the game on a key: in English with as much of its gloss as there is room for."""
    return f"{brief(member)} {gloss(member)}".rstrip()


def gloss(member: Named) -> str:
    """In English what a word of the game means, as short as can be; else nothing."""
    return _pick(("", "", SHORT.get(member.term.hans, "")), None)


def in_script(term: Term) -> str:
    """A word itself, in the script of the language in force, whatever the table calls it."""
    return term.hant if get_language() == "zh-hant" else term.hans


def say_pinyin(term: Term) -> str:
    """How a word of the game is spoken."""
    return said(term.pinyin)


def listed(texts: Iterable[str], language: Language = None) -> str:
    """ "张三、李四"; in English with commas."""
    return _pick(JOINED["list"], language).join(texts)


def clauses(texts: Iterable[str]) -> str:
    """ "张三付4，李四付2"."""
    return _pick(JOINED["clauses"], None).join(texts)


def sentences(texts: Iterable[str]) -> str:
    """ "没有这套规矩；地址不对"."""
    return _pick(JOINED["sentences"], None).join(texts)


def paragraph(texts: Iterable[str]) -> str:
    """Whole sentences, one after the other."""
    return _pick(JOINED["paragraph"], None).join(texts)


def say_preset(key: str) -> str:
    """What a rule set that comes with the game is called."""
    return _pick(PRESETS[key], None)


def heading(term: Term) -> str:
    """A word at the head of what is said about it."""
    told = say_term(term)
    return told[:1].upper() + told[1:]


def say_decides(option: Option, language: Language = None) -> str:
    """What an option of the house rules decides, in one sentence."""
    return _pick(option.decides, language)


def say_fact(fact: Fact, names: Names, language: Language = None) -> str:
    """A fact in a few words: "李四 胡 张三 点炮"."""

    def name(seat: str | None) -> str:
        return names.get(seat or "", seat or "?")

    match fact:
        case Kong(player, kind, feeder, _, robbed):
            told = [name(player), word(kind, language)]
            if feeder:
                told.append(_pick(FACTS["fed"], language).format(feeder=name(feeder)))
            if robbed:
                told.append(_pick(FACTS["robbed"], language))
            return " ".join(told)
        case Win():
            return _say_win(fact, name, language)
        case WallOut():
            return _pick(FACTS["wall_out"], language)
        case Leave(player):
            return f"{name(player)} {word(Reason.LEAVE, language)}"
        case Transfer(payer):
            return f"{name(payer)} {word(Reason.TRANSFER, language)}"


def _say_win(win: Win, name: Callable[[str | None], str], language: Language) -> str:
    who = listed((name(winner.player) for winner in win.winners), language)
    if win.by is WinBy.SELF_DRAW:
        bloom = [_pick(FANS["after_kong"], language)] if win.after_kong else []
        return " ".join([who, word(win.by, language), *bloom])
    how = word(Bonus.SHOOT_AFTER_KONG, language) if win.after_kong else word(win.by, language)
    return _pick(FACTS["won"], language).format(winners=who, discarder=name(win.discarder), how=how)


def say_fans(step: Fans, language: Language = None) -> str:
    """What earned fans, and how many times: "根", "暗杠×2"."""
    what = _pick(FANS[step.what], language) if step.what in FANS else word(_MEMBERS[step.what], language)
    return f"{what}×{step.count}" if step.count > 1 else what


def say_price(price: Price, language: Language = None) -> str:
    """How fans became points: "清一色 2番＋根 1番＝3番 ×8 · 底1"."""
    told = {"steps": say_steps(price, language), "multiplier": price.multiplier, "base": price.base}
    sentence = _pick(WHY["price"], language).format(**told)
    if not price.wait:
        return sentence
    return _pick(WHY["waiting"], language).format(tile=say_tiles([price.wait], language), price=sentence)


def say_step(step: Fans) -> str:
    """ "清一色2番", "暗杠×2 2番"."""
    return say(STEP[step.count > 1], {"what": say_fans(step), "fans": step.fans})


def say_steps(price: Price, language: Language = None) -> str:
    """Where fans come from, and what the cap leaves of them: "清一色 2番＋根 1番＝3番"."""
    if len(price.steps) == 1:
        steps = f"{say_fans(price.steps[0], language)} {price.fans}番"
    else:
        steps = "＋".join(f"{say_fans(step, language)} {step.fans}番" for step in price.steps) + f"＝{price.fans}番"
    if price.paid_fans < price.fans:
        steps = _pick(WHY["capped"], language).format(steps=steps, paid=price.paid_fans)
    return steps


def say_tiles(tiles: Sequence[str], language: Language = None) -> str:
    """Tiles as a player writes them: "123万44筒"; in English as mpsz text."""
    english = (language or get_language()) == "en"
    return write_tiles(tiles) if english else write_tiles(tiles, "".join(word(suit, language) for suit in Suit))


def say_why(reason: Reason, why: Why, language: Language = None) -> str:
    """Why an entry has its points, in one line."""
    if why.price and reason is Reason.WIN:
        return say_price(why.price, language)
    return _pick(WHY[_sentence_for(reason, why)], language).format_map(_figures(why, language))


def _figures(why: Why, language: Language) -> dict[str, object]:
    """What the sentences of WHY have braces for, as far as it is there."""
    told: dict[str, object] = {"base": why.base, "times": why.times, "note": why.note, "limit": why.limit}
    if why.kong:
        told["kong"] = word(_MEMBERS[why.kong], language)
    if why.price:
        told |= {"base": why.price.base, "more": why.price.multiplier, "price": say_price(why.price, language)}
    if why.less:
        told["less"] = why.less.multiplier
    if why.rule in _MEMBERS:
        told["rule"] = word(_MEMBERS[why.rule], language)
    if why.source:
        told["source"] = word(Reason(why.source), language)
    return told


def _sentence_for(reason: Reason, why: Why) -> str:
    """Which sentence of WHY speaks of this entry."""
    match reason:
        case Reason.KONG_TRANSFER if why.rule:
            return "kong_transfer_shared"
        case Reason.KONG_REFUND if why.rule == KongTransfer.RETURN:
            return "kong_return"
        case Reason.LEAVE if why.price:
            return "leave_ready"
        case Reason.LEAVE if why.source:
            return "leave_forfeit"
        case Reason.TRANSFER if why.note:
            return "transfer_noted"
        case _:
            return reason.value


def say_problem(problem: Problem, names: Names, language: Language = None) -> str:
    """What cannot have happened, in one sentence."""
    return say_refusal(problem.code, problem.figures, names, language)


def _say_figure(key: str, value: object, names: Names, language: Language) -> str:
    if key == "tile":
        return say_tiles([str(value)], language)
    if isinstance(value, Named):
        return word(value, language)
    return names.get(value, value) if isinstance(value, str) else str(value)


def say_refusal(code: str, figures: Mapping[str, object], names: Names, language: Language = None) -> str:
    """Why a tap was not written down, in one sentence: the log is not in a state for it, or it cannot have happened."""
    sentence = REFUSALS[code] if code in REFUSALS else PROBLEMS[code]
    return _pick(sentence, language).format(
        **{key: _say_figure(key, value, names, language) for key, value in figures.items()}
    )


def say_malformed(fault: Malformed, language: Language = None) -> str:
    """What cannot be read and where, in one sentence."""
    figures = {key: _say_value(key, value) for key, value in fault.figures.items()}
    place = _cut(fault.place, _PLACE_SHOWN) or _pick(LINE, language)
    return on_one_line(_pick(MALFORMED[fault.code], language).format(place=place, **figures))


def on_one_line(sentence: str) -> str:
    """A sentence in which names and keys that no form would let through cannot begin a line."""
    return sentence.translate(_CONTROLS)


def _say_value(key: str, value: object) -> str:
    if key == "known" and isinstance(value, tuple):
        return ", ".join(value)
    text = value if key in ("key", "detail", "tile") and isinstance(value, str) else _as_json(value)
    return _cut(text, _SHOWN)


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:  # what was read a few calls further up may be too deep to be written here
        return "…"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def say(sentence: Sentence, figures: Mapping[str, object], language: Language = None) -> str:
    """A sentence with what is filled in."""
    return _pick(sentence, language).format_map(figures)


def _pick(sentence: Sentence, language: Language) -> str:
    if language is None:
        return said(sentence[LANGUAGES.index(get_language() or LANGUAGES[0])])
    return sentence[LANGUAGES.index(language)]


_MEMBERS: Mapping[str, Named] = {
    member.value: member
    for kind in (Pattern, KongKind, Bonus, WallState, ReadyCheck, TransferShares)
    for member in kind
}
