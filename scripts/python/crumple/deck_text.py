"""What pictures need from a deck as it is written: some of its blocks, and the fields of their cards."""
import pathlib


def blocks_of(deck, wanted):
    """(keyword, cards) of the blocks whose keywords are wanted, of a deck and of the files that it includes; blank cards
    count, comments do not. A file that is not there is left out."""
    deck = pathlib.Path(deck)
    keyword, cards = "", []

    def block():
        if keyword in wanted:
            yield keyword, cards
        elif keyword == "*INCLUDE":
            for name in filter(None, map(str.strip, cards)):
                if (deck.parent / name).is_file():
                    yield from blocks_of(deck.parent / name, wanted)

    with open(deck, encoding="latin-1") as file:
        for line in file:
            if line.startswith("*"):
                yield from block()
                keyword, cards = line.strip().upper(), []
            elif not line.startswith("$") and (keyword in wanted or keyword == "*INCLUDE"):
                cards.append(line.rstrip("\r\n"))
    yield from block()


def fields(card, width, kind=float):
    """The fields of a card with commas, or in columns of a width; 0 for blank ones."""
    words = card.split(",") if "," in card else [card[i:i + width] for i in range(0, len(card), width)]
    return [kind(word.strip() or 0) for word in words]


def part_names(deck):
    """{part id: title}."""
    return {int(fields(card, 10, str)[0]): title.strip() for _, cards in blocks_of(deck, {"*PART"})
            for title, card in zip(cards[::2], cards[1::2])}
