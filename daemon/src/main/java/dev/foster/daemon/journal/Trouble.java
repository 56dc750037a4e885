package dev.foster.daemon.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What is said of a file that takes nothing. */
final class Trouble {
    private Trouble() {}

    static String writing(Path path, IOException failure) {
        return failure instanceof NoSuchFileException
                ? "cannot write " + path + ": its folder is gone; make it again"
                : "cannot write " + path + ": " + failure.getMessage() + "; free some space";
    }
}
