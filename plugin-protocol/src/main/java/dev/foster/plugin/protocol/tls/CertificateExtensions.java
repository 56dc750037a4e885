package dev.foster.plugin.protocol.tls;

import java.nio.charset.StandardCharsets;

/** What a certificate says about its use: both ends of a connection, and its own issuer. */
final class CertificateExtensions {
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

    /** digitalSignature, keyEncipherment, keyAgreement and keyCertSign: bits 0, 2, 4 and 5. */
    private static final int USAGE_BITS = 0b1010_1100;

    private static final int DNS_NAME = 2;

    private CertificateExtensions() {}

    static byte[] all(String dnsName) {
        byte[] usage = Der.bits(2, new byte[] {(byte) USAGE_BITS});
        byte[] purposes =
                Der.sequence(
                        Der.identifier(CLIENT_AUTHENTICATION),
                        Der.identifier(SERVER_AUTHENTICATION));
        byte[] names =
                Der.sequence(
                        Der.numbered(DNS_NAME, false, dnsName.getBytes(StandardCharsets.US_ASCII)));
        return Der.sequence(
                critical(KEY_USAGE, usage),
                Der.sequence(Der.identifier(EXTENDED_KEY_USAGE), Der.octets(purposes)),
                critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes())),
                Der.sequence(Der.identifier(ALTERNATIVE_NAME), Der.octets(names)));
    }

    private static byte[] critical(String identifier, byte[] value) {
        return Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(value));
    }
}
