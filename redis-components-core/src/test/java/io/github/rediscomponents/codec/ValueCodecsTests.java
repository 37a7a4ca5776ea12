// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ValueCodecsTests {

	private final ValueCodecs codecs = ValueCodecs.json();

	@Test
	void keepsRecordsWithTimesAndGenerics() {
		ValueCodec<List<Visit>> codec = this.codecs.codec(new TypeRef<List<Visit>>() {
		}.type());
		List<Visit> visits = List.of(new Visit(1, "咖啡", LocalDateTime.of(2026, 11, 20, 8, 0)));
		assertThat(codec.decode(codec.encode(visits))).isEqualTo(visits);
	}

	@Test
	void writesTextAsItIs() {
		ValueCodec<String> codec = this.codecs.codec(String.class);
		assertThat(codec.encode("é{}")).isEqualTo("é{}".getBytes(StandardCharsets.UTF_8));
		assertThat(codec.decode("é{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("é{}");
	}

	@Test
	void refusesTextThatWouldComeBackAsAnother() {
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> this.codecs.<String>codec(String.class).encode("a\ud83d"));
		ValueCodec<Visit> json = this.codecs.codec(Visit.class);
		Visit escaped = new Visit(1, "a\ud83d", null);
		assertThat(json.decode(json.encode(escaped))).isEqualTo(escaped);
	}

	@Test
	void readsWhatANewerVersionWrote() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		assertThat(codec.decode(utf8("{\"id\":2,\"place\":\"x\",\"added\":[1]}"))).isEqualTo(new Visit(2, "x", null));
	}

	@Test
	void refusesForeignBytes() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		for (String foreign : List.of("", "null", "[]", "{\"id\":\"x\"}", "{\"id\":1} rest", "\u0000\u0001")) {
			assertThatExceptionOfType(CodecException.class).as(foreign).isThrownBy(() -> codec.decode(utf8(foreign)));
		}
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> this.codecs.<String>codec(String.class).decode(new byte[] { (byte) 0xff }));
	}

	@Test
	void ignoresTypesThatDataAsksFor() {
		ValueCodec<Object> codec = this.codecs.codec(Object.class);
		assertThat(codec.decode(utf8("{\"@class\":\"java.net.URL\",\"x\":1}"))).isInstanceOf(java.util.Map.class);
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	record Visit(long id, String place, LocalDateTime at) {

	}

}
