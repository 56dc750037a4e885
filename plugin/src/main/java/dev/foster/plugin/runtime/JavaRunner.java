package dev.foster.plugin.runtime;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What runs a message plugin in Java: the runner of our own, and the client library it uses. Both
 * are on the class path of this program, and are found there without being loaded.
 */
record JavaRunner(List<Path> classPath) {
    static final String MAIN = "dev.foster.sdk.bus.Runner";
    private static final String CLIENT = "io.nats.client.Nats";

    JavaRunner {
        classPath = List.copyOf(classPath);
    }

    /** Empty when this program was put together without it. */
    static Optional<JavaRunner> find() {
        List<Path> found =
                Stream.of(MAIN, CLIENT).map(JavaRunner::place).flatMap(Optional::stream).toList();
        return found.size() < 2 ? Optional.empty() : Optional.of(new JavaRunner(found));
    }

    /** The virtual machine makes start-up caches of jars only, not of folders. */
    boolean isOfJars() {
        return classPath.stream().allMatch(Files::isRegularFile);
    }

    /** The jar or folder that a class is in. */
    private static Optional<Path> place(String className) {
        String name = className.replace('.', '/') + ".class";
        @Nullable URL found = JavaRunner.class.getClassLoader().getResource(name);
        if (found == null) {
            return Optional.empty();
        }
        try {
            URLConnection connection = found.openConnection();
            if (connection instanceof JarURLConnection jar) {
                return Optional.of(Path.of(jar.getJarFileURL().toURI()));
            }
            String whole = found.toString();
            return Optional.of(
                    Path.of(URI.create(whole.substring(0, whole.length() - name.length()))));
        } catch (IOException | URISyntaxException | IllegalArgumentException odd) {
            // Neither a jar nor a folder: some other program brought us here, in its own way.
            return Optional.empty();
        }
    }
}
