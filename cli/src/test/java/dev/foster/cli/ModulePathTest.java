package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The program runs from a class path; who embeds a part of it may have a module path. All modules
 * and what they need fit on one: each is there under the name it is read by, and no two share a
 * package.
 */
class ModulePathTest {
    private static final Pattern OF_TESTS =
            Pattern.compile(
                    "test-classes|junit|assertj|archunit|opentest4j|apiguardian|slf4j|surefire");

    @Test
    void ourModulesAndTheirLibrariesFitOnAModulePath() {
        Path[] places =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(it -> !OF_TESTS.matcher(it).find())
                        .map(Path::of)
                        .toArray(Path[]::new);
        ModuleFinder finder = ModuleFinder.of(places);
        Set<String> ours =
                finder.findAll().stream()
                        .filter(it -> !it.descriptor().isAutomatic())
                        .map(ModuleReference::descriptor)
                        .map(it -> it.name())
                        .filter(it -> it.startsWith("dev.foster."))
                        .collect(Collectors.toSet());
        Configuration found =
                ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), ours);
        assertThat(found.modules())
                .extracting(ResolvedModule::name)
                .containsAll(ours)
                .contains(
                        "dev.foster.cli",
                        "dev.foster.plugin",
                        "dev.foster.plugin.protocol",
                        "dev.foster.sdk",
                        "dev.foster.sdk.bus",
                        "dev.foster.web",
                        "io.grpc.netty");
    }
}
