#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

enum { EVENTS = 256, BUFFER = 65536 };

extern char **environ;

static int poll_fd = -1;
static posix_spawnattr_t attributes;
static struct child *children;
static int room;

uint64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

_Noreturn void fail(const char *what) {
    int why = errno;
    children_end();
    printf("error cannot %s: %s\n", what, strerror(why));
    fflush(stdout);
    exit(1);
}

static volatile sig_atomic_t asked_to_end;

static void ask_to_end(int signal) {
    (void) signal;
    asked_to_end = 1;
}

static void end_when_asked(void) {
    if (asked_to_end) {
        errno = ECANCELED;
        fail("go on");
    }
}

void children_begin(void) {
    struct sigaction action = {.sa_handler = ask_to_end};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll_fd < 0) fail("make an epoll");
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

void children_room(int count) {
    children = realloc(children, sizeof(struct child) * (size_t) count);
    if (children == NULL) fail("make room for children");
    for (int i = 0; i < count; i++) {
        children[i] = (struct child){.pid = 0, .in = -1, .watched = {-1, -1, -1}, .exited = true};
    }
    room = count;
}

struct child *child_at(int number) {
    return &children[number];
}

static void watch(int number, int kind) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t) number * WATCHED + (uint64_t) kind};
    if (epoll_ctl(poll_fd, EPOLL_CTL_ADD, children[number].watched[kind], &event) != 0) fail("watch a descriptor");
}

void child_start(int number, char *const command[]) {
    end_when_asked();
    struct child *child = &children[number];
    int in[2], out[2], err[2];
    /* O_NONBLOCK on pipe2 would make the child's end non-blocking as well. */
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) fail("make pipes");

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    pid_t pid;
    int error = posix_spawn(&pid, command[0], &actions, &attributes, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    if (error != 0) {
        errno = error;
        fail("spawn a child");
    }
    int pidfd = (int) syscall(SYS_pidfd_open, pid, 0);
    *child = (struct child){.pid = pid, .in = in[1], .watched = {out[0], err[0], pidfd}};
    if (pidfd < 0) fail("open a pidfd");
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    for (int kind = 0; kind < WATCHED; kind++) watch(number, kind);
}

bool child_gone(const struct child *child) {
    return child->exited && child->watched[STDOUT_END] < 0 && child->watched[STDERR_END] < 0;
}

static void forget(struct child *child, int kind) {
    /* Another descriptor table may keep the file alive for a moment, and with it the registration. */
    epoll_ctl(poll_fd, EPOLL_CTL_DEL, child->watched[kind], NULL);
    close(child->watched[kind]);
    child->watched[kind] = -1;
}

static void reap(struct child *child) {
    siginfo_t info = {0};
    if (waitid(P_PIDFD, (id_t) child->watched[PIDFD], &info, WEXITED) != 0) fail("reap a child");
    child->exited = true;
    child->status = info.si_status;
    forget(child, PIDFD);
    if (child->in >= 0) close(child->in);
    child->in = -1;
}

/* What a subscriber would do with a line; kept out of line as a call to a stranger's code is. */
static __attribute__((noinline)) void deliver(struct tally *tally, uint64_t time, size_t length) {
    tally->lines++;
    tally->bytes += length;
    if (time > tally->latest) tally->latest = time;
}

static void split(struct child *child, struct tally *tally, const char *bytes, size_t count) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t time = (uint64_t) now.tv_sec * 1000000u + (uint64_t) now.tv_nsec / 1000u;
    const char *from = bytes, *end = bytes + count, *newline;
    while ((newline = memchr(from, '\n', (size_t) (end - from))) != NULL) {
        deliver(tally, time, child->partial + (size_t) (newline - from));
        child->partial = 0;
        from = newline + 1;
    }
    child->partial += (size_t) (end - from);
}

static void read_some(struct child *child, int kind, struct tally *tally) {
    static char buffer[BUFFER];
    ssize_t count = read(child->watched[kind], buffer, sizeof buffer);
    if (count > 0) {
        if (tally != NULL && kind == STDOUT_END) split(child, tally, buffer, (size_t) count);
    } else if (count == 0) {
        forget(child, kind);
    } else if (errno != EAGAIN && errno != EINTR) {
        fail("read from a child");
    }
}

int children_turn(int timeout_millis, struct tally *tally) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(poll_fd, events, EVENTS, timeout_millis);
    end_when_asked();
    if (count < 0 && errno != EINTR) fail("wait for children");
    if (count == 0) {
        errno = ETIMEDOUT;
        fail("wait for children");
    }
    int gone = 0;
    for (int i = 0; i < count; i++) {
        struct child *child = &children[events[i].data.u64 / WATCHED];
        int kind = (int) (events[i].data.u64 % WATCHED);
        if (child->watched[kind] < 0) continue;
        if (kind == PIDFD) {
            reap(child);
        } else {
            read_some(child, kind, tally);
        }
        if (child_gone(child)) gone++;
    }
    return gone;
}

void children_end(void) {
    for (int i = 0; i < room; i++) {
        struct child *child = &children[i];
        if (child->pid > 0 && !child->exited) {
            kill(-child->pid, SIGKILL);
            waitpid(child->pid, NULL, 0);
            child->exited = true;
        }
        for (int kind = 0; kind < WATCHED; kind++) {
            if (child->watched[kind] >= 0) forget(child, kind);
        }
        if (child->in >= 0) close(child->in);
        child->in = -1;
    }
}
