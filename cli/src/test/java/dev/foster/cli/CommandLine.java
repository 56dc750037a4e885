package dev.foster.cli;

import dev.foster.bus.broker.Broker;
import dev.foster.control.ControlClient;
import dev.foster.daemon.Daemon;
import dev.foster.document.DocumentProblem;
import dev.foster.http.HttpServer;
import dev.foster.json.Members;
import dev.foster.plugin.PluginHost;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.process.ProcessEngine;
import dev.foster.settings.Limits;
import dev.foster.stdio.McpService;
import dev.foster.supervise.Supervisor;
import dev.foster.thread.Turns;
import dev.foster.tui.Tui;

import org.snakeyaml.engine.v2.api.LoadSettings;

import tools.jackson.core.json.JsonFactory;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the program is called: the java of the tests, with the options of {@code ./foster}. */
final class CommandLine {
    /** What speaks with plugins, and comes in many jars. */
    private static final Pattern SPEAKING =
            Pattern.compile(
                    "[/\\\\](io[/\\\\](grpc|netty|perfmark|nats)|com[/\\\\]google|java-bus)[/\\\\]");

    private CommandLine() {}

    static List<String> of(String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-XX:-ShrinkHeapInSteps");
        command.addAll(List.of("-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=25"));
        command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    private static String classPath() {
        Stream<String> ours =
                Stream.of(
                                Main.class,
                                ProcessEngine.class,
                                Supervisor.class,
                                DocumentProblem.class,
                                Limits.class,
                                ControlClient.class,
                                HttpServer.class,
                                Members.class,
                                Turns.class,
                                Daemon.class,
                                Tui.class,
                                PluginHost.class,
                                MagicCookie.class,
                                Broker.class,
                                McpService.class,
                                JsonFactory.class,
                                LoadSettings.class)
                        .map(type -> place(type).toString());
        Stream<String> speaking =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(entry -> SPEAKING.matcher(entry).find());
        return Stream.concat(ours, speaking)
                .distinct()
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
