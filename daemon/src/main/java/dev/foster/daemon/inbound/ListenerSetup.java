package dev.foster.daemon.inbound;

import dev.foster.bus.config.ConfigProblem;
import dev.foster.bus.config.TlsFiles;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.Certificate;
import dev.foster.daemon.config.ListenAddress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

import javax.net.ssl.SSLContext;

/** What the project's file says about a listener, made ready to listen with. */
public final class ListenerSetup {
    private ListenerSetup() {}

    /**
     * Looks the address up.
     *
     * @param doing what is to be done there: {@code offer metrics}
     * @param setting where the file says so: {@code metrics.listen}
     * @throws ControlProblem when nobody knows the name
     */
    public static InetSocketAddress resolve(ListenAddress address, String doing, String setting) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
        } catch (UnknownHostException unknown) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot "
                            + doing
                            + " at "
                            + address.host()
                            + ": nobody knows that name; name another address in "
                            + setting);
        }
    }

    /**
     * Loads the files with which it is encrypted, if it is.
     *
     * @throws ControlProblem when they cannot be used
     */
    public static Optional<SSLContext> tls(Optional<Certificate> files) {
        try {
            return files.map(ListenerSetup::context);
        } catch (ConfigProblem refused) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION, String.valueOf(refused.getMessage()));
        }
    }

    private static SSLContext context(Certificate files) {
        return TlsFiles.load(files.certificate(), files.key(), Optional.empty(), false).context();
    }
}
