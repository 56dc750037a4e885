package dev.foster.plugin.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Paths that stay inside a folder. A plugin names files of its own; a name that leads out of its
 * folder, by {@code ..}, from the root or through a link, is never what a plugin needs and always
 * what an attacker would write.
 */
public final class InsideFolder {
    private InsideFolder() {}

    /** A name that leads out of its folder; the message says how. */
    public static final class Escape extends Exception {
        private static final long serialVersionUID = 1;

        Escape(String why) {
            super(why);
        }

        /** How it leads out, in words that continue a sentence. */
        public String why() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * The path of a name in a folder, absolute and without {@code .}.
     *
     * @throws Escape when the name is not one of something inside the folder
     */
    public static Path resolve(Path folder, String name) throws Escape {
        Path inside = folder.toAbsolutePath().normalize().resolve(relative(name)).normalize();
        checkLinks(folder, inside);
        return inside;
    }

    /**
     * The name as a relative path, by its letters alone: no link is followed and nothing needs to
     * exist.
     *
     * @throws Escape when it is absolute or climbs
     */
    public static Path relative(String name) throws Escape {
        if (name.isEmpty()) {
            throw new Escape("it is empty");
        }
        // What is absolute on Windows must not pass because it was read on Linux.
        boolean drive = name.length() > 1 && name.charAt(1) == ':' && isLetter(name.charAt(0));
        if (drive || name.charAt(0) == '/' || name.charAt(0) == '\\') {
            throw new Escape("it is absolute");
        }
        for (String part : name.split("[/\\\\]", -1)) {
            if (part.equals("..")) {
                throw new Escape("it climbs out with ..");
            }
        }
        try {
            return Path.of(name).normalize();
        } catch (InvalidPathException odd) {
            throw new Escape("it is no path on this system");
        }
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Checks that no link on the way to this path leads out of the folder; parts that do not exist
     * cannot.
     *
     * @throws Escape when one does
     */
    public static void checkLinks(Path folder, Path inside) throws Escape {
        try {
            Path existing = inside;
            while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
                Path above = existing.getParent();
                if (above == null) {
                    return;
                }
                existing = above;
            }
            if (!Files.exists(folder)) {
                return;
            }
            Path real = existing.toRealPath();
            Path root = folder.toRealPath();
            if (!real.startsWith(root)) {
                throw new Escape("it is a link that leads out, to " + real);
            }
        } catch (IOException broken) {
            throw new Escape("it is a link that leads nowhere");
        }
    }
}
