package dev.foster.sdk.kv;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.sdk.Plugin;
import dev.foster.sdk.PluginContext;

import io.grpc.BindableService;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.net.ssl.SSLException;

/**
 * A plugin that serves everything {@code kv.proto} names. Arguments change what it is; two
 * variables do it as they do for the plugin in Go: {@code KV_TLS} and {@code KV_CLEANUP}.
 */
public final class KeyValuePlugin {
    public static final String COOKIE_KEY = "BASIC_PLUGIN";
    public static final String COOKIE_VALUE = "hello";
    public static final String NOISE = "printed before the handshake";
    public static final String FAREWELL = "printed at the end";

    private KeyValuePlugin() {}

    /** Serves it to the host that started this JVM. */
    public static void main(String[] arguments) {
        List<String> wishes = List.of(arguments);
        Plugin plugin = plugin();
        if (wishes.contains("printing")) {
            plugin =
                    plugin.version(1, KeyValuePlugin::printing)
                            .onShutdown(() -> System.out.print(FAREWELL));
        }
        if (wishes.contains("without-cookie")) {
            plugin = plugin.cookie("", "");
        }
        if (wishes.contains("ends-with-its-host")) {
            plugin = plugin.endsWithItsHost();
        }
        if (wishes.contains("over-tcp")) {
            plugin = plugin.overTcp();
        }
        String files = System.getenv("KV_TLS");
        if (files != null) {
            plugin = plugin.security(() -> fromFiles(List.of(files.split(",", 3))));
        }
        String cleanup = System.getenv("KV_CLEANUP");
        if (cleanup != null) {
            plugin = plugin.onShutdown(() -> write(Path.of(cleanup)));
        }
        plugin.serve();
    }

    /** The plugin as it is without wishes. */
    public static Plugin plugin() {
        return Plugin.named("kv")
                .cookie(COOKIE_KEY, COOKIE_VALUE)
                .version(1, KeyValuePlugin::services)
                .version(3, KeyValuePlugin::services);
    }

    private static List<? extends BindableService> printing(PluginContext context) {
        System.out.print(NOISE);
        return services(context);
    }

    private static List<? extends BindableService> services(PluginContext context) {
        return List.of(
                new KeyValueStore(),
                new SumStore(context.broker()),
                new Streamer(),
                new Trouble(context));
    }

    private static Security fromFiles(List<String> files) {
        var certificate = new File(files.get(0));
        var key = new File(files.get(1));
        var authority = new File(files.get(2));
        try {
            return new Security.Tls(
                    GrpcSslContexts.configure(
                                    SslContextBuilder.forClient()
                                            .keyManager(certificate, key)
                                            .trustManager(authority),
                                    SslProvider.JDK)
                            .build(),
                    GrpcSslContexts.configure(
                                    SslContextBuilder.forServer(certificate, key)
                                            .trustManager(authority)
                                            .clientAuth(ClientAuth.REQUIRE),
                                    SslProvider.JDK)
                            .build());
        } catch (SSLException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "cleaned up\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
