package dev.foster.bench.memory;

import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;

/** Something that takes much of a server's memory for a while; when it returns, all has left. */
interface Flood {
    void pour(Server server) throws IOException, TrialFailed;
}
