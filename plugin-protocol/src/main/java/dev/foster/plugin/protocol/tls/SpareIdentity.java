package dev.foster.plugin.protocol.tls;

import dev.foster.plugin.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * At most one identity made before it is needed, by whoever has the time. Making one takes longer
 * than starting a process does; while a process starts there is time.
 *
 * <p>Safe for use by many threads. Each identity is given away once.
 */
public final class SpareIdentity {
    private final InstantSource clock;
    private final AtomicReference<@Nullable TlsIdentity> spare = new AtomicReference<>();
    private final AtomicBoolean making = new AtomicBoolean();

    public SpareIdentity() {
        this(InstantSource.system());
    }

    SpareIdentity(InstantSource clock) {
        this.clock = clock;
    }

    /** The spare one, or else a new one. */
    public TlsIdentity take() {
        Instant now = clock.instant();
        TlsIdentity made = spare.getAndSet(null);
        // The clock may have been set back since: peers refuse what is not valid yet.
        return made != null && made.madeBy(now) ? made : generate(now);
    }

    /** Makes the spare one, unless it is there or being made. */
    public void make() {
        if (spare.get() == null && making.compareAndSet(false, true)) {
            try {
                spare.set(generate(clock.instant()));
            } catch (ProtocolException unavailable) {
                // Whoever needs one tries again, and is told.
            } finally {
                making.set(false);
            }
        }
    }

    private static TlsIdentity generate(Instant now) {
        return TlsIdentity.generate(now, TlsIdentity.Curve.P256);
    }
}
