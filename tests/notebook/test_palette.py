# SPDX-License-Identifier: Apache-2.0
"""The colours of pictures and charts: readers with protanopia, deuteranopia or tritanopia can tell those of %xray and of %profile apart, the colour
maps of arrays rise in lightness for all of them, text on coloured grounds can be read, and what is drawn without a ground of its own can be seen in JupyterLab's light theme and in its dark one."""

import itertools
import re

from paths import ROOT

# Viénot, Brettel, Mollon: Digital video colourmaps for checking the legibility of displays by dichromats (1999); on linear sRGB. Tritanopia as
# Fidaner, Lin, Ozguven: Analysis of color blindness (2005) have it, with the same cones.
RGB_TO_LMS = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
LMS_TO_RGB = ((0.0809444479, -0.130504409, 0.116721066), (-0.0102485335, 0.0540193266, -0.113614708),
              (-0.000365296938, -0.00412161469, 0.693511405))
SEEN = {"normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protanopia": ((0, 2.02344, -2.52581), (0, 1, 0), (0, 0, 1)),
        "deuteranopia": ((1, 0, 0), (0.494207, 0, 1.24827), (0, 0, 1)),
        "tritanopia": ((1, 0, 0), (0, 1, 0), (-0.395913, 0.801109, 0))}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
DIFFERENT, READABLE = 24, 4.5  # CIE76; WCAG 2, contrast of text


def times(matrix, v):
    return [sum(a * b for a, b in zip(row, v)) for row in matrix]


def linear(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(rgb):
    x, y, z = (v / white for v, white in zip(times(XYZ, rgb), (0.95047, 1, 1.08883)))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour, kind):
    rgb = times(LMS_TO_RGB, times(SEEN[kind], times(RGB_TO_LMS, linear(colour))))
    return lab([min(1, max(0, c)) for c in rgb])


def difference(a, b, kind):
    return sum((x - y) ** 2 for x, y in zip(seen(a, kind), seen(b, kind))) ** 0.5


def contrast(a, b):
    light, dark = sorted((times(XYZ, linear(c))[1] + 0.05 for c in (a, b)), reverse=True)
    return light / dark


def palette():
    """The fills of cells with the colours of the numbers on them, and the colour of sectors."""
    text = (ROOT / "runtime/display/xray/xray_svg.c").read_text()
    looks = re.findall(r'\[LOOK_\w+\] = \{"(#\w+)", "(#\w+)"\}', text)
    return looks, re.search(r'#define SECTOR "(#\w+)"', text)[1]


def too_near(colours):
    return {(a, b, kind): round(d, 1) for a, b in itertools.combinations(colours, 2) for kind in SEEN
            if (d := difference(a, b, kind)) < DIFFERENT}


def test_colours_differ_for_all_readers():
    looks, sector = palette()
    assert len(looks) == 3
    assert too_near([fill for fill, _ in looks] + [sector]) == {}


def test_colours_of_a_timeline_differ_for_all_readers():
    fills = re.findall(r'\[TIMELINE_\w+\] = \{"(#\w+)"', (ROOT / "runtime/display/timeline/timeline.c").read_text())
    assert len(fills) == 5
    assert too_near(fills) == {}


def test_colours_of_a_roofline_differ_for_all_readers():
    text = (ROOT / "runtime/display/timeline/roofline.c").read_text()
    colours = re.findall(r'(?:stroke|fill)=\\"(#\w{6})\\"', text)
    assert len(colours) == 2
    assert too_near(colours) == {}


def test_colour_maps_rise_in_lightness_for_all_readers():
    maps = dict(re.findall(r"(viridis|cividis|grey)\[\] = \{([^}]*)\}", (ROOT / "runtime/display/canvas.c").read_text()))
    assert sorted(maps) == ["cividis", "grey", "viridis"]
    for colours in maps.values():
        for kind in SEEN:
            lightness = [seen("#" + c, kind)[0] for c in re.findall(r"0x(\w{6})", colours)]
            assert min(b - a for a, b in itertools.pairwise(lightness)) > 4, kind


def test_numbers_can_be_read():
    looks, _ = palette()
    assert [look for look in looks if contrast(*look) < READABLE] == []


GROUNDS = {"light": "#ffffff", "dark": "#111111"}
SEEN_AT_ALL, SHAPES = 4.3, 3  # no grey has 4.5:1 on both grounds; WCAG 2.1, 1.4.11


def read(name, pattern):
    found = re.findall(pattern, (ROOT / "runtime/display" / name).read_text())
    assert found, f"no {pattern} in {name}"
    return found


def test_text_on_coloured_boxes_can_be_read():
    pairs = (read("timeline/timeline.c", r'\[TIMELINE_\w+\] = \{"(#\w+)", "(#\w+)"\}')
             + [pair[::-1] for pair in read("table.c", r'color:(#\w+);background:(#\w+)')])
    assert len(pairs) == 6
    assert [(pair, round(contrast(*pair), 2)) for pair in pairs if contrast(*pair) < READABLE] == []


def test_charts_can_be_read_on_both_grounds():
    text = read("plot.c", r'#define GREY "\\"(#\w+)\\""')
    data = read("plot.c", r'mark\\":\{\\"color\\":\\"(#\w+)') + read("timeline/roofline.c", r'fill=\\"none\\" stroke=\\"(#\w+)')
    bars = ["#%02x%02x%02x" % tuple(map(int, rgb)) for rgb in
            read("table.c", r"rgb\((\d+),(\d+),(\d+)\)") + read("display_array.c", r"rgb\((\d+),(\d+),(\d+)\)")]
    low = {(colour, ground): round(contrast(colour, GROUNDS[ground]), 2) for ground in GROUNDS
           for colour, least in [(c, SEEN_AT_ALL) for c in text] + [(c, SHAPES) for c in data + bars]
           if contrast(colour, GROUNDS[ground]) < least}
    assert low == {}


def test_the_simulation_knows_red_and_green():
    """A pair that the two kinds of readers are known to confuse, and one that they do not."""
    assert difference("#c22", "#1a8a1a", "normal") > 60
    assert min(difference("#c22", "#1a8a1a", "deuteranopia"), difference("#c22", "#1a8a1a", "protanopia")) < 30
    assert difference("#00f", "#ff0", "deuteranopia") > 100
