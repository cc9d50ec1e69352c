"""Tests the puzzles' page as a reader uses it: test.py TARGET, where TARGET/puzzles is what `build` made."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "gallery" / "web"))

from browsers import Chromium, Failure, Firefox, wait  # noqa: E402

# Points: phone, small window, laptop, large screen.
SIZES = [(390, 800), (900, 600), (1280, 800), (3840, 2160)]

TYPE = """
const field = document.getElementById("text");
field.value = {text};
field.dispatchEvent(new Event("input", {{ bubbles: true }}));
document.getElementById("check").click();
return document.getElementById("answer").textContent;
"""


class Page:
    """The page in a browser, and the tests that failed."""

    def __init__(self, browser, address):
        self.browser, self.address, self.passed, self.failed = browser, address, 0, 0
        self.name = type(browser).__name__

    def open(self, number):
        self.browser.go("about:blank")
        self.browser.go(f"{self.address}#{number}")
        wait(self.browser, "return document.getElementById('check').disabled === false")

    def expect(self, what, holds, found=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{self.name}: {what}: {found}")

    def answer(self, text):
        return self.browser.run(TYPE.format(text=json.dumps(text)))


def stale(page):
    """An answer of another text says so; the words of the other language are hidden."""
    page.open(1)
    page.answer("input float values;\noutput float copied;\nvoid main() { copied = fetch(values, here()); }\n")
    is_stale = "return [document.getElementById('answer').classList.contains('stale'), document.getElementById('look').classList.contains('stale')]"
    before = page.browser.run(is_stale)
    page.browser.run(
        "const field = document.getElementById('text'); field.value += ' '; field.dispatchEvent(new Event('input', { bubbles: true })); return null"
    )
    page.expect("an answer of another text", (before, page.browser.run(is_stale)) == ([False, False], [True, True]), before)
    seen = "return ['in-brook', 'in-kernels'].map(id => document.getElementById(id).getBoundingClientRect().height > 0)"
    page.expect("words of kernels", page.browser.run(seen) == [False, True])
    page.open("20-brook")
    page.expect("words of Brook", page.browser.run(seen) == [True, False])


def solved(page, puzzles):
    """What a puzzle begins with is refused, and its solution is right."""
    page.open(1)
    for puzzle in puzzles:
        number = int(puzzle["name"].split("-")[0])
        page.browser.run(f"location.hash = '#{number}'; return null")
        wait(page.browser, f"return document.getElementById('title').textContent.startsWith('{number}.')")
        start = page.answer(puzzle["start"])
        page.expect(f"{puzzle['name']} as it begins", "Not solved" in start, start)
        answer = page.answer(puzzle["solution"])
        page.expect(puzzle["name"], answer.startswith("Solved."), answer)
        cells = page.browser.run("return [document.querySelectorAll('#rows .own').length, document.querySelectorAll('#rows .wrong').length]")
        page.expect(f"{puzzle['name']}: cells", cells[0] > 0 and cells[1] == 0, cells)
        drawn = page.browser.run("return document.querySelectorAll('#picture rect').length")
        page.expect(f"{puzzle['name']}: picture", drawn > 1, drawn)
        if "brook" not in puzzle:
            continue
        page.browser.run(f"location.hash = '#{number}-brook'; return null")
        wait(page.browser, "return document.querySelector('#languages [aria-current]')?.textContent === 'Brook'")
        start = page.answer(puzzle["brook"]["start"])
        page.expect(f"{puzzle['name']} in Brook as it begins", "Not solved" in start, start)
        answer = page.answer(puzzle["brook"]["solution"])
        page.expect(f"{puzzle['name']} in Brook", answer.startswith("Solved."), answer)
    progress = page.browser.run("return document.getElementById('progress').textContent")
    page.expect("all are solved", progress == f"{len(puzzles)} of {len(puzzles)} solved", progress)


def refused(page):
    """A wrong answer is shown where it is wrong, and one that does not compile at its line."""
    page.open(4)
    wrong = "input float values;\noutput float sums;\nvoid main() {\n    sums = fetch(values, here()) + fetch(values, here() + 1);\n}\n"
    text = page.answer(wrong)
    page.expect("a wrong element", "sums[1]" in text and "values[2]" in text, text)
    shown = page.browser.run("return [document.querySelectorAll('#rows .wrong').length > 0, document.querySelectorAll('#links line').length]")
    page.expect("its fetches are drawn", shown == [True, 2], shown)
    page.browser.run("document.getElementById('debug').open = true; return null")
    step = wait(page.browser, "return document.getElementById('step').textContent")
    page.expect("instructions", step.startswith("instruction 1 of "), step)
    lit = page.browser.run("document.getElementById('step-forward').click(); return document.querySelector('#lines .lit')?.textContent")
    page.expect("its line is lit", lit is not None and lit.strip() == "4", lit)
    broken = page.answer(wrong.replace("sums =", "sum ="))
    page.expect("an error has a line", "does not compile" in broken and "Line 4" in broken, broken)
    page.expect("nothing is kept on the console", page.browser.complaints() == [], page.browser.complaints())


def stepped(page):
    """The last instruction writes what the cell shows, and lines end at cells."""
    page.open(8)
    page.answer("input float values;\nconstant index offset;\noutput float sums;\nvoid main() {\n"
                "    float own = fetch(values, here());\n    sums = here() >= offset ? own + fetch(values, here() - offset) : own;\n}\n")
    page.browser.run("document.querySelector('#rows .own[data-element=\"4\"]').click(); document.getElementById('debug').open = true; return null")
    wait(page.browser, "return document.querySelector('#instructions li')")
    shown = page.browser.run(
        "const forward = document.getElementById('step-forward');"
        "while (!forward.disabled) forward.click();"
        "const last = [...document.querySelectorAll('#instructions li:not(.source)')].pop().textContent;"
        "return [last, document.querySelector('#rows .own.lit').lastChild.textContent, document.getElementById('stepped').textContent]"
    )
    page.expect("the last instruction", shown[0].endswith(f"→ {shown[1]}") and shown[2] == "sums[4]", shown)
    ends = page.browser.run(
        "const own = document.querySelector('#rows .own.lit').getBoundingClientRect();"
        "const line = document.querySelector('#links line').getBoundingClientRect();"
        "return [Math.abs(line.bottom - own.top), document.querySelectorAll('#links line').length]"
    )
    page.expect("lines end at the cell", ends[0] < 2 and ends[1] == 2, ends)


def kept(page):
    """Answers are there when the page is opened again, and can be saved and loaded."""
    page.open(2)
    page.answer("// mine\n")
    page.open(2)
    text = page.browser.run("return document.getElementById('text').value")
    page.expect("an answer is kept", text == "// mine\n", text)
    loading = """
    const file = text => new File([text], "answers.json");
    const wrong = await loadProgress(file("[]"));
    const right = await loadProgress(file(JSON.stringify({ "03-reverse": { text: "// loaded", solved: true } })));
    window.loaded = [wrong, right, progress["03-reverse"].text];
    """
    page.browser.run(f"(async () => {{ {loading} }})(); return null")
    loaded = wait(page.browser, "return window.loaded")
    page.expect("answers of a file", loaded == ["answers.json is no file of answers: it holds no answers", None, "// loaded"], loaded)


def laid_out(page, folder):
    """Nothing lies beside the page, whatever its size; and everything can be reached by keys."""
    page.open(8)
    for width, height in SIZES:
        page.browser.resize(width, height)
        over = page.browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        page.expect(f"at {width} points", over <= 0, f"{over} points are beside the page")
        page.browser.picture(folder / f"{page.name}-{width}.png")
    page.browser.resize(1280, 800)
    unnamed = page.browser.run(
        "return [...document.querySelectorAll('button, a, input:not([hidden]), select, textarea')].filter(of => {"
        " const labels = [...(of.labels ?? [])].map(label => label.textContent).join('');"
        " const by = of.getAttribute('aria-labelledby');"
        " return !(of.textContent.trim() && of.tagName !== 'SELECT' || of.getAttribute('aria-label') || labels || (by && document.getElementById(by)));"
        "}).map(of => of.outerHTML.slice(0, 80))"
    )
    page.expect("controls have names", unnamed == [], unnamed)
    low = page.browser.run(CONTRAST)
    page.expect("contrast of 4.5 to 1", low == [], low)


# The pairs of colours of which one is a text on the other, in the scheme that the browser has.
CONTRAST = """
const style = getComputedStyle(document.documentElement);
const channels = name => style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/gi).map(part => parseInt(part, 16) / 255);
const light = name => channels(name).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const pairs = [];
for (const text of ['--text', '--faint', '--mark', '--good', '--bad', '--lit', '--keyword', '--type', '--built-in', '--number', '--comment'])
  for (const back of ['--back', '--panel']) pairs.push([text, back]);
