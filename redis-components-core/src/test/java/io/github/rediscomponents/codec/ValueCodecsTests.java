// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What all codecs of objects have in common.
 */
@ParameterizedClass
@EnumSource
class ValueCodecsTests {

	private static final Visit VISIT = new Visit(1, "咖啡", LocalDateTime.of(2026, 11, 20, 8, 0));

	private final Kind kind;

	private final ValueCodecs codecs;

	ValueCodecsTests(Kind kind) {
		this.kind = kind;
		this.codecs = kind.codecs;
	}

	@Test
	void keepsRecordsWithTimesAndGenerics() {
		ValueCodec<List<Visit>> codec = this.codecs.codec(new TypeRef<List<Visit>>() {
		}.type());
		List<Visit> visits = List.of(VISIT, VISIT, new Visit(Long.MIN_VALUE, "", null));
		assertThat(codec.decode(codec.encode(visits))).isEqualTo(visits);
	}

	@Test
	void keepsWhatEachTypeOfTheJdkSays() {
		ValueCodec<Everything> codec = this.codecs.codec(Everything.class);
		for (Everything all : List.of(Everything.of("2026-03-29T01:30:00+08:00", "Asia/Shanghai"),
				Everything.of("2026-10-25T02:30:00+01:00", "Europe/Berlin"),
				Everything.of("2026-10-25T02:30:00Z", "UTC"))) {
			Everything read = codec.decode(codec.encode(all));
			assertThat(read).usingRecursiveComparison().isEqualTo(all);
			assertThat(read.zoned()).isEqualTo(all.zoned());
			assertThat(read.offset().getOffset()).isEqualTo(all.offset().getOffset());
			assertThat(read.price().scale()).isEqualTo(all.price().scale());
		}
	}

	@Test
	void readsWhatTheOtherJacksonWrote() {
		Everything all = Everything.of("2026-03-29T01:30:00+08:00", "Asia/Shanghai");
		ValueCodec<Everything> own = this.codecs.codec(Everything.class);
		ValueCodec<Everything> other = this.kind.other().codecs.codec(Everything.class);
		assertThat(own.format()).isEqualTo(other.format());
		assertThat(own.decode(other.encode(all))).usingRecursiveComparison().isEqualTo(all);
	}

	@Test
	void writesTextAndBytesAsTheyAre() {
		ValueCodec<String> text = this.codecs.codec(String.class);
		assertThat(text.encode("é{}")).isEqualTo(utf8("é{}"));
		assertThat(text.decode(utf8("é{}"))).isEqualTo("é{}");
		assertThat(text.decode(utf8("a\ufffdb"))).isEqualTo("a\ufffdb");
		ValueCodec<byte[]> bytes = this.codecs.codec(byte[].class);
		assertThat(bytes.encode(new byte[] { 0, -1 })).containsExactly(0, -1);
		assertThat(bytes.decode(new byte[] { 0, -1 })).containsExactly(0, -1);
	}

	@Test
	void readsAPartOfAnArray() {
		shouldReadAPart(this.codecs.codec(Visit.class), VISIT);
		shouldReadAPart(this.codecs.codec(String.class), "tea");
		shouldReadAPart(this.codecs.codec(byte[].class), new byte[] { 1, 2 });
		shouldReadAPart(this.codecs.codec(byte[].class), new byte[0]);
	}

	private static <T> void shouldReadAPart(ValueCodec<T> codec, T value) {
		byte[] encoded = codec.encode(value);
		byte[] around = new byte[encoded.length + 7];
		Arrays.fill(around, (byte) 0xff);
		System.arraycopy(encoded, 0, around, 3, encoded.length);
		assertThat(codec.decode(around, 3, encoded.length)).isEqualTo(value);
	}

