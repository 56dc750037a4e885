package dev.foster.daemon.notify;

import dev.foster.http.RandomWord;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a hook is sent.
 *
 * @param id the same however often it is tried, and for all hooks
 * @param event a word for what happened; it is another one when this sums up, or tries the hook
 * @param process whom it concerns; absent for a test
 * @param exit the code with which the run ended, as a shell shows it
 * @param count how many messages a summary stands for
 * @param sender the project and the machine
 */
record Message(
        String id,
        Instant at,
        String event,
        Optional<String> process,
        String text,
        Optional<Long> run,
        Optional<Integer> exit,
        Optional<Integer> count,
        Sender sender) {
    private static final int ID_BYTES = 15;
    private static final int LONGEST = 4000;

    /** Who sends messages. */
    record Sender(String project, String host) {}

    static Message of(HookEvent hookEvent, Sender sender) {
        return new Message(
                RandomWord.ofBytes(ID_BYTES),
                hookEvent.at(),
                hookEvent.topic().word(),
                Optional.of(hookEvent.process()),
                clipped(hookEvent.text()),
                hookEvent.run().isPresent()
                        ? Optional.of(hookEvent.run().getAsLong())
                        : Optional.empty(),
                hookEvent.exit().isPresent()
                        ? Optional.of(hookEvent.exit().getAsInt())
                        : Optional.empty(),
                Optional.empty(),
                sender);
    }

    static Message summary(String process, String text, int count, Instant at, Sender sender) {
        return new Message(
                RandomWord.ofBytes(ID_BYTES),
                at,
                "summary",
                Optional.of(process),
                text,
                Optional.empty(),
                Optional.empty(),
                Optional.of(count),
                sender);
    }

    static Message test(Instant at, Sender sender) {
        return new Message(
                RandomWord.ofBytes(ID_BYTES),
                at,
                "test",
                Optional.empty(),
                "a test of foster; nothing happened",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                sender);
    }

    private static String clipped(String text) {
        String clean = text.replace('\0', ' ');
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }

    byte[] json() {
        return JsonText.write(
                        Members.none()
                                .put("id", id)
                                .put("at", at)
                                .put("project", sender.project())
                                .put("process", process)
                                .put("event", event)
                                .put("text", text)
                                .put("run", run)
                                .put("exit", exit)
                                .put("count", count)
                                .put("host", sender.host())
                                .object())
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The same for programs that read no JSON. */
    Map<String, String> environment() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("FOSTER_EVENT", event);
        variables.put("FOSTER_EVENT_ID", id);
        variables.put("FOSTER_AT", at.toString());
        variables.put("FOSTER_PROJECT", sender.project());
        variables.put("FOSTER_HOST", sender.host());
        variables.put("FOSTER_PROCESS", process.orElse(""));
        variables.put("FOSTER_TEXT", text);
        variables.put("FOSTER_RUN", run.map(Object::toString).orElse(""));
        variables.put("FOSTER_EXIT", exit.map(Object::toString).orElse(""));
        return variables;
    }
}
