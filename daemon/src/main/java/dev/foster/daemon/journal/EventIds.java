package dev.foster.daemon.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.foster.daemon.files.OwnFile;
import dev.foster.daemon.files.Unwritable;
import dev.foster.process.ProcessMark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How high the ids of events may have gone, in a file beside the journal, so that none is given
 * twice though the journal lost some: because the disk was full when they were shown, because the
 * power failed before they were on it, or because somebody deleted them. Ids are set aside in
 * blocks, which is on the disk before the first of them is shown; the file never grows, so a full
 * disk takes it all the same.
 */
final class EventIds implements AutoCloseable {
    static final long BLOCK = 10_000;

    /** Instead of a boot: the journal does not have all that was shown. */
    private static final String INCOMPLETE = "-";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,16}) +(\\S{1,64})\\s*");

    private final Path path;
    private final String boot;
    private Optional<OwnFile> file = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private long setAside;
    private String state = INCOMPLETE;

    EventIds(Path path) {
        this.path = path;
        this.boot =
                ProcessMark.of(ProcessHandle.current().pid())
                        .map(ProcessMark::bootId)
                        .orElse(INCOMPLETE);
    }

    /**
     * The highest id that may have been given.
     *
     * @param inJournal the highest one that is in the journal
     */
    long highest(long inJournal) {
        Matcher found = TEXT.matcher(read());
        if (!found.matches()) {
            return inJournal;
        }
        long aside = Long.parseLong(found.group(1));
        // What a killed daemon wrote is there as long as the system ran on.
        boolean complete =
                found.group(2).equals(boot)
                        && !boot.equals(INCOMPLETE)
                        && aside - inJournal <= BLOCK;
        return complete ? inJournal : Math.max(inJournal, aside);
    }

    private String read() {
        try {
            return Files.isRegularFile(path) ? Files.readString(path, US_ASCII) : "";
        } catch (IOException unreadable) {
            return "";
        }
    }

    /**
     * To be called before ids up to this one are shown.
     *
     * @param complete whether all that is shown is in the journal
     */
    void mayGoUpTo(long id, boolean complete) {
        String now = complete ? boot : INCOMPLETE;
        if (id > setAside || !now.equals(state) || problem.isPresent()) {
            setAside = Math.max(setAside, id > setAside ? id + BLOCK : 0);
            state = now;
            write();
        }
    }

    /** Writes again what could not be written, or is gone. */
    void renew() {
        if (problem.isPresent() || (file.isPresent() && !file.get().isThere())) {
            write();
        }
    }

    /** The journal has all of them, and is on the disk. */
    void end(long last) {
        setAside = last;
        state = INCOMPLETE;
        write();
    }

    private void write() {
        try {
            if (file.isPresent() && !file.get().isThere()) {
                close();
            }
            if (file.isEmpty()) {
                file = Optional.of(OwnFile.open(path));
            }
            OwnFile target = file.orElseThrow();
            String line = String.format(Locale.ROOT, "%016d %-64s\n", setAside, state);
            target.write(0, line.getBytes(US_ASCII));
            target.channel().force(false);
            problem = Optional.empty();
        } catch (IOException unwritable) {
            problem = Optional.of(Unwritable.problem(path, unwritable));
        }
    }

    Optional<String> problem() {
        return problem;
    }

    @Override
    public void close() {
        try {
            if (file.isPresent()) {
                file.get().close();
            }
        } catch (IOException late) {
            problem = Optional.of(Unwritable.problem(path, late));
        }
        file = Optional.empty();
    }
}
