"""The drawings of the printed Elcano: colour and anchor shape together, values large at both ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.numerals import numeral
from hardware.cards.draw.pen import Sheet, box, curve, poly, ring, taper
from hardware.cards.draw.pirate_back import ship
from hardware.cards.elcano.faces import COLOURS, CREW, OCEAN, SHIPS, STORMS, Crew, crew_name

TONES = {"red": "#a83226", "blue": "#27588f", "green": "#3f7a45"}
BACK_TONES = (p.BLOOD, p.DEEP, p.JADE, p.GOLD, "#5a2a4a")


def anchor(s: Sheet, colour: str, x: float, y: float, size: float, fill: str = p.CREAM) -> None:
    """A colour's own anchor: red has two flukes, blue is a four-armed grapnel, green a ploughshare."""
    s.open_move(f"translate({x} {y}) scale({size / 100:.3f})")
    s.line(ring(0, -82, 15), 11)
    if colour == "red":
        s.shape(
            curve(
                "0,98! -50,88 -82,46 -88,14! -104,30! -92,-24! -52,18! -66,20 -46,52 -12,66! -10,-66! "
                "10,-66! "
                "12,66! 46,52 66,20 52,18! 92,-24! 104,30! 88,14! 82,46 50,88"
            ),
            fill,
            7,
        )
        s.shape(box(-52, -52, 104, 18), fill, 7)
    elif colour == "blue":
        for spine in (
            "0,70 -60,66 -84,20 -70,-20",
            "0,70 60,66 84,20 70,-20",
            "0,70 -24,96 -44,66 -34,36",
            "0,70 24,96 44,66 34,36",
        ):
            s.shape(taper(spine, 24, 7), fill, 6)
        s.shape(box(-11, -66, 22, 150), fill, 7)
        s.shape(ring(0, 76, 19), fill, 7)
    else:
        s.shape(box(-9, -66, 18, 96), fill, 7)
        s.shape(
            curve("0,10! 34,24 92,16 100,40! 60,60 26,98 0,104! -26,98 -60,60 -100,40! -92,16 -34,24"),
            fill,
            7,
        )
        s.line("M0 16V98M-64 40Q-20 56 0 98Q20 56 64 40", 6)
        s.shape(poly("-34,-50 34,-50 22,-28 -22,-28"), fill, 6)
    s.close()


def _texture(s: Sheet, colour: str) -> None:
    """The water of one colour, so that the half is known by its lines alone."""
    if colour == "red":
        for i in range(-14, 24):
            s.line(f"M{i * 44} 0l880 880M{i * 44} 0l-880 880", 2.6, p.INK, 0.35)
    elif colour == "blue":
        for y in range(10, 880, 34):
            s.line(f"M-10 {y}" + "q22-20 44 0t44 0" + "t44 0" * 14, 3.4, p.CREAM, 0.4)
    else:
        for i in range(11):
            for j in range(8):
                x, y = j * 92 + (i % 2) * 46, i * 84
                s.line(f"M{x - 30} {y + 24}q30-60 60 0M{x} {y + 24}v-44", 3, p.INK, 0.45)


def _field(s: Sheet, area: str, colour: str) -> None:
    s.open_clip(area)
    s.glow(area, TONES[colour], TONES[colour], 0.5, 0.5)
    _texture(s, colour)
    ground.rhumbs(s, s.random.uniform(60, 570), s.random.uniform(120, 760), 14, p.CREAM, 0.4)
    for _ in range(3):
        ground.island(
            s, s.random.uniform(180, 600), s.random.uniform(60, 820), s.random.uniform(0.5, 0.9), p.SAND
        )
    s.close()


def _end(s: Sheet, colour: str, text: str) -> None:
    """The upper end of a card: the value large, its anchor beside it, the value once more in the corner."""
    plate = curve("30,30! 400,30! 424,140 392,268! 200,286 30,262!")
    s.shape(plate, TONES[colour], 9)
    s.line(curve("46,46! 386,46! 406,140 378,254! 200,270 46,248!"), 4, p.CREAM)
    numeral(s, text, 206 if len(text) > 1 else 140, 150, 170 if len(text) == 1 else 120, p.CREAM)
    anchor(s, colour, 510 if len(text) > 1 else 306, 152, 88)


def crew(s: Sheet, card: Crew) -> None:
    """A crew card: one field, or two that meet in a wave; turned round it shows its other value."""
    ends = (card[0], card[-1])
    _field(s, ground.WHOLE, ends[0][0])
    wave = curve("-20,470! 100,410 220,470 320,440 420,400 540,470 650,400! 650,900! -20,900!")
    if len(card) == 2:
        _field(s, wave, ends[1][0])
        s.line(wave, 10)
    s.open_move("translate(318 440) rotate(-24)")
    ground.rose(s, 0, 0, 92 + 6 * ends[0][1], 9 * ends[1][1], p.CREAM, p.INK)
    s.close()
    for turn, (colour, value) in ((0, ends[0]), (180, ends[1])):
        s.open_move(f"rotate({turn} 315 440)")
        _end(s, colour, str(value))
        for i in range(value):
            s.shape(ring(592, 40 + i * 42, 14), p.AMBER, 4)
        s.close()


