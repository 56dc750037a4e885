package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.tls.Security;

import java.nio.file.Path;
import java.util.Optional;

/** A program that ends without closing its server. */
final class ForgetfulServer {
    private ForgetfulServer() {}

    public static void main(String[] arguments) {
        var place = new ListenPlace.SocketDirectory(Path.of(arguments[0]), Optional.empty());
        @SuppressWarnings("resource") // forgotten on purpose
        BoundServer server = BoundServer.start(place, Security.plain(), _ -> {});
        System.out.println(server.address().text());
    }
}
