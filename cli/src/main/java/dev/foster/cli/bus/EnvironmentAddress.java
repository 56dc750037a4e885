package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.Invocation;

import java.util.List;
import java.util.Optional;

/** The bus that {@code NATS_URL} names, or where a server listens that was told nothing else. */
final class EnvironmentAddress implements BusAddress {
    private static final String USUAL = "nats://127.0.0.1:4222";

    @Override
    public Optional<BusTarget> find(Invocation invocation, Arguments arguments) {
        String named = invocation.environment().getOrDefault("NATS_URL", "");
        return Optional.of(BusTarget.at(List.of((named.isEmpty() ? USUAL : named).split(",", -1))));
    }
}
