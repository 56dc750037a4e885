package dev.foster.control;

import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which plugins of a project somebody has enabled or disabled: a file in its state directory. It
 * wins over the project's file and over the manifests, and no file of the project is edited for it.
 */
public final class PluginChoices {
    private static final String FILE = "plugins.json";

    private final ProjectPaths paths;
    private final Path file;

    public PluginChoices(ProjectPaths paths) {
        this.paths = paths;
        this.file = paths.state().resolve(FILE);
    }

    /** True for those enabled, false for those disabled; nobody chose for others. */
    public Map<String, Boolean> read() {
        var choices = new TreeMap<String, Boolean>();
        try {
            JsonText.parseObject(Files.readString(file))
                    .forEach(
                            (id, enabled) -> {
                                if (enabled instanceof Boolean choice) {
                                    choices.put(id, choice);
                                }
                            });
        } catch (NoSuchFileException nobodyChose) {
            return choices;
        } catch (IOException | JsonProblem unreadable) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot read which plugins are enabled: "
                            + file
                            + " is damaged ("
                            + unreadable.getMessage()
                            + "); remove it");
        }
        return choices;
    }

    public void choose(String id, boolean enabled) {
        Map<String, Boolean> choices = read();
        choices.put(id, enabled);
        write(choices);
    }

    /** Nobody chose for it any more. */
    public void forget(String id) {
        Map<String, Boolean> choices = read();
        if (choices.remove(id) != null) {
            write(choices);
        }
    }

    private void write(Map<String, Boolean> choices) {
        Path next = file.resolveSibling(FILE + ".new");
        try {
            paths.create();
            Files.writeString(next, JsonText.write(new LinkedHashMap<>(choices)) + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot note which plugins are enabled: "
                            + failure.getMessage()
                            + "; check that "
                            + file
                            + " can be written");
        }
    }
}
