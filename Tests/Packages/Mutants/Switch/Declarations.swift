// Each module with mutants gets a copy of these. They are no import, which the module's clients would
// need too: tests compile some.
@_silgen_name("mutant_active") func mutantActive() -> Int
@_silgen_name("mutant_reach") func mutantReach(_ statement: Int)
@_silgen_name("mutant_never") func mutantNever() -> Never
