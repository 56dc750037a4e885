/** The go-plugin protocol: what a host and a plugin share, on top of gRPC. */
module dev.foster.plugin.protocol {
    requires static transitive org.jspecify;
    requires transitive io.grpc;
    requires transitive io.grpc.netty;
    requires transitive io.grpc.protobuf;
    requires transitive io.grpc.services;
    requires transitive io.grpc.stub;
    requires transitive com.google.protobuf;
    requires transitive com.google.common; // the futures of what is generated
    requires transitive io.netty.handler; // certificates, as channels and servers take them
    requires transitive io.netty.transport;
    requires io.netty.buffer;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires tools.jackson.core;

    exports dev.foster.plugin.protocol;
    exports dev.foster.plugin.protocol.broker;
    exports dev.foster.plugin.protocol.handshake;
    exports dev.foster.plugin.protocol.hclog;
    exports dev.foster.plugin.protocol.multiplex;
    exports dev.foster.plugin.protocol.tls;
    exports dev.foster.plugin.protocol.transport;
    exports dev.foster.plugin.protocol.wire;
    exports dev.foster.plugin.protocol.yamux;
}
