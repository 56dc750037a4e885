package dev.foster.daemon.bus;

/**
 * How often a plugin was asked for its commands.
 *
 * @param errors how often it did not answer
 * @param nanos how long it took in all
 */
public record CommandCounts(String plugin, long calls, long errors, long nanos) {

    CommandCounts plus(boolean good, long took) {
        return new CommandCounts(plugin, calls + 1, errors + (good ? 0 : 1), nanos + took);
    }
}
