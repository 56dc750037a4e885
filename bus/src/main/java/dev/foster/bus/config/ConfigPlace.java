package dev.foster.bus.config;

/** A place in a file, counted from 1. */
record ConfigPlace(String file, int line, int column) {
    /** A problem at this place: <em>cannot this: why; what to do</em>. */
    ConfigProblem problem(String text) {
        return new ConfigProblem(this + ": " + text);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
