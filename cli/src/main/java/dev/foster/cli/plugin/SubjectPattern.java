package dev.foster.cli.plugin;

import java.util.List;

/** Subjects of messages, in which {@code *} stands for one word and {@code >} for all the rest. */
final class SubjectPattern {
    private SubjectPattern() {}

    /** Whether every subject that the inner pattern matches is matched by the outer one as well. */
    static boolean covers(String outer, String inner) {
        List<String> wide = List.of(outer.split("\\.", -1));
        List<String> narrow = List.of(inner.split("\\.", -1));
        for (int i = 0; i < wide.size(); i++) {
            if (i == narrow.size()) {
                return false;
            }
            String word = wide.get(i);
            if (word.equals(">")) {
                return true;
            }
            boolean matches =
                    word.equals("*") ? !narrow.get(i).equals(">") : word.equals(narrow.get(i));
            if (!matches) {
                return false;
            }
        }
        return wide.size() == narrow.size();
    }
}
