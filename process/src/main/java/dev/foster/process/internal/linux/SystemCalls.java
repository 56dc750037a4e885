package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * System calls by name. Each instance has its own place for errno, so one belongs to one thread at
 * a time. Calls answer as the kernel does: −1 on failure, and {@link #errno()} tells why.
 */
final class SystemCalls {
    private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");

    static final int EINTR = 4;
    static final int EBADF = 9;
    static final int ECHILD = 10;
    static final int EAGAIN = 11;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int EPIPE = 32;
    static final int EADDRINUSE = 98;
    static final int ECONNREFUSED = 111;

    static final int O_CLOEXEC = 0x80000;
    static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
    static final int O_NONBLOCK = 0x800;
    static final int O_RDWR = 2;
    static final int AF_UNIX = 1;
    static final int SOL_SOCKET = 1;
    static final int SCM_CREDENTIALS = 2;
    static final int MSG_TRUNC = 0x20;
    static final int EPOLLIN = 1;
    static final int EPOLLOUT = 4;
    static final int EPOLL_CTL_ADD = 1;
    static final int EPOLL_CTL_DEL = 2;
    static final int EPOLL_CTL_MOD = 3;
    static final int P_PID = 1;
    static final int P_PIDFD = 3;
    static final int P_ALL = 0;
    static final int WNOHANG = 1;
    static final int WSTOPPED = 2;
    static final int WEXITED = 4;
    static final int WCONTINUED = 8;
    static final int WNOWAIT = 0x01000000;

    // Two layouts for all that is read and written: as with call shapes, each further one costs at
    // start-up.
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    // Calls numbered from 424 on have the same number on every machine; waitid is older than that
    // rule.
    private static final long SYS_WAITID = ARM ? 95 : 247;
    private static final long SYS_PPOLL = ARM ? 73 : 271;
    private static final long SYS_FLOCK = ARM ? 32 : 73;
    private static final long SYS_PRLIMIT = ARM ? 261 : 302;
    private static final long SYS_PIDFD_SEND_SIGNAL = 424;
    private static final long SYS_PIDFD_OPEN = 434;
    private static final long SYS_EPOLL_PWAIT2 = 441;
    private static final int F_DUPFD_CLOEXEC = 1030;
    private static final int F_GETFD = 1;
    private static final int F_SETFL = 4;
    private static final int POLLIN = 1;
    private static final int LOCK_EX = 2;
    private static final int LOCK_NB = 4;
    private static final int RLIMIT_NOFILE = 7;
    private static final int SOCK_DGRAM = 2;
    private static final int SO_PASSCRED = 16;

    static final long POLL_SIZE = 24;

    /** Where a signal's description has the number of the process. */
    static final int SI_PID = 16;

    /** The kernel packs the event on x86-64 only. */
    static final int EVENT_SIZE = ARM ? 16 : 12;

    static final int EVENT_DATA = ARM ? 8 : 4;

    private final MemorySegment errno;

    SystemCalls(Arena arena) {
        errno = arena.allocate(Libc.ERRNO);
    }

    int errno() {
        return errno.get(INT, 0);
    }

    /** Functions that return a C int leave the upper half of the register undefined. */
    int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return (int) Libc.call(function, errno, a, b, c, d, e, f);
    }

    long callLong(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return Libc.call(function, errno, a, b, c, d, e, f);
    }

    int pipe2(MemorySegment twoInts, int flags) {
        return call(Libc.PIPE2, twoInts.address(), flags, 0, 0, 0, 0);
    }

    long read(int fd, MemorySegment buffer, long length) {
        return callLong(Libc.READ, fd, buffer.address(), length, 0, 0, 0);
    }

    long write(int fd, MemorySegment buffer, long length) {
        return callLong(Libc.WRITE, fd, buffer.address(), length, 0, 0, 0);
    }

    long pwrite(int fd, MemorySegment buffer, long length, long offset) {
        return callLong(Libc.PWRITE, fd, buffer.address(), length, offset, 0, 0);
    }

    int open(MemorySegment path, int flags) {
        return call(Libc.OPEN, path.address(), flags, 0, 0, 0, 0);
    }

    int close(int fd) {
        return call(Libc.CLOSE, fd, 0, 0, 0, 0, 0);
    }

    boolean isOpen(int fd) {
        return call(Libc.FCNTL, fd, F_GETFD, 0, 0, 0, 0) >= 0;
    }

    /** A copy of a descriptor with a number not below this one. */
    int duplicate(int fd, int lowest) {
        return call(Libc.FCNTL, fd, F_DUPFD_CLOEXEC, lowest, 0, 0, 0);
    }

    int nonBlocking(int fd) {
        return call(Libc.FCNTL, fd, F_SETFL, O_NONBLOCK, 0, 0, 0);
    }

    int kill(long pid, int signal) {
        return call(Libc.KILL, pid, signal, 0, 0, 0, 0);
    }

    int prctl(int option, long value) {
        return call(Libc.PRCTL, option, value, 0, 0, 0, 0);
    }

    int unixDatagramSocket() {
        return call(Libc.SOCKET, AF_UNIX, SOCK_DGRAM | O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0);
    }

    int bind(int fd, MemorySegment address) {
        return call(Libc.BIND, fd, address.address(), address.byteSize(), 0, 0, 0);
    }

    int connect(int fd, MemorySegment address) {
        return call(Libc.CONNECT, fd, address.address(), address.byteSize(), 0, 0, 0);
    }

    /** Lets every message tell which process sent it. */
    int passCredentials(int fd, MemorySegment one) {
        return call(Libc.SETSOCKOPT, fd, SOL_SOCKET, SO_PASSCRED, one.address(), 4, 0);
    }

    long receive(int fd, MemorySegment message) {
        return callLong(Libc.RECVMSG, fd, message.address(), 0, 0, 0, 0);
    }

    int mode(int fd, int mode) {
        return call(Libc.FCHMOD, fd, mode, 0, 0, 0, 0);
    }

    int eventfd() {
        return call(Libc.EVENTFD, 0, O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0);
    }

    int epollCreate() {
        return call(Libc.EPOLL_CREATE1, O_CLOEXEC, 0, 0, 0, 0, 0);
    }

    int epollCtl(int epoll, int operation, int fd, MemorySegment event) {
        return call(Libc.EPOLL_CTL, epoll, operation, fd, event.address(), 0, 0);
    }

    int epollWait(int epoll, MemorySegment events, int count, int millis) {
        return call(Libc.EPOLL_WAIT, epoll, events.address(), count, millis, 0, 0);
    }

    /** Like epoll_wait, to the nanosecond; kernels before 5.11 do not have it. */
    int epollWait(int epoll, MemorySegment events, int count, MemorySegment timespec) {
        return call(
                Libc.SYSCALL,
                SYS_EPOLL_PWAIT2,
                epoll,
                events.address(),
                count,
                timespec.address(),
                0);
    }

    /**
     * Waits until there is something to read, or nobody is left to write; 0 when the time is over.
     *
     * @param place {@link #POLL_SIZE} bytes
     */
    int awaitReadable(int fd, long nanos, MemorySegment place) {
        place.set(INT, 0, fd);
        place.set(INT, 4, POLLIN);
        place.set(LONG, 8, nanos / 1_000_000_000);
        place.set(LONG, 16, nanos % 1_000_000_000);
        long time = place.address() + 8;
        return call(Libc.SYSCALL, SYS_PPOLL, place.address(), 1, time, 0, 0);
    }

    /**
     * How many descriptors this process may have; less than 0 when there is no bound.
     *
     * @param place 16 bytes
     */
    long mostDescriptors(MemorySegment place) {
        int answer = limits(0, RLIMIT_NOFILE, MemorySegment.NULL, place);
        return answer < 0 ? answer : place.get(LONG, 0);
    }

    /**
     * Limits of a process, a soft and a hard one in 16 bytes each.
     *
     * @param wanted or NULL to leave them as they are
     * @param before or NULL
     */
    int limits(long pid, int resource, MemorySegment wanted, MemorySegment before) {
        return call(
                Libc.SYSCALL, SYS_PRLIMIT, pid, resource, wanted.address(), before.address(), 0);
    }

    /** Locks an open file or folder for this opening of it alone, unless another has it. */
    int lock(int fd) {
        return call(Libc.SYSCALL, SYS_FLOCK, fd, LOCK_EX | LOCK_NB, 0, 0, 0);
    }

    /** Whether a call failed because this process or the system has no descriptor left. */
    boolean outOfDescriptors() {
        return errno() == EMFILE || errno() == ENFILE;
    }

    int pidfdOpen(long pid) {
        return call(Libc.SYSCALL, SYS_PIDFD_OPEN, pid, 0, 0, 0, 0);
    }

    int pidfdSignal(int pidfd, int signal) {
        return call(Libc.SYSCALL, SYS_PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0, 0);
    }

    /** Through the system call itself, which also tells what the process used. */
    int waitid(int idType, long id, MemorySegment info, int options, MemorySegment usage) {
        return call(Libc.SYSCALL, SYS_WAITID, idType, id, info.address(), options, usage.address());
    }
}
