package dev.foster.daemon.bus;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A project with one plugin, dice, which writes down what is done to it. */
final class FakeDeeds implements ChatActions {
    final List<String> done = new CopyOnWriteArrayList<>();
    final List<String> audited = new CopyOnWriteArrayList<>();

    @Override
    public String status(Optional<String> name) {
        return "dice: running";
    }

    @Override
    public void change(String verb, String name, String who) {
        if (!name.equals("dice")) {
            throw new ControlProblem(
                    ProblemCode.UNKNOWN_NAME, "cannot " + verb + " " + name + ": there is none");
        }
        done.add(verb + " " + name + " by " + who);
    }

    @Override
    public void audit(String user, String text, String outcome) {
        audited.add(user + ": " + text + ": " + outcome);
    }
}
