package dev.foster.cli;

import dev.foster.control.ControlClient;
import dev.foster.daemon.Daemon;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.Supervisor;

import org.snakeyaml.engine.v2.api.LoadSettings;

import tools.jackson.core.json.JsonFactory;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the program is called: the java of the tests, with the options of {@code ./foster}. */
final class CommandLine {
    private CommandLine() {}

    static List<String> of(String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    private static String classPath() {
        return Stream.of(
                        Main.class,
                        ProcessEngine.class,
                        Supervisor.class,
                        ControlClient.class,
                        Daemon.class,
                        JsonFactory.class,
                        LoadSettings.class)
                .map(type -> place(type).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
