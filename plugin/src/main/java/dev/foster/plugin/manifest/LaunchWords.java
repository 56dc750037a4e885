package dev.foster.plugin.manifest;

import dev.foster.plugin.manifest.Launch.Mode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a manifest says of what is run, whichever runtime it turns out to be for.
 *
 * @param runner what runs it, where it says so
 * @param command the program of its own that is run
 * @param main the file that is run
 * @param arguments what the plugin gets on its command line
 */
record LaunchWords(
        Optional<Runner> runner,
        Optional<Launch.Exec> command,
        Optional<Path> main,
        List<String> arguments,
        ByRuntime byRuntime) {

    /** What can run a plugin. */
    enum Runner {
        EXEC,
        PYTHON,
        JAVA,
        NODE
    }

    /** What each of them is told. */
    record ByRuntime(Python python, Java java, Node node) {
        ByRuntime python(Python wanted) {
            return new ByRuntime(wanted, java, node);
        }

        ByRuntime java(Java wanted) {
            return new ByRuntime(python, wanted, node);
        }

        ByRuntime node(Node wanted) {
            return new ByRuntime(python, java, wanted);
        }
    }

    /**
     * What Python is told.
     *
     * @param module the module that is run, instead of the file
     * @param mainClass the class that is the plugin, where it talks NATS
     */
    record Python(
            VersionRange version,
            Mode mode,
            Optional<Path> requirements,
            Optional<Path> venv,
            Optional<String> module,
            Optional<String> mainClass) {
        static final Python USUAL =
                new Python(
                        VersionRange.ANY,
                        Mode.AUTO,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        Python version(VersionRange wanted) {
            return new Python(wanted, mode, requirements, venv, module, mainClass);
        }

        Python mode(Mode wanted) {
            return new Python(version, wanted, requirements, venv, module, mainClass);
        }

        Python requirements(Path wanted) {
            return new Python(version, mode, Optional.of(wanted), venv, module, mainClass);
        }

        Python venv(Path wanted) {
            return new Python(version, mode, requirements, Optional.of(wanted), module, mainClass);
        }

        Python module(String wanted) {
            return new Python(version, mode, requirements, venv, Optional.of(wanted), mainClass);
        }

        Python mainClass(String wanted) {
            return new Python(version, mode, requirements, venv, module, Optional.of(wanted));
        }
    }

    /**
     * What Java is told.
     *
     * @param mainClass the class that is run, instead of a jar
     * @param memory the most bytes its heap may have
     */
    record Java(
            Optional<String> mainClass,
            List<Path> classPath,
            List<String> options,
            Optional<Long> memory) {
        static final Java USUAL =
                new Java(Optional.empty(), List.of(), List.of(), Optional.empty());

        Java mainClass(String wanted) {
            return new Java(Optional.of(wanted), classPath, options, memory);
        }

        Java classPath(List<Path> wanted) {
            return new Java(mainClass, wanted, options, memory);
        }

        Java options(List<String> wanted) {
            return new Java(mainClass, classPath, wanted, memory);
        }

        Java memory(Long wanted) {
            return new Java(mainClass, classPath, options, Optional.of(wanted));
        }
    }

    /** What Node.js is told. */
    record Node(List<String> options) {
        static final Node USUAL = new Node(List.of());
    }

    static final LaunchWords NONE =
            new LaunchWords(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    new ByRuntime(Python.USUAL, Java.USUAL, Node.USUAL));

    LaunchWords runner(Runner wanted) {
        return new LaunchWords(Optional.of(wanted), command, main, arguments, byRuntime);
    }

    LaunchWords command(Launch.Exec wanted) {
        return new LaunchWords(runner, Optional.of(wanted), main, arguments, byRuntime);
    }

    LaunchWords main(Path wanted) {
        return new LaunchWords(runner, command, Optional.of(wanted), arguments, byRuntime);
    }

    LaunchWords arguments(List<String> wanted) {
        return new LaunchWords(runner, command, main, wanted, byRuntime);
    }

    LaunchWords byRuntime(ByRuntime wanted) {
        return new LaunchWords(runner, command, main, arguments, wanted);
    }
}
