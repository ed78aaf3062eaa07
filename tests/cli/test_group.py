"""The table of subcommands and the modules behind it."""

import pkgutil

import click
import pytest

import memdb_cli.commands
from memdb_cli.group import COMMANDS, load
from memdb_cli.main import cli


def test_the_table_names_every_module_of_commands_and_nothing_else():
    modules = {module.name for module in pkgutil.iter_modules(memdb_cli.commands.__path__)}
    assert modules == set(COMMANDS)


def every_command():
    """Each command that does something, by the words that call it."""
    for name in COMMANDS:
        command = load(name)
        if isinstance(command, click.Group):
            assert command.help
            yield from ((f"{name} {part}", one) for part, one in command.commands.items())
        else:
            yield name, command


EVERY = dict(every_command())


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_help_and_the_common_options(name):
    command = EVERY[name]
    assert command.help
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--json", "--db"} <= options


@pytest.mark.parametrize("name", EVERY)
def test_every_option_says_what_it_does(name):
    silent = [
        parameter.name
        for parameter in EVERY[name].params
        if isinstance(parameter, click.Option) and not (parameter.help or "").strip()
    ]
    assert silent == []


def test_help_lists_every_command_with_its_line(memdb):
    result = memdb("--help")
    assert result.code == 0
    for name, line in COMMANDS.items():
        assert f"  {name} " in result.out
        assert line in result.out


def test_a_call_without_a_command_shows_the_help_as_a_usage_error(memdb):
    result = memdb()
    assert (result.code, result.out) == (2, "")
    assert "Commands:" in result.err


def test_commands_keep_the_order_of_the_table():
    assert cli.list_commands(click.Context(cli)) == list(COMMANDS)


def test_version_prints_the_version_alone(memdb):
    from importlib.metadata import version

    assert memdb("--version").out == f"memdb {version('memdb-engine')}\n"
