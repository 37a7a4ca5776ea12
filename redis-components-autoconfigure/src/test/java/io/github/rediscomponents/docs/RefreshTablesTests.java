// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.docs.PropertyRows.Row;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each property is changed while an application runs. The change either takes effect, or
 * the refresh names the property, as the guide says.
 */
class RefreshTablesTests {

	private static final String ENTRY = "probe";

	/** What the entries need, so that each other key can be changed alone. */
	private static final String[] DECLARED = { "redis-components.servers.hot.host=127.0.0.1",
			"redis-components.servers.probe.host=127.0.0.1", "redis-components.cache.caches.probe.ttl=1m",
			"redis-components.rate-limit.policies.probe.limit=10",
			"redis-components.rate-limit.policies.probe.period=1m",
			"redis-components.rate-limit.policies.probe.algorithm=gcra",
			"redis-components.rate-limit.policies.several.limits[0].limit=10",
			"redis-components.rate-limit.policies.several.limits[0].period=1m",
			"redis-components.rate-limit.policies.several.limits[0].algorithm=gcra",
			"redis-components.semaphore.semaphores.probe.permits=5",
			"redis-components.limit-queue.queues.probe.length=5",
			"redis-components.task-queue.queues.probe.trace=false",
			"redis-components.task-queue.queues.bare.max-deliveries=4",
			"redis-components.delay-queue.queues.probe.trace=false",
			"redis-components.delay-queue.queues.bare.max-deliveries=4",
			"redis-components.stream-queue.queues.bare.max-deliveries=4",
			"redis-components.stream-queue.queues.probe.trace=false", "redis-components.topic.topics.probe.buffer=5",
			"redis-components.prefix-index.indexes.probe.accents=keep",
			"redis-components.recent-list.lists.probe.length=5", "redis-components.ranked-set.sets.probe.order=highest",
			"redis-components.bloom-filter.filters.probe.capacity=1000",
			"redis-components.one-time-code.purposes.probe.length=6",
			"redis-components.http-rate-limit.rules[0].paths=/probe",
			"redis-components.http-rate-limit.rules[0].policy=probe", "redis-components.console.interval=2s" };

	/** Texts that have a form or name something, by the last element of the property. */
	private static final Map<String, String> TEXTS = Map.ofEntries(Map.entry("server", "hot"),
			Map.entry("type", "java.lang.Integer"), Map.entry("bloom-filter", ENTRY), Map.entry("policy", "several"),
			Map.entry("algorithm", "token-bucket"), Map.entry("key", "user"), Map.entry("paths", "/other"),
			Map.entry("path", "/other"), Map.entry("methods", "POST"), Map.entry("trusted-proxies", "10.0.0.0/8"),
			Map.entry("nodes", "redis://a,redis://b,redis://c"));

	/** Values of which one is in the range of the property and not its default. */
	private static List<String> values(String property, ResolvableType type) {
		Class<?> raw = Collection.class.isAssignableFrom(type.toClass()) ? type.asCollection().getGeneric().toClass()
				: type.toClass();
		if (raw.isEnum()) {
			return Stream.of(raw.getEnumConstants()).map((one) -> ((Enum<?>) one).name()).toList();
		}
		if (raw == Duration.class) {
			return List.of("7s", "7m", "7h", "50d", "700ms");
		}
		if (raw == DataSize.class) {
			return List.of("7KB", "70B");
		}
		if (raw == boolean.class || raw == Boolean.class) {
			return List.of("false", "true");
		}
		if (raw == double.class || raw == Double.class) {
			return List.of("0.3", "0.02", "7");
		}
		if (raw == ZoneId.class) {
			return List.of("Europe/Berlin");
		}
		if (raw == String.class) {
			return List.of(TEXTS.getOrDefault(property.substring(property.lastIndexOf('.') + 1), "other"));
		}
		return (raw == Instant.class) ? List.of("2024-01-01T00:00:00Z") : List.of("7", "70", "700", "2");
	}

	/** Each refresh would name again all that waits. */
	@BeforeAll
	static void quiet() {
		level(LogLevel.OFF);
	}

	@AfterAll
	static void loud() {
		level(null);
	}

	private static void level(@Nullable LogLevel level) {
		LoggingSystem.get(RefreshTablesTests.class.getClassLoader())
			.setLogLevel(RedisComponentsRefresher.class.getName(), level);
	}

