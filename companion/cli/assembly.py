"""Chooses the devices: what the configuration names, or the virtual table's."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

from companion.buttons.board import SlapBoard
from companion.cards.deck import Deck
from companion.cards.live import CardCamera
from companion.cards.recogniser import Recogniser
from companion.cards.zones import zones_from
from companion.config import Config, ConfigError
from companion.observations import Device
from companion.referee.games import GAMES
from companion.service import Service
from companion.table.lobby import COLOURS, Lobby, Seat
from companion.virtual.board import VirtualBoard
from companion.virtual.camera import VirtualCamera
from companion.virtual.players import VirtualPlayers

logger = logging.getLogger(__name__)

Make = Callable[[], Service]
GUESTS = ("Ann", "Ben", "Chloé", "Daan", "Eva", "Félix")
SEATED = {"elcano": 5}  # with five the storm cards are in the game too
DECKS = {"el-capitan": "pirates", "elcano": "elcano"}


def demo(stack: ExitStack, game: str, data: Path, host: str, port: int, speed: float, seed: int) -> Service:
    """The service on a virtual table. ``stack`` closes the virtual devices at the end."""
    if game not in GAMES:
        raise ConfigError(f"Nothing is called {game}. The games are: {', '.join(GAMES)}.")
    if game not in DECKS:
        raise ConfigError(
            f"The virtual table can't play {game} yet; it plays {' and '.join(DECKS)}. "
            f"The referee alone knows it: companion referee {game}"
        )
    deck = find_deck(DECKS[game])
    virtual_board = stack.enter_context(VirtualBoard())
    virtual_camera = stack.enter_context(VirtualCamera(deck, seed=seed))
    board = SlapBoard(virtual_board.device, virtual=True)
    camera = CardCamera(virtual_camera.url, Recogniser(deck), zones_from({}), virtual=True)
    seats = tuple(
        Seat(name, colour, n, virtual=True)
        for n, (name, colour) in enumerate(zip(GUESTS[: SEATED.get(game, 4)], COLOURS, strict=False), start=1)
    )
    service = Service(
        data,
        host=host,
        port=port,
        devices=(board, camera),
        board=board,
        camera=camera,
        lobby=Lobby(game=game, seats=seats),
        virtual=True,
    )
    players = VirtualPlayers(
        lambda command: service.table.submit(command, "virtual table"),
        service.table.view,
        virtual_board,
        virtual_camera,
        {name: find_deck(DECKS[name]).names for name in ("el-capitan", "elcano")},
        seed=seed,
        speed=speed,
        game=game,
    )
    players.start()
    stack.callback(players.stop)
    return service


def real(stack: ExitStack, config: Config, data: Path | None, host: str | None, port: int | None) -> Service:
    """The service on the devices of a configuration."""
    devices: list[Device] = []
    board = None
    camera = None
    if config.board.port:
        board = SlapBoard(config.board.port)
        devices.append(board)
    if config.gpio.pins:
        from companion.buttons.gpio import GpioButtons  # only a Pi has it

        devices.append(GpioButtons(config.gpio.pins, factory=config.gpio.factory))
    if config.camera.source:
        deck = find_deck(config.camera.deck)
        camera = CardCamera(config.camera.source, Recogniser(deck), zones_from(config.camera.zones))
        devices.append(camera)
    return Service(
        data or Path(config.service.data),
        host=host or config.service.host,
        port=port or config.service.port,
        devices=devices,
        board=board,
        camera=camera,
        language=config.service.language,
        hosts=config.service.hosts,
    )


def find_deck(name: str) -> Deck:
    """A deck by the name the product ships, or by its folder. Raises ``DeckError``."""
    shipped = Path(str(files("companion"))) / "decks" / name
    return Deck.load(shipped if shipped.is_dir() else Path(name))
