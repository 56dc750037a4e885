package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Section;
import dev.foster.document.Types;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.settings.BoundSections;
import dev.foster.settings.Limits;
import dev.foster.settings.StopSection;
import dev.foster.supervise.spec.LimitRule;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What all children of a project say: the processes, and those of MCP servers. */
final class RunSection {
    /** Of which nothing is said. */
    static final List<String> NONE = List.of("true");

    /**
     * What is run, where, and in which bounds.
     *
     * @param child all of it but the variables
     * @param rule what happens when it uses more than it may
     */
    record Run(ChildSpec child, Variables variables, LimitRule rule) {
        static final Run USUAL = new Run(ChildSpec.of(NONE), Variables.USUAL, LimitRule.defaults());

        Run child(ChildSpec wanted) {
            return new Run(wanted, variables, rule);
        }

        Run variables(Variables wanted) {
            return new Run(child, wanted, rule);
        }

        private Limits limits() {
            return new Limits(child.confinement().limits(), rule);
        }

        private Run limits(Limits wanted) {
            var confinement = new Confinement(wanted.amounts(), child.confinement().isolation());
            return new Run(child.confinement(confinement), variables, wanted.rule());
        }

        private Run isolation(Isolation wanted) {
            return child(child.confinement(new Confinement(child.confinement().limits(), wanted)));
        }
    }

    /** What is run; an MCP server may have other servers instead. */
    static final Section<Run> COMMAND =
            Section.of("", "", "", Run.USUAL)
                    .optional(
                            "command",
                            Types.COMMAND,
                            it ->
                                    Optional.of(it.child().command())
                                            .filter(all -> !all.equals(NONE)),
                            (it, command) -> it.child(it.child().command(command)),
                            says("What is run. A text runs through `/bin/sh -c`; a list"
                                            + " is the program and its arguments, without a"
                                            + " shell.")
                                    .required("add one, such as command: ./server")
                                    .notLayered()
                                    .example(
                                            "./server --port $PORT",
                                            List.of("python3", "server.py")));

    static final Section<Run> SURROUNDINGS =
            Section.of("", "", "", Run.USUAL)
                    .optional(
                            "working_dir",
                            Types.PATH,
                            it -> it.child().directory(),
                            (it, directory) -> it.child(it.child().directory(directory)),
                            says("Where it runs; relative to the directory of the project.")
                                    .usually("the directory of the project")
                                    .example("backend"))
                    .optional(
                            "environment",
                            VariableTypes.VARIABLES,
                            it -> said(it.child().environment().set()),
                            (it, own) -> it.variables(it.variables().own(own)),
                            says("Variables for it: a mapping, or a list of"
                                            + " `NAME=value`. They win over `env_file`,"
                                            + " inherited ones and `.env`. FOSTER_PROCESS is"
                                            + " always set to its name, PYTHONUNBUFFERED to 1"
                                            + " unless it is set.")
                                    .example(Map.of("LOG", "debug"), List.of("LOG=debug")))
                    .optional(
                            "env_file",
                            VariableTypes.FILES,
                            it ->
                                    Optional.of(it.variables().files())
                                            .filter(files -> !files.none()),
                            (it, files) -> it.variables(it.variables().files(files)),
                            says("Files of variables, `NAME=value` a line; later ones win.")
                                    .example("secrets.env"))
                    .field(
                            "inherit",
                            VariableTypes.INHERIT,
                            it -> VariableTypes.inherited(it.child().environment()),
                            (it, inherited) -> it.variables(it.variables().inherited(inherited)),
                            says("Which variables it takes over from the environment of"
                                            + " Foster: all, none, or a list of names.")
                                    .example(List.of("PATH", "HOME")));

    static final Section<Run> STOP =
            Section.of("", "", "", Run.USUAL)
                    .field(
                            "stop",
                            StopSection.STOP.type(),
                            it -> it.child().stopPlan(),
                            (it, plan) -> it.child(it.child().stopPlan(plan)),
                            says("How it is asked to end.")
                                    .example(Definitions.shape("signal", "INT", "grace", "10s")));

    /** What it may use, and what it is kept from. */
    static final Section<Run> BOUNDS =
            Section.of("", "", "", Run.USUAL)
                    .field(
                            "limits",
                            BoundSections.LIMITS.type(),
                            Run::limits,
                            Run::limits,
                            says("What it and its descendants may use together.")
                                    .example(Definitions.shape("memory", "256MB", "cpu", "50%")))
                    .field(
                            "isolation",
                            BoundSections.ISOLATION.type(),
                            it -> it.child().confinement().isolation(),
                            Run::isolation,
                            says("What it is kept from.")
                                    .example(
                                            Definitions.shape(
                                                    "user", "nobody", "private_tmp", true)));

    private RunSection() {}

    private static <T> Optional<Map<String, T>> said(Map<String, T> all) {
        return Optional.of(all).filter(it -> !it.isEmpty());
    }
}
