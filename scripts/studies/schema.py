"""Checks a value against a JSON Schema (draft 2020-12), of which it knows the words in KEYWORDS; a schema with others is
refused, so that no rule is taken for kept that nobody has looked at."""
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
         "null": type(None)}
KEYWORDS = {"$schema", "$id", "title", "description", "type", "properties", "required", "additionalProperties", "items",
            "minItems", "enum", "const", "pattern", "minimum", "exclusiveMinimum"}


def of_type(value, name):
    """Also of one of several types."""
    if isinstance(name, list):
        return any(of_type(value, one) for one in name)
    return isinstance(value, TYPES[name]) and not (isinstance(value, bool) and name in ("integer", "number"))


def problems(value, schema, at="result"):
    """What breaks the schema, a line each."""
    unknown = set(schema) - KEYWORDS
    if unknown:
        raise ValueError(f"the schema of {at} has {', '.join(sorted(unknown))}, which this check does not know")
    if "type" in schema and not of_type(value, schema["type"]):
        yield f"{at}: expected {schema['type']}, found {value!r}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: expected one of {', '.join(map(str, schema['enum']))}, found {value!r}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: expected {schema['const']!r}, found {value!r}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: expected {schema['pattern']}, found {value!r}"
    if "minimum" in schema and not value >= schema["minimum"]:
        yield f"{at}: expected at least {schema['minimum']}, found {value!r}"
    if "exclusiveMinimum" in schema and not value > schema["exclusiveMinimum"]:
        yield f"{at}: expected more than {schema['exclusiveMinimum']}, found {value!r}"
    if isinstance(value, dict):
        yield from of_members(value, schema, at)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{at}: expected at least {schema['minItems']} items, found {len(value)}"
        for i, item in enumerate(value):
            yield from problems(item, schema.get("items", {}), f"{at}[{i}]")


def of_members(value, schema, at):
    own, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name in schema.get("required", []):
        if name not in value:
            yield f"{at}: lacks {name}"
    for name, member in value.items():
        if name in own:
            yield from problems(member, own[name], f"{at}.{name}")
        elif isinstance(rest, dict):
            yield from problems(member, rest, f"{at}.{name}")
        elif rest is False:
            yield f"{at}: has {name}, which is not known"
        elif isinstance(rest, dict):
            yield from problems(member, rest, f"{at}.{name}")
