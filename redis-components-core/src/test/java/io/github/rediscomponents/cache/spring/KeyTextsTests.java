// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.cache.interceptor.SimpleKeyGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The texts of the keys of Spring's cache abstraction.
 */
class KeyTextsTests {

	private static final int LONGEST = 500;

	@Test
	void plainKeysHaveTheTextThatTheClientGivesThem() {
		UUID id = UUID.randomUUID();
		assertThat(
				texts("shop", 7, 7L, "7", Color.RED, id, true, 'c', LocalDate.of(2026, 11, 23), new StringBuilder("b")))
			.containsExactly("shop", "7", "7", "7", "RED", id.toString(), "true", "c", "2026-11-23", "b");
	}

	@Test
	void severalParametersAreToldFromOneThatLooksLikeThem() {
		assertThat(texts(new SimpleKey("a,b"), new SimpleKey("a", "b"), "a,b", new SimpleKey("[a", "b]"), "[a,b]",
				List.of("a", "b"), new Object[] { "a", "b" }, new String[][] { { "a" }, { "b" } }, SimpleKey.EMPTY,
				new SimpleKey(""), "", new SimpleKey((Object) null), new SimpleKey("null"), "null", "\\e", "\\\\e",
				new SimpleKey("\\0"), new SimpleKey(new SimpleKey("a", "b")), new SimpleKey("a", new SimpleKey("b"))))
			.doesNotHaveDuplicates();
		assertThat(text(new SimpleKey("a,b", 1L, null))).isEqualTo("[a\\,b,1,\\0]");
	}

	@Test
	void everyKeyOfSpringsKeyGeneratorHasAText() throws Exception {
		SimpleKeyGenerator keys = new SimpleKeyGenerator();
		assertThat(texts(generate(keys), generate(keys, 1L), generate(keys, (Object) null), generate(keys, 1L, "a"),
				generate(keys, (Object) new long[] { 1, 2 }), generate(keys, (Object) new int[0]),
				generate(keys, (Object) new Integer[] { 1, 2, 3 }), generate(keys, List.of(1, 2), Map.of("a", 1)),
				generate(keys, new Place("x", 1)), generate(keys, Optional.of("a")), generate(keys, Optional.empty()),
				generate(keys, String.class), generate(keys, Duration.ofSeconds(2))))
			.doesNotHaveDuplicates();
	}

	@Test
	void equalKeysHaveEqualTexts() {
		assertThat(text(new LinkedHashSet<>(List.of("b", "a", "c")))).isEqualTo(text(Set.of("a", "b", "c")));
		Map<String, Integer> map = new HashMap<>();
		IntStream.range(0, 50).forEach((i) -> map.put("k" + i, i));
		Map<String, Integer> reversed = map.entrySet()
			.stream()
			.sorted(Collections.reverseOrder(Map.Entry.comparingByKey()))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
		assertThat(text(map)).isEqualTo(text(reversed));
		assertThat(text(new SimpleKey(new int[] { 1, 2 }, "a")))
			.isEqualTo(text(new SimpleKey(new int[] { 1, 2 }, "a")));
	}

	@Test
	void tellsRecordsByTheirClassAndComponents() {
		assertThat(texts(new Place("x", 1), new Place("x", 2), new Other("x", 1), new Place(null, 1),
				new Place("null", 1), new SimpleKey("x", 1)))
			.doesNotHaveDuplicates();
		assertThat(text(new Place("x", 1))).endsWith("Place,x,1]").startsWith("\\r[io.github");
	}

	@Test
	void differentStructuresNeverMeet() {
		Random random = new Random(7);
		Map<String, String> seen = new HashMap<>();
		for (int i = 0; i < 50_000; i++) {
			Structure one = structure(random, 0);
			String before = seen.putIfAbsent(KeyTexts.of(one.key(), 1 << 20), one.exact());
			assertThat(before == null || before.equals(one.exact())).as("%s and %s", before, one.exact()).isTrue();
		}
		assertThat(seen).hasSizeGreaterThan(10_000);
	}

