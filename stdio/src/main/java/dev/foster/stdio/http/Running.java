package dev.foster.stdio.http;

import dev.foster.stdio.broker.Call;

import java.util.Optional;

/** A request of a session that is not answered yet. */
final class Running {
    private final Recording recording;
    private Optional<Call> call = Optional.empty();
    private Optional<String> givenUp = Optional.empty();

    Running(Recording recording) {
        this.recording = recording;
    }

    Recording recording() {
        return recording;
    }

    /** The server has it. */
    void started(Call begun) {
        Optional<String> early;
        synchronized (this) {
            call = Optional.of(begun);
            early = givenUp;
        }
        early.ifPresent(begun::cancel);
    }

    /** The client gives it up, perhaps before the server has it. */
    void cancel(String why) {
        Optional<Call> begun;
        synchronized (this) {
            givenUp = Optional.of(why);
            begun = call;
        }
        begun.ifPresent(known -> known.cancel(why));
    }
}
