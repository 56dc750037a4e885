package dev.foster.process.internal.portable;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Environment;
import dev.foster.process.ProblemException;
import dev.foster.process.internal.CommandLookup;
import dev.foster.process.internal.Cookie;
import dev.foster.process.internal.SpawnDiagnosis;
import dev.foster.process.internal.confine.Launching;
import dev.foster.process.internal.confine.OddNames;
import dev.foster.process.internal.confine.ShellNames;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts a child through {@link ProcessBuilder}, and finds out why when it will not start. */
final class BuilderStart {
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");
    private static final Pattern ERROR_NUMBER = Pattern.compile("error[:=] ?(\\d+)");

    private BuilderStart() {}

    static Process start(ChildSpec spec, String cookie) {
        if (spec.readyDescriptor().isPresent()) {
            throw new ProblemException(
                    new ChildProblem.Unsupported(
                            "give "
                                    + spec.command().getFirst()
                                    + " a descriptor to say it is ready",
                            "the portable engine passes on the three standard ones only; use"
                                    + " another sign of readiness"));
        }
        var command = new ArrayList<>(spec.command());
        String executable = command.getFirst();
        var builder = new ProcessBuilder(command);
        spec.directory().map(Path::toFile).ifPresent(builder::directory);
        fill(builder.environment(), spec.environment(), cookie);
        connect(builder, spec);
        if (!WINDOWS) {
            executable = CommandLookup.find(spec);
            command.set(0, executable);
            // The JDK would hand such a file to a shell, which nobody asked for.
            Path file = spec.directory().orElse(Path.of("")).resolve(executable);
            SpawnDiagnosis.notAProgram(file)
                    .ifPresent(
                            problem -> {
                                throw new ProblemException(problem);
                            });
        }
        Optional<FileReport> report = confine(spec, command, builder);
        try {
            Process started = builder.start();
            report.ifPresent(it -> it.await(started, spec.command().getFirst()));
            return started;
        } catch (IOException failed) {
            throw new ProblemException(problem(failed, spec, executable));
        } finally {
            report.ifPresent(FileReport::close);
        }
    }

    /** Puts what confines the child before its command. */
    private static Optional<FileReport> confine(
            ChildSpec spec, List<String> command, ProcessBuilder builder) {
        Confinement wanted = spec.confinement();
        String program = spec.command().getFirst();
        if (wanted.limits().throttle() && wanted.limits().cpuPercent().isPresent()) {
            throw new ProblemException(
                    new ChildProblem.CannotConfine(
                            "throttle " + program,
                            "the portable engine has no cgroups",
                            "leave throttle out"));
        }
        if (wanted.limits().files().isEmpty() && wanted.isolation().isNone()) {
            return Optional.empty();
        }
        String executable = command.getFirst();
        if (!WINDOWS) {
            SpawnDiagnosis.beforehand(spec, executable)
                    .ifPresent(
                            problem -> {
                                throw new ProblemException(problem);
                            });
        }
        var report = new FileReport(program);
        boolean done = false;
        try {
            List<String> chain =
                    Launching.command(
                            spec,
                            executable,
                            Optional.empty(),
                            standIn(builder.environment()),
                            report.place());
            command.clear();
            command.addAll(chain);
            done = true;
            return Optional.of(report);
        } finally {
            if (!done) {
                report.close();
            }
        }
    }

    /** Puts stand-ins in the place of variables that no shell would hand on. */
    private static OddNames standIn(Map<String, String> variables) {
        var odd =
                new OddNames(
                        variables.keySet().stream()
                                .filter(name -> !ShellNames.fits(name))
                                .toList());
        for (String name : odd.names()) {
            String value = variables.remove(name);
            variables.put(odd.standIn(name), value == null ? "" : value);
        }
        return odd;
    }

    private static ChildProblem problem(IOException failed, ChildSpec spec, String executable) {
        String message = String.valueOf(failed.getMessage());
        Matcher number = ERROR_NUMBER.matcher(message);
        return number.find()
                ? SpawnDiagnosis.of(Integer.parseInt(number.group(1)), spec, executable)
                : new ChildProblem.SpawnFailed(spec.command().getFirst(), message);
    }

    private static void fill(Map<String, String> variables, Environment wanted, String cookie) {
        variables.keySet().removeIf(name -> !wanted.inherits(name));
        variables.putAll(wanted.set());
        variables.put(Cookie.VARIABLE, cookie);
    }

    private static void connect(ProcessBuilder builder, ChildSpec spec) {
        builder.redirectInput(
                switch (spec.stdin()) {
                    case PIPE -> Redirect.PIPE;
                    case INHERIT -> Redirect.INHERIT;
                    case NULL -> Redirect.from(new File(WINDOWS ? "NUL" : "/dev/null"));
                });
        switch (spec.outputMode()) {
            case APART -> {}
            case MERGED -> builder.redirectErrorStream(true);
            case INHERIT ->
                    builder.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
            case DISCARD ->
                    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        }
    }
}
