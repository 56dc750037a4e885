package dev.foster.daemon.api;

import dev.foster.http.HttpResponse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The description of the API, for programs: {@code /v1/openapi.json}. */
final class OpenApiResource {
    static final String FILE = "openapi.json";

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/openapi.json", (_, _) -> HttpResponse.json(200, document())));
    }

    static String document() {
        try (InputStream file =
                Objects.requireNonNull(OpenApiResource.class.getResourceAsStream(FILE))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
