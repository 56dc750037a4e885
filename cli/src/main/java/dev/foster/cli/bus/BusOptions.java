package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import java.util.List;
import java.util.Optional;

/** The options by which every client of the bus says which one, and who it is. */
final class BusOptions {
    private static final List<BusAddress> WAYS =
            List.of(new DaemonAddress(), new EnvironmentAddress());

    private BusOptions() {}

    static Options addedTo(Options options) {
        return options.value("--server", "URL", "another bus, such as nats://127.0.0.1:4222")
                .value("--user", "NAME", "connect as this user,")
                .value("--password", "TEXT", "with this password")
                .value("--token", "TEXT", "connect with this token")
                .value("--creds", "FILE", "connect with the credentials in this file")
                .value("--ca", "FILE", "trust the authorities in this PEM file")
                .inProject();
    }

    static BusTarget target(Invocation invocation, Arguments arguments) {
        BusTarget found =
                arguments
                        .value("--server")
                        .map(urls -> BusTarget.at(List.of(urls.split(",", -1))))
                        .orElseGet(() -> search(invocation, arguments));
        return new BusTarget(
                found.servers(),
                arguments.value("--user").or(found::user),
                arguments.value("--password").or(found::password),
                arguments.value("--token").or(found::token),
                arguments
                        .value("--creds")
                        .map(invocation.directory()::resolve)
                        .or(found::credentials),
                arguments.value("--ca").map(invocation.directory()::resolve).or(found::authority),
                found.traffic());
    }

    private static BusTarget search(Invocation invocation, Arguments arguments) {
        return WAYS.stream()
                .map(way -> way.find(invocation, arguments))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow();
    }
}
