package dev.foster.process.internal;

import dev.foster.process.ChildProblem;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.FolderClaim;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.internal.linux.LinuxEngine;
import dev.foster.process.internal.linux.LockedFolder;
import dev.foster.process.internal.portable.PortableEngine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Chooses an engine. */
public final class Engines {
    private Engines() {}

    public static ProcessEngine start(EngineOptions options) {
        if (options.kind() == Kind.PORTABLE) {
            return PortableEngine.start(options);
        }
        Optional<String> obstacle = LinuxEngine.obstacle();
        if (obstacle.isEmpty()) {
            return LinuxEngine.start(options);
        }
        if (options.kind() == Kind.LINUX) {
            throw new ProblemException(
                    new ChildProblem.Unsupported(
                            "start the Linux engine",
                            obstacle.get() + "; use the portable engine"));
        }
        return PortableEngine.start(options);
    }

    public static Optional<FolderClaim> claim(Path folder) throws IOException {
        return LockedFolder.lock(folder);
    }

    public static Callbacks callbacks(EngineOptions options) {
        return new Callbacks(options.executor().orElse(Thread::startVirtualThread));
    }
}