	@Test
	void refusesTextThatWouldComeBackAsAnother() {
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> this.codecs.<String>codec(String.class).encode("a\ud83d"));
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		for (String text : List.of("a\ud83d", "\ude00b", "\ud83da".repeat(3000))) {
			Visit half = new Visit(1, text, null);
			byte[] written;
			try {
				written = codec.encode(half);
			}
			catch (CodecException ex) {
				continue;
			}
			assertThat(codec.decode(written)).isEqualTo(half);
		}
	}

	@Test
	void readsWhatANewerVersionWrote() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		byte[] newer = this.codecs.<Newer>codec(Newer.class).encode(new Newer(2, "x", List.of(1)));
		assertThat(codec.decode(newer)).isEqualTo(new Visit(2, "x", null));
	}

	@Test
	void refusesForeignBytes() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		for (String foreign : List.of("", "null", "[]", "{\"id\":\"x\"}", "{\"id\":1} rest", "\u0000\u0001", "tea")) {
			assertThatExceptionOfType(CodecException.class).as(foreign).isThrownBy(() -> codec.decode(utf8(foreign)));
		}
		byte[] none = this.codecs.<Optional<Visit>>codec(new TypeRef<Optional<Visit>>() {
		}.type()).encode(Optional.empty());
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> codec.decode(none));
		assertThatExceptionOfType(CodecException.class)
			.isThrownBy(() -> this.codecs.<String>codec(String.class).decode(new byte[] { (byte) 0xff }));
	}

	@Test
	void readsNoPartOfAValueAsAValue() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		byte[] whole = codec.encode(VISIT);
		for (int length = 0; length < whole.length; length++) {
			byte[] part = Arrays.copyOf(whole, length);
			assertThatExceptionOfType(CodecException.class).as("%d bytes", length).isThrownBy(() -> codec.decode(part));
		}
		byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
		System.arraycopy(whole, 0, twice, whole.length, whole.length);
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> codec.decode(twice));
	}

	@Test
	void saysThatBrokenBytesAreBroken() {
		ValueCodec<Visit> codec = this.codecs.codec(Visit.class);
		byte[] whole = codec.encode(VISIT);
		Random random = new Random(7);
		for (int i = 0; i < 5000; i++) {
			byte[] broken = whole.clone();
			for (int change = 0; change <= i % 4; change++) {
				broken[random.nextInt(broken.length)] = (byte) random.nextInt();
			}
			try {
				assertThat(codec.decode(broken)).isInstanceOf(Visit.class);
			}
			catch (CodecException ex) {
				assertThat(ex.getCause()).isNotNull();
			}
		}
	}

	@Test
	void refusesWhatIsTooDeepOrClaimsToBeHuge() {
		ValueCodec<Object> any = this.codecs.codec(Object.class);
		for (byte[] bomb : this.kind.bombs()) {
			// An attempt to allocate that much would be an OutOfMemoryError.
			assertThatExceptionOfType(CodecException.class).isThrownBy(() -> any.decode(bomb));
		}
		ValueCodec<Count> count = this.codecs.codec(Count.class);
		assertThatExceptionOfType(CodecException.class).isThrownBy(
				() -> count.decode(this.codecs.<Map<String, BigDecimal>>codec(new TypeRef<Map<String, BigDecimal>>() {
				}.type()).encode(Map.of("n", new BigDecimal("1e100000000")))));
	}

	@Test
	void ignoresTypesThatDataAsksFor() {
		ValueCodec<Object> codec = this.codecs.codec(Object.class);
		assertThat(codec.decode(codec.encode(Map.of("@class", "java.net.URL", "x", 1)))).isInstanceOf(Map.class);
	}

	static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	enum Kind {

		JSON_OF_JACKSON_3(Jackson3Codecs.json()), JSON_OF_JACKSON_2(Jackson2Codecs.json()),

		CBOR_OF_JACKSON_3(Jackson3Cbor.codecs()), CBOR_OF_JACKSON_2(Jackson2Cbor.codecs());

		private final ValueCodecs codecs;

		Kind(ValueCodecs codecs) {
			this.codecs = codecs;
		}

		List<byte[]> bombs() {
			if (name().startsWith("JSON")) {
				return List.of(utf8("[".repeat(100_000)), utf8("{\"a\":".repeat(100_000)));
			}
			byte[] deep = new byte[100_000];
			Arrays.fill(deep, (byte) 0x81);
			// Bytes, text, an array and a map of 2 GB, and one of all that a long can
			// say.
			return List.of(deep, new byte[] { 0x5a, 0x7f, -1, -1, -1, 1 }, new byte[] { 0x7a, 0x7f, -1, -1, -1, 'a' },
					new byte[] { (byte) 0x9a, 0x7f, -1, -1, -1, 1 }, new byte[] { (byte) 0xba, 0x7f, -1, -1, -1, 0x61 },
					new byte[] { 0x5b, 0x7f, -1, -1, -1, -1, -1, -1, -1, 1 });
		}

		Kind other() {
			return values()[ordinal() ^ 1];
		}

	}

	enum Size {

		SMALL, LARGE;

		@Override
		public String toString() {
			return name().substring(0, 1);
		}

	}

	record Count(BigInteger n) {

	}

	record Visit(long id, String place, @Nullable LocalDateTime at) {

	}

	record Newer(long id, String place, List<Integer> added) {

	}

	record Everything(Instant instant, OffsetDateTime offset, ZonedDateTime zoned, Duration duration, BigDecimal price,
			double ratio, float share, byte[] bytes, int[] numbers, Size size, Map<Size, List<Long>> bySize,
			Optional<String> some, Optional<String> none, char letter, boolean open) {

		static Everything of(String time, String zone) {
			OffsetDateTime offset = OffsetDateTime.parse(time);
			return new Everything(offset.toInstant().plusNanos(123_456_789), offset,
					offset.atZoneSameInstant(java.time.ZoneId.of(zone)), Duration.ofMillis(1234),
					new BigDecimal("10.50"), 120.149192, 0.1f, new byte[] { 0, -1, 127 }, new int[] { 1, -300, 70_000 },
					Size.LARGE, Map.of(Size.SMALL, List.of(1L, Long.MAX_VALUE)), Optional.of("x"), Optional.empty(),
					'é', true);
		}

	}

}
