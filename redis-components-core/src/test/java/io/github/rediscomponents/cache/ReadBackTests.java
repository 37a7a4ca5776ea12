// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.entry.ReadBack;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.HostileException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cache says when its values do not come back as what they were.
 */
class ReadBackTests {

	@Test
	void warnsOnceOfValuesThatCannotBeReadBack() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			TypedCache<String, Animal> cache = caches.client.cache("animal", Animal.class);
			for (int i = 0; i < 3; i++) {
				cache.put("k" + i, new Cat(9));
			}
			assertThat(log.lines()).hasSize(1)
				.first()
				.asString()
				.contains("'animal'", "cannot read back", Cat.class.getName());
		}
	}

	@Test
	void warnsOfValuesThatComeBackAsAnotherType() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			caches.client.cache("any", Object.class).put("k", new Cat(9));
			caches.client.cache("some", Object.class).put("k", List.of(new Cat(9)));
			assertThat(log.lines()).hasSize(2)
				.allSatisfy((line) -> assertThat(line).contains("Cat became java.util.LinkedHashMap"));
		}
	}

	@Test
	void saysNothingOfWhatIsRight() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			caches.texts("t").put("k", "v");
			caches.client.cache("cat", Cat.class).put("k", new Cat(9));
			caches.client.cache("cats", new TypeRef<Map<String, List<Cat>>>() {
			}).put("k", Map.of("a", List.of(new Cat(9)), "b", List.of()));
			caches.client.cache("any", Object.class).put("k", List.of("text"));
			caches.client.cache("bytes", byte[].class).put("k", new byte[1]);
			assertThat(log.lines()).isEmpty();
		}
	}

	@Test
	void warnsOfValuesThatComeBackDifferent() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			TypedCache<String, Visit> visits = caches.client.cache("visit", Visit.class);
			Visit visit = new Visit("secret", List.of(new Pet("secret", "Rex")));
			visits.put("k", visit);
			visits.put("l", visit);
			assertThat(log.lines()).singleElement()
				.asString()
				.contains("'visit'", Visit.class.getName(), "pets[].tag is lost")
				.doesNotContain("secret", "Rex");
		}
	}

	@Test
	void storesValuesWhoseOwnMethodsThrow() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone())) {
			TypedCache<String, Grumpy> cache = caches.client.cache("grumpy", Grumpy.class);
			cache.put("k", new Grumpy());
			assertThat(cache.peek("k").isHit()).isTrue();
		}
	}

	@Test
	void storesWhatCannotBeCompared() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			TypedCache<String, TreeMap<Object, String>> sorted = caches.client.cache("sorted", new TypeRef<>() {
			});
			assertThat(sorted.get("k", (key) -> new TreeMap<>(Map.of(1, "one")))).containsKey(1);
			assertThat(log.lines()).singleElement().asString().contains("java.lang.Integer became java.lang.String");
		}
	}

	@Test
	void storesWhatFailsToBeReadWithAnExceptionThatCannotBeDescribed() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(ReadBack.class.getName())) {
			ValueCodec<String> hostile = failing((text) -> new HostileException());
			TypedCache<String, String> cache = caches.client
				.cache(CacheSpec.of("hostile", String.class, String.class).codec(hostile));
			assertThat(cache.get("k", (key) -> "v")).isEqualTo("v");
			assertThat(cache.get("k", (key) -> "w")).isEqualTo("w");
			assertThat(log.lines()).singleElement().asString().contains("cannot read back");
		}
	}

	@Test
	void logsNoValue() {
		try (TestCaches caches = TestCaches.on(TestPorts.standalone());
				CapturedLog log = CapturedLog.of(CacheClient.class.getPackageName())) {
			ValueCodec<String> quoting = failing((text) -> new CodecException("Cannot read " + text,
					new NumberFormatException("For input string: " + text)));
			TypedCache<String, String> cache = caches.client
				.cache(CacheSpec.of("quoting", String.class, String.class).codec(quoting));
			cache.get("k", (key) -> "secret");
			cache.get("k", (key) -> "secret");
			assertThat(log.warnings()).hasSize(2).allSatisfy((event) -> {
				assertThat(event.getFormattedMessage()).contains("'quoting'", NumberFormatException.class.getName())
					.doesNotContain("secret");
				assertThat(event.getThrowableProxy()).isNull();
			});
		}
	}

	private static ValueCodec<String> failing(Function<String, RuntimeException> failure) {
		return new ValueCodec<>() {
			@Override
			public byte[] encode(String value) {
				return Utf8.bytes(value);
			}

			@Override
			public String decode(byte[] bytes) {
				throw failure.apply(Utf8.text(bytes));
			}
		};
	}

	record Visit(String by, List<Pet> pets) {
	}

	record Pet(@JsonIgnore String tag, String name) {
	}

	static final class Grumpy {

		@Override
		public boolean equals(@Nullable Object other) {
			throw new IllegalStateException();
		}

		@Override
		public int hashCode() {
			throw new IllegalStateException();
		}

	}

	interface Animal {

	}

	record Cat(int lives) implements Animal {
	}

}
