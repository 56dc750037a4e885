package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.plugin.PluginSpec;
import dev.foster.supervise.spec.StackSpec;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the files of a project say.
 *
 * @param name what the project is called; the name of its directory unless the file says otherwise
 * @param directory where it lives, absolute; relative paths in the file start here
 * @param files what was read, in the order it was laid on top of each other, .env files included
 * @param stack the processes and groups; it has no {@link StackSpec#problems()}
 * @param logs where the output of each process is written; every process has one
 * @param descriptions what people wrote about a process, for those that have a description
 * @param plugins what those processes are that are plugins, by name
 * @param bus the bus, when the file names one or a plugin needs one
 * @param signs what the output of processes is watched for, for those that have such
 * @param screen what the file says about the screen
 * @param mcp the MCP servers, by name, in the order of the file
 * @param broker how those are offered
 * @param web how the dashboard is served, when the file says that it is
 * @param metrics where its figures go by themselves
 * @param hooks who is told what happens
 * @param notices what was understood but has no effect
 */
@SuppressWarnings("exports") // the plugin host is no module
public record Project(
        String name,
        Path directory,
        List<Path> files,
        StackSpec stack,
        Map<String, LogSpec> logs,
        Map<String, String> descriptions,
        Map<String, PluginSpec> plugins,
        Optional<BusSpec> bus,
        Map<String, SignSpec> signs,
        ScreenView screen,
        Map<String, McpSpec> mcp,
        BrokerSpec broker,
        Optional<WebSpec> web,
        MetricsSpec metrics,
        List<HookSpec> hooks,
        List<Notice> notices) {
    public Project {
        files = List.copyOf(files);
        logs = Map.copyOf(logs);
        descriptions = Map.copyOf(descriptions);
        plugins = Map.copyOf(plugins);
        signs = Map.copyOf(signs);
        mcp = Collections.unmodifiableMap(new LinkedHashMap<>(mcp));
        hooks = List.copyOf(hooks);
        notices = List.copyOf(notices);
    }

    /** The same with another stack. */
    public Project stack(StackSpec wanted) {
        return new Project(
                name,
                directory,
                files,
                wanted,
                logs,
                descriptions,
                plugins,
                bus,
                signs,
                screen,
                mcp,
                broker,
                web,
                metrics,
                hooks,
                notices);
    }
}
