package dev.foster.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of this machine as {@code /proc} shows them; none where there is no such thing. */
final class ProcessTable {
    static final File NOTHING = new File("/dev/null");

    private static final long PF_EXITING = 4;
    private static final long PF_KTHREAD = 0x200000;

    // Places in a stat file, counted from the one after the name.
    private static final int FLAGS = 6;
    private static final int STARTED = 19;
    private static final int ENVIRONMENT_END = 48;

    private static final Path PROC = Path.of("/proc");
    private static final Pattern FILE_LOCKS =
            Pattern.compile("^Max file locks +(\\d{1,19})\\b", Pattern.MULTILINE);

    private ProcessTable() {}

    /** One process at the moment it was looked at. */
    record Entry(long pid, char state, long parent, long group, long flags, long started) {
        boolean zombie() {
            return state == 'Z' || state == 'X';
        }

        /** The kernel's own threads look like processes and never have an environment. */
        boolean ofKernel() {
            return (flags & PF_KTHREAD) != 0;
        }
    }

    static Optional<String> bootId() {
        String text = read(PROC.resolve("sys/kernel/random/boot_id")).strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static Optional<Entry> find(long pid) {
        return parse(pid, read(PROC.resolve(pid + "/stat")));
    }

    /** The numbers of all processes, mostly the youngest first. */
    static List<Long> pids() {
        var pids = new ArrayList<Long>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            entries.forEach(entry -> pids.add(Long.parseLong(entry.getFileName().toString())));
        } catch (IOException noTable) {
            return List.of();
        }
        return pids.reversed();
    }

    /**
     * The value of a variable in the environment a process was started with, empty text for none;
     * nothing when the process shows no environment at all, for now or ever. That of another user's
     * process, which is hidden from us, counts as one without the variable.
     */
    static Optional<String> variable(long pid, String name) {
        Path file = PROC.resolve(pid + "/environ");
        if (!Files.isReadable(file)) {
            return Optional.of("");
        }
        String environment = read(file);
        if (environment.isEmpty()) {
            return Optional.empty();
        }
        String start = "\0" + name + "=";
        int at = ("\0" + environment).indexOf(start);
        if (at < 0) {
            return Optional.of("");
        }
        int from = at + start.length() - 1;
        int end = environment.indexOf('\0', from);
        return Optional.of(environment.substring(from, end < 0 ? environment.length() : end));
    }

    /**
     * The limit that a process has on file locks, which nobody uses but {@link DescentNumber}; 0
     * for none. Everybody may see it, of every process.
     */
    static long descentNumber(long pid) {
        Matcher limit = FILE_LOCKS.matcher(read(PROC.resolve(pid + "/limits")));
        return limit.find() ? Long.parseUnsignedLong(limit.group(1)) : 0;
    }

    /**
     * Whether a process that showed no environment will show none later either: it was started
     * without, is on its way out, or is gone. One that is loading its program has none for now.
     */
    static boolean staysBlank(long pid) {
        String[] fields = fields(read(PROC.resolve(pid + "/stat")));
        if (fields.length <= ENVIRONMENT_END) {
            return true;
        }
        boolean exiting = (Long.parseLong(fields[FLAGS]) & PF_EXITING) != 0;
        String start = fields[ENVIRONMENT_END - 1];
        return exiting || (!start.equals("0") && start.equals(fields[ENVIRONMENT_END]));
    }

    /**
     * Whether such a process is loading its program for certain: some systems only imitate the
     * table and say of nobody where the environment lies, and others' is not ours to see.
     */
    static boolean isLoading(long pid) {
        String[] own = fields(read(PROC.resolve("self/stat")));
        return own.length > ENVIRONMENT_END
                && !own[ENVIRONMENT_END].equals("0")
                && Files.isReadable(PROC.resolve(pid + "/environ"))
                && !staysBlank(pid);
    }

    private static Optional<Entry> parse(long pid, String stat) {
        String[] fields = fields(stat);
        if (fields.length <= STARTED) {
            return Optional.empty();
        }
        return Optional.of(
                new Entry(
                        pid,
                        fields[0].charAt(0),
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[FLAGS]),
                        Long.parseLong(fields[STARTED])));
    }

    /** What follows the name, which stands in parentheses and may hold anything. */
    private static String[] fields(String stat) {
        int close = stat.lastIndexOf(')');
        return stat.substring(Math.min(stat.length(), close + 2)).split(" ", -1);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }
}
