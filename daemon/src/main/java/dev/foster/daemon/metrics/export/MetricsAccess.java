package dev.foster.daemon.metrics.export;

import dev.foster.daemon.config.MetricsSpec;
import dev.foster.http.HttpRequest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** Who may fetch the figures. */
interface MetricsAccess {

    boolean admits(HttpRequest request);

    static MetricsAccess of(MetricsSpec.Listener spec) {
        if (spec.token().isPresent()) {
            return new WithToken(spec.token().get());
        }
        return spec.tokenFile().<MetricsAccess>map(WithTokenFile::new).orElse(new ThisMachine());
    }

    /**
     * Whoever runs on this machine. A web page that somebody has open there is somebody else: it
     * shows by an Origin, or by a Host that an attacker has pointed here.
     */
    record ThisMachine() implements MetricsAccess {
        private static final Pattern HOST =
                Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d{1,5})?");

        @Override
        public boolean admits(HttpRequest request) {
            return HOST.matcher(request.headers().first("host").orElse("")).matches()
                    && request.headers().all("origin").isEmpty();
        }
    }

    /** Whoever knows the token. */
    record WithToken(String token) implements MetricsAccess {
        /** Takes as long for a wrong token as for the right one. */
        @Override
        public boolean admits(HttpRequest request) {
            return MessageDigest.isEqual(
                    request.headers()
                            .first("authorization")
                            .orElse("")
                            .getBytes(StandardCharsets.UTF_8),
                    ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String toString() {
            return "WithToken[]";
        }
    }

    /** Whoever knows what is in the file now. */
    record WithTokenFile(Path file) implements MetricsAccess {
        @Override
        public boolean admits(HttpRequest request) {
            try {
                String token = Files.readString(file).strip();
                return !token.isEmpty() && new WithToken(token).admits(request);
            } catch (IOException unreadable) {
                return false;
            }
        }
    }
}
