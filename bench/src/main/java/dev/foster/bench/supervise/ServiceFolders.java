package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/**
 * What s6 and runit have in common: a folder for each service, with a file {@code run} in it and a
 * service of its own for its log.
 */
abstract class ServiceFolders extends Brought implements Peer {

    ServiceFolders(Path root, String key) {
        super(root, key);
    }

    /** The command that writes a log into a folder. */
    abstract String logger(Path log);

    /** What else the service's or its log's folder needs. */
    abstract void complete(Path service, Path log) throws IOException;

    static Path services(Stack stack) {
        return stack.folder().resolve("services");
    }

    @Override
    public void configure(Stack stack) throws IOException {
        for (String name : stack.names()) {
            Path service = services(stack).resolve(name);
            Path log = stack.logs().resolve(name);
            Files.createDirectories(service.resolve("log"));
            Files.createDirectories(log);
            // The program itself instead of a script that becomes it: that is the fastest they
            // can restart.
            Files.createSymbolicLink(service.resolve("run"), stack.ticker());
            Path script = service.resolve("log/run");
            Files.writeString(script, "#!/bin/sh\nexec " + logger(log) + "\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
            complete(service, log);
        }
    }

    /** They look for each other's programs on the path, and for libraries not far from there. */
    @Override
    public Map<String, String> environment(Stack stack) {
        var environment = new HashMap<>(Peer.super.environment(stack));
        environment.put("PATH", program("usr/bin") + ":" + System.getenv("PATH"));
        environment.put(
                "LD_LIBRARY_PATH",
                program("usr/lib/" + System.getProperty("os.arch").replace("amd64", "x86_64"))
                        + "-linux-gnu");
        return environment;
    }
}
