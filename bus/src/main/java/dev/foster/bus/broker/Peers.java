package dev.foster.bus.broker;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;

/** Addresses of clients, as a NATS server writes them. */
final class Peers {
    private static final int GROUPS = 8;

    private Peers() {}

    /** Such as {@code 127.0.0.1:4222} or {@code [::1]:4222}. */
    static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return address.toString();
        }
        String host = host(inet.getAddress());
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + inet.getPort();
    }

    /** The address without its port, and without brackets. */
    static String host(String peer) {
        int colon = peer.lastIndexOf(':');
        String host = colon < 0 ? peer : peer.substring(0, colon);
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String host(InetAddress address) {
        String text = address.getHostAddress();
        if (!(address instanceof Inet6Address)) {
            return text;
        }
        int zone = text.indexOf('%');
        String groups = zone < 0 ? text : text.substring(0, zone);
        return shortened(groups.split(":", -1)) + (zone < 0 ? "" : text.substring(zone));
    }

    /** The longest row of zeros, the first of several, becomes two colons. */
    private static String shortened(String[] groups) {
        int from = 0;
        int most = 0;
        for (int start = 0; start < GROUPS; start++) {
            int end = start;
            while (end < GROUPS && groups[end].equals("0")) {
                end++;
            }
            if (end - start > most) {
                from = start;
                most = end - start;
            }
        }
        if (most < 2) {
            return String.join(":", groups);
        }
        return joined(groups, 0, from) + "::" + joined(groups, from + most, GROUPS);
    }

    private static String joined(String[] groups, int from, int to) {
        return String.join(":", Arrays.copyOfRange(groups, from, to));
    }
}
