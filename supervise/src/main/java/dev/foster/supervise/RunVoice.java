package dev.foster.supervise;

import dev.foster.supervise.rules.Event;
import dev.foster.supervise.spec.Attendance;

import java.util.function.Consumer;

/** Passes on what an attendant says of one run. */
record RunVoice(LiveRun.Key key, Consumer<Event> inbox) implements Attendance.Voice {

    @Override
    public void ready() {
        inbox.accept(new Event.SaidReady(key.name(), key.run()));
    }

    @Override
    public void refuse(String why) {
        inbox.accept(new Event.Refused(key.name(), key.run(), why));
    }
}
