package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

/**
 * Counters of their own for each test, and looks at what Redis holds of them.
 */
abstract class CounterFixture {

	static final ZoneId UTC = ZoneId.of("UTC");

	final String prefix = "t" + UUID.randomUUID();

	final KeySpace keys = new KeySpace(this.prefix);

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

	DayBitmap bitmap(DayBitmapSettings settings) {
		return DayBitmap.create(port(), this.keys, new LiveSettings<>(settings));
	}

	/** With a clock that is wrong by some days. */
	DayBitmap bitmap(DayBitmapSettings settings, int daysWrong) {
		return DayBitmap.create(port(), this.keys, new LiveSettings<>(settings), wrongBy(daysWrong));
	}

	Clock wrongBy(int days) {
		return Clock.offset(Clock.systemUTC(), java.time.Duration.ofDays(days));
	}

	/** Today by the server's clock. */
	LocalDate today(ZoneId zone) {
		List<?> time = (List<?>) server().nodes().get(0).command("TIME");
		return Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0)))).atZone(zone).toLocalDate();
	}

	/** Zones whose dates differ at any moment. */
	static final ZoneId EAST = ZoneOffset.ofHours(14);

	static final ZoneId WEST = ZoneOffset.ofHours(-12);

	String raw(String command, String key, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key));
		words.addAll(List.of(args));
		return String.valueOf(server().masterFor(key).command(words.toArray(String[]::new)));
	}

	long number(String command, String key, String... args) {
		return Long.parseLong(raw(command, key, args));
	}

	/** What a key takes, all of it. */
	long memory(String key) {
		Object bytes = server().masterFor(key).command("MEMORY", "USAGE", key, "SAMPLES", "0");
		return Long.parseLong(String.valueOf(bytes));
	}

	List<String> keysLeft() {
		return server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())
			.map(String::valueOf)
			.sorted()
			.toList();
	}

}
