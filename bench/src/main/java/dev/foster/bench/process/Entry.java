package dev.foster.bench.process;

/**
 * One line of a contest: who takes part and what is asked of it.
 *
 * @param system as it is called in the results
 * @param worker which worker takes the turns
 * @param request what is sent to the worker, its words apart by tabs
 */
record Entry(String system, String worker, String request) {}
