package dev.foster.cli.up;

import dev.foster.cli.UsageProblem;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A list of processes, one a line: a name, a colon, a command for the shell.
 *
 * @param commands the commands by name, in the order of the file
 */
record Procfile(Map<String, String> commands) {
    private static final Pattern LINE = Pattern.compile("([A-Za-z0-9_.-]+)\\s*:\\s*(\\S.*)");

    static Procfile read(Path file) {
        try {
            return parse(file.toString(), Files.readAllLines(file));
        } catch (NoSuchFileException missing) {
            throw new UsageProblem(
                    "cannot bring up "
                            + file
                            + ": there is no such file; create it with lines like web: ./server"
                            + " --port 8080, or name another with -f");
        } catch (MalformedInputException binary) {
            throw new UsageProblem(
                    "cannot read " + file + ": it is not text in UTF-8; name another with -f");
        } catch (IOException unreadable) {
            throw new UsageProblem(
                    "cannot read "
                            + file
                            + ": "
                            + unreadable.getMessage()
                            + "; check that it is a file you may read");
        }
    }

    static Procfile parse(String file, List<String> lines) {
        var commands = new LinkedHashMap<String, String>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String place = file + ":" + (i + 1);
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new UsageProblem(
                        "cannot read "
                                + place
                                + ": \""
                                + line
                                + "\" is not a name, a colon and a command; write it like web:"
                                + " ./server");
            }
            if (commands.put(matcher.group(1), matcher.group(2)) != null) {
                throw new UsageProblem(
                        "cannot read "
                                + place
                                + ": there is already a process named "
                                + matcher.group(1)
                                + "; rename one");
            }
        }
        if (commands.isEmpty()) {
            throw new UsageProblem(
                    "cannot bring up "
                            + file
                            + ": it names no process; add a line like web: ./server");
        }
        return new Procfile(commands);
    }
}
