package dev.foster.process.internal.guardian;

import java.util.List;

/**
 * What the guardian does: it sleeps on a pipe whose other end only the engine's JVM holds. The end
 * of that pipe means that the JVM is gone, however it went; then the guardian kills every process
 * it finds in the table, and everything that carries the engine's cookie, until nothing does. The
 * cookie is the first line it reads from the pipe: arguments are there for everybody to see.
 *
 * <p>It looks again after it found nothing: a process that was being born when the JVM died has our
 * environment only once it has been loaded, a moment later.
 */
public final class GuardianScript {
    private static final String SCRIPT =
            """
            trap '' HUP INT QUIT TERM TSTP TTIN TTOU PIPE
            table=$1 prefix=$2
            read -r cookie
            read -r word
            for id in $(cat "$table"); do kill -s KILL -- "$prefix$id"; done
            quiet=0 rounds=0
            while [ $quiet -lt 3 ] && [ $rounds -lt 500 ]; do
              found=$(printf '%s\\n' "$cookie" | grep -lsaF -f - /proc/[0-9]*/environ)
              if [ -n "$found" ]; then
                quiet=0
                for file in $found; do
                  pid=${file#/proc/}
                  kill -s KILL -- "${pid%/environ}"
                done
              else
                quiet=$((quiet + 1))
                sleep 0.02
              fi
              rounds=$((rounds + 1))
            done
            case $table in /proc/*) ;; *) rm -f "$table" ;; esac
            """;

    private GuardianScript() {}

    /**
     * The guardian's command; the cookie is the first line of its input.
     *
     * @param table the file that lists what to kill first
     * @param groups whether the table lists process groups or single processes
     */
    public static List<String> command(String table, boolean groups) {
        return List.of("/bin/sh", "-c", SCRIPT, "foster-guardian", table, groups ? "-" : "");
    }
}
