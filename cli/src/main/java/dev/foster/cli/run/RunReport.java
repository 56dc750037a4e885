package dev.foster.cli.run;

import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.process.Child;
import dev.foster.process.Exit;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Quantities;
import dev.foster.process.StopReport;

import java.time.Duration;
import java.util.Locale;

/**
 * Tells what happens to the command, on standard error: standard output is the command's own. As
 * JSON every line begins with a member named {@code foster}, so that it can be told from what the
 * command says there; without, only what a person needs.
 */
final class RunReport {
    private final boolean json;
    private final String command;

    RunReport(boolean json, String command) {
        this.json = json;
        this.command = command;
    }

    void started(Child child) {
        if (json) {
            say(
                    Members.none()
                            .put("foster", "started")
                            .put("pid", child.pid())
                            .put("command", command));
        }
    }

    void exited(Child child, Exit exit, StopReport stop) {
        if (!json) {
            return;
        }
        Members line = Members.none().put("foster", "exited").put("pid", child.pid());
        switch (exit.ending()) {
            case Ending.Code(int code) -> line.put("code", code);
            case Ending.Killed(var signal, boolean core) ->
                    line.put("signal", signal.toString()).put("core", core);
            case Ending.Unknown(String why) -> line.put("unknown", why);
        }
        exit.cpu().ifPresent(cpu -> line.put("cpu_ms", cpu.toMillis()));
        say(
                line.put("ran_ms", exit.lifetime().toMillis())
                        .put("took", stop.took().name().toLowerCase(Locale.ROOT))
                        .put("leftovers", stop.leftovers()));
    }

    void timedOut(Duration limit) {
        if (json) {
            say(Members.none().put("foster", "timed-out").put("limit_ms", limit.toMillis()));
        } else {
            System.err.println(
                    "foster: " + command + " ran into its time limit of " + Quantities.of(limit));
        }
    }

    void restarting(Exit exit, Duration delay, int time) {
        if (json) {
            say(
                    Members.none()
                            .put("foster", "restarting")
                            .put("restart", time)
                            .put("delay_ms", delay.toMillis()));
        } else {
            System.err.println(
                    "foster: "
                            + command
                            + " ended ("
                            + exit.describe()
                            + "); starting it again in "
                            + Quantities.of(delay)
                            + ", restart "
                            + time);
        }
    }

    private static void say(Members line) {
        System.err.println(JsonText.write(line.object()));
    }
}