	@Test
	void longKeysAreHashed() {
		String text = text("x".repeat(LONGEST + 1));
		assertThat(text).hasSize(66).startsWith("\\h");
		assertThat(text("x".repeat(LONGEST))).hasSize(LONGEST);
		assertThat(text("x".repeat(1_000_000))).hasSize(66).isNotEqualTo(text("x".repeat(1_000_001)));
		assertThat(texts(text, "x".repeat(LONGEST + 1))).doesNotHaveDuplicates();
	}

	@Test
	void datesDoNotDependOnTheTimeZone() {
		Date date = new Date(1_000_000_000_123L);
		String text = text(date);
		TimeZone zone = TimeZone.getDefault();
		try {
			TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
			assertThat(text(date)).isEqualTo(text).isNotEqualTo(text(new Date(date.getTime() + 1)));
		}
		finally {
			TimeZone.setDefault(zone);
		}
	}

	@Test
	void refusesKeysWithoutATextOfTheirOwn() {
		assertThatIllegalArgumentException().isThrownBy(() -> text(null)).withMessageContaining("key must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> text(new Object()))
			.withMessageContaining("java.lang.Object")
			.withMessageContaining("key = ");
		assertThatIllegalArgumentException().isThrownBy(() -> text(new SimpleKey(1, new Thread[] { new Nameless() })))
			.withMessageContaining("key");
		assertThatIllegalArgumentException().isThrownBy(() -> text(ByteBuffer.allocate(3)));
		assertThatIllegalArgumentException().isThrownBy(() -> text("half \uD83D"))
			.withMessageContaining("well-formed UTF-16");
		assertThatIllegalArgumentException().isThrownBy(() -> text(new SimpleKey("\uDE00", "x".repeat(1000))))
			.withMessageContaining("well-formed UTF-16");
		List<Object> itself = new ArrayList<>();
		itself.add(itself);
		assertThatIllegalArgumentException().isThrownBy(() -> text(itself)).withMessageContaining("contains itself");
		List<Object> thrice = new ArrayList<>();
		thrice.addAll(List.of(thrice, thrice, thrice));
		assertThatIllegalArgumentException().isThrownBy(() -> text(thrice)).withMessageContaining("contains itself");
	}

	private static Structure structure(Random random, int depth) {
		int kind = random.nextInt((depth < 3) ? 5 : 2);
		if (kind < 2) {
			String text = IntStream.range(0, random.nextInt(4))
				.mapToObj((i) -> String.valueOf("[]\\,ae0l".charAt(random.nextInt(8))))
				.collect(Collectors.joining());
			return new Structure(text, text.length() + ":" + text);
		}
		List<Structure> parts = IntStream.range(0, random.nextInt(4))
			.mapToObj((i) -> structure(random, depth + 1))
			.toList();
		Object[] keys = parts.stream().map(Structure::key).toArray();
		Object key = switch (kind) {
			case 2 -> new SimpleKey(keys);
			case 3 -> List.of(keys);
			default -> keys;
		};
		return new Structure(key,
				parts.stream().map(Structure::exact).collect(Collectors.joining("", kind + "(", parts.size() + ")")));
	}

	private static Object generate(SimpleKeyGenerator keys, @Nullable Object... params) throws Exception {
		return keys.generate(KeyTextsTests.class,
				KeyTextsTests.class.getDeclaredMethod("everyKeyOfSpringsKeyGeneratorHasAText"), params);
	}

	private static List<String> texts(Object... keys) {
		return Arrays.stream(keys).map(KeyTextsTests::text).toList();
	}

	private static String text(@Nullable Object key) {
		return KeyTexts.of(key, LONGEST);
	}

	enum Color {

		RED

	}

	record Place(@Nullable String name, int number) {
	}

	record Other(String name, int number) {
	}

	/**
	 * A key.
	 *
	 * @param key the key
	 * @param exact the same for equal keys only
	 */
	record Structure(Object key, String exact) {
	}

	static final class Nameless extends Thread {

		@Override
		public String toString() {
			return getClass().getName() + '@' + Integer.toHexString(hashCode());
		}

	}

}
