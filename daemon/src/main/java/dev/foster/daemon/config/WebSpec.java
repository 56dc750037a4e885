package dev.foster.daemon.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How the dashboard of a project is served.
 *
 * @param address where it listens
 * @param publicUrl where browsers find it, behind a proxy
 * @param tokenFile where the token is that lets people in, if not where Foster keeps its own
 */
public record WebSpec(
        ListenAddress address,
        Optional<URI> publicUrl,
        Optional<Path> tokenFile,
        Optional<Certificate> tls) {
    static final ListenAddress USUAL_ADDRESS = ListenAddress.onThisMachine(7433);

    public WebSpec {
        Objects.requireNonNull(address);
    }

    /** On this machine, at the usual port. */
    public static WebSpec usual() {
        return new WebSpec(USUAL_ADDRESS, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public WebSpec port(int wanted) {
        return address(address.port(wanted));
    }

    WebSpec address(ListenAddress wanted) {
        return new WebSpec(wanted, publicUrl, tokenFile, tls);
    }

    WebSpec publicUrl(URI wanted) {
        return new WebSpec(address, Optional.of(wanted), tokenFile, tls);
    }

    WebSpec tokenFile(Path wanted) {
        return new WebSpec(address, publicUrl, Optional.of(wanted), tls);
    }

    WebSpec tls(Certificate wanted) {
        return new WebSpec(address, publicUrl, tokenFile, Optional.of(wanted));
    }
}
