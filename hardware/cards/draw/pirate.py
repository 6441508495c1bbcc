"""A bearded pirate with hat, eye patch and earring."""

from __future__ import annotations

from hardware.cards.draw import ground
from hardware.cards.draw import pen as p
from hardware.cards.draw.pen import Sheet, curve, poly, ring


def hat(s: Sheet) -> None:
    """The cocked hat with skull, trim and feather."""
    plume = curve("430,160! 500,60 590,20 640,50! 600,70 620,100 570,110 590,150 530,150 540,186 470,196!")
    s.shape(plume, p.CREAM, 7)
    s.line(curve("430,180 520,110 620,56", False), 4)
    s.hatch(plume, 66, 10, 2.2)
    brim = curve(
        "20,300! 60,200 160,170 230,90 320,60 410,90 470,170 570,210 610,310! 540,272 460,270 "
        "320,262 180,270 90,276"
    )
    s.shape(brim, p.NIGHT, 10)
    s.shade(brim, curve("330,40 470,80 640,320 450,290 350,280"), 60, 11, 2.6, 0.12, p.CREAM)
    s.line(curve("40,286 76,216 170,190 240,112 320,84 400,112 460,190 556,228 592,294", False), 9, p.AMBER)
    skull = curve("320,120 366,136 376,180 352,202! 350,226! 290,226! 288,202! 264,180 274,136")
    s.shape(skull, p.CREAM, 6)
    for x in (300, 340):
        s.fill(ring(x, 174, 13, 15), p.INK)
    s.fill(poly("320,188 328,204 312,204"), p.INK)
    s.line("M308 212V226M320 212V226M332 212V226", 3.5)


def draw(s: Sheet) -> None:
    """Draws the card."""
    ground.lit(s, p.CREAM, p.GOLD, 0.5, 0.5)
    ground.rhumbs(s, 315, 440, 36, p.BLOOD, 0.55)
    s.line("".join(ring(315, 440, r) for r in (300, 330, 380, 450, 470)), 3, p.BLOOD, 0.6)
    for x, y in ((60, 60), (150, 110), (40, 160)):
        s.line(f"M{x - 34} {y}q20-28 34 0q16-28 36-4", 7)
    ship = curve("500,620! 520,664 600,664 640,616!")
    s.shape(ship, p.BARK, 6)
    s.shape(curve("556,610! 552,520! 622,560 610,606!"), p.CREAM, 6)
    s.line("M552 620V500", 6)
    s.line("M470 684q20-16 40 0t40 0 40 0 40 0 40 0M490 710q20-16 40 0t40 0 40 0 40 0", 4.5, p.SEA)
    coat = curve("-20,900! 20,760 120,690 220,660! 420,660! 520,700 600,780 650,900!")
    s.shape(coat, p.BLOOD, 10)
    s.hatch(coat, 80, 13, 2.4)
    s.shape(poly("220,650 420,650 380,900 250,900"), p.CREAM, 7)
    for y in range(680, 900, 34):
        s.fill(p.box(236, y, 168, 15), p.SEA)
    for d in (
        "206,664! 150,760 190,800 170,900! 250,900! 250,760 236,680",
        "434,664! 500,760 450,800 480,900! 384,900! 388,760 404,680",
    ):
        s.shape(curve(d), p.NIGHT, 8)
    for x, y in ((140, 790), (122, 850), (520, 790), (540, 850)):
        s.shape(ring(x, y, 17), p.AMBER, 5)
    hair = curve(
        "150,270! 110,380 96,500 130,620! 180,590! 200,420! 440,420! 470,600! 520,620! 540,500 "
        "520,380 490,270!"
    )
    s.shape(hair, p.BARK, 9)
    s.hatch(hair, 82, 12, 2.6, p.SAND, 0.4)
    face = curve("180,262! 460,262! 480,380 466,500 420,600 320,640 226,600 174,500 164,380")
    s.shape(face, p.SKIN, 9)
    s.shade(face, curve("420,260 400,400 420,620 520,600 520,260"), 58, 10, 2.4, 0.14)
    hat(s)
    beard = curve(
        "172,460! 220,490 270,470! 320,450 372,470! 420,490 470,460! 490,540 470,640 440,700 "
        "400,690 390,760 330,800 320,860 "
        "296,800 240,760 232,700 190,690 160,610 156,530"
    )
    s.shape(beard, p.BARK, 9)
    for d in (
        "200,520 210,600 240,660",
        "240,520 250,620 270,700",
        "284,560 290,660 310,780",
        "350,560 350,660 330,760",
        "400,530 396,620 376,710",
        "444,510 440,590 416,650",
    ):
        s.line(curve(d, False), 4, p.SAND)
    s.shape(curve("262,512! 320,500 380,512! 360,556 320,566 280,556"), p.BLOOD, 6)
    s.shape(poly("276,514 304,510 304,530 280,532") + poly("318,508 344,510 342,530 318,530"), p.CREAM, 4)
    s.fill(poly("346,510 364,512 358,530 346,530"), p.AMBER)
    moustache = curve(
        "320,466! 280,440 220,450 180,490! 150,486 140,460! 150,520 210,530 260,510 320,490! "
        "380,510 430,530 490,520 "
        "500,460! 490,486 460,490! 420,450 360,440"
    )
    s.shape(moustache, p.BARK, 8)
    nose = curve("320,340! 344,390 366,430 340,460 300,460 276,430 296,390")
    s.shape(nose, p.TAN, 8)
    s.shape(ring(390, 366, 38, 28), p.CREAM, 7)
    s.shape(ring(386, 368, 17), p.SEA, 4)
    s.fill(ring(386, 368, 8), p.INK)
    s.line(curve("340,326 390,306 446,330", False), 15)
    s.line(curve("166,300 320,320 478,440", False), 9)
    s.shape(curve("200,330! 290,330! 294,390 246,424 200,390"), p.INK, 6)
    s.line("M214 346l60 8M214 362l50 8", 3, p.SLATE)
    s.line(ring(132, 640, 30), 15)
    s.line(ring(132, 640, 30), 7, p.AMBER)
    s.line("M424 410l34 44M446 410l-14 20M456 430l-12 14", 5, p.BLOOD)
