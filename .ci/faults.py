"""Finds the faults of .ci/mutants: what of the sources can be changed, to what, and a text that has both behind a switch.

It reads tokens, not a syntax tree. How tightly operators bind tells where an operand ends, and the spaces that rustfmt puts around
operators of two operands tell these from the others."""

import os
import random
import re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<text>b?"(?:\\.|[^"\\])*"|b?r(?P<hash>\#*)".*?"(?P=hash)|b?'(?:\\.[^']*|[^'\\])')
    |(?P<word>'?[A-Za-z_]\w*)|(?P<number>\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?\w*)
    |(?P<sign><<=|>>=|\.\.=|\.\.\.|::|->|=>|==|!=|<=|>=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]
# How tightly operators bind. All are read from the left, but for comparisons, of which there is one, and assignments.
BINDS = {"*": 11, "/": 11, "%": 11, "+": 10, "-": 10, "<<": 9, ">>": 9, "&": 8, "^": 7, "|": 6, "&&": 4, "||": 3}
BINDS |= dict.fromkeys(COMPARISONS, 5) | dict.fromkeys(["+=", "-=", "*="], 1)
UNARY = 12
SWAPS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "*": "+", "/": "*", "%": "/"}
SWAPS |= {"&&": "||", "||": "&&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "+=", "true": "false", "false": "true"}
SWAPS |= {"0": "1", "1": "2"}
# Where an expression ends, on either side, but for brackets.
ENDS = {",", ";", "=>", "=", ":", "@", "#", "->", "..", "..=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "return", "if", "while"}
ENDS |= {"match", "in", "else", "let", "break", "loop", "for", "move", "unsafe", "where", "fn"}


def tokens(text):
    """The tokens of code, each with its start and end: none of attributes, constants, definitions of macros, and tests."""
    found = [(m[0], m.start(), m.end()) for m in TOKEN.finditer(text) if m["space"] is None]

    def after(k, close):
        """The place after the next `close` that is in no brackets, or closes the first ones."""
        depth = 0
        while k < len(found):
            word = found[k][0]
            depth += (word in "([{") - (word in ")]}")
            k += 1
            if depth == 0 and word == close:
                break
        return k

    kept, k = [], 0
    while k < len(found):
        word, before = found[k][0], found[k - 1][0] if k else ""
        follows = found[k + 1][0] if k + 1 < len(found) else ""
        if word == "#" and follows in ("[", "!"):
            end = after(k + 1, "]")
            if "".join(token[0] for token in found[k:end]) == "#[cfg(test)]":
                # A module of tests, or the name of one.
                end = min(after(end, "}"), after(end, ";"))
            k = end
        elif word == "macro_rules":
            k = after(k, "}")
        elif word in ("const", "static") and before not in ("*", "<", ",") and follows != "{":
            k = after(k, "}" if follows == "fn" else ";")
        else:
            kept.append(found[k])
            k += 1
    return kept


def has_two_operands(text, token):
    return text[token[1] - 1].isspace() and text[token[2]].isspace()


def operand(text, code, k, step, binds):
    """The last token, or with a step of -1 the first, of the operand beside the operator at `k`; None where it cannot be told."""
    opens, closes = ("([{", ")]}") if step > 0 else (")]}", "([{")
    depth, angles, at = 0, 0, k + step
    while 0 <= at < len(code):
        word = code[at][0]
        if depth == 0:
            if word in closes or word in ENDS or word in "{}" or (word == "as" and binds == UNARY):
                break
            if word in BINDS and has_two_operands(text, code[at]):
                if BINDS[word] < binds or (step > 0 and BINDS[word] == binds):
                    break
            elif word in ("<", ">", ">>", "<<"):
                angles += len(word) * (1 if word[0] == "<" else -1)
            elif word in ("|", "||"):
                # A closure.
                if step > 0:
                    return None
                break
        depth += (word in opens) - (word in closes)
        at += step
    last = at - step
    if last == k or angles != 0 or (step < 0 and code[last][0] in (".", "?", "as")):
        return None
    return last


def fault(text, code, k):
    """The start and end of the expression that the fault at a token changes, and what is put there, where `@` is the fault's number; None
    where there is no fault."""
    word, start, end = code[k]
    before = code[k - 1][0] if k else ""

    def flat(first, last):
        return " ".join(text[code[first][1] : code[last][2]].split())

    if word in ("true", "false", "0", "1"):
        line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        before_it, after_it = text[line_start:start], text[end:line_end]
        # No expression can stand in a pattern.
        if before in (".", "|", "..=") or "=>" in after_it or ("let" in before_it and " = " in after_it):
            return None
        return start, end, f"(if crate::mutants::on(@) {{ {SWAPS[word]} }} else {{ {word} }})"
    if word == "if":
        last, depth = k, 0
        while last + 1 < len(code) and not (depth == 0 and code[last + 1][0] in ("{", "=>", ")")):
            last += 1
            depth += (code[last][0] in "([{") - (code[last][0] in ")]}")
        if last == k or any(token[0] == "let" for token in code[k:last]):
            return None
        return code[k + 1][1], code[last][2], f"(({flat(k + 1, last)}) ^ crate::mutants::on(@))"
    if word == "!" and not re.match(r"\w!|.!\s", text[start - 1 : end + 1]):
        last = operand(text, code, k, 1, UNARY)
        return last and (start, code[last][2], f"(({flat(k + 1, last)}) ^ !crate::mutants::on(@))")
    if word not in SWAPS or not has_two_operands(text, code[k]):
        return None
    first, last = operand(text, code, k, -1, BINDS[word]), operand(text, code, k, 1, BINDS[word])
    if first is None or last is None or any(token[0] in ("impl", "dyn") for token in code[first:last]):
        return None
    if word in ("&&", "||"):
        # What `let` binds in a condition is for all that follows in it.
        at, depth = first, 0
        while at > 0 and depth >= 0 and not (depth == 0 and code[at][0] in (";", "let")):
            at -= 1
            depth += (code[at][0] in ")]}") - (code[at][0] in "([{")
        if code[at][0] == "let" and code[at - 1][0] in ("if", "while", "&&"):
            return None
    left, right = flat(first, k - 1), flat(k + 1, last)
    # Bounds of a type; a text and what is added to it.
    if word in ("+", "+=") and (re.fullmatch(r"[A-Z]\w*[a-z]\w*", left) or right[0] in "&'"):
        return None
    if word in COMPARISONS:
        put = f"(match (&({left}), &({right})) {{ (l, r) => crate::mutants::pick(@, l {word} r, l {SWAPS[word]} r) }})"
    else:
        put = f"(if crate::mutants::on(@) {{ {left} {SWAPS[word]} {right} }} else {{ {left} {word} {right} }})"
    return code[first][1], code[last][2], put


def faults(root, folder):
    """All faults of a folder: what names each in any state of the sources, and its file, line, start and end."""
    found = {}
    for path, folders, files in os.walk(os.path.join(root, folder)):
        folders[:] = [name for name in folders if name != "tests"]
        for name in files:
            # Modules of tests are no part of the library.
            if not name.endswith(".rs") or name in ("tests.rs", "random.rs"):
                continue
            file = os.path.relpath(os.path.join(path, name), root)
            with open(os.path.join(root, file)) as opened:
                text = opened.read()
            lines = text.split("\n")
            stripped = ["", *(line.strip() for line in lines), ""]
            code = tokens(text)
            for k, token in enumerate(code):
                made = fault(text, code, k)
                old = text[made[0] : made[1]] if made else "//"
                if "//" in old or "/*" in old or ('"' in old and "\n" in old):
                    continue
                line = text.count("\n", 0, token[1])
                column = token[1] - text.rfind("\n", 0, token[1]) - len(lines[line]) + len(lines[line].lstrip())
                key = (folder, *stripped[line : line + 3], column, " ".join(old.split()), made[2])
                found.setdefault(key, []).append((file, line + 1, *made[:2]))
    return {key: places[0] for key, places in found.items() if len(places) == 1}


def candidates(roots, seed, folder):
    """The faults of a folder that are in all states, in the order of the seed; no two of them overlap."""
    states = [faults(root, folder) for root in roots]
    names = sorted(key for key in states[0] if all(key in state for state in states))
    random.Random(f"{seed} {folder}").shuffle(names)
    chosen, taken = [], {}
    for name in names:
        file, _, start, end = states[0][name]
        if all(end <= s or e <= start for s, e in taken.setdefault(file, [])):
            taken[file].append((start, end))
            chosen.append((name, [state[name] for state in states]))
    return chosen


def told(name, place):
    """A fault in a line: where it is, and what becomes what."""
    return f"{place[0]}:{place[1]}: {name[2]}   [{name[5]} => {name[6]}]"
