// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.bus.Frames.Frame;
import io.github.rediscomponents.cache.entry.TagIds;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The messages about tags.
 */
class FramesTests {

	@Test
	void readsTagsWithAndWithoutANumber() {
		String tags = TagIds.text(new long[] { 1, -1 }) + ",77";
		assertThat(Frames.parse(Frames.tags(Frames.of(Frames.VOIDED, "c", ""), tags)))
			.isEqualTo(new Frame(Frames.TAGS, "", 0, "c", tags));
		assertThat(Frames.parse(Frames.tags(Frames.numbered(Frames.NUMBERED_VOIDED, "p", 5, "c", ""), tags)))
			.isEqualTo(new Frame(Frames.TAGS, "p", 5, "c", tags));
		assertThat(TagIds.parse("1.ffffffffffffffff.")).containsExactly(1, -1);
	}

	@Test
	void aReleaseWithoutTagsCountsTheMessageAndFindsNoSuchKey() {
		byte[] message = Frames.tags(Frames.numbered(Frames.NUMBERED_VOIDED, "p", 5, "c", ""), "1.,77");
		String text = new String(message, StandardCharsets.UTF_8);
		assertThat(text).isEqualTo("Vp,5,c:\ufffd1.,77");
	}

	@Test
	void takesAnyBytes() {
		Random random = new Random(5);
		byte[] kinds = "lvcVCAMH".getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < 100_000; i++) {
			byte[] bytes = new byte[random.nextInt(20)];
			random.nextBytes(bytes);
			if (bytes.length > 0) {
				bytes[0] = kinds[random.nextInt(kinds.length)];
			}
			if (bytes.length > 4) {
				bytes[random.nextInt(bytes.length)] = (byte) 0xff;
				bytes[random.nextInt(bytes.length)] = ':';
			}
			Frame frame = Frames.parse(bytes);
			assertThat(frame == null || frame.cache() != null).isTrue();
		}
	}

}
