package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.document.Difference;
import dev.foster.document.Notice;
import dev.foster.plugin.PluginSpec;
import dev.foster.supervise.spec.ProcessSpec;
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
 * @param settings all that the files say of each process; every process has them
 * @param plugins what those processes are that are plugins, by name
 * @param bus the bus, when the file names one or a plugin needs one
 * @param screen what the file says about the screen
 * @param mcp the MCP servers, by name, in the order of the file
 * @param gateway how those are offered
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
        Map<String, ProcessSettings> settings,
        Map<String, PluginSpec> plugins,
        Optional<BusSpec> bus,
        ScreenView screen,
        Map<String, McpSpec> mcp,
        GatewaySpec gateway,
        Optional<WebSpec> web,
        MetricsSpec metrics,
        List<HookSpec> hooks,
        List<Notice> notices) {
    public Project {
        files = List.copyOf(files);
        settings = Map.copyOf(settings);
        plugins = Map.copyOf(plugins);
        mcp = Collections.unmodifiableMap(new LinkedHashMap<>(mcp));
        hooks = List.copyOf(hooks);
        notices = List.copyOf(notices);
    }

    /** Where the output of a process is written. */
    public LogSpec log(String process) {
        return said(process).map(ProcessSettings::log).orElse(LogSpec.defaults());
    }

    /** What people wrote about a process. */
    public Optional<String> description(String process) {
        return said(process).flatMap(ProcessSettings::description);
    }

    /** What the output of processes is watched for, of those that are. */
    public Map<String, SignSpec> signs() {
        var signs = new LinkedHashMap<String, SignSpec>();
        settings.forEach(
                (name, said) -> {
                    if (!said.signs().equals(SignSpec.NONE)) {
                        signs.put(name, said.signs());
                    }
                });
        return signs;
    }

    private Optional<ProcessSettings> said(String process) {
        return Optional.ofNullable(settings.get(process));
    }

    /** What another reading says otherwise of a process, field by field. */
    public List<Difference> differences(ProcessSpec before, Project next, ProcessSpec after) {
        PluginSpec old = plugins.get(before.name());
        PluginSpec fresh = next.plugins.get(after.name());
        return old == null || fresh == null
                ? ProcessSection.PROCESS.differences(settings(before), next.settings(after))
                : PluginSettings.of(old, settings(before))
                        .differences(PluginSettings.of(fresh, next.settings(after)));
    }

    /** What is said of a process otherwise than usual, by key; no secret is told. */
    public Map<String, String> told(ProcessSpec spec) {
        return ProcessSection.PROCESS.shown(settings(spec), ProcessSection.PROCESS.usual());
    }

    /** With the spec as it is supervised. */
    private ProcessSettings settings(ProcessSpec spec) {
        return said(spec.name()).orElse(ProcessSettings.of(spec)).spec(spec);
    }

    /** The same with another stack. */
    public Project stack(StackSpec wanted) {
        return new Project(
                name, directory, files, wanted, settings, plugins, bus, screen, mcp, gateway, web,
                metrics, hooks, notices);
    }
}
