package dev.foster.stdio.access;

import dev.foster.json.JsonProblem;
import dev.foster.stdio.spec.KeySource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Fetches the keys of an issuer, within bounds of size and time. */
final class KeyFetcher {
    private static final int LARGEST = 1 << 20;
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private KeyFetcher() {}

    static List<JsonWebKey> read(KeySource source) throws IOException {
        byte[] json =
                switch (source) {
                    case KeySource.InFile(Path path) -> file(path);
                    case KeySource.AtUrl(URI url) -> fetch(url);
                };
        try {
            return JsonWebKey.all(json);
        } catch (JsonProblem notJson) {
            throw new IOException("the keys are not a JSON Web Key Set", notJson);
        }
    }

    private static byte[] file(Path path) throws IOException {
        try (InputStream input = Files.newInputStream(path)) {
            return bounded(input);
        }
    }

    private static byte[] fetch(URI url) throws IOException {
        var connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setConnectTimeout((int) WAIT.toMillis());
        connection.setReadTimeout((int) WAIT.toMillis());
        // Whoever answers there must not be able to send us on to somebody else.
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept", "application/json");
        connection.setRequestProperty("Connection", "close");
        try {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("the keys' address answers " + connection.getResponseCode());
            }
            try (InputStream input = connection.getInputStream()) {
                return bounded(input);
            }
        } finally {
            connection.disconnect();
        }
    }

    private static byte[] bounded(InputStream input) throws IOException {
        long begin = System.nanoTime();
        var all = new ByteArrayOutputStream();
        byte[] piece = new byte[8 << 10];
        for (int count = input.read(piece); count >= 0; count = input.read(piece)) {
            all.write(piece, 0, count);
            if (all.size() > LARGEST || System.nanoTime() - begin > LONGEST.toNanos()) {
                throw new IOException("the keys are too long, or take too long");
            }
        }
        return all.toByteArray();
    }
}
