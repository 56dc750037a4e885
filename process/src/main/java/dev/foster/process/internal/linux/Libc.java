package dev.foster.process.internal.linux;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The C library's functions, all called through one shape: six longs in, one long out, errno kept.
 *
 * <p>One shape is deliberate. Each further one lengthens the start of the JVM by milliseconds, and
 * a short command has few to spare. Integers and pointers travel in the same registers on the
 * machines supported here, so nothing is lost; pointers are passed as plain addresses, so whoever
 * calls must keep the memory alive.
 */
@SuppressWarnings("restricted") // native access is the point of this package
final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LOOKUP = LINKER.defaultLookup();
    private static final List<String> MISSING = new ArrayList<>();
    private static final MethodHandle CALL =
            LINKER.downcallHandle(
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG),
                    Linker.Option.captureCallState("errno"));
    static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

    static final MemorySegment SYSCALL = symbol("syscall");
    static final MemorySegment PIPE2 = symbol("pipe2");
    static final MemorySegment READ = symbol("read");
    static final MemorySegment WRITE = symbol("write");
    static final MemorySegment PWRITE = symbol("pwrite");
    static final MemorySegment OPEN = symbol("open");
    static final MemorySegment CLOSE = symbol("close");
    static final MemorySegment FCNTL = symbol("fcntl");
    static final MemorySegment GETPAGESIZE = symbol("getpagesize");
    static final MemorySegment KILL = symbol("kill");
    static final MemorySegment PRCTL = symbol("prctl");
    static final MemorySegment EVENTFD = symbol("eventfd");
    static final MemorySegment MEMFD_CREATE = symbol("memfd_create");
    static final MemorySegment RAISE = symbol("raise");
    static final MemorySegment GETPGRP = symbol("getpgrp");
    static final MemorySegment TCGETPGRP = symbol("tcgetpgrp");
    static final MemorySegment TCSETPGRP = symbol("tcsetpgrp");
    static final MemorySegment TCGETATTR = symbol("tcgetattr");
    static final MemorySegment TCSETATTR = symbol("tcsetattr");
    static final MemorySegment EPOLL_CREATE1 = symbol("epoll_create1");
    static final MemorySegment EPOLL_CTL = symbol("epoll_ctl");
    static final MemorySegment EPOLL_WAIT = symbol("epoll_wait");
    static final MemorySegment SOCKET = symbol("socket");
    static final MemorySegment BIND = symbol("bind");
    static final MemorySegment CONNECT = symbol("connect");
    static final MemorySegment SETSOCKOPT = symbol("setsockopt");
    static final MemorySegment RECVMSG = symbol("recvmsg");
    static final MemorySegment FCHMOD = symbol("fchmod");
    static final MemorySegment SIGACTION = symbol("sigaction");
    static final MemorySegment POSIX_SPAWN = symbol("posix_spawn");
    static final MemorySegment ATTR_INIT = symbol("posix_spawnattr_init");
    static final MemorySegment ATTR_SETFLAGS = symbol("posix_spawnattr_setflags");
    static final MemorySegment ATTR_SETSIGMASK = symbol("posix_spawnattr_setsigmask");
    static final MemorySegment ATTR_SETSIGDEFAULT = symbol("posix_spawnattr_setsigdefault");
    static final MemorySegment ATTR_SETPGROUP = symbol("posix_spawnattr_setpgroup");
    static final MemorySegment ACTIONS_INIT = symbol("posix_spawn_file_actions_init");
    static final MemorySegment ACTIONS_DESTROY = symbol("posix_spawn_file_actions_destroy");
    static final MemorySegment ACTIONS_ADDDUP2 = symbol("posix_spawn_file_actions_adddup2");
    static final MemorySegment ACTIONS_ADDCLOSE = symbol("posix_spawn_file_actions_addclose");
    static final MemorySegment ACTIONS_ADDCHDIR = symbol("posix_spawn_file_actions_addchdir_np");
    static final MemorySegment ACTIONS_ADDCLOSEFROM =
            symbol("posix_spawn_file_actions_addclosefrom_np");

    /** In glibc from 2.35 on; a foreground child needs it, nothing else does. */
    static final MemorySegment ACTIONS_ADDTCSETPGRP =
            LOOKUP.find("posix_spawn_file_actions_addtcsetpgrp_np").orElse(MemorySegment.NULL);

    private Libc() {}

    private static MemorySegment symbol(String name) {
        return LOOKUP.find(name)
                .orElseGet(
                        () -> {
                            MISSING.add(name);
                            return MemorySegment.NULL;
                        });
    }

    /** The functions this C library does not have; the engine cannot work without any of them. */
    static List<String> missing() {
        return List.copyOf(MISSING);
    }

    static long call(
            MemorySegment function,
            MemorySegment errno,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f) {
        try {
            return (long) CALL.invokeExact(function, errno, a, b, c, d, e, f);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(
                    "a native call cannot throw a checked exception", impossible);
        }
    }
}
