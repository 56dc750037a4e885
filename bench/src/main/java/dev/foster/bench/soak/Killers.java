package dev.foster.bench.soak;

import dev.foster.bench.workshop.Marked;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Those who kill, and stop and continue, what the daemon looks after; and its guardian. */
final class Killers implements Nuisance {
    private static final String GUARDIAN = "foster-guardian";
    private static final int GUARDIAN_SHARE = 12;
    private static final int STOPPED_MILLIS = 3_000;

    private final long daemon;
    private final Deeds deeds;

    Killers(long daemon, Deeds deeds) {
        this.daemon = daemon;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        List<ProcessHandle> children =
                ProcessHandle.of(daemon).stream().flatMap(ProcessHandle::children).toList();
        if (children.isEmpty()) {
            return;
        }
        if (random.nextInt(GUARDIAN_SHARE) == 0) {
            children.stream()
                    .filter(child -> Marked.hasArgument(child, GUARDIAN))
                    .forEach(guardian -> kill(guardian, "killers: the guardian killed"));
            return;
        }
        ProcessHandle victim = children.get(random.nextInt(children.size()));
        if (Marked.hasArgument(victim, GUARDIAN)) {
            return;
        }
        if (random.nextBoolean()) {
            kill(victim, "killers: a child killed");
        } else {
            deeds.count("killers: a child stopped and continued");
            signal(victim, "STOP");
            try {
                Thread.sleep(random.nextInt(STOPPED_MILLIS));
            } finally {
                signal(victim, "CONT");
            }
        }
    }

    private void kill(ProcessHandle process, String kind) {
        process.destroyForcibly();
        deeds.count(kind);
    }

    /** One that is gone meanwhile gets none; its number is not given again so soon. */
    static void signal(ProcessHandle process, String signal) throws IOException {
        if (process.isAlive()) {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }
}
