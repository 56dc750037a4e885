package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputMode;
import dev.foster.process.ProblemException;
import dev.foster.process.Stdin;
import dev.foster.process.internal.SpawnDiagnosis;
import dev.foster.process.internal.confine.ConfineTimeout;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Opens what a child's standard streams are connected to, and closes all of it again when something
 * goes wrong.
 */
final class Descriptors {
    private static final int REPORT_SIZE = 1024;

    private final int devNull;

    Descriptors(Arena arena, SystemCalls system) {
        MemorySegment name = arena.allocateFrom("/dev/null");
        // Were one of the three standard descriptors closed, a pipe could get its number and be
        // mistaken for it.
        for (int fd = 0; fd <= 2; fd++) {
            if (!system.isOpen(fd)) {
                system.open(name, SystemCalls.O_RDWR);
            }
        }
        devNull = system.open(name, SystemCalls.O_RDWR | SystemCalls.O_CLOEXEC);
        if (devNull < 0) {
            throw new ProblemException(
                    new ChildProblem.TooManyFiles(
                            "the engine", "/dev/null fails with error " + system.errno()));
        }
    }

    int devNull() {
        return devNull;
    }

    void close(SystemCalls system) {
        system.close(devNull);
    }

    ForChild open(ChildSpec spec, Arena arena, SystemCalls system) {
        var opened = new ForChild(spec, arena, system);
        boolean done = false;
        try {
            opened.openAll();
            done = true;
            return opened;
        } finally {
            if (!done) {
                opened.closeTheirs(system);
                opened.closeOurs(system);
            }
        }
    }

    /**
     * The descriptors of one spawn: theirs are closed here once the child has them, ours live on.
     */
    final class ForChild {
        private final ChildSpec spec;
        private final SystemCalls system;
        private final MemorySegment ends;
        private final List<Integer> ours = new ArrayList<>(4);
        private final List<Integer> toClose = new ArrayList<>(4);
        private int[] theirs = {devNull, devNull, devNull};
        private int stdin = -1;
        private int stdout = -1;
        private int stderr = -1;
        private int ready = -1;
        private int report = -1;
        private Optional<ForegroundJob> job = Optional.empty();

        private ForChild(ChildSpec spec, Arena arena, SystemCalls system) {
            this.spec = spec;
            this.system = system;
            this.ends = arena.allocate(8, 8);
        }

        private void openAll() {
            if (spec.session().wantsTerminal()) {
                openTerminal();
            }
            if (spec.stdin() == Stdin.PIPE) {
                pipe();
                theirs[0] = readEnd();
                stdin = keep(writeEnd(), readEnd());
            } else if (spec.stdin() == Stdin.INHERIT) {
                theirs[0] = Spawner.INHERITED;
            }
            OutputMode mode = spec.outputMode();
            if (mode == OutputMode.APART || mode == OutputMode.MERGED) {
                pipe();
                theirs[1] = writeEnd();
                theirs[2] = writeEnd();
                stdout = keep(readEnd(), writeEnd());
            } else if (mode == OutputMode.INHERIT) {
                theirs[1] = Spawner.INHERITED;
                theirs[2] = Spawner.INHERITED;
            }
            if (mode == OutputMode.APART) {
                pipe();
                theirs[2] = writeEnd();
                stderr = keep(readEnd(), writeEnd());
            }
            if (spec.readyDescriptor().isPresent()) {
                openReady(spec.readyDescriptor().getAsInt());
            }
        }

        private void openReady(int number) {
            int standard = theirs.length;
            theirs = Arrays.copyOf(theirs, number + 1);
            Arrays.fill(theirs, standard, number, Spawner.CLOSED);
            pipe();
            theirs[number] = writeEnd();
            ready = keep(readEnd(), writeEnd());
        }

