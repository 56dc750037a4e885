package dev.foster.tui.page;

import java.util.stream.Collectors;

/** The keys of the screen as a document. */
public final class KeyReference {
    private KeyReference() {}

    public static String markdown() {
        var text = new StringBuilder("# Keys of the screen\n\n");
        text.append(
                "Each command has a name, too: press `:` and write it. In the panels, keys that");
        text.append("\nthe project's file gives a meaning go before these.\n");
        for (KeyGroup group : KeyGroup.all()) {
            text.append("\n## ").append(group.title().replace(":", "`:`")).append("\n\n");
            text.append("| keys | command | what it does |\n|---|---|---|\n");
            group.entries().forEach(entry -> text.append(row(entry)));
        }
        return text.toString();
    }

    private static String row(KeyGroup.Entry entry) {
        String keys =
                entry.keys().stream().map(KeyReference::code).collect(Collectors.joining(" "));
        return "| " + keys + " | " + code(entry.word()) + " | " + entry.about() + " |\n";
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }
}
