package dev.foster.daemon.config;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who is told what happens.
 *
 * @param on the words for what it is told
 * @param processes about which processes and groups; about all when absent
 * @param timeout how long one attempt may take
 * @param retries how often it is tried again
 * @param rate how many messages about one process it gets in which time; the rest is summed up
 */
public record HookSpec(
        String name,
        Target target,
        Set<Topic> on,
        Optional<Set<String>> processes,
        Duration timeout,
        int retries,
        Limit rate) {

    /** How it is told. Its text leaves the secrets out. */
    public sealed interface Target {
        /** What may be shown of it. */
        String shown();

        /**
         * A web server.
         *
         * @param secret with which messages are signed
         */
        record Webhook(URI address, Optional<String> secret, Map<String, String> headers)
                implements Target {
            public Webhook {
                headers = Map.copyOf(headers);
            }

            Webhook secret(String wanted) {
                return new Webhook(address, Optional.of(wanted), headers);
            }

            Webhook headers(Map<String, String> wanted) {
                return new Webhook(address, secret, wanted);
            }

            @Override
            public String shown() {
                return WebAddress.shown(address);
            }

            @Override
            public String toString() {
                return "Webhook[" + shown() + "]";
            }
        }

        /** A program that is run each time. */
        record Command(ChildSpec child) implements Target {
            @Override
            public String shown() {
                return shown(child.command());
            }

            /** Its arguments may be secret. */
            static String shown(List<String> command) {
                return command.getFirst() + (command.size() > 1 ? " …" : "");
            }

            @Override
            public String toString() {
                return "Command[" + shown() + "]";
            }
        }
    }

    public HookSpec {
        on = Set.copyOf(on);
        processes = processes.map(Set::copyOf);
    }

    HookSpec name(String wanted) {
        return new HookSpec(wanted, target, on, processes, timeout, retries, rate);
    }

    HookSpec target(Target wanted) {
        return new HookSpec(name, wanted, on, processes, timeout, retries, rate);
    }

    HookSpec on(Set<Topic> wanted) {
        return new HookSpec(name, target, wanted, processes, timeout, retries, rate);
    }

    HookSpec processes(Set<String> wanted) {
        return new HookSpec(name, target, on, Optional.of(wanted), timeout, retries, rate);
    }

    HookSpec timeout(Duration wanted) {
        return new HookSpec(name, target, on, processes, wanted, retries, rate);
    }

    HookSpec retries(int wanted) {
        return new HookSpec(name, target, on, processes, timeout, wanted, rate);
    }

    HookSpec rate(Limit wanted) {
        return new HookSpec(name, target, on, processes, timeout, retries, wanted);
    }
}
