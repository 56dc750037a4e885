package dev.foster.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The kernel's process table, read from {@code /proc}; empty on systems without one. */
public final class ProcTable {
    private static final Path PROC = Path.of("/proc");
    private static final long LOOK_NANOS = 1_000_000;
    private static final long LONGEST_LOAD_NANOS = 2_000_000_000L;

    // Places in a stat file, counted from the one after the name.
    private static final int STARTED = 19;
    private static final int ENVIRONMENT_START = 47;
    private static final int ENVIRONMENT_END = 48;

    /** Some systems only imitate the table, and say of nobody where the environment lies. */
    private static final boolean TELLS_WHO_LOADS = tellsWhoLoads();

    /** How often one without an environment is looked at where the table does not tell. */
    private static final int LOOKS = 50;

    private ProcTable() {}

    /**
     * One process at the moment it was looked at.
     *
     * @param pid its id
     * @param name the first 15 bytes of its program's name
     * @param state the kernel's letter: R running, S sleeping, T stopped, Z zombie, …
     * @param parent the id of its parent
     * @param group the id of its process group
     * @param session the id of its session
     * @param started when it began, in the kernel's ticks since boot; with the id it tells a
     *     process from a later one
     */
    public record Entry(
            long pid,
            String name,
            char state,
            long parent,
            long group,
            long session,
            long started) {

        /** True for a process that has ended and waits for its parent to collect the exit. */
        public boolean zombie() {
            return state == 'Z' || state == 'X';
        }

        @Override
        public String toString() {
            return name + " (pid " + pid + ", parent " + parent + ", state " + state + ")";
        }
    }

    /** The process with this id; a zombie is one too. */
    public static Optional<Entry> find(long pid) {
        try {
            return Optional.of(parse(stat(Long.toString(pid))));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** True while the process exists and is not a zombie. */
    public static boolean running(long pid) {
        return find(pid).filter(entry -> !entry.zombie()).isPresent();
    }

    /** True while this very process, not a later one with its id, exists and is not a zombie. */
    public static boolean running(Entry entry) {
        return find(entry.pid())
                .filter(now -> now.started() == entry.started() && !now.zombie())
                .isPresent();
    }

    /** Every process that can be seen. */
    public static List<Entry> all() {
        var all = new ArrayList<Entry>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                find(Long.parseLong(entry.getFileName().toString())).ifPresent(all::add);
            }
        } catch (IOException noProc) {
            return List.of();
        }
        return all;
    }

    /** The children of a process, zombies included. */
    public static List<Entry> children(long parent) {
        return all().stream().filter(entry -> entry.parent() == parent).toList();
    }

    /** The children of a process, their children, and so on, zombies included. */
    public static List<Entry> descendants(long ancestor) {
        List<Entry> all = all();
        Set<Long> family = new HashSet<>(Set.of(ancestor));
        var found = new ArrayList<Entry>();
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Entry entry : all) {
                if (family.contains(entry.parent()) && family.add(entry.pid())) {
                    found.add(entry);
                    grown = true;
                }
            }
        }
        return found;
    }

    /**
     * The processes that were started with this variable in their environment, wherever they moved
     * since: a mark that children inherit. Zombies have no environment any more and are not found.
     */
    public static List<Entry> withVariable(String name, String value) {
        String wanted = "\0" + name + "=" + value + "\0";
        return all().stream()
                .filter(entry -> ("\0" + environment(entry.pid())).contains(wanted))
                .toList();
    }

    private static String environment(long pid) {
        try {
            Path file = PROC.resolve(pid + "/environ");
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            long begin = System.nanoTime();
            // Who is just becoming another program has none for a moment.
            for (int look = 0; text.isEmpty() && mayShowOne(pid, look, begin); look++) {
                LockSupport.parkNanos(LOOK_NANOS);
                text = Files.readString(file, StandardCharsets.ISO_8859_1);
            }
            return text;
        } catch (IOException goneOrForeign) {
            return "";
        }
    }

    private static boolean mayShowOne(long pid, int look, long begin) throws IOException {
        if (!isProgram(pid)) {
            return false;
        }
        return TELLS_WHO_LOADS
                ? System.nanoTime() - begin < LONGEST_LOAD_NANOS && !wasStartedWithout(pid)
                : look < LOOKS;
    }

    /** One that is still loading has its environment nowhere yet, which is another thing. */
    private static boolean wasStartedWithout(long pid) throws IOException {
        String[] fields = fields(stat(Long.toString(pid)));
        return fields.length <= ENVIRONMENT_END
                || (!fields[ENVIRONMENT_START].equals("0")
                        && fields[ENVIRONMENT_START].equals(fields[ENVIRONMENT_END]));
    }

    private static boolean tellsWhoLoads() {
        try {
            String[] own = fields(stat("self"));
            return own.length > ENVIRONMENT_END && !own[ENVIRONMENT_END].equals("0");
        } catch (IOException noProc) {
            return false;
        }
    }

    /** Threads of the kernel and zombies are none. */
    private static boolean isProgram(long pid) {
        try {
            return !Files.readSymbolicLink(PROC.resolve(pid + "/exe")).toString().isEmpty();
        } catch (IOException none) {
            return false;
        }
    }

    private static String stat(String pid) throws IOException {
        return Files.readString(PROC.resolve(pid).resolve("stat"), StandardCharsets.ISO_8859_1);
    }

    /**
     * What follows the name, which stands in parentheses and may itself hold spaces and
     * parentheses: the last one closes it.
     */
    private static String[] fields(String stat) {
        int close = stat.lastIndexOf(')');
        return stat.substring(Math.min(stat.length(), close + 2)).split(" ", -1);
    }

    private static Entry parse(String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        String[] rest = fields(stat);
        return new Entry(
                Long.parseLong(stat.substring(0, open - 1)),
                stat.substring(open + 1, close),
                rest[0].charAt(0),
                Long.parseLong(rest[1]),
                Long.parseLong(rest[2]),
                Long.parseLong(rest[3]),
                Long.parseLong(rest[STARTED]));
    }
}