def ocean(s: Sheet, colour: str, text: str) -> None:
    """An ocean card: a ship's course through one colour's water."""
    _field(s, ground.WHOLE, colour)
    s.shape(ring(315, 440, 178), p.PARCHMENT, 10)
    s.hatch(ring(315, 440, 178), 30 + 17 * len(text) + 13 * int(text[0]), 15, 2.2)
    anchor(s, colour, 315, 440, 134, TONES[colour])
    for turn in (0, 180):
        s.open_move(f"rotate({turn} 315 440)")
        numeral(s, text[0], 110, 130, 170, p.CREAM)
        if len(text) > 1:
            s.shape(ring(250, 96, 52), p.AMBER, 7)
            numeral(s, text[-1], 248, 96, 62, p.CREAM)
        s.close()
    ground.dashes(s, curve(f"560,60 470,160 {540 - 8 * int(text[0])},260 480,330", False), p.CREAM, 7)


def storm(s: Sheet, value: int) -> None:
    """A storm card: a thundercloud and as many bolts as it is worth."""
    ground.lit(s, p.SLATE, p.NIGHT, 0.5, 0.3)
    s.hatch(ground.WHOLE, 104, 26, 3.2, p.CREAM, 0.45)
    for i in range(value):
        s.open_move(f"translate({(i - (value - 1) / 2) * 170} {30 * (i % 2)})")
        s.shape(poly("330,330 420,340 360,450 420,452 270,680 310,510 248,516"), p.AMBER, 9)
        s.close()
    for x, y, scale in ((170, 240, 1.2), (440, 250, 1.3), (310, 190, 1.7)):
        ground.cloud(s, x, y, scale, p.STEEL)
    ground.swell(s, 700, 40, 190, p.SEA, 0.2 * value)
    ground.swell(s, 790, 34, 150, p.DEEP, 0.3 * value)
    numeral(s, str(value), 90, 100, 150, p.AMBER)
    numeral(s, str(value), 540, 780, 150, p.AMBER, 180)


def back(s: Sheet, index: int) -> None:
    """A ship's card back: an astrolabe's circles behind a ship, a tone and a number of studs each."""
    ground.lit(s, BACK_TONES[index], p.NIGHT, 0.5, 0.45)
    ground.rhumbs(s, 315, 400, 16 + 8 * index, p.AMBER, 0.5, 250)
    s.shape(ring(315, 420, 282), p.PARCHMENT, 10)
    s.hatch(ring(315, 420, 282), 20 + 35 * index, 14, 2.4, p.BARK, 0.5)
    s.shape(ring(315, 420, 236), BACK_TONES[index], 8)
    s.open_move("translate(50 60) scale(.84)")
    ship(s, ("drop", "sun", "leaf", "crown", "moon")[index])
    s.close()
    for i in range(index + 1):
        s.shape(ring(315 + (i - index / 2) * 84, 790, 30), p.AMBER, 7)
    s.line(box(24, 24, 582, 832), 9, p.AMBER)


def pigafetta(s: Sheet) -> None:
    """The first player's card: the chronicler's open book and quill."""
    ground.parchment(s, 0.5, 0.4)
    ground.rhumbs(s, 480, 180, 24, p.SEA, 0.5)
    ground.rose(s, 480, 180, 120, 8, p.CREAM, p.BLOOD)
    ground.island(s, 120, 120, 1.2, p.MOSS)
    s.shape(
        curve(
            "40,430! 160,380 280,400 315,440! 350,400 470,380 590,430! 590,760! 470,720 360,740 "
            "315,776! 270,740 160,720 40,760!"
        ),
        p.CREAM,
        10,
    )
    s.line("M315 440V776", 7)
    for y in range(470, 700, 36):
        s.line(f"M80 {y}q90-34 200-6M350 {y - 6}q110-28 200 6", 4, p.SEA, 0.9)
    quill = curve("300,700! 360,560 440,440 580,330! 560,440 500,520 420,580 340,650!")
    s.shape(quill, p.BLOOD, 8)
    s.hatch(quill, 100, 13, 2.4)
    s.line(curve("290,724 400,560 560,350", False), 6)


def drawings() -> dict[str, tuple[str, Callable[[Sheet], None]]]:
    """Every different card: its name, whether it is a `face` or a `back`, and its drawing."""
    found: dict[str, tuple[str, Callable[[Sheet], None]]] = {}
    for card in CREW:
        found[crew_name(card)] = ("face", partial(crew, card=card))
    for colour in COLOURS:
        for text in OCEAN:
            name = f"ocean-{colour}-{text.replace('/', '-')}"
            found[name] = ("face", partial(ocean, colour=colour, text=text))
    for value in sorted(set(STORMS)):
        found[f"storm-{value}"] = ("face", partial(storm, value=value))
    found["pigafetta"] = ("face", pigafetta)
    for index, vessel in enumerate(SHIPS):
        found[f"{vessel}-back"] = ("back", partial(back, index=index))
    return found
