package dev.foster.bench.mcp;

import java.util.List;
import java.util.Optional;

/** A program that puts a stdio server behind HTTP. */
interface Gateway {
    /** As it names its version. */
    String version();

    /** Why it cannot take part, if so. */
    Optional<String> missing();

    /** Where its endpoint is. */
    String path();

    /** Its command line: how it listens at a port of the loopback and offers a server. */
    List<String> command(int port, List<String> options, List<String> server);
}
