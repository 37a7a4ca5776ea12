// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What one release makes of the bytes of another, and one codec of those of another.
 */
class EnvelopeTests {

	private static final long GENERATION = 5;

	private static final Shop SHOP = new Shop(7, "tea");

	private static final Shop LARGE = new Shop(8, "green tea ".repeat(1000));

	private final AtomicInteger most = new AtomicInteger(1 << 20);

	private final Envelope<Shop> json = envelope(ValueCodecs.json().codec(Shop.class));

	private final Envelope<Shop> binary = envelope(ValueCodecs.binary().codec(Shop.class));

	@Test
	void thePlainFormIsThatOfTheFirstRelease() {
		FirstRelease first = new FirstRelease(Shop.class);
		byte[] entry = entry(this.json.encode(SHOP));
		assertThat(entry[1]).isZero();
		assertThat(first.isOurs(entry)).isTrue();
		assertThat(new String(entry, Envelope.HEADER, entry.length - Envelope.HEADER, StandardCharsets.UTF_8))
			.isEqualTo("{\"id\":7,\"name\":\"tea\"}");
		assertThat(first.isOurs(entry(this.json.encode(null)))).isTrue();
		assertThat(first.isOurs(entry(this.binary.encode(null)))).isTrue();
		assertThat(first.isOurs(entry(envelope(ValueCodecs.json().codec(String.class), String.class).encode("text"))))
			.isFalse();
		assertThat(new FirstRelease(String.class)
			.isOurs(entry(envelope(ValueCodecs.text().codec(String.class), String.class).encode("text")))).isTrue();
	}

	@Test
	void readsWhatTheFirstReleaseWrote() {
		FirstRelease first = new FirstRelease(Shop.class);
		byte[] entry = first.entry(0, "{\"id\":7,\"name\":\"tea\"}");
		assertThat(this.json.isOurs(entry)).isTrue();
		assertThat(this.json.value(entry)).isEqualTo(SHOP);
		assertThat(this.json.isOurs(first.entry(Envelope.WINDOW, "{}"))).isTrue();
		assertThat(this.json.isOurs(first.entry(Envelope.ABSENT, ""))).isTrue();
		assertThat(this.binary.isOurs(first.entry(Envelope.ABSENT, ""))).isTrue();
		assertThat(this.binary.isOthers(entry)).isTrue();
	}

	@Test
	void theFirstReleaseTakesEveryOtherFormForContentOfAnotherRelease() {
		FirstRelease first = new FirstRelease(Shop.class);
		Envelope<Shop> custom = envelope(named("custom"));
		for (Payload payload : new Payload[] { this.json.encode(LARGE).compressedAbove(100), this.binary.encode(SHOP),
				this.binary.encode(LARGE).compressedAbove(100), custom.encode(SHOP) }) {
			byte[] entry = entry(payload);
			assertThat(first.isOurs(entry)).isFalse();
			assertThat(first.isOthers(entry)).isTrue();
		}
	}

	@Test
	void readsCompressedAndPlainEntriesAlike() {
		for (Envelope<Shop> envelope : List.of(this.json, this.binary)) {
			byte[] plain = entry(envelope.encode(LARGE).compressedAbove(0));
			byte[] compressed = entry(envelope.encode(LARGE).compressedAbove(100));
			assertThat(compressed.length).isLessThan(plain.length / 5);
			for (byte[] entry : new byte[][] { plain, compressed }) {
				assertThat(envelope.isOurs(entry)).isTrue();
				assertThat(envelope.value(entry)).isEqualTo(LARGE);
			}
		}
	}

	@Test
	void compressesAboveTheSizeOnly() {
		Payload payload = this.json.encode(LARGE);
		assertThat(payload.compressedAbove(payload.length())).isSameAs(payload);
		assertThat(payload.compressedAbove(payload.length() - 1).length()).isLessThan(payload.length());
		Payload absent = this.json.encode(null);
		assertThat(absent.compressedAbove(1)).isSameAs(absent);
	}

