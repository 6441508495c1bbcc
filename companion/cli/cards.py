"""``companion cards``: teach a deck, name the cards in pictures, measure how well."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.cards.deck import Deck, DeckError
from companion.cards.imagefile import ImageError, read_picture
from companion.cards.recogniser import Recogniser, Settings, Sight
from companion.cards.teach import Lesson, TeachError, lessons_from, teach


@click.group()
def cards() -> None:
    """Teach and recognise cards."""


@cards.command("teach")
@click.argument("deck", type=click.Path(path_type=Path))
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--name", help="What the card in the pictures is called.")
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path),
    help="Teach every picture of a folder; each file's stem is its name.",
)
@click.option("--back", is_flag=True, help="The pictures show a card's back: known, never named.")
@click.option(
    "--show",
    type=click.Path(path_type=Path),
    help="Write a picture of any two cards that look too much alike.",
)
def teach_command(
    deck: Path, images: tuple[Path, ...], name: str | None, folder: Path | None, back: bool, show: Path | None
) -> None:
    """Add cards to the DECK folder from photos or scans."""
    if folder is None and not (name and images):
        raise click.UsageError("Give --name NAME and one or more pictures, or --from FOLDER.")
    if folder is not None and (name or images):
        raise click.UsageError("Give either --from FOLDER or --name NAME with pictures, not both.")
    try:
        lessons = (
            lessons_from(folder, back) if folder else [Lesson(name or "", back, image) for image in images]
        )
        report = teach(deck, lessons, show)
    except (DeckError, TeachError) as error:
        raise SystemExit(_fail(str(error))) from error
    for problem in report.problems:
        click.echo(problem, err=True)
    for warning in report.warnings:
        click.echo(f"Warning: {warning}", err=True)
    click.echo(report.summary)
    if report.problems:
        raise SystemExit(1)


@cards.command()
@click.argument("deck", type=click.Path(path_type=Path))
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each image.")
@click.option(
    "--budget",
    default=400,
    show_default=True,
    type=click.IntRange(10),
    help="Milliseconds of work after which what is not settled stays unknown.",
)
def recognise(deck: Path, images: tuple[Path, ...], as_json: bool, budget: int) -> None:
    """Say which cards of DECK are in each image."""
    try:
        recogniser = Recogniser(Deck.load(deck), Settings(budget_ms=budget))
    except DeckError as error:
        raise SystemExit(_fail(str(error))) from error
    failed = False
    for image in images:
        try:
            picture = read_picture(image)
        except ImageError as error:
            _fail(str(error))
            failed = True
            continue
        sight = recogniser.look(picture.pixels)
        line = _json(image, sight, picture.scale) if as_json else _plain(image, sight)
        click.echo(line)
        sys.stdout.flush()
    if failed:
        raise SystemExit(1)


@cards.command()
@click.option("--frames", default=60, show_default=True, type=click.IntRange(1), help="Frames for each set.")
@click.option("--set", "only", multiple=True, help="Only this set (may be given again).")
@click.option("--no-peers", is_flag=True, help="Leave out the plain methods that run beside ours.")
def bench(frames: int, only: tuple[str, ...], no_peers: bool) -> None:
    """Measure the recogniser and plain methods on rendered and photographed tables."""
    from companion.cards.bench.run import SETS, run

    if unknown := set(only) - set(SETS):
        raise click.UsageError(f"There is no set {min(unknown)}; the sets are {', '.join(SETS)}.")
    for line in run(frames, only or tuple(SETS), peers=not no_peers):
        click.echo(line)


def _fail(message: str) -> int:
    click.echo(message, err=True)
    return 1


def _json(image: Path, sight: Sight, scale: float) -> str:
    def corners(points: tuple[tuple[float, float], ...]) -> list[list[float]]:
        return [[round(x * scale, 1), round(y * scale, 1)] for x, y in points]

    return json.dumps(
        {
            "image": str(image),
            "cards": [
                {
                    "name": card.name,
                    "confidence": card.confidence,
                    "corners": corners(card.corners),
                    "angle_deg": card.angle_deg,
                    "readings": [{"name": name, "confidence": value} for name, value in card.readings],
                }
                for card in sight.cards
            ],
            "unknown": [{"corners": corners(outline.corners)} for outline in sight.unknown],
            "ms": round(sight.ms, 1),
        },
        ensure_ascii=False,
    )


def _plain(image: Path, sight: Sight) -> str:
    names = [
        f"{card.name} ({card.confidence:.0%}, turned {card.angle_deg:.0f} degrees)" for card in sight.cards
    ]
    if sight.unknown:
        names.append(f"{len(sight.unknown)} not known")
    return f"{image}: {', '.join(names) or 'no card'}"
