package dev.foster.cli;

import dev.foster.cli.attach.AttachVerb;
import dev.foster.cli.bus.BusVerb;
import dev.foster.cli.chat.ChatVerb;
import dev.foster.cli.completion.CompletionVerb;
import dev.foster.cli.control.DownVerb;
import dev.foster.cli.control.ReloadVerb;
import dev.foster.cli.control.ReplaceVerb;
import dev.foster.cli.control.RestartVerb;
import dev.foster.cli.control.SendVerb;
import dev.foster.cli.control.SignalVerb;
import dev.foster.cli.control.StartVerb;
import dev.foster.cli.control.StopVerb;
import dev.foster.cli.control.WaitVerb;
import dev.foster.cli.doctor.DoctorVerb;
import dev.foster.cli.explain.EventsVerb;
import dev.foster.cli.explain.PlanVerb;
import dev.foster.cli.explain.WhyVerb;
import dev.foster.cli.logs.LogsVerb;
import dev.foster.cli.mcp.McpVerb;
import dev.foster.cli.metrics.MetricsVerb;
import dev.foster.cli.notify.NotifyVerb;
import dev.foster.cli.plugin.PluginVerb;
import dev.foster.cli.project.InitVerb;
import dev.foster.cli.project.SchemaVerb;
import dev.foster.cli.project.ValidateVerb;
import dev.foster.cli.ps.PsVerb;
import dev.foster.cli.ps.UsageVerb;
import dev.foster.cli.run.RunVerb;
import dev.foster.cli.up.UpVerb;
import dev.foster.cli.web.WebVerb;

import java.util.List;
import java.util.Optional;

/** Every verb by its name. A verb's class is loaded when it is asked for, and no other. */
final class Verbs {
    /** In the order of the help. */
    static final List<String> NAMES =
            List.of(
                    "up",
                    "attach",
                    "down",
                    "ps",
                    "usage",
                    "logs",
                    "start",
                    "stop",
                    "restart",
                    "replace",
                    "wait",
                    "signal",
                    "send",
                    "events",
                    "why",
                    "plan",
                    "reload",
                    "validate",
                    "init",
                    "schema",
                    "plugin",
                    "bus",
                    "mcp",
                    "chat",
                    "metrics",
                    "notify",
                    "web",
                    "doctor",
                    "run",
                    "completion",
                    "version");

    private Verbs() {}

    static Optional<Verb> named(String name, Caller caller) {
        return Optional.ofNullable(
                switch (name) {
                    case "up" -> new UpVerb(caller);
                    case "attach" -> new AttachVerb(caller);
                    case "down" -> new DownVerb(caller);
                    case "ps" -> new PsVerb(caller);
                    case "usage" -> new UsageVerb(caller);
                    case "logs" -> new LogsVerb(caller);
                    case "start" -> new StartVerb(caller);
                    case "stop" -> new StopVerb(caller);
                    case "restart" -> new RestartVerb(caller);
                    case "replace" -> new ReplaceVerb(caller);
                    case "wait" -> new WaitVerb(caller);
                    case "signal" -> new SignalVerb(caller);
                    case "send" -> new SendVerb(caller);
                    case "events" -> new EventsVerb(caller);
                    case "why" -> new WhyVerb(caller);
                    case "plan" -> new PlanVerb(caller);
                    case "reload" -> new ReloadVerb(caller);
                    case "validate" -> new ValidateVerb(caller);
                    case "init" -> new InitVerb(caller);
                    case "schema" -> new SchemaVerb(caller);
                    case "plugin" -> new PluginVerb(caller);
                    case "chat" -> new ChatVerb(caller);
                    case "bus" -> new BusVerb(caller);
                    case "mcp" -> new McpVerb(caller);
                    case "web" -> new WebVerb(caller);
                    case "metrics" -> new MetricsVerb(caller);
                    case "notify" -> new NotifyVerb(caller);
                    case "doctor" -> new DoctorVerb(caller);
                    case "run" -> new RunVerb();
                    case "completion" -> new CompletionVerb(caller, () -> all(caller));
                    case "version" -> new VersionVerb();
                    case "training" -> new Training();
                    default -> null;
                });
    }

    static List<Verb> all(Caller caller) {
        return NAMES.stream().flatMap(name -> named(name, caller).stream()).toList();
    }
}
