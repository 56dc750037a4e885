package dev.foster.plugin.protocol.tls;

import dev.foster.plugin.protocol.ProtocolProblem;

/** Why a connection could not be secured. */
public sealed interface TlsProblem extends ProtocolProblem {

    /** Text that should have been a certificate. */
    record BadCertificate(String where, String why) implements TlsProblem {
        @Override
        public String code() {
            return "bad-certificate";
        }

        @Override
        public String message() {
            return "cannot read the certificate in "
                    + where
                    + ": "
                    + why
                    + "; the other side must send one X.509 certificate";
        }
    }

    /** The JDK has not the algorithms this needs, or they are switched off. */
    record Unavailable(String what, String why) implements TlsProblem {
        @Override
        public String code() {
            return "tls-unavailable";
        }

        @Override
        public String message() {
            return "cannot "
                    + what
                    + ": "
                    + why
                    + "; check the security settings of this Java (java.security)";
        }
    }
}
