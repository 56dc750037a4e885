package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** supervisord: one Python process, children in an INI file. It cannot put times on lines. */
final class Supervisord extends Brought implements Peer {
    static final String NAME = "supervisord";

    Supervisord(Path root) {
        super(root, NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void configure(Stack stack) throws IOException {
        // Each child costs it five descriptors.
        var file =
                new StringBuilder(
                        """
                        [supervisord]
                        nodaemon=true
                        logfile=%1$s/supervisord.log
                        pidfile=%1$s/supervisord.pid
                        childlogdir=%1$s
                        minfds=8192
                        """
                                .formatted(stack.folder()));
        for (String name : stack.names()) {
            file.append(
                    """
                    [program:%s]
                    command=%s
                    autorestart=true
                    startretries=1000
                    stdout_logfile=%s/%s.log
                    stdout_logfile_maxbytes=0
                    """
                            .formatted(name, stack.ticker(), stack.logs(), name));
        }
        Files.writeString(stack.folder().resolve("supervisord.conf"), file);
    }

    @Override
    public List<String> start(Stack stack) {
        return List.of(program("bin/supervisord"), "-c", stack.folder() + "/supervisord.conf");
    }
}
