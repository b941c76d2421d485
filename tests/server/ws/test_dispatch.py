"""Messages that become commands of the table."""

from __future__ import annotations

import dataclasses
from typing import get_args

import msgspec
import pytest

from canastra import table as tables
from canastra.protocol import commands
from canastra.protocol.messages import UNANSWERED
from canastra.server.storage import UnavailableError
from canastra.server.ws.dispatch import command_of, failed


@pytest.mark.parametrize("kind", get_args(commands.Command))
def test_a_message_and_the_command_of_the_same_name_have_the_same_fields(kind: type[commands.Command]) -> None:
    of_table = getattr(tables, kind.__name__)
    _, *fields = (each.name for each in msgspec.structs.fields(kind))
    assert [each.name for each in dataclasses.fields(of_table)] == ["seat", *fields]


def test_the_sender_acts_for_its_own_seat() -> None:
    assert command_of(commands.Act("c1", "draw", 7), 2) == tables.Act(2, "draw", 7)


def test_what_met_no_database_may_be_done_and_is_to_be_sent_again() -> None:
    error = failed(UnavailableError("gone"), "c1", "t1")
    assert error.fault.code in UNANSWERED
    assert error.id == "c1"
