package dev.foster.plugin.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What is run, by the runtime that runs it. All paths are absolute and inside the folder. */
public sealed interface Launch {

    /** What the plugin itself gets on its command line. */
    List<String> arguments();

    /** The word for it in a manifest. */
    String runtime();

    /** True where an interpreter or virtual machine has to start first. */
    default boolean interpreted() {
        return !(this instanceof Exec);
    }

    /** A program of its own. */
    record Exec(Program program, List<String> arguments) implements Launch {
        public Exec {
            Objects.requireNonNull(program);
            arguments = List.copyOf(arguments);
        }

        /** The same with these arguments after its own. */
        Exec followedBy(List<String> more) {
            return new Exec(program, Stream.concat(arguments.stream(), more.stream()).toList());
        }

        @Override
        public String runtime() {
            return "exec";
        }
    }

    /** Where a program is. */
    sealed interface Program {
        record InFolder(Path file) implements Program {}

        /** It is looked for along PATH. */
        record OnPath(String name) implements Program {}
    }

    /**
     * A Python program.
     *
     * @param version which interpreters will do
     * @param mode where its dependencies come from
     * @param requirements the file that lists them, when the manifest names one
     * @param venv the environment in the folder, when the manifest names one
     */
    record Python(
            Entry entry,
            List<String> arguments,
            VersionRange version,
            Mode mode,
            Optional<Path> requirements,
            Optional<Path> venv)
            implements Launch {
        public Python {
            Objects.requireNonNull(entry);
            arguments = List.copyOf(arguments);
            Objects.requireNonNull(version);
            Objects.requireNonNull(mode);
            Objects.requireNonNull(requirements);
            Objects.requireNonNull(venv);
        }

        @Override
        public String runtime() {
            return "python";
        }
    }

    /** What Python begins with. */
    sealed interface Entry {
        record Script(Path file) implements Entry {}

        /** As {@code python -m} does it. */
        record Module(String name) implements Entry {}
    }

    /** Where the dependencies of a Python plugin come from. */
    enum Mode {
        /**
         * The environment in the folder if there is one; else one that is built from what the
         * plugin requires; else, when it requires nothing, the interpreter of the system.
         */
        AUTO,
        /** The interpreter of the system, with what is installed there. */
        SYSTEM,
        /** The environment in the folder if there is one; else one that is built. */
        VENV,
        /** They lie in the folder; nothing is ever installed. */
        BUNDLED
    }

    /**
     * A Java program.
     *
     * @param memory the most bytes its heap may have
     */
    record Java(Start start, List<String> arguments, List<String> jvmArguments, OptionalLong memory)
            implements Launch {
        public Java {
            Objects.requireNonNull(start);
            arguments = List.copyOf(arguments);
            jvmArguments = List.copyOf(jvmArguments);
            Objects.requireNonNull(memory);
        }

        @Override
        public String runtime() {
            return "java";
        }
    }

    /** What Java begins with. */
    sealed interface Start {
        record Jar(Path file) implements Start {}

        /**
         * A class that is found on a class path.
         *
         * @param classPath jars and folders; one that ends in {@code *} stands for all jars in a
         *     folder
         */
        record MainClass(String name, List<Path> classPath) implements Start {
            public MainClass {
                classPath = List.copyOf(classPath);
            }
        }
    }

    /**
     * A program for Node.js.
     *
     * @param options for node itself
     */
    record Node(Path main, List<String> arguments, List<String> options) implements Launch {
        public Node {
            Objects.requireNonNull(main);
            arguments = List.copyOf(arguments);
            options = List.copyOf(options);
        }

        @Override
        public String runtime() {
            return "node";
        }
    }
}
