/** HTTP/1.1, strict and bounded: a server and a client over unix sockets, TCP and TLS. JDK only. */
module dev.foster.http {
    requires static org.jspecify;
    requires transitive dev.foster.thread; // how a server's own thread is
    requires jdk.net; // who stands at the other end of a unix socket

    exports dev.foster.http;
}
