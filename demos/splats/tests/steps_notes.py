"""What the tests do with notes of the viewer's page, which say what is wrong."""

import urllib.parse

from steps import COVERED, SMALL, check, show, step, wait

NOTE = "const note = document.getElementById('note'); return note.hidden ? null : note.innerText"


@step("bad files say what is wrong, and at which byte")
def bad(browser, address, _):
    cases = {
        "short.ply": "ends in splat 2 (byte ", "short.splat": "has only 31 (byte 64)", "claims.spz": "hold at most",
        "far.splat": "y of splat 1 is 3e+38, and at most 1e+18 can be drawn (byte 36)",
        "other.txt": 'begins with "6e 6f 20 73"', "missing.ply": "the server answers 404",
    }
    for name, message in cases.items():
        error = show(browser, f"{address}/index.html?url=files/{name}")
        check(error and message in error, f"{name}: the error is {error!r}, without {message!r}")
        shown = browser.run(NOTE)
        check(shown and error in shown and name in shown, f"{name}: the page shows {shown!r}")
        check(browser.run("return document.getElementById('progress').hidden"), f"{name}: it goes on loading")


def drop(browser, name):
    """Drops a file on the page."""
    browser.run(f"""
        window.done = false;
        fetch("files/{name}").then((answer) => answer.arrayBuffer()).then((bytes) => {{
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], "{name}"));
            document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));
            window.done = true;
        }});
    """)


@step("a file is dropped on the page, after bad ones whose notes are closed")
def dropped(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}")
    before = browser.run(COVERED)
    escape = "dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))"
    for close in ("document.getElementById('note-close').click()", f"window.{escape}", f"document.getElementById('note-close').{escape}"):
        drop(browser, "short.splat")
        wait(browser, "return window.done && splats.error", "the bad file is refused")
        check("short.splat" in browser.run(NOTE), "the note does not name the file")
        check(browser.run("return document.getElementById('note-close').offsetHeight") > 0, "the note has no button to close it")
        browser.run(close)
        check(browser.run(NOTE) is None and browser.run("return splats.error") is None, f"the note stays after {close}")
        check(browser.run(COVERED) == before, "the scene behind the note is another one")
    drop(browser, "short.splat")
    wait(browser, "return window.done && splats.error", "the bad file is refused")
    drop(browser, "good.splat")
    wait(browser, "return splats.drawn && splats.splats.count === 3", "the dropped file is shown")
    check(browser.run("return splats.error === null") and browser.run(NOTE) is None, "the note of the bad file stays")


@step("a note without a picture behind it stays, and a file can still be dropped")
def alone(browser, address, _):
    error = show(browser, f"{address}/index.html?url=files/short.ply")
    browser.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
    check(error in (browser.run(NOTE) or ""), "the note is closed by Escape")
    check(browser.run("return document.getElementById('note-close').offsetHeight") == 0, "the note has a button to close it")
    drop(browser, "good.splat")
    wait(browser, "return splats.drawn && document.getElementById('note').hidden", "the dropped file is shown")


@step("a wrong parameter of the address is named, with what it may be")
def parameters(browser, address, _):
    for parameter, value, rule in (
        ("url", "http://%5B", "begins with https://"), ("url", "foo/", "That is a folder."), ("detail", "abc", "above 0 and up to 20"),
        ("bench", "0", "from 1 to 16777216"), ("sorter", "both", "gpu or cpu"),
    ):
        for page in ("index.html",) + (("three/index.html",) if parameter == "detail" else ()):
            error = show(browser, f"{address}/{page}?{urllib.parse.urlencode({parameter: value})}")
            note = browser.run(NOTE) or ""
            check(error and f"{parameter}={value}" in error and rule in error, f"{parameter}={value}: the error is {error!r}")
            check(f"The parameter {parameter} cannot be used" in note and error in note, f"{parameter}={value}: the page shows {note!r}")
    show(browser, f"{address}/index.html?detail=abc")
    drop(browser, "good.splat")
    wait(browser, "return splats.drawn && splats.splats.count === 3", "a file is shown in spite of the address")


@step("a note that comes before the picture can be closed when the picture is there")
def early(browser, address, _):
    browser.go(f"{address}/slow.html?{SMALL}")
    wait(browser, "return window.opening === 1", "the scene is being opened")
    drop(browser, "short.splat")
    wait(browser, "return splats.error", "the bad file is refused")
    button = "return document.getElementById('note-close').offsetHeight > 0"
    check(not browser.run(button), "the note can be closed, and nothing is behind it")
    browser.run("letOpen()")
    wait(browser, "return splats.drawn", "the scene is shown")
    check("short.splat" in browser.run(NOTE) and browser.run(button), "the note cannot be closed")


@step("of two scenes that load before the WebAssembly is there, one viewer stays")
def two_loads(browser, address, _):
    browser.go(f"{address}/slow.html?{SMALL}")
    wait(browser, "return window.opening === 1", "the first scene is being opened")
    drop(browser, "good.splat")
    wait(browser, "return window.opening === 2", "the second scene is being opened")
    browser.run("letOpen()")
    wait(browser, "return window.opened === 2 && splats.drawn", "both are open")
    live, count = browser.run("return [liveViewers.size, splats.splats.count]")
    check(live == 1, f"{live} viewers are left")
    check(count == 3 and browser.run("return liveViewers.has(splats.viewer)"), "the first scene is shown")
    check(browser.run("return document.getElementById('progress').hidden"), "the page goes on loading")
