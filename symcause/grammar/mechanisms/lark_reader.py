"""The lark reader of Boolean mechanisms: slow, exact, and able to say what is wrong.

The grammars are LALR(1), so a wrong text stops the parser at the first token that no expression could have
there, and the parser then knows which tokens it would have taken instead: the mistake is named from these
two facts (:mod:`symcause.grammar.mechanisms.mistake_explanations`). Nothing here recurses, and both
grammars name their rules alike, so one builder serves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError
from symcause.grammar.mechanisms.mistake_explanations import explain_character, explain_token
from symcause.grammar.mechanisms.operator_rules import RULE, completed
from symcause.grammar.mechanisms.parse_state import Bracket, Reading
from symcause.grammar.mechanisms.stop_place import Frame, locate
from symcause.models.expressions import MAX_DEPTH, Constant, Expression, Operation, Variable
from symcause.models.operators.mechanism_operators import OPERATOR


class _Builder(Transformer[Token, Expression]):
    """Rules to expressions; called bottom-up by the parser as it reduces."""

    def variable(self, children: list[Token]) -> Expression:
        return Variable(str(children[0]))

    def constant(self, children: list[Token]) -> Expression:
        return Constant(children[0] == "1")

    def __getattr__(self, name: str) -> Callable[[list[Expression]], Expression]:
        """The rule of an operator."""
        word = name.removeprefix(RULE)
        if not name.startswith(RULE) or word not in OPERATOR:
            raise AttributeError(name)
        return lambda children: Operation(word, tuple(children))


@cache
def grammar(notation: str) -> Lark:
    """The parser of ``sexpr`` or ``infix``.

    The basic lexer knows no context: an operator word is reserved wherever it stands.
    """
    text = files("symcause.grammar").joinpath(f"{notation}.lark").read_text(encoding="utf-8")
    text = completed(text, OPERATOR, signs=notation == "infix")
    return Lark(text, parser="lalr", lexer="basic", transformer=_Builder())


def read(notation: str, text: str, rules: Rules) -> Expression:
    """Parse by the grammar; whether the variables are allowed is not looked at.

    Raises :class:`MechanismError` at the first token that the grammar, the rules or the bounds
    refuse.
    """
    return _run(Reading(notation, text, rules))


def explain(text: str, rules: Rules) -> MechanismError:
    """What is wrong with an S-expression that the scanner refused.

    The scanner says where it stopped and which brackets are open there. To the grammar, one complete
    argument is as good as another, so a short stand-in for the text before that place puts the
    parser into the state it would have reached: the cost does not grow with the text.
    """
    stop = locate(text, rules.operators, constants=rules.constants)
    brackets = [Bracket(frame.position, frame.operator) for frame in stop.frames]
    reading = Reading("sexpr", text, rules, brackets=brackets)
    stand_in = [Token("NAME", "X")] if stop.complete else list(_stand_in(stop.frames))
    if stand_in:
        reading.before, reading.last = (
            stand_in[-2:] if len(stand_in) > 1 else (reading.last, *stand_in)
        )
    try:
        _run(reading, stand_in, stop.position)
    except MechanismError as error:
        return error
    raise AssertionError(f"the scanner refuses what the grammar takes: {text!r}")


def _stand_in(frames: Iterable[Frame]) -> Iterator[Token]:
    for frame in frames:
        yield Token("LPAR", "(")
        yield Token(f"_{frame.operator.upper()}", frame.operator)
        for _ in range(min(frame.count, OPERATOR[frame.operator].meaning.least)):
            yield Token("NAME", "X")


def _run(reading: Reading, context: Iterable[Token] = (), begin: int = 0) -> Expression:
    """Run the grammar on the text from *begin*, after the tokens of *context*."""
    parser = grammar(reading.notation).parse_interactive(reading.text[begin:])
    for token in context:
        parser.feed_token(token)
    token = Token("$END", "")
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            parser.feed_token(token)
            reading.take(token, begin + _start(token))
        token = Token("$END", "")
        expression: Expression = parser.feed_token(token)
    except UnexpectedCharacters as error:
        offset: int = error.pos_in_stream  # type: ignore[assignment]
        raise explain_character(reading, begin + offset) from None
    except UnexpectedToken:
        position = len(reading.text) if token.type == "$END" else begin + _start(token)
        expected = frozenset(parser.accepts())  # type: ignore[no-untyped-call]
        raise explain_token(reading, token, position, expected) from None
    if expression.depth > MAX_DEPTH:
        raise reading.too_deep(len(reading.text) - len(reading.text.lstrip(" ")))
    return expression


def _start(token: Token) -> int:
    """Where a token from the lexer begins (the type admits tokens without a place)."""
    assert token.start_pos is not None
    return token.start_pos
