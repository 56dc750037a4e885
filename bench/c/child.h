/* Children as the baseline knows them: posix_spawn in a session of their own, three pipes, a pidfd, one epoll. */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDOUT_END, STDERR_END, PIDFD, WATCHED };

struct child {
    pid_t pid;
    int in;
    int watched[WATCHED]; /* our end of stdout, of stderr, and the pidfd; -1 once closed */
    bool exited;
    int status;
    size_t partial; /* bytes of a line that has not ended yet */
};

struct tally {
    uint64_t lines;
    uint64_t bytes;
    uint64_t latest; /* the time of the last line; every line's time is looked at for it */
};

/* Makes the epoll and the spawn attributes; called once. */
void children_begin(void);

/* Makes room for this many children, numbered from 0. */
void children_room(int count);

struct child *child_at(int number);

/* Starts a child; ends the program with a message when it cannot. */
void child_start(int number, char *const command[]);

/* Exited, reaped, and both outputs read to their end. */
bool child_gone(const struct child *child);

/* Waits for events once, handles them, and returns how many children became gone. Lines of stdout are counted in the tally. */
int children_turn(int timeout_millis, struct tally *tally);

/* Kills and reaps whatever is left. */
void children_end(void);

uint64_t nanos(void);

_Noreturn void fail(const char *what);

#endif
