package dev.foster.daemon.web;

import dev.foster.http.Headers;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of the page. None of them is a secret: whoever reaches the listener may read them, and
 * is asked who he is when the page asks for more.
 *
 * <p>Browsers keep them and ask each time whether they are still good, so a page never runs with
 * parts of another version.
 */
final class SiteFiles {
    /** A folder to read them from instead: who writes the page needs not build for each change. */
    static final String FOLDER_PROPERTY = "foster.web.folder";

    private static final String ROOT = "dev/foster/web/";
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml",
                    "png", "image/png",
                    "ico", "image/x-icon",
                    "json", "application/json",
                    "webmanifest", "application/manifest+json",
                    "txt", "text/plain; charset=utf-8");

    private final Optional<Path> folder;
    private final Map<String, Found> known = new ConcurrentHashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Found(byte[] bytes, String tag) {}

    SiteFiles() {
        this(Optional.ofNullable(System.getProperty(FOLDER_PROPERTY)).map(Path::of));
    }

    SiteFiles(Optional<Path> folder) {
        this.folder = folder;
    }

    /** The file that a path names; empty when there is none. */
    Optional<HttpResponse> answer(HttpRequest request) {
        return name(request.path())
                .flatMap(name -> find(name).map(it -> answer(request, name, it)));
    }

    private static HttpResponse answer(HttpRequest request, String name, Found file) {
        Headers headers =
                Headers.of("content-type", type(name).orElseThrow())
                        .with("cache-control", "no-cache")
                        .with("etag", file.tag());
        boolean unchanged = request.headers().lists("if-none-match", file.tag());
        return new HttpResponse(
                unchanged ? 304 : 200,
                headers,
                new HttpResponse.Whole(unchanged ? new byte[0] : file.bytes()));
    }

    /** Plain names only: whatever else a path may hold, no file of ours is called so. */
    private static Optional<String> name(List<String> path) {
        if (path.equals(List.of(""))) {
            return Optional.of("index.html");
        }
        boolean plain = path.stream().allMatch(it -> it.matches("[A-Za-z0-9_][A-Za-z0-9._-]*"));
        return Optional.of(String.join("/", path)).filter(name -> plain && type(name).isPresent());
    }

    private static Optional<String> type(String name) {
        return Optional.ofNullable(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
    }

    private Optional<Found> find(String name) {
        if (folder.isPresent()) {
            return inFolder(folder.get().resolve(name));
        }
        Optional<Found> kept = Optional.ofNullable(known.get(name));
        if (kept.isPresent()) {
            return kept;
        }
        // What is not there is not kept: anybody can ask for names without end.
        Optional<Found> found = onClassPath(name);
        found.ifPresent(it -> known.put(name, it));
        return found;
    }

    private static Optional<Found> inFolder(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(found(Files.readAllBytes(file)))
                    : Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Optional<Found> onClassPath(String name) {
        ClassLoader loader = SiteFiles.class.getClassLoader();
        try (InputStream file = loader.getResourceAsStream(ROOT + name)) {
            return file == null ? Optional.empty() : Optional.of(found(file.readAllBytes()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Found found(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Found(
                    bytes,
                    "\""
                            + Base64.getUrlEncoder()
                                    .withoutPadding()
                                    .encodeToString(hash)
                                    .substring(0, 22)
                            + "\"");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
