package dev.foster.bench.tui;

import dev.foster.bench.workshop.Contender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A supervisor with a screen of its own. */
interface Screened extends Contender {
    /** Writes its configuration, which runs the load and is as plain as it can be. */
    void configure(Path place, Criers criers) throws IOException;

    /** What is run on the terminal. */
    List<String> start(Path place);

    /** What it is told. */
    Map<String, String> environment(Path place);
}
