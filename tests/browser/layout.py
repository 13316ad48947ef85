"""What a thumb and an eye meet on a page: keys that are too small, and things that stick out of the screen."""

from collections.abc import Mapping

from playwright.sync_api import Page, ViewportSize

SIZES: Mapping[str, ViewportSize] = {
    "the smallest": {"width": 320, "height": 568},
    "a phone": {"width": 360, "height": 640},
    "a tall phone": {"width": 390, "height": 844},
    "on its side": {"width": 844, "height": 390},
    "a tablet": {"width": 820, "height": 1180},
    "a desk": {"width": 1280, "height": 800},
}
"""The screens that a table is scored and watched on, in CSS pixels."""

BOXES = """([selector, name]) => Object.fromEntries([...document.querySelectorAll(selector)]
    .filter(part => part.checkVisibility())
    .map((part, number) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.getAttribute(name) || number, [x, y, width, height].map(Math.round)];
    }))"""
"""Where the parts of a page are that can be seen: left, top, width, height, by one of their attributes."""

SMALL_TARGETS = """least => {
    const part = document.querySelector("dialog[open]") || document.body;
    const keys = part.querySelectorAll("a, button, input, select, summary, label:not([for])");
    return [...keys].filter(seen).filter(key => {
        const { width, height } = key.getBoundingClientRect();
        return Math.min(width, height) < least - 0.01 && !key.closest("label:not(:scope)");
    }).map(told);
    function seen(key) { return key.checkVisibility() && !key.classList.contains("vh"); }
    function told(key) {
        const { width, height } = key.getBoundingClientRect();
        return `${width.toFixed(1)}×${height.toFixed(1)} ${key.outerHTML.slice(0, 120)}`;
    }
}"""
"""What can be tapped, on the sheet that is open or else on the page, and is narrower or lower than `least` pixels."""

STICKING_OUT = """screenWidth => {
    const wide = document.documentElement.scrollWidth;
    const page = wide > screenWidth ? [`the page is ${wide} wide on a screen of ${screenWidth}`] : [];
    const out = [...document.querySelectorAll("body *")].filter(part => {
        const { left, right, width, height } = part.getBoundingClientRect();
        const seen = width && height && part.checkVisibility() && !part.closest("svg, option, .vh");
        return seen && (left < -0.5 || right > screenWidth + 0.5) && !hidden(part);
    });
    return [...page, ...out.map(part => `${part.outerHTML.slice(0, 160)}`)];
    function hidden(part) {
        for (let box = part.parentElement; box && box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).overflowX !== "visible" && box.tagName !== "DIALOG") return true;
        }
        return false;
    }
}"""
"""What lies beside the screen, unless a box around it cuts it or can be moved sideways by itself.

The width of the screen is told: a page that is wider makes `innerWidth` wider too, and all of it smaller.
"""

CUT_AMOUNTS = """() => [...document.querySelectorAll(".plus, .minus, .zero, button[data-cell]")].filter(part => {
    if (!part.checkVisibility()) return false;
    if (part.matches("button")) return part.scrollWidth > part.clientWidth + 1;
    if (part.getClientRects().length > 1) return true;
    const { left, right } = part.getBoundingClientRect();
    for (let box = part.parentElement; box && box !== document.body; box = box.parentElement) {
        const around = box.getBoundingClientRect();
        const shows = getComputedStyle(box).overflowX;
        if (shows === "auto" || shows === "scroll") return false;
        if (around.width && (left < around.left - 1 || right > around.right + 1)) return true;
    }
    return false;
}).map(part => `${part.textContent.trim()} in ${part.parentElement.outerHTML.slice(0, 120)}`)"""
"""Amounts that wrap or reach out of what they stand in."""

PALE_TEXT = """() => {
    const part = document.querySelector("dialog[open]") || document.body;
    return [...part.querySelectorAll("*")].filter(one => {
        const words = [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        return words && one.checkVisibility() && !one.closest("option, .vh, noscript, :disabled");
    }).map(one => [contrast(one), least(one), one]).filter(([is, must]) => is < must)
        .map(([is, must, one]) => `${is.toFixed(1)} < ${must}: ${one.outerHTML.slice(0, 120)}`);
    function least(one) {
        const style = getComputedStyle(one), size = parseFloat(style.fontSize);
        return size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    }
    function contrast(one) {
        const [less, more] = [light(getComputedStyle(one).color), light(ground(one))].sort((a, b) => a - b);
        return (more + 0.05) / (less + 0.05);
    }
    function ground(one) {
        for (let box = one; box; box = box.parentElement) {
            const color = getComputedStyle(box).backgroundColor;
            if (!color.startsWith("rgba") || !color.endsWith(" 0)")) return color;
        }
        return "rgb(255, 255, 255)";
    }
    function light(color) {
        const [red, green, blue] = color.match(/[\\d.]+/g).map(Number).map(part => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
}"""
"""Text that stands out from its ground less than WCAG 2.2 AA asks for, dead keys apart."""


Boxes = dict[str, list[int]]


def boxes(page: Page, selector: str, name: str = "class") -> Boxes:
    """Of what can be seen: left, top, width and height in whole pixels, by the attribute `name`, or else counted."""
    found: Boxes = page.evaluate(BOXES, [selector, name])
    return found


def middles(page: Page, selector: str, name: str) -> dict[str, tuple[float, float]]:
    """The middle of each box."""
    return {key: (x + width / 2, y + height / 2) for key, (x, y, width, height) in boxes(page, selector, name).items()}


def scrolls(page: Page, selector: str = "html") -> bool:
    """Is there more in it than it shows at once?"""
    hidden: bool = page.evaluate(
        "it => { const e = document.querySelector(it); return e.scrollHeight > e.clientHeight + 1; }", selector
    )
    return hidden


def small_targets(page: Page, least: int = 44) -> list[str]:
    found: list[str] = page.evaluate(SMALL_TARGETS, least)
    return found


def faults_of(page: Page) -> list[str]:
    """What a look at the page would find wrong."""
    size = page.viewport_size
    assert size
    return [*page.evaluate(STICKING_OUT, size["width"]), *page.evaluate(CUT_AMOUNTS), *page.evaluate(PALE_TEXT)]
