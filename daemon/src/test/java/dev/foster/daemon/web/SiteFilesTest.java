package dev.foster.daemon.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.http.HttpResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of the page, and no others. */
class SiteFilesTest {
    @TempDir private Path folder;
    private SiteFiles files;

    @BeforeEach
    void make() throws IOException {
        Path page = Files.createDirectories(folder.resolve("page"));
        Files.writeString(page.resolve("index.html"), "<p>Hello");
        Files.writeString(page.resolve("main.js"), "go()");
        Files.writeString(page.resolve("notes.class"), "no");
        Files.writeString(folder.resolve("secret.txt"), "no");
        files = new SiteFiles(Optional.of(page));
    }

    private Optional<HttpResponse> get(String path) {
        return files.answer(Asked.get(path).request());
    }

    @Test
    void eachHasItsTypeAndIsAskedForAgainEachTime() {
        HttpResponse page = get("/").orElseThrow();
        assertThat(page.headers().all("content-type")).containsExactly("text/html; charset=utf-8");
        assertThat(page.headers().all("cache-control")).containsExactly("no-cache");
        assertThat(get("/main.js").orElseThrow().headers().first("content-type"))
                .contains("text/javascript; charset=utf-8");
        assertThat(get("/index.html")).isPresent();
    }

    @Test
    void oneThatDidNotChangeIsNotSentAgain() throws IOException {
        String tag = get("/main.js").orElseThrow().headers().first("etag").orElseThrow();
        Asked again = Asked.get("/main.js").with("if-none-match", tag);
        assertThat(files.answer(again.request()).orElseThrow().status()).isEqualTo(304);
        Files.writeString(folder.resolve("page").resolve("main.js"), "go(2)");
        assertThat(files.answer(again.request()).orElseThrow().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/./main.js",
                "/%2e%2e/secret.txt",
                "//main.js",
                "/main.js/",
                "/notes.class",
                "/none.js",
                "/.hidden.txt",
                "/main.js\0.txt"
            })
    void nothingElseIsGivenOut(String path) {
        assertThat(get(path)).isEmpty();
    }

    @Test
    void withoutAFolderTheyComeWithTheProgram() {
        var own = new SiteFiles(Optional.empty());
        assertThat(own.answer(Asked.get("/").request())).isPresent();
        assertThat(own.answer(Asked.get("/none.js").request())).isEmpty();
    }
}
