package dev.foster.plugin.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How plugins are prepared on this machine.
 *
 * @param environment the variables of the host; programs are looked for along its PATH
 * @param cache where environments that were built are kept
 * @param pythonSdk where our own package for Python is, a folder with its source or with wheels;
 *     used for plugins that require {@code foster-plugin}
 * @param pipArguments more arguments for each {@code pip install}
 * @param questionLimit how long an interpreter may take to say which one it is
 * @param buildLimit how long building an environment may take
 */
public record RuntimeOptions(
        Map<String, String> environment,
        Path cache,
        Optional<Path> pythonSdk,
        List<String> pipArguments,
        Duration questionLimit,
        Duration buildLimit) {

    public RuntimeOptions {
        environment = Map.copyOf(environment);
        Objects.requireNonNull(cache);
        Objects.requireNonNull(pythonSdk);
        pipArguments = List.copyOf(pipArguments);
        Objects.requireNonNull(questionLimit);
        Objects.requireNonNull(buildLimit);
    }

    /** By the environment of this JVM: XDG_CACHE_HOME says where, FOSTER_SDK_PYTHON from where. */
    public static RuntimeOptions defaults() {
        return of(System.getenv());
    }

    public static RuntimeOptions of(Map<String, String> environment) {
        return new RuntimeOptions(
                environment,
                cache(environment),
                filled(environment, "FOSTER_SDK_PYTHON").map(Path::of),
                List.of(),
                Duration.ofSeconds(10),
                Duration.ofMinutes(15));
    }

    private static Path cache(Map<String, String> environment) {
        Path home = Path.of(System.getProperty("user.home", "."));
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        Path usual =
                system.startsWith("windows")
                        ? filled(environment, "LOCALAPPDATA")
                                .map(Path::of)
                                .orElse(home.resolve("AppData/Local"))
                        : home.resolve(system.startsWith("mac") ? "Library/Caches" : ".cache");
        // A relative one is to be ignored, by the document that defines it.
        return filled(environment, "XDG_CACHE_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElse(usual)
                .resolve("foster");
    }

    private static Optional<String> filled(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    public RuntimeOptions cache(Path wanted) {
        return new RuntimeOptions(
                environment, wanted, pythonSdk, pipArguments, questionLimit, buildLimit);
    }

    public RuntimeOptions pythonSdk(Path wanted) {
        return new RuntimeOptions(
                environment, cache, Optional.of(wanted), pipArguments, questionLimit, buildLimit);
    }

    public RuntimeOptions pipArguments(List<String> wanted) {
        return new RuntimeOptions(environment, cache, pythonSdk, wanted, questionLimit, buildLimit);
    }

    public RuntimeOptions questionLimit(Duration wanted) {
        return new RuntimeOptions(environment, cache, pythonSdk, pipArguments, wanted, buildLimit);
    }

    public RuntimeOptions buildLimit(Duration wanted) {
        return new RuntimeOptions(
                environment, cache, pythonSdk, pipArguments, questionLimit, wanted);
    }
}
