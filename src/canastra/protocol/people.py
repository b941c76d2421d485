"""Bodies of requests and answers about people."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from canastra import messages

Name = Annotated[str, Meta(min_length=1, max_length=60, description="1 to 24 visible characters once trimmed")]
Login = Annotated[
    str, Meta(min_length=1, max_length=80, description="3 to 40 letters, digits, points, hyphens, underscores")
]
Password = Annotated[str, Meta(min_length=1, max_length=256, description="8 to 256 characters")]
Language = Literal["pt", "en"]
Animal = Literal["toucan", "capybara", "jaguar", "macaw", "armadillo", "dolphin", "anteater", "tamarin", "sloth", "owl"]
"""The animals that stand for people; web/src/avatars has their pictures."""
ChosenAnimal = Literal[Animal, "by_name"]
BY_NAME: Final = "by_name"
"""The choice of the animal that goes with the name."""
DELETED_NAME: Final = messages.text("users_deleted", "pt")
"""The name of people whose accounts were deleted, at tables, in matches and records; it is refused for all others.

A client may show it in another language.
"""


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: unknown keys are refused."""


class Admission(_Body, frozen=True):
    """A credential for a tournament: the code of a side of a table, or an invitation to a role."""

    tournament: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=80)]


class NewGuest(_Body, frozen=True):
    """Start a session under a name; `token` asks for the session's token in the answer instead of a cookie.

    With an `admission` that holds, it does not count as a guest of its address, since all phones of a hall may share
    one address.
    """

    name: Name
    language: Language = "pt"
    token: bool = False
    admission: Admission | None = None


class NewAccount(_Body, frozen=True):
    """Turn a guest into an account, with a login and a password."""

    login: Login
    password: Password


class SignIn(_Body, frozen=True):
    """Sign in to an account; `token` as in `NewGuest`."""

    login: Login
    password: Password
    token: bool = False


class Recover(_Body, frozen=True):
    """Come back into an account by its recovery code, with a new password; `token` as in `NewGuest`."""

    login: Login
    code: Annotated[str, Meta(min_length=1, max_length=80, description="20 letters and digits, gaps as one likes")]
    password: Password
    token: bool = False


class NewRecoveryCode(_Body, frozen=True):
    """Ask for a new recovery code, which replaces the old one."""

    password: Password


class RecoveryCode(Struct, frozen=True):
    """A new recovery code, which is shown this once; `made` is in milliseconds since 1970."""

    code: str
    made: int


class ChangeMe(_Body, frozen=True):
    """Change the given members.

    Only an account can choose an animal; ``by_name`` is the one that goes with the name.
    """

    name: Name | None = None
    language: Language | None = None
    animal: ChosenAnimal | None = None


class ChangePassword(_Body, frozen=True):
    """Change the password, which ends all other sessions of the account."""

    old: Password
    new: Password


class ForgetMe(_Body, frozen=True):
    """Delete all data about yourself; an account confirms with its password."""

    password: Password | None = None


class NewToken(_Body, frozen=True):
    """Ask for a token for a program that plays under this account."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]


class Report(_Body, frozen=True):
    """Report a person at a table to the operators; the table's latest lines go with it."""

    player: str
    reason: Literal["abuse", "cheating", "name", "other"]
    table: str | None = None
    text: Annotated[str, Meta(max_length=1000)] = ""


class Me(Struct, frozen=True):
    """The owner of the session. `token` is there only in the answer to a request for it.

    `recovery_made` is when the account's recovery code was made, None without a code; `recovery_code` is there only in
    the answer to the request that made it: for a new account or a new password.
    """

    player: str
    name: str
    kind: Literal["guest", "account"]
    language: Language
    login: str | None = None
    token: str | None = None
    muted: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    news: bool = False
    """True if there are notices to read first: see `Notices`."""
    recovery_made: int | None = None
    recovery_code: str | None = None
    animal: str | None = None
    """The animal that the account chose; None for the one that goes with the name."""


class TokenCard(Struct, frozen=True):
    """A token as its owner sees it; the token itself is only in the answer that made it."""

    id: str
    label: str
    created: int
    used: int | None = None
    token: str | None = None


class Tokens(Struct, frozen=True):
    """All tokens of an account."""

    tokens: tuple[TokenCard, ...]


class RulebookFigures(Struct, frozen=True):
    """A player's matches under one rulebook."""

    rulebook: str
    played: int
    won: int
    lost: int
    drawn: int
    points_for: int
    points_against: int


class Profile(Struct, frozen=True):
    """The public facts about a player."""

    player: str
    name: str
    kind: Literal["guest", "account"]
    since: int
    figures: tuple[RulebookFigures, ...] = ()


class MatchCard(Struct, frozen=True):
    """A finished match in a player's history."""

    table: str
    rulebook: str
    ended: int
    players: tuple[str, ...]
    """Names by seat."""
    points: tuple[int, int]
    reason: str
    seat: int
    winner: int | None = None
    """The side that won; None for a draw or an unfinished match."""


class History(Struct, frozen=True):
    """A page of matches, the latest first; `before` asks for the next page, None on the last."""

    matches: tuple[MatchCard, ...]
    before: str | None = None
