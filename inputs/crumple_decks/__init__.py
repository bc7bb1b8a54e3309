"""Generators of the proxy decks. Units everywhere: mm, ms, kg, kN, GPa, J (so mm/ms = m/s, density kg/mm3)."""
