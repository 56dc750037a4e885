package dev.foster.stdio.child;

import dev.foster.process.Exit;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.Eventually;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** A listener that writes everything down. */
class Overheard implements RpcListener {
    private static final Duration SOON = Duration.ofSeconds(60);

    final List<RpcMessage> requests = Collections.synchronizedList(new ArrayList<>());
    final List<RpcMessage> notifications = Collections.synchronizedList(new ArrayList<>());
    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    final List<Stray> strays = Collections.synchronizedList(new ArrayList<>());
    final List<Exit> ends = Collections.synchronizedList(new ArrayList<>());
    final AtomicLong missed = new AtomicLong();

    @Override
    public void request(RpcMessage fromChild) {
        requests.add(fromChild);
    }

    @Override
    public void notification(RpcMessage fromChild) {
        notifications.add(fromChild);
    }

    @Override
    public void log(String stderrLine) {
        log.add(stderrLine);
    }

    @Override
    public void logMissed(long lines) {
        missed.addAndGet(lines);
    }

    @Override
    public void stray(Stray stray) {
        strays.add(stray);
    }

    @Override
    public void ended(Exit exit) {
        ends.add(exit);
    }

    static void await(String what, BooleanSupplier condition) {
        Eventually.until(SOON, what, condition);
    }
}
