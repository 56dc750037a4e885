package dev.foster.bench.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Somebody who gives the daemon a hard time, again and again. */
interface Nuisance {
    /**
     * Does it once; what is refused is thrown. It takes some seconds at most, or is interrupted.
     */
    void act(Random random) throws IOException, InterruptedException;

    /**
     * A part of the load.
     *
     * @param name as it may be chosen
     * @param crowd how many do it at the same time
     * @param pause how long each rests before the next time, about
     */
    record Part(String name, int crowd, Duration pause, Nuisance nuisance) {}
}