pairs.push(['--bad', '--bad-back'], ['--good', '--bad-back'], ['--text', '--read-back'], ['--text', '--lit-back'], ['--back', '--mark'], ['--back', '--bad'], ['--back', '--lit']);
return pairs.filter(([text, back]) => ratio(text, back) < 4.5).map(([text, back]) => `${text} on ${back}: ${ratio(text, back).toFixed(2)}`);
"""


def quick(page):
    """Answers can be checked soon."""
    page.open(1)
    ready = page.browser.run("return performance.getEntriesByName('puzzles-ready')[0].startTime")
    print(f"{page.name}: answers can be checked after {ready:.0f} ms")


def main():
    target = pathlib.Path(sys.argv[1]).resolve()
    site, folder = target / "puzzles", target / "puzzles-test"
    script = (site / "puzzles.js").read_text(encoding="utf-8")
    puzzles = json.loads(script.removeprefix("window.puzzles = ").rstrip().removesuffix(";"))
    failed = 0
    kinds = [lambda: Chromium(graphics=False)]
    if missing := Firefox.missing():
        print(f"Firefox was not tried: there is no {missing}")
    else:
        kinds.append(Firefox)
    for kind in kinds:
        browser = kind()
        try:
            page = Page(browser, (site / "index.html").as_uri())
            for part in (quick, refused, stepped, kept):
                part(page)
            laid_out(page, folder)
            solved(page, puzzles)
            stale(page)
            print(f"{page.name}: {page.passed} passed, {page.failed} failed")
            failed += page.failed
        finally:
            browser.close()
    sys.exit(failed > 0)


try:
    main()
except Failure as failure:
    sys.exit(f"puzzles: {failure}")
