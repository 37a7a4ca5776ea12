// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Entries that name the class of their value.
 */
class DescribedTypesTests {

	private static final AtomicBoolean INITIALIZED = new AtomicBoolean();

	private final DescribedTypes types = new DescribedTypes(ValueCodecs.json(),
			List.of("io.github.rediscomponents.cache.spring"), getClass().getClassLoader());

	@Test
	void readsBackWhatItWrites() {
		for (Object value : List.of("text", 1, 1L, 1.5, true, 'c', new BigDecimal("1.10"), UUID.randomUUID(),
				Instant.parse("2026-11-23T06:00:00Z"), LocalDate.of(2026, 11, 23), Color.RED, new Item("a", 1),
				List.of(), List.of(1L, 2L), List.of(new Item("a", 1), new Item("b", 2)),
				new LinkedHashSet<>(List.of("b", "a")), Map.of("a", new Item("a", 1)), Map.of(Color.RED, List.of(1, 2)),
				List.of(List.of(LocalDate.of(2026, 11, 23))), Arrays.asList("a", null))) {
			assertThat(readBack(value)).isEqualTo(value);
		}
		assertThat((Object[]) readBack(new Item[] { new Item("a", 1) })).containsExactly(new Item("a", 1));
		assertThat((byte[]) readBack(new byte[] { 1, 2 })).containsExactly(1, 2);
		assertThat((long[]) readBack(new long[] { 1, 2 })).containsExactly(1, 2);
		assertThat(((Set<?>) readBack(new LinkedHashSet<>(List.of("b", "a")))).iterator().next()).isEqualTo("b");
		assertThat(readBack(Color.BLUE)).isSameAs(Color.BLUE);
	}

	@Test
	void refusesToWriteWhatItCouldNotRead() {
		refuses(new Object(), "java.lang.Object");
		refuses(new StringBuilder(), "java.lang.StringBuilder");
		refuses(new Thread[0], "java.lang.Thread");
		refuses(List.of("a", 1), "several types");
		refuses(List.of(new Thread()), "java.lang.Thread");
		refuses(Optional.of("a"), "java.util.Optional");
		refuses(new Box<>("a"), "type arguments");
		refuses(new Item("a", 1) {
		}, "cannot name");
		refuses((Runnable) () -> {
		}, "DescribedTypesTests");
		refuses(List.of(List.of(List.of(List.of(List.of("deep"))))), "levels");
	}

	@Test
	void loadsNoClassThatIsNotTrusted() {
		for (String description : List.of("javax.script.ScriptEngineManager", "java.lang.Thread",
				"io.github.rediscomponents.cache.springs.Evil", "io.github.rediscomponents.Background",
				"java.util.List<java.lang.Thread>", "java.util.Map<java.lang.String,java.net.URL>",
				"java.lang.ProcessBuilder[]", "[Ljava.lang.Thread;", "java.util.ArrayList",
				"io.github.rediscomponents.cache.spring.None")) {
			assertThatIllegalArgumentException().as(description).isThrownBy(() -> this.types.parse(description));
		}
		for (String malformed : List.of("", "<", "java.util.List", "java.util.List<", "java.util.List<>",
				"java.util.List<java.lang.Long", "java.util.List<java.lang.Long>>", "java.util.Map<java.lang.Long>",
				"java.lang.Long]", "java.util.List<".repeat(60) + "java.lang.Long" + ">".repeat(60), "x".repeat(2000),
				"java.lang.Long\0")) {
			assertThatIllegalArgumentException().as(malformed).isThrownBy(() -> this.types.parse(malformed));
		}
	}

	@Test
	void initializesNoClassBeforeItIsChecked() {
		assertThat(this.types.load(getClass().getName() + "$Eager").getSimpleName()).isEqualTo("Eager");
		assertThat(INITIALIZED).isFalse();
	}

	@Test
	void whatStandsInAnEntryNeverDoesMoreThanFail() {
		byte[] good = this.types.codec().encode(List.of(new Item("a", 1)));
		Random random = new Random(3);
		for (int i = 0; i < 20_000; i++) {
			byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 4));
			for (int changes = random.nextInt(4); changes > 0 && bad.length > 0; changes--) {
				bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
			}
			try {
				assertThat(this.types.codec().decode(bad)).isInstanceOf(List.class);
			}
			catch (CodecException ex) {
				assertThat(ex.getCause()).isNotNull();
			}
		}
	}

	@Test
	void anEntryOfAnotherReleaseIsNotMisread() {
		byte[] entry = this.types.codec().encode(new Item("a", 1));
		int length = ByteBuffer.wrap(entry).getShort(1);
		assertThat(new String(entry, 3, length, StandardCharsets.UTF_8)).isEqualTo(Item.class.getName());
		entry[3 + length] ^= 1;
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> this.types.codec().decode(entry))
			.havingCause()
			.withMessageContaining("another release");
	}

	@Test
	void readsAPartOfAnArray() {
		byte[] entry = this.types.codec().encode("text");
		byte[] larger = new byte[entry.length + 10];
		System.arraycopy(entry, 0, larger, 4, entry.length);
		assertThat(this.types.codec().decode(larger, 4, entry.length)).isEqualTo("text");
	}

	private Object readBack(Object value) {
		this.types.check("c", value);
		return this.types.codec().decode(this.types.codec().encode(value));
	}

	private void refuses(Object value, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.types.check("c", value))
			.withMessageContaining("'c'")
			.withMessageContaining(reason)
			.withMessageContaining("redis-components.cache.caches.c.type");
	}

	enum Color {

		RED, BLUE {

			@Override
			String text() {
				return "b";
			}

		};

		String text() {
			return "r";
		}

	}

	static class Item {

		public String name = "";

		public int number;

		Item() {
		}

		Item(String name, int number) {
			this.name = name;
			this.number = number;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Item item && item.name.equals(this.name) && item.number == this.number;
		}

		@Override
		public int hashCode() {
			return this.number;
		}

	}

	record Box<T>(T value) {
	}

	static class Eager {

		static {
			INITIALIZED.set(true);
		}

	}

}
