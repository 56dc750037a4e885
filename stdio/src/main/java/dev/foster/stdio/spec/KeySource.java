package dev.foster.stdio.spec;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/** Where the public keys of an issuer of tokens are, as a JSON Web Key Set. */
public sealed interface KeySource {

    /** In a file, which may change. */
    record InFile(Path path) implements KeySource {}

    /** On the web; without TLS only on this machine, as keys that were swapped open every door. */
    record AtUrl(URI url) implements KeySource {
        private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

        public AtUrl {
            String scheme = String.valueOf(url.getScheme());
            String host = String.valueOf(url.getHost());
            if (!scheme.equals("https") && !(scheme.equals("http") && LOOPBACK.contains(host))) {
                throw new IllegalArgumentException(
                        "cannot trust keys from "
                                + url
                                + ": it is not https; only on this machine http will do");
            }
        }
    }
}
