package dev.foster.daemon.config;

import java.util.Optional;

/** What the output of a process is watched for. */
public record SignSpec(Optional<GaugeSpec> gauge, Optional<AlertSpec> alert) {
    public static final SignSpec NONE = new SignSpec(Optional.empty(), Optional.empty());
}
