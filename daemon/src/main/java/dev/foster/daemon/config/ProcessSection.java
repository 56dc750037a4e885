package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.OutputSection.Output;
import dev.foster.document.Definitions;
import dev.foster.document.Section;
import dev.foster.document.Types;
import dev.foster.process.ChildSpec;
import dev.foster.process.Stdin;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One entry below {@code processes}. */
final class ProcessSection {
    private static final int MOST_REPLICAS = 1000;

    private static final ProcessSpec ANY = ProcessSpec.of("any", ChildSpec.of("true"));

    private static final Section<ProcessSpec> SUPERVISION =
            Section.of("", "", "", ANY)
                    .optional(
                            "depends_on",
                            Dependencies.TYPE,
                            it -> Optional.of(it.dependsOn()).filter(on -> !on.isEmpty()),
                            ProcessSpec::dependsOn,
                            says("What must hold before it is started: a list of names"
                                            + " that must be started, or a mapping of names to"
                                            + " `started`, `ready`, `completed` or"
                                            + " `completed_successfully`. A group stands for"
                                            + " all its members. The words of process-compose"
                                            + " and Docker Compose (`process_healthy`,"
                                            + " `service_started`, …) are understood.")
                                    .example(List.of("database"), Map.of("database", "ready")))
                    .field(
                            "ready",
                            ProbeSections.READY,
                            ProcessSpec::readiness,
                            ProcessSpec::readiness,
                            says("When it counts as ready; the word `notify` is short"
                                            + " for `{notify: true}`. Without it a process is"
                                            + " ready once started.")
                                    .example(Map.of("tcp", 8080), Map.of("log", "listening on")))
                    .optional(
                            "liveness",
                            ProbeSections.LIVENESS,
                            ProcessSpec::liveness,
                            ProcessSpec::liveness,
                            says("How its health is watched while it is up; an unhealthy"
                                            + " process is restarted.")
                                    .example(Map.of("http", "http://127.0.0.1:8080/healthz")))
                    .field(
                            "restart",
                            RestartSection.RESTART.orJust("policy"),
                            ProcessSpec::restart,
                            ProcessSpec::restart,
                            says("What happens when it ends by itself; a word is short"
                                            + " for `{policy: …}`.")
                                    .example(
                                            "always",
                                            Definitions.shape(
                                                    "policy", "always", "limit", "none")));

    static final Section<ProcessSettings> PROCESS =
            Section.of(
                            "process",
                            "A process",
                            "One entry below `processes`. Its name has letters, digits, `_`, `.`"
                                    + " and `-`, begins with a letter or digit, and has at most 64"
                                    + " characters.",
                            ProcessSettings.of(ANY))
                    .part(RunSection.COMMAND, ProcessSettings::run, ProcessSettings::run)
                    .part(RunSection.SURROUNDINGS, ProcessSettings::run, ProcessSettings::run)
                    .part(SUPERVISION, ProcessSettings::spec, ProcessSettings::spec)
                    .part(RunSection.STOP, ProcessSettings::run, ProcessSettings::run)
                    .field(
                            "stdin",
                            Types.choice("none", Stdin.NULL, "pipe", Stdin.PIPE),
                            it -> it.spec().child().stdin(),
                            (it, input) -> it.child(it.spec().child().stdin(input)),
                            says("What its standard input is: `none`, where it finds the"
                                            + " end at once, or `pipe`, into which `foster"
                                            + " send` writes. With `pipe` a stop closes it"
                                            + " first.")
                                    .example("pipe"))
                    .field(
                            "output",
                            OutputSection.OUTPUT.type(),
                            it -> Output.of(it.spec().child(), it.log()),
                            (it, output) ->
                                    it.child(output.in(it.spec().child())).log(output.log()),
                            says("What happens to what it prints.")
                                    .example(Map.of("stderr", "merge")))
                    .part(RunSection.BOUNDS, ProcessSettings::run, ProcessSettings::run)
                    .part(SignSections.SIGNS, ProcessSettings::signs, ProcessSettings::signs)
                    .field(
                            "replicas",
                            Types.whole(1, MOST_REPLICAS),
                            ProcessSettings::replicas,
                            ProcessSettings::replicas,
                            says("How many copies run. From 2 on they are called NAME.1,"
                                            + " NAME.2 and so on, are members of a group called"
                                            + " NAME, and find their number in FOSTER_REPLICA;"
                                            + " the number also goes into the name of"
                                            + " `output.file`.")
                                    .example(3))
                    .field(
                            "enabled",
                            Types.TRUTH,
                            it -> it.spec().enabled(),
                            (it, enabled) -> it.spec(it.spec().enabled(enabled)),
                            says(
                                    "Whether it is started with the project; if not, only when"
                                            + " somebody asks."))
                    .optional(
                            "description",
                            Types.TEXT,
                            ProcessSettings::description,
                            ProcessSettings::description,
                            says("What it is for, in your own words.").example("serves the shop"));

    /** What every process says unless it says otherwise. */
    static final Section<ProcessSettings> DEFAULTS =
            PROCESS.layer("defaults", "Defaults", "The keys of a process, all but its command.");

    private ProcessSection() {}
}
