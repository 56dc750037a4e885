package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Does it answer a GET? Spoken on a plain socket: the JDK's client starts threads of its own and
 * takes longer to load than the rest of a supervisor.
 */
record HttpQuestion(Probe.Http probe, Supplier<SocketFactory> secure) implements ConnectedQuestion {

    @Override
    public ProbeResult converse(RunningAttempt attempt) throws IOException {
        URI uri = URI.create(probe.uri().toASCIIString());
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("https");
        String host = uri.getHost();
        if (host == null || (!tls && !scheme.equals("http"))) {
            return new Bad(
                    "cannot ask " + uri + ": it is not an address of the form http://host/path");
        }
        int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        try (Socket plain = ProbeConnection.open(host, port, attempt);
                Socket socket = tls ? encrypt(plain, host, port) : plain) {
            socket.getOutputStream().write(request(uri, host));
            socket.getOutputStream().flush();
            var answer = new HttpAnswer(socket.getInputStream());
            answer.readHead();
            answer.skipBody(plain);
            return verdict(answer);
        }
    }

    private ProbeResult verdict(HttpAnswer answer) {
        int status = answer.status();
        boolean good =
                probe.status()
                        .map(wanted -> wanted == status)
                        .orElse(status >= 200 && status < 400);
        return good ? new Good() : new Bad("HTTP status " + status);
    }

    private Socket encrypt(Socket plain, String host, int port) throws IOException {
        var factory = (SSLSocketFactory) secure.get();
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        var socket = (SSLSocket) factory.createSocket(plain, name, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        // A socket, unlike the JDK's client, compares no names unless it is told to.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private byte[] request(URI uri, String host) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Host", uri.getPort() >= 0 ? host + ":" + uri.getPort() : host);
        headers.put("User-Agent", "foster");
        headers.put("Accept", "*/*");
        headers.putAll(probe.headers());
        headers.put("Connection", "close");
        String path = uri.getRawPath();
        var text =
                new StringBuilder("GET ")
                        .append(path == null || path.isEmpty() ? "/" : path)
                        .append(uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                        .append(" HTTP/1.1\r\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String line = header.getKey() + ": " + header.getValue();
            if (line.chars().anyMatch(Character::isISOControl)) {
                throw new IOException(
                        "cannot send the header "
                                + ErrorWords.quote(header.getKey())
                                + ": it holds a line break or another control character; remove"
                                + " that");
            }
            text.append(line).append("\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