	private static void run(Consumer<ConfigurableApplicationContext> test) {
		new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
			.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1")
			.withPropertyValues(DECLARED)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				test.accept(context.getSourceApplicationContext());
			});
	}

	@Test
	void aChangeOfEachPropertyDoesWhatTheGuideSays() throws IOException {
		List<Row> rows = PropertyRows.all().stream().filter((row) -> !row.refreshable().isEmpty()).toList();
		Map<String, String> wrong = new TreeMap<>();
		int[] compared = new int[1];
		run((context) -> effects(context, RefreshTablesTests::values).forEach((property, effect) -> {
			List<Row> stated = stated(rows, property);
			if (stated.isEmpty() && (effect == Effect.TAKEN || effect == Effect.NOTHING)) {
				wrong.put(property, effect + ", and the guide does not say");
			}
			for (Row row : stated) {
				compared[0]++;
				if (!effect.isStatedBy(row.refreshable())) {
					wrong.put(property, effect + ", but " + row.page() + " says " + row.refreshable());
				}
			}
		}));
		assertThat(wrong).isEmpty();
		assertThat(compared[0]).isGreaterThan(300);
	}

	@Test
	void aPlaceholderThatCannotBeResolvedIsRefusedForEachProperty() {
		run((context) -> assertThat(effects(context, (property, type) -> List.of("${no.such}")))
			.allSatisfy((property, effect) -> assertThat(effect).as(property).isEqualTo(Effect.REFUSED)));
	}

	/**
	 * Changes one property of each section at a time. What is accepted stays, and of what
	 * is not the next value is tried.
	 */
	private static Map<String, Effect> effects(ConfigurableApplicationContext context,
			BiFunction<String, ResolvableType, List<String>> values) {
		Map<String, Object> present = new HashMap<>();
		Stream.of(DECLARED).map((line) -> line.split("=", 2)).forEach((pair) -> present.put(pair[0], pair[1]));
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("probe", present));
		RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
		Map<String, Effect> effects = new TreeMap<>();
		Collection<Deque<Trial>> sections = sections(values);
		while (sections.removeIf(Deque::isEmpty) || !sections.isEmpty()) {
			Map<String, Object> before = new HashMap<>(present);
			sections.forEach((section) -> present.put(section.element().property(), section.element().value()));
			Refresh refresh = refresher.refresh();
			sections.forEach((section) -> {
				Trial trial = section.remove();
				Effect effect = Effect.of(refresh, trial.property());
				effects.merge(trial.property(), effect, (one, other) -> (one.compareTo(other) < 0) ? one : other);
				if (effect == Effect.REFUSED || effect == Effect.NOTHING) {
					present.remove(trial.property());
					Optional.ofNullable(before.get(trial.property()))
						.ifPresent((value) -> present.put(trial.property(), value));
				}
				else {
					section.removeIf((next) -> next.property().equals(trial.property()));
				}
			});
		}
		return effects;
	}

	/** All values of all properties; the switch of a section comes last. */
	private static Collection<Deque<Trial>> sections(BiFunction<String, ResolvableType, List<String>> values) {
		Map<String, Deque<Trial>> sections = new TreeMap<>();
		Set<String> rooms = PropertyClasses.rooms().keySet();
		Map<String, ResolvableType> leaves = PropertyClasses.leaves(ENTRY);
		leaves.keySet()
			.stream()
			.sorted(Comparator.comparing((name) -> rooms.contains(name.replaceFirst("\\.enabled$", ""))))
			.forEach((name) -> {
				String property = name.replace("policies.probe.limits", "policies.several.limits");
				String section = rooms.stream()
					.filter((prefix) -> name.startsWith(prefix + '.'))
					.max(Comparator.comparingInt(String::length))
					.orElseThrow();
				values.apply(name, leaves.get(name))
					.forEach((value) -> sections.computeIfAbsent(section, (key) -> new ArrayDeque<>())
						.add(new Trial(property, value)));
			});
		return new ArrayList<>(sections.values());
	}

	/** An entry without a row of its own has the keys of the defaults. */
	private static List<Row> stated(List<Row> rows, String property) {
		String named = property.replace("policies.several", "policies.probe");
		List<Row> own = rows.stream().filter((row) -> pattern(row).matcher(named).matches()).toList();
		String defaults = named.replaceFirst("\\.(?:caches|queues)\\.probe\\.", ".defaults.");
		return (own.isEmpty() && !defaults.equals(named)) ? stated(rows, defaults) : own;
	}

	/** A row of a list or of a server is that of all keys below, too. */
	private static Pattern pattern(Row row) {
		String name = row.property().replaceFirst("\\.\\.\\.$", "");
		boolean below = !name.equals(row.property()) || name.endsWith("[]") || name.endsWith(".servers");
		String exact = name.replace("[]", "[0]")
			.replaceAll("[.\\[\\]]", "\\\\$0")
			.replace("<name>", ENTRY)
			.replaceAll("<\\w+>", "[a-z-]+");
		return Pattern.compile(below ? exact + "(?:\\W.*)?" : exact);
	}

	/**
	 * A value to try.
	 *
	 * @param property the property
	 * @param value the value
	 */
	private record Trial(String property, String value) {

	}

	/** What a refresh makes of a changed property; the first of several counts. */
	private enum Effect {

		TAKEN, WAITS, REFUSED, NOTHING;

		static Effect of(Refresh refresh, String property) {
			if (refresh.refused().stream().anyMatch((reason) -> reason.contains(property))) {
				return REFUSED;
			}
			if (refresh.waitingForRestart().contains(property)) {
				return WAITS;
			}
			return refresh.changed().stream().anyMatch((prefix) -> property.startsWith(prefix + '.')) ? TAKEN : NOTHING;
		}

		boolean isStatedBy(String refreshable) {
			return refreshable.startsWith("yes") ? this == TAKEN : this == WAITS || this == REFUSED;
		}

	}

}
