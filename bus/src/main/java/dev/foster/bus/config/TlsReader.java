package dev.foster.bus.config;

import dev.foster.bus.broker.BrokerOptions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The {@code tls} block. */
final class TlsReader {
    private final Path folder;
    private Duration timeout;
    private Optional<Path> certificate = Optional.empty();
    private Optional<Path> key = Optional.empty();
    private Optional<Path> authority = Optional.empty();
    private boolean verify;
    private Optional<BrokerOptions.Tls> settings = Optional.empty();

    TlsReader(Path folder, Duration timeout) {
        this.folder = folder;
        this.timeout = timeout;
    }

    void read(ConfigValue.Entry tls) {
        Meaning.block(tls).entries().forEach(this::read);
        if (certificate.isEmpty() || key.isEmpty()) {
            throw tls.place()
                    .problem("cannot use tls: cert_file or key_file is missing; write both");
        }
        try {
            settings = Optional.of(TlsFiles.load(certificate.get(), key.get(), authority, verify));
        } catch (ConfigProblem problem) {
            throw new ConfigProblem(tls.place() + ": " + problem.getMessage(), problem);
        }
    }

    private void read(String name, ConfigValue.Entry entry) {
        switch (name) {
            case "cert_file" -> certificate = Optional.of(folder.resolve(Meaning.text(entry)));
            case "key_file" -> key = Optional.of(folder.resolve(Meaning.text(entry)));
            case "ca_file" -> authority = Optional.of(folder.resolve(Meaning.text(entry)));
            case "verify" -> verify = Meaning.truth(entry);
            case "timeout" -> timeout = Meaning.time(entry);
            default -> Unsupported.refuse(name, entry);
        }
    }

    Duration timeout() {
        return timeout;
    }

    Optional<BrokerOptions.Tls> settings() {
        return settings;
    }
}
