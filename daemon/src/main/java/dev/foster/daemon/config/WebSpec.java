package dev.foster.daemon.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How the dashboard of a project is served.
 *
 * @param host where it listens
 * @param port 0 for any that is free
 * @param publicUrl where browsers find it, behind a proxy
 * @param tokenFile where the token is that lets people in, if not where Foster keeps its own
 */
public record WebSpec(
        String host,
        int port,
        Optional<URI> publicUrl,
        Optional<Path> tokenFile,
        Optional<Certificate> tls) {
    static final String USUAL_HOST = "127.0.0.1";
    static final int USUAL_PORT = 7433;

    public WebSpec {
        Objects.requireNonNull(host);
    }

    /** On this machine, at the usual port. */
    public static WebSpec usual() {
        return new WebSpec(
                USUAL_HOST, USUAL_PORT, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public WebSpec port(int wanted) {
        return new WebSpec(host, wanted, publicUrl, tokenFile, tls);
    }
}
