package dev.foster.process.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the {@code stat} file of a process that shows no environment says about that. One that loads
 * its program has none for a moment, and longer where the machine is busy: until then it cannot be
 * told whose it is.
 */
public final class BlankEnvironment {
    /** How long such a process is looked at again and again; nothing sound takes so long. */
    public static final long LONGEST_LOAD_NANOS = 2_000_000_000L;

    private static final long PF_EXITING = 4;
    private static final long PF_KTHREAD = 0x200000;

    // Places in a stat file, counted from the one after the name.
    private static final int FLAGS = 6;
    private static final int START = 47;
    private static final int END = 48;

    private static final boolean TOLD = isTold(ownStat());

    private BlankEnvironment() {}

    /**
     * Whether this system tells it at all. Some only imitate {@code /proc}, and say of nobody where
     * the environment lies, not even of this JVM.
     */
    public static boolean told() {
        return TOLD;
    }

    private static boolean isTold(String stat) {
        String[] fields = fields(stat);
        return fields.length > END && !fields[END].equals("0");
    }

    /**
     * Whether a process with this stat will show no environment later either: it was started
     * without, is on its way out or gone, or is a thread of the kernel.
     */
    public static boolean stays(String stat) {
        String[] fields = fields(stat);
        if (fields.length <= END) {
            return true;
        }
        boolean never = (Long.parseLong(fields[FLAGS]) & (PF_EXITING | PF_KTHREAD)) != 0;
        return never || (!fields[START].equals("0") && fields[START].equals(fields[END]));
    }

    /** What follows the name, which stands in parentheses and may hold anything. */
    private static String[] fields(String stat) {
        int close = stat.lastIndexOf(')');
        return stat.substring(Math.min(stat.length(), close + 2)).split(" ", -1);
    }

    private static String ownStat() {
        try {
            return Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException noTable) {
            return "";
        }
    }
}
