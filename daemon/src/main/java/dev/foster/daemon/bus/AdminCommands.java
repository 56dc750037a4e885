package dev.foster.daemon.bus;

import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.daemon.bus.Chat.Said;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commands of Foster itself. Anybody may look; who may change something stands in the project's
 * file, and every wish to do so in the journal.
 */
final class AdminCommands {
    private static final Set<String> CHANGES = Set.of("start", "stop", "restart", "replace");

    private final List<String> admins;
    private final Optional<AdminSubject> subject;
    private final ChatActions actions;

    /** Why somebody may not: in short for the journal, and for who asked. */
    private record Refusal(String brief, String words) {}

    /**
     * @param subject where admins are heard on a bus of somebody else
     */
    AdminCommands(List<String> admins, Optional<AdminSubject> subject, ChatActions actions) {
        this.admins = admins;
        this.subject = subject;
        this.actions = actions;
    }

    String help(String prefix) {
        return prefix
                + "plugins: how the plugins are\n"
                + prefix
                + "start, stop, restart or replace NAME: for admins";
    }

    Optional<ChatView> answer(String word, String arguments, Said said)
            throws InterruptedException {
        if (word.equals("plugins") || word.equals("status")) {
            return Optional.of(looked(arguments));
        }
        return CHANGES.contains(word)
                ? Optional.of(changed(word, arguments, said))
                : Optional.empty();
    }

    private ChatView looked(String arguments) {
        try {
            return well(actions.status(Optional.of(arguments).filter(it -> !it.isEmpty())));
        } catch (ControlProblem problem) {
            return unwell(String.valueOf(problem.getMessage()));
        }
    }

    private ChatView changed(String verb, String name, Said said) throws InterruptedException {
        String asked = verb + " " + name;
        Optional<Refusal> refusal = refusal(said);
        if (refusal.isPresent()) {
            actions.audit(said.user(), asked, "refused: " + refusal.get().brief());
            return unwell("cannot " + asked + ": " + refusal.get().words());
        }
        if (name.isEmpty()) {
            return unwell("cannot " + verb + ": no plugin is named; write its name behind it");
        }
        try {
            actions.change(verb, name, said.user());
            actions.audit(said.user(), asked, "done");
            return well(verb + " " + name + ": under way");
        } catch (ControlProblem problem) {
            actions.audit(said.user(), asked, "failed: " + problem.getMessage());
            return unwell(String.valueOf(problem.getMessage()));
        }
    }

    private Optional<Refusal> refusal(Said said) throws InterruptedException {
        return switch (said.way()) {
            case OWNER -> Optional.empty();
            case OPEN -> Optional.of(new Refusal("anybody may have written it", elsewhere()));
            case VOUCHED ->
                    admins.contains(said.user())
                            ? doubt()
                            : Optional.of(
                                    new Refusal(
                                            "not an admin",
                                            said.user()
                                                    + " is no admin; add the name below bus.admins"
                                                    + " in the project's file"));
        };
    }

    private Optional<Refusal> doubt() throws InterruptedException {
        Optional<String> doubt =
                subject.isPresent() ? subject.get().doubt() : Optional.<String>empty();
        return doubt.map(why -> new Refusal("anybody may have written it", why));
    }

    private String elsewhere() {
        return subject.map(
                        it -> "admins are heard on " + it + " only; let the bridge send it there")
                .orElse(
                        "on a bus of somebody else a name proves nothing; name a subject to which"
                                + " only your bridge may publish below bus.admin_subject, or use"
                                + " foster chat");
    }

    private static ChatView well(String text) {
        return new ChatView(true, text, Optional.empty());
    }

    private static ChatView unwell(String why) {
        return new ChatView(false, why, Optional.empty());
    }
}
