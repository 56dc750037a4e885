package dev.foster.daemon.config;

import dev.foster.process.Environment;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a child finds in its environment. From the weakest to the strongest: .env, what is
 * inherited, the files in their order, its own. .env is the weakest so that a variable set for one
 * run wins over the one kept beside the project.
 *
 * @param own in the order of the file
 */
record Variables(Environment inherited, Files files, Map<String, String> own) {
    static final Variables USUAL =
            new Variables(Environment.inheritAll(), new Files(List.of()), Map.of());

    /** A file, and what stands in it. */
    record EnvFile(Path path, Map<String, String> variables) {}

    /** Later ones win. */
    record Files(List<EnvFile> each) {
        Files {
            each = List.copyOf(each);
        }

        static Files of(List<EnvFile> each) {
            return new Files(each);
        }

        boolean none() {
            return each.isEmpty();
        }
    }

    Variables {
        own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    Variables inherited(Environment wanted) {
        return new Variables(wanted, files, own);
    }

    Variables files(Files wanted) {
        return new Variables(inherited, wanted, own);
    }

    Variables own(Map<String, String> wanted) {
        return new Variables(inherited, files, wanted);
    }

    /** All of it together, for a child of this name. */
    Environment environment(String name, Context context) {
        var set = new LinkedHashMap<String, String>();
        context.dotEnv()
                .forEach(
                        (variable, value) -> {
                            if (!inherits(variable, context)) {
                                set.put(variable, value);
                            }
                        });
        files.each().forEach(file -> set.putAll(file.variables()));
        set.putAll(own);
        if (!set.containsKey("PYTHONUNBUFFERED") && !inherits("PYTHONUNBUFFERED", context)) {
            // Python holds back what it prints to a pipe; a log that comes minutes late looks dead.
            set.put("PYTHONUNBUFFERED", "1");
        }
        set.put("FOSTER_PROCESS", name);
        return inherited.with(set);
    }

    private boolean inherits(String variable, Context context) {
        return context.environment().containsKey(variable) && inherited.inherits(variable);
    }
}