        /** Gives those who lead to the child a descriptor with this number, to tell how it goes. */
        void openReport(int number) {
            if (theirs.length <= number) {
                int before = theirs.length;
                theirs = Arrays.copyOf(theirs, number + 1);
                Arrays.fill(theirs, before, theirs.length, Spawner.CLOSED);
            }
            pipe();
            report = readEnd();
            ours.add(report);
            toClose.add(writeEnd());
            theirs[number] = writeEnd();
            for (int i = 0; i < theirs.length; i++) {
                theirs[i] = outOfTheWay(theirs[i]);
            }
        }

        /**
         * The child's descriptors are put in their places one after the other: one that comes from
         * such a place might be overwritten before its turn.
         */
        private int outOfTheWay(int source) {
            if (source < 0 || source >= theirs.length) {
                return source;
            }
            int copy = system.duplicate(source, theirs.length);
            if (copy < 0) {
                throw new ProblemException(
                        SpawnDiagnosis.of(system.errno(), spec, spec.command().getFirst()));
            }
            toClose.add(copy);
            return copy;
        }

        /**
         * What was told until nobody could tell more.
         *
         * @throws ProblemException when that takes too long
         */
        String readReport(Arena arena) {
            MemorySegment bytes = arena.allocate(REPORT_SIZE);
            MemorySegment place = arena.allocate(SystemCalls.POLL_SIZE, 8);
            long end = System.nanoTime() + ConfineTimeout.nanos();
            var told = new ByteArrayOutputStream();
            long length = readUntil(end, bytes, place);
            while (length > 0 || (length < 0 && system.errno() == SystemCalls.EINTR)) {
                if (length > 0) {
                    told.writeBytes(bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
                }
                length = readUntil(end, bytes, place);
            }
            ours.remove(Integer.valueOf(report));
            system.close(report);
            return told.toString(StandardCharsets.UTF_8);
        }

        private long readUntil(long end, MemorySegment bytes, MemorySegment place) {
            long left = Math.max(0, end - System.nanoTime());
            int answer = system.awaitReadable(report, left, place);
            if (answer == 0) {
                throw new ProblemException(ConfineTimeout.exhausted(spec.command().getFirst()));
            }
            return answer < 0 ? answer : system.read(report, bytes, REPORT_SIZE);
        }

        private void openTerminal() {
            if (Libc.ACTIONS_ADDTCSETPGRP.address() == 0) {
                throw new ProblemException(
                        new ChildProblem.Unsupported(
                                "put " + spec.command().getFirst() + " into the foreground",
                                "the C library is older than glibc 2.35; run it in its own"
                                        + " session"));
            }
            var wanted = new ForegroundJob();
            job = Optional.of(wanted);
            if (!wanted.hasTerminal()) {
                throw new ProblemException(
                        new ChildProblem.Unsupported(
                                "put " + spec.command().getFirst() + " into the foreground",
                                "there is no terminal; run it in its own session"));
            }
        }

        private void pipe() {
            if (system.pipe2(ends, SystemCalls.O_CLOEXEC) < 0) {
                throw new ProblemException(
                        SpawnDiagnosis.of(system.errno(), spec, spec.command().getFirst()));
            }
        }

        private int readEnd() {
            return ends.get(SystemCalls.INT, 0);
        }

        private int writeEnd() {
            return ends.get(SystemCalls.INT, 4);
        }

        /**
         * Only our end is made non-blocking: the flag belongs to the end, and children expect
         * theirs to block.
         */
        private int keep(int own, int their) {
            ours.add(own);
            toClose.add(their);
            system.nonBlocking(own);
            return own;
        }

        int[] theirs() {
            return theirs;
        }

        Optional<ForegroundJob> job() {
            return job;
        }

        int stdin() {
            return stdin;
        }

        int stdout() {
            return stdout;
        }

        int stderr() {
            return stderr;
        }

        int ready() {
            return ready;
        }

        void alsoOurs(int fd) {
            ours.add(fd);
        }

        void closeTheirs(SystemCalls with) {
            toClose.forEach(with::close);
            toClose.clear();
        }

        void closeOurs(SystemCalls with) {
            ours.forEach(with::close);
            ours.clear();
            job.ifPresent(ForegroundJob::takeBack);
        }
    }
}
