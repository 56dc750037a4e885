/** Threads that have to last, in a program that has to. JDK only. */
module dev.foster.thread {
    requires static org.jspecify;

    exports dev.foster.thread;
}
