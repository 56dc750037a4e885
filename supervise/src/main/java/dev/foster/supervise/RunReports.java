package dev.foster.supervise;

import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Attendance;

import java.util.function.Consumer;

/** Passes on what an attendant says of one run. */
record RunReports(LiveRun.Key key, Consumer<TreeInput> inbox) implements Attendance.Voice {

    @Override
    public void ready() {
        inbox.accept(new TreeInput.SaidReady(key.name(), key.run()));
    }

    @Override
    public void refuse(String why) {
        inbox.accept(new TreeInput.Refused(key.name(), key.run(), why));
    }
}
