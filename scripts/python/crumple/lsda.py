"""LSTC's LSDA format, of the files binout*. Needs no packages."""
import struct

DIRECTORY, DATA, VARIABLE, BEGIN_TABLE, END_TABLE = 2, 3, 4, 5, 6
TYPES = {1: "s", 4: "q", 10: "d"}


def read_lsda(path):
    """{directory: {variable: tuple of values, or text}} of a file, by its tables of contents. Raises ValueError where
    it is not as Crumple writes it."""
    bytes_ = path.read_bytes()
    if bytes_[:6] != bytes([8, 8, 8, 1, 1, 1]):
        raise ValueError(f"{path} is not LSDA as Crumple writes it")
    found, link = {}, 17
    while (at := struct.unpack_from("<q", bytes_, link)[0]) != 0:
        length, command = struct.unpack_from("<qB", bytes_, at)
        assert command == BEGIN_TABLE
        end, at, directory = at + length, at + 9, None
        while at < end:
            length, command = struct.unpack_from("<qB", bytes_, at)
            if command == DIRECTORY:
                directory = found.setdefault(bytes_[at + 9:at + length].decode(), {})
            elif command == VARIABLE:
                name = bytes_[at + 9:at + length - 17].decode()
                kind, where, count = struct.unpack_from("<Bqq", bytes_, at + length - 17)
                assert struct.unpack_from("<qBB", bytes_, where)[1:] == (DATA, kind)
                values = struct.unpack_from(f"<{count}{TYPES[kind]}", bytes_, where + 11 + len(name))
                assert name not in directory
                directory[name] = values
            else:
                assert command == END_TABLE
                link = at + 9
            at += length if command != END_TABLE else end
    return found