	@Test
	void inflatesNoMoreThanAValueMayHave() {
		byte[] entry = entry(this.json.encode(LARGE).compressedAbove(100));
		this.most.set(1024);
		assertThat(this.json.isOurs(entry)).isTrue();
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> this.json.value(entry));
	}

	@Test
	void anotherCodecIsAnotherRelease() {
		Envelope<Shop> custom = envelope(named("custom"));
		Envelope<Shop> other = envelope(named("mine-v2"));
		Envelope<?>[] all = { this.json, this.binary, custom, other };
		Payload[] payloads = { this.json.encode(SHOP), this.binary.encode(SHOP), custom.encode(SHOP),
				other.encode(SHOP) };
		for (int reader = 0; reader < all.length; reader++) {
			for (int writer = 0; writer < all.length; writer++) {
				byte[] entry = entry(payloads[writer]);
				assertThat(all[reader].isOurs(entry)).as("%d reads %d", reader, writer).isEqualTo(reader == writer);
				assertThat(all[reader].isOthers(entry)).isEqualTo(reader != writer);
			}
		}
	}

	@Test
	void aTimeToLiveOfItsOwnMakesNoOtherForm() {
		byte[] entry = entry(this.json.encode(SHOP));
		entry[1] |= 8;
		assertThat(Envelope.hasOwnTtl(entry)).isTrue();
		assertThat(this.json.isOurs(entry)).isTrue();
	}

	@Test
	void aCodecThatIsNotKnownIsAnotherRelease() {
		byte[] entry = entry(this.json.encode(SHOP));
		entry[1] ^= (byte) 0x80;
		assertThat(this.json.isOurs(entry)).isFalse();
		assertThat(this.json.isOthers(entry)).isTrue();
	}

	@Test
	void aFlagAloneDoesNotMakeAnotherForm() {
		byte[] entry = entry(this.json.encode(SHOP));
		entry[1] |= Envelope.COMPRESSED;
		assertThat(this.json.isOurs(entry)).isFalse();
		byte[] compressed = entry(this.json.encode(LARGE).compressedAbove(100));
		compressed[1] &= ~Envelope.COMPRESSED;
		assertThat(this.json.isOurs(compressed)).isFalse();
	}

	@Test
	void earlierReleasesTakeWhatHasTagsForContentOfAnotherRelease() {
		FirstRelease first = new FirstRelease(Shop.class);
		Envelope<Shop> custom = envelope(named("custom"));
		for (Payload plain : new Payload[] { this.json.encode(SHOP), this.json.encode(null), this.binary.encode(SHOP),
				this.json.encode(LARGE).compressedAbove(100), custom.encode(SHOP) }) {
			byte[] entry = tagged(plain, 1, 2);
			assertThat(first.isOurs(entry)).isFalse();
			assertThat(first.isOthers(entry)).isTrue();
			// The codecs of the second release, which looked at this flag too.
			assertThat(entry[1] & 0xf0).isNotIn(0, 0x10, 0xf0);
			assertThat(Envelope.generation(entry)).isEqualTo(GENERATION);
			assertThat(Envelope.staleAt(entry)).isEqualTo(9);
		}
	}

	@Test
	void readsTagsAndValue() {
		Envelope<Shop> custom = envelope(named("custom"));
		for (Envelope<Shop> envelope : List.of(this.json, this.binary, custom)) {
			for (Shop shop : new Shop[] { SHOP, LARGE }) {
				byte[] entry = tagged(envelope.encode(shop).compressedAbove(100), -1, 5, Long.MAX_VALUE);
				assertThat(envelope.isOurs(entry)).isTrue();
				assertThat(envelope.value(entry)).isEqualTo(shop);
				assertThat(Envelope.isTagged(entry)).isTrue();
				assertThat(Envelope.tags(entry).ids()).containsExactly(-1, 5, Long.MAX_VALUE);
				assertThat(Envelope.tags(entry).moment()).isEqualTo(77);
			}
			byte[] absent = tagged(envelope.encode(null), 3);
			assertThat(envelope.isOurs(absent)).isTrue();
			assertThat(Envelope.isAbsent(absent)).isTrue();
			assertThat(Envelope.tags(absent).ids()).containsExactly(3);
			assertThat(Envelope.isTagged(entry(envelope.encode(SHOP)))).isFalse();
		}
		assertThat(custom.isOthers(tagged(this.json.encode(SHOP), 1))).isTrue();
	}

	@Test
	void tagsThatAreCutOffAreContentOfNoRelease() {
		byte[] whole = tagged(this.json.encode(SHOP), 1, 2, 3);
		for (int length = Envelope.HEADER; length < Envelope.HEADER + 1 + 3 * 8 + 8; length++) {
			byte[] cut = Arrays.copyOf(whole, length);
			assertThat(this.json.isOurs(cut)).isFalse();
			assertThat(this.json.isOthers(cut)).isFalse();
		}
	}

	@Test
	void takesAnyBytes() {
		Random random = new Random(3);
		for (int i = 0; i < 20_000; i++) {
			byte[] bytes = new byte[random.nextInt(60)];
			random.nextBytes(bytes);
			if (bytes.length > 1 && random.nextBoolean()) {
				bytes[0] = Envelope.VERSION;
			}
			assertThat(this.json.isOurs(bytes)).isFalse();
			boolean isEntry = bytes.length >= Envelope.HEADER && bytes[0] == 1;
			if (isEntry && Envelope.isTagged(bytes)) {
				isEntry = bytes.length >= Envelope.HEADER + 9
						&& bytes.length >= Envelope.HEADER + 9 + 8 * (bytes[Envelope.HEADER] & 0xff);
			}
			assertThat(this.json.isOthers(bytes)).isEqualTo(isEntry);
		}
	}

	private Envelope<Shop> envelope(ValueCodec<Shop> codec) {
		return envelope(codec, Shop.class);
	}

	private <V> Envelope<V> envelope(ValueCodec<V> codec, Type type) {
		return new Envelope<>(type, new EntryForms<>("c", (choice) -> codec, () -> CacheCodec.APPLICATION),
				this.most::get);
	}

	private static byte[] entry(Payload payload) {
		byte[] after = payload.after(3, GENERATION);
		return ByteBuffer.allocate(2 + Long.BYTES + after.length)
			.put(payload.before(false, false))
			.putLong(9)
			.put(after)
			.array();
	}

	private static byte[] tagged(Payload plain, long... ids) {
		byte[] entry = entry(plain.tagged(ids));
		return ByteBuffer.allocate(entry.length + Long.BYTES).put(entry).putLong(77).array();
	}

	private static ValueCodec<Shop> named(String format) {
		ValueCodec<Shop> json = ValueCodecs.json().codec(Shop.class);
		return new ValueCodec<>() {
			@Override
			public String format() {
				return format;
			}

			@Override
			public byte[] encode(Shop value) {
				return json.encode(value);
			}

			@Override
			public Shop decode(byte[] bytes) {
				return json.decode(bytes);
			}
		};
	}

	record Shop(long id, @Nullable String name) {
	}

	/**
	 * The rules of the release before there were forms.
	 */
	private static final class FirstRelease {

		private final int fingerprint;

		FirstRelease(Type type) {
			this.fingerprint = Shape.fingerprint(type);
		}

		boolean isOurs(byte[] entry) {
			return entry.length >= 26 && entry[0] == 1 && ByteBuffer.wrap(entry).getInt(22) == this.fingerprint;
		}

		boolean isOthers(byte[] entry) {
			return entry.length >= 26 && entry[0] == 1 && ByteBuffer.wrap(entry).getInt(22) != this.fingerprint;
		}

		byte[] entry(int flags, String payload) {
			byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
			return ByteBuffer.allocate(26 + bytes.length)
				.put((byte) 1)
				.put((byte) flags)
				.putLong(9)
				.putInt(3)
				.putLong(GENERATION)
				.putInt(this.fingerprint)
				.put(bytes)
				.array();
		}

	}

}
