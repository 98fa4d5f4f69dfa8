#pragma once

/// Returns the number of the active mutant; 0 for none.
long mutant_active(void);
/// Notes that a test has reached a statement.
void mutant_reach(long statement);
/// Ends the process: a mutant has left a function without a value.
_Noreturn void mutant_never(void);
