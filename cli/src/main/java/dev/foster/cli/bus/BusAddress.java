package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.Invocation;

import java.util.Optional;

/** A way to find out which bus is meant, when the command line does not say. */
@FunctionalInterface
interface BusAddress {
    /** The bus, if this way leads to one. */
    Optional<BusTarget> find(Invocation invocation, Arguments arguments);
}
