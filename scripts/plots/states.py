"""The states of a run as render.py draws them, and lists of its parts."""
import numpy as np
from crumple import states


class States(states.States):
    """The states of a run, one grid at a time, without deleted elements and hidden parts."""
    hidden_parts = ()

    def grid(self, time):
        """The mesh at the time."""
        return super().grid(super().nearest(time), self.hidden_parts)

    def chosen(self, text):
        """The times of the states asked for: 'last', 'all', a count as '6x' spread over the run, or times as '0,30,60'."""
        if text == "all":
            return self.times.tolist()
        if text == "last":
            return self.times[-1:].tolist()
        if text.endswith("x") and text[:-1].isdigit():
            places = np.linspace(0, len(self.times) - 1, int(text[:-1])).round().astype(int)
            return self.times[np.unique(places)].tolist()
        try:
            wanted = [float(t) for t in text.split(",")]
        except ValueError:
            raise ValueError(f"--times {text}: expected last, all, a count as 6x, or times as 0,30,60") from None
        return sorted({float(self.times[self.nearest(time)]) for time in wanted})


def parts_of(text, names):
    """Part ids of a list as '3,1001-1010,door': numbers, ranges, and words, which need the names {id: title}."""
    ids = []
    for item in text.split(","):
        low, _, high = item.partition("-")
        if low.isdigit() and (high or low).isdigit():
            ids.extend(range(int(low), int(high or low) + 1))
            continue
        found = [number for number, title in names.items() if item.lower() in title.lower()]
        if not found:
            raise ValueError(f"no part is called {item!r}; names need --deck FILE" if not names else f"no part is called {item!r}")
        ids.extend(found)
    return np.array(sorted(set(ids)))
