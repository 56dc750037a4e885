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
    private final Deeds deeds;

    AdminCommands(List<String> admins, Deeds deeds) {
        this.admins = admins;
        this.deeds = deeds;
    }

    String help(String prefix) {
        return prefix
                + "plugins: how the plugins are\n"
                + prefix
                + "start, stop, restart or replace NAME: for admins";
    }

    Optional<ChatView> answer(String word, String arguments, Said said) {
        if (word.equals("plugins") || word.equals("status")) {
            return Optional.of(looked(arguments));
        }
        return CHANGES.contains(word)
                ? Optional.of(changed(word, arguments, said))
                : Optional.empty();
    }

    private ChatView looked(String arguments) {
        try {
            return well(deeds.status(Optional.of(arguments).filter(it -> !it.isEmpty())));
        } catch (ControlProblem problem) {
            return unwell(String.valueOf(problem.getMessage()));
        }
    }

    private ChatView changed(String verb, String name, Said said) {
        String asked = verb + " " + name;
        if (!said.owner() && !admins.contains(said.user())) {
            deeds.audit(said.user(), asked, "refused: not an admin");
            return unwell(
                    "cannot "
                            + asked
                            + ": "
                            + said.user()
                            + " is no admin; add the name below bus.admins in the project's file");
        }
        if (name.isEmpty()) {
            return unwell("cannot " + verb + ": no plugin is named; write its name behind it");
        }
        try {
            deeds.change(verb, name, said.user());
            deeds.audit(said.user(), asked, "done");
            return well(verb + " " + name + ": under way");
        } catch (ControlProblem problem) {
            deeds.audit(said.user(), asked, "failed: " + problem.getMessage());
            return unwell(String.valueOf(problem.getMessage()));
        }
    }

    private static ChatView well(String text) {
        return new ChatView(true, text, Optional.empty());
    }

    private static ChatView unwell(String why) {
        return new ChatView(false, why, Optional.empty());
    }
}
