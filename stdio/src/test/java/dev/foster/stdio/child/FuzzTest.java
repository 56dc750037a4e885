package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A child that mixes good and bad lines at random, in pieces of random size: each good one arrives,
 * in order, and each bad one is reported. Another seed is another talk; a failure names its seed.
 */
class FuzzTest extends RpcChildContract {
    private static final String PLAYER =
            """
            import os, random, sys
            dice = random.Random(int(sys.argv[2]))
            data = open(sys.argv[1], 'rb').read()
            at = 0
            while at < len(data):
                size = dice.choice([1, 7, 100, 4096, 70000])
                os.write(2, b'noise\\n' * dice.choice([0, 0, 1, 50]))
                at += os.write(1, data[at:at + size])
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void goodLinesArriveWhateverStandsBetweenThem(long seed) throws IOException {
        var random = new SplittableRandom(seed);
        var text = new ByteArrayOutputStream();
        var good = new ArrayList<String>();
        int bad = 0;
        for (int i = 0; i < 400; i++) {
            if (random.nextBoolean()) {
                String message = message(random, i);
                text.writeBytes(message.getBytes(StandardCharsets.UTF_8));
                good.add(message);
            } else {
                byte[] rubbish = rubbish(random, i);
                text.writeBytes(rubbish);
                bad += rubbish.length > 0 ? 1 : 0;
            }
            text.writeBytes(
                    (random.nextInt(5) == 0 ? "\r\n" : "\n").getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("talk"), text.toByteArray());
        var spec = TalkingChild.python(PLAYER, file.toString(), Long.toString(seed));
        try (RpcChild child = start(spec, RpcLimits.defaults().messageBytes(30_000))) {
            Overheard.await("the end", () -> !heard.ends.isEmpty());
            assertThat(heard.notifications).extracting(each -> each.json().json()).isEqualTo(good);
            assertThat(heard.strays).hasSize(bad);
            assertThat(child.counts().bytesIn()).isEqualTo(text.size());
            assertThat(child.counts().messagesIn()).isEqualTo(good.size());
        }
    }

    private static String message(SplittableRandom random, int number) {
        String filling = "é\\n".repeat(random.nextInt(4) == 0 ? random.nextInt(7000) : 3);
        return RpcMessage.notification(
                        "m" + number, RawJson.parse("[\"" + filling + "\"," + number + "]"))
                .json()
                .json();
    }

    /** Never a message; of length 0 at times. */
    private static byte[] rubbish(SplittableRandom random, int number) {
        return switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> new byte[1 + random.nextInt(50)];
            case 2 -> new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff};
            case 3 -> halved(message(random, number));
            case 4 -> "x".repeat(30_001 + random.nextInt(100_000)).getBytes(StandardCharsets.UTF_8);
            default -> ("INFO " + List.of(number)).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static byte[] halved(String message) {
        return message.substring(0, message.length() / 2).getBytes(StandardCharsets.UTF_8);
    }
}
