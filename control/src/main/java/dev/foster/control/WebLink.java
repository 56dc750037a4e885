package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;

/**
 * The way into the dashboard of a project.
 *
 * @param address where it is
 * @param url the same with a ticket that lets one person in, once
 * @param expires until when the ticket is good
 * @param tokenFile where the token is that lets anybody in, at any time
 */
public record WebLink(String address, String url, Instant expires, String tokenFile) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("address", address)
                .put("url", url)
                .put("expires", expires)
                .put("token_file", tokenFile)
                .object();
    }

    public static WebLink fromJson(Object json) {
        Members members = Members.of(json);
        return new WebLink(
                members.text("address"),
                members.text("url"),
                members.instant("expires"),
                members.text("token_file"));
    }

    /** Leaves the ticket out, as this text may reach a log. */
    @Override
    public String toString() {
        return "WebLink[" + address + "]";
    }
}
