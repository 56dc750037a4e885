package dev.foster.bench.plugin;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.Empty;
import com.google.protobuf.StringValue;
import com.google.protobuf.UnknownFieldSet;

import dev.foster.plugin.HostOptions;
import dev.foster.plugin.PluginHost;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.WhenAway;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.session.Encryption;
import dev.foster.process.ChildSpec;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A program with Foster's host in it, which does what the Go host does in its benchmark steps:
 * {@code calls|spawn|many|folder COMMAND TLS COUNT WARMUP CALLERS}. It prints {@code key value}
 * lines.
 */
public final class FosterHost {
    // Get has one string and answers one field of bytes, as these messages do on the wire.
    private static final MethodDescriptor<StringValue, BytesValue> GET =
            MethodDescriptor.<StringValue, BytesValue>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("proto.KV/Get")
                    .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(BytesValue.getDefaultInstance()))
                    .build();
    private static final MethodDescriptor<Empty, Empty> PUT =
            MethodDescriptor.<Empty, Empty>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("proto.KV/Put")
                    .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                    .build();
    private static final StringValue KEY = StringValue.of("bench");
    private static final int SIZE = 64;

    private final String command;
    private final int count;
    private final int warmup;
    private final int callers;
    private final HostOptions options;

    private FosterHost(List<String> arguments) {
        this.command = arguments.get(1);
        this.count = Integer.parseInt(arguments.get(3));
        this.warmup = Integer.parseInt(arguments.get(4));
        this.callers = Integer.parseInt(arguments.get(5));
        HostOptions usual = HostOptions.of(new MagicCookie("BASIC_PLUGIN", "hello"));
        this.options =
                usual.terms(
                        usual.terms()
                                .encryption(
                                        Boolean.parseBoolean(arguments.get(2))
                                                ? Encryption.Auto.AUTO
                                                : Encryption.None.NONE));
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new FosterHost(List.of(arguments));
        try (PluginHost host = PluginHost.start(bench.options, (_, _) -> {})) {
            switch (arguments[0]) {
                case "calls" -> bench.calls(host);
                case "spawn" -> bench.spawn(host);
                case "many" -> bench.many(host);
                case "folder" -> bench.folder(host);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
        System.exit(0);
    }

    private void register(PluginHost host, String id) {
        host.register(PluginSpec.of(id, ChildSpec.of(command), options));
    }

    private static void put(Channel channel) {
        UnknownFieldSet fields =
                UnknownFieldSet.newBuilder()
                        .addField(1, field(KEY.getValueBytes()))
                        .addField(2, field(ByteString.copyFrom(new byte[SIZE])))
                        .build();
        ClientCalls.blockingUnaryCall(
                channel,
                PUT,
                CallOptions.DEFAULT,
                Empty.newBuilder().setUnknownFields(fields).build());
    }

    private static UnknownFieldSet.Field field(ByteString value) {
        return UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
    }

    private static void get(Channel channel) {
        ClientCalls.blockingUnaryCall(channel, GET, CallOptions.DEFAULT, KEY);
    }

    // ---- calls on one connection ----

    private void calls(PluginHost host) throws Exception {
        register(host, "kv");
        host.activate("kv");
        Channel channel = host.get("kv").channel(WhenAway.FAIL);
        put(channel);
        for (int i = 0; i < warmup; i++) {
            get(channel);
        }
        var times = new long[count];
        for (int i = 0; i < count; i++) {
            long began = System.nanoTime();
            get(channel);
            times[i] = System.nanoTime() - began;
        }
        Arrays.sort(times);
        say("median_us", times[count / 2] / 1e3);
        say("p99_us", times[count * 99 / 100] / 1e3);
        say("calls_per_second", rate(channel));
    }

    private double rate(Channel channel) throws Exception {
        together(callers, _ -> repeat(channel, warmup / callers));
        long began = System.nanoTime();
        together(callers, _ -> repeat(channel, count / callers));
        double seconds = (System.nanoTime() - began) / 1e9;
        return count / callers * callers / seconds;
    }

    private static void repeat(Channel channel, int times) {
        for (int i = 0; i < times; i++) {
            get(channel);
        }
    }

    // ---- one plugin after the other ----

    private void spawn(PluginHost host) throws Exception {
        var times = new double[count];
        for (int i = -warmup; i < count; i++) {
            String id = "kv" + (i + warmup);
            register(host, id);
            long began = System.nanoTime();
            host.activate(id);
            put(host.get(id).channel());
            get(host.get(id).channel());
            double millis = (System.nanoTime() - began) / 1e6;
            host.remove(id);
            if (i >= 0) {
                times[i] = millis;
            }
        }
        Arrays.sort(times);
        say("median_ms", times[count / 2]);
    }

    // ---- many at once ----

    private void many(PluginHost host) throws Exception {
        // Once before: both hosts are to have run before they are measured.
        round(host, warmup, "w");
        double[] taken = round(host, count, "p");
        say("answered_ms", taken[0]);
        say("killed_ms", taken[1]);
    }

    private double[] round(PluginHost host, int plugins, String name) throws Exception {
        for (int i = 0; i < plugins; i++) {
            register(host, name + i);
        }
        long began = System.nanoTime();
        together(
                plugins,
                i -> {
                    host.activate(name + i);
                    put(host.get(name + i).channel());
                    get(host.get(name + i).channel());
                });
        double answered = (System.nanoTime() - began) / 1e6;
        began = System.nanoTime();
        together(plugins, i -> host.deactivate(name + i));
        return new double[] {answered, (System.nanoTime() - began) / 1e6};
    }

    // ---- a plugin with a manifest ----

    private void folder(PluginHost host) throws Exception {
        var manifest = ManifestReader.read(Path.of(command));
        host.register(PluginSpec.of(manifest, options));
        var times = new double[count];
        for (int i = -warmup; i < count; i++) {
            long began = System.nanoTime();
            host.activate(manifest.id());
            double millis = (System.nanoTime() - began) / 1e6;
            host.deactivate(manifest.id());
            if (i >= 0) {
                times[i] = millis;
            }
        }
        Arrays.sort(times);
        say("median_ms", times[count / 2]);
    }

    private interface Task {
        void run(int number) throws Exception;
    }

    private static void together(int tasks, Task task) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Callable<Void>>();
            for (int i = 0; i < tasks; i++) {
                int number = i;
                all.add(
                        () -> {
                            task.run(number);
                            return null;
                        });
            }
            for (Future<Void> done : threads.invokeAll(all)) {
                done.get();
            }
        }
    }

    private static void say(String key, double value) {
        System.out.printf(Locale.ROOT, "%s %.3f%n", key, value);
    }
}
