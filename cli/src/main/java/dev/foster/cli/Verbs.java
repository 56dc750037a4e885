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

    static Optional<Verb> named(String name, Invocation invocation) {
        return Optional.ofNullable(
                switch (name) {
                    case "up" -> new UpVerb(invocation);
                    case "attach" -> new AttachVerb(invocation);
                    case "down" -> new DownVerb(invocation);
                    case "ps" -> new PsVerb(invocation);
                    case "usage" -> new UsageVerb(invocation);
                    case "logs" -> new LogsVerb(invocation);
                    case "start" -> new StartVerb(invocation);
                    case "stop" -> new StopVerb(invocation);
                    case "restart" -> new RestartVerb(invocation);
                    case "replace" -> new ReplaceVerb(invocation);
                    case "wait" -> new WaitVerb(invocation);
                    case "signal" -> new SignalVerb(invocation);
                    case "send" -> new SendVerb(invocation);
                    case "events" -> new EventsVerb(invocation);
                    case "why" -> new WhyVerb(invocation);
                    case "plan" -> new PlanVerb(invocation);
                    case "reload" -> new ReloadVerb(invocation);
                    case "validate" -> new ValidateVerb(invocation);
                    case "init" -> new InitVerb(invocation);
                    case "schema" -> new SchemaVerb(invocation);
                    case "plugin" -> new PluginVerb(invocation);
                    case "chat" -> new ChatVerb(invocation);
                    case "bus" -> new BusVerb(invocation);
                    case "mcp" -> new McpVerb(invocation);
                    case "web" -> new WebVerb(invocation);
                    case "metrics" -> new MetricsVerb(invocation);
                    case "notify" -> new NotifyVerb(invocation);
                    case "doctor" -> new DoctorVerb(invocation);
                    case "run" -> new RunVerb();
                    case "completion" -> new CompletionVerb(invocation, () -> all(invocation));
                    case "version" -> new VersionVerb();
                    case "training" -> new Training();
                    default -> null;
                });
    }

    static List<Verb> all(Invocation invocation) {
        return NAMES.stream().flatMap(name -> named(name, invocation).stream()).toList();
    }
}
