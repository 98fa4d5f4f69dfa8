"""Reads an index store through the toolchain's libIndexStore: each occurrence of a symbol."""
from ctypes import (
    CDLL, CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p,
    cast, string_at)

RECORD = 2
DEFINES = 3


class Text(Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self):
        return string_at(self.data, self.length).decode() if self.data else ""


FUNCTIONS = {
    "store_create": (c_void_p, c_char_p, POINTER(c_void_p)),
    "store_units_apply_f": (c_bool, c_void_p, c_uint, c_void_p, c_void_p),
    "unit_reader_create": (c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "unit_reader_dispose": (None, c_void_p),
    "unit_reader_get_main_file": (Text, c_void_p),
    "unit_reader_is_system_unit": (c_bool, c_void_p),
    "unit_reader_dependencies_apply_f": (c_bool, c_void_p, c_void_p, c_void_p),
    "unit_dependency_get_kind": (c_int, c_void_p),
    "unit_dependency_get_name": (Text, c_void_p),
    "unit_dependency_get_filepath": (Text, c_void_p),
    "record_reader_create": (c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "record_reader_dispose": (None, c_void_p),
    "record_reader_occurrences_apply_f": (c_bool, c_void_p, c_void_p, c_void_p),
    "occurrence_get_symbol": (c_void_p, c_void_p),
    "occurrence_get_roles": (c_uint64, c_void_p),
    "occurrence_get_line_col": (None, c_void_p, POINTER(c_uint), POINTER(c_uint)),
    "symbol_get_usr": (Text, c_void_p),
    "symbol_get_name": (Text, c_void_p),
}


class IndexStore:
    def __init__(self, path, library):
        loaded = CDLL(library)
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(loaded, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(path.encode(), byref(c_void_p()))
        if not self.store:
            raise SystemExit(f"{path}: is no index store")

    def _units(self):
        names = []
        each = CFUNCTYPE(c_bool, c_void_p, Text)(lambda _, name: names.append(str(name)) or True)
        self.store_units_apply_f(self.store, 0, None, cast(each, c_void_p))
        return names

    def files(self):
        """Yields the records of our sources, each with its file."""
        for name in self._units():
            unit = self.unit_reader_create(self.store, name.encode(), byref(c_void_p()))
            if not unit:
                continue
            found = []

            def add(_, dependency):
                if self.unit_dependency_get_kind(dependency) == RECORD:
                    found.append((
                        str(self.unit_dependency_get_name(dependency)),
                        str(self.unit_dependency_get_filepath(dependency))))
                return True

            if not self.unit_reader_is_system_unit(unit) and str(self.unit_reader_get_main_file(unit)):
                each = CFUNCTYPE(c_bool, c_void_p, c_void_p)(add)
                self.unit_reader_dependencies_apply_f(unit, None, cast(each, c_void_p))
            self.unit_reader_dispose(unit)
            yield from found

    def occurrences(self, record):
        """The symbols of a record: identifier, name, whether it is defined there, line, column."""
        reader = self.record_reader_create(self.store, record.encode(), byref(c_void_p()))
        if not reader:
            return []
        found = []

        def add(_, occurrence):
            symbol = self.occurrence_get_symbol(occurrence)
            line, column = c_uint(), c_uint()
            self.occurrence_get_line_col(occurrence, byref(line), byref(column))
            found.append((
                str(self.symbol_get_usr(symbol)), str(self.symbol_get_name(symbol)),
                bool(self.occurrence_get_roles(occurrence) & DEFINES), line.value, column.value))
            return True

        each = CFUNCTYPE(c_bool, c_void_p, c_void_p)(add)
        self.record_reader_occurrences_apply_f(reader, None, cast(each, c_void_p))
        self.record_reader_dispose(reader)
        return found
