package dev.foster.cli.bus;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.cli.UsageProblem;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who can reach a bus, and what keeps strangers from using it or reading along. */
final class Exposure {
    private Exposure() {}

    /**
     * Lets nobody open a bus to others by mistake.
     *
     * @throws UsageProblem when strangers could reach it, and use it or read along
     */
    static void check(BrokerOptions options) {
        if (onLoopback(options.host())) {
            return;
        }
        List<String> missing = missing(options);
        if (!missing.isEmpty()) {
            throw new UsageProblem(
                    "cannot serve at "
                            + options.host()
                            + ": whoever reaches it could "
                            + String.join(" and ", missing)
                            + "; ask for both TLS and credentials (--tls, and --user or --auth),"
                            + " or say --insecure");
        }
    }

    /** What strangers could do. */
    static List<String> missing(BrokerOptions options) {
        List<String> missing = new ArrayList<>();
        BrokerOptions.Access access = options.access();
        boolean open = !access.closed() && access.token().isEmpty() && access.users().isEmpty();
        if (open || access.guest().isPresent()) {
            missing.add("use this bus");
        }
        if (options.tls().isEmpty()) {
            missing.add("read along");
        }
        return missing;
    }

    static boolean onLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException unknown) {
            // Nobody can listen there: that is told when it is tried.
            return true;
        }
    }
}
