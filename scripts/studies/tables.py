"""Tables in Markdown, and pages of which a script writes a part. Used by gallery.py, benchmark_page.py and others."""


def table(rows):
    """Dictionaries of equal keys as the lines of a table."""
    return ["| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0]),
            *("| " + " | ".join(str(cell) for cell in row.values()) + " |" for row in rows)]


def replace_part(page, begin, text, end):
    """Puts the text between two marks of a page."""
    head, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, foot = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page}: lacks the mark {(end if found else begin).strip()}")
    page.write_text(head + begin + text + end + foot, encoding="utf-8")
