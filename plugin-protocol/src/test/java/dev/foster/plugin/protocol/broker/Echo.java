package dev.foster.plugin.protocol.broker;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A service whose one call gives back what it was sent, or what somebody makes of it. */
final class Echo {
    private static final MethodDescriptor<byte[], byte[]> SAY =
            MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("test.Echo/Say")
                    .build();

    private Echo() {}

    /** One that puts its name before what it hears. */
    static ServerServiceDefinition named(String name) {
        return of(
                heard -> {
                    String text = name + " heard " + new String(heard, StandardCharsets.UTF_8);
                    return text.getBytes(StandardCharsets.UTF_8);
                });
    }

    static ServerServiceDefinition of(UnaryOperator<byte[]> answer) {
        return ServerServiceDefinition.builder("test.Echo")
                .addMethod(
                        SAY,
                        ServerCalls.asyncUnaryCall(
                                (request, response) -> {
                                    response.onNext(answer.apply(request));
                                    response.onCompleted();
                                }))
                .build();
    }

    static String say(Channel channel, String text) {
        byte[] answer = say(channel, text.getBytes(StandardCharsets.UTF_8));
        return new String(answer, StandardCharsets.UTF_8);
    }

    static byte[] say(Channel channel, byte[] bytes) {
        return say(channel, bytes, Duration.ofSeconds(20));
    }

    static byte[] say(Channel channel, byte[] bytes, Duration limit) {
        CallOptions options =
                CallOptions.DEFAULT.withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS);
        return ClientCalls.blockingUnaryCall(channel, SAY, options, bytes);
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
