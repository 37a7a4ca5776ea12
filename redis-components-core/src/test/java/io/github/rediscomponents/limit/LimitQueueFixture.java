// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.LiveDeclaration;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A queue of its own for each test, and looks at what Redis holds of it.
 */
abstract class LimitQueueFixture extends TopologyFixture {

	final String name = UUID.randomUUID().toString();

	LimitQueueFixture(RedisTopology topology) {
		super(topology);
	}

	/** Size, stored length and number of values, at one moment. */
	List<Long> look() {
		return numbers("return {redis.call('ZCARD', KEYS[1]), tonumber(redis.call('HGET', KEYS[2], 'length')), "
				+ "redis.call('HLEN', KEYS[3])}", "order", "meta", "values");
	}

	/**
	 * Number of windows and of keys that are let in, at one moment: both may expire at
	 * the next.
	 */
	List<Long> windows() {
		return numbers("return {redis.call('ZCARD', KEYS[1]), redis.call('HLEN', KEYS[2])}", "windows", "keys");
	}

	private List<Long> numbers(String script, String... parts) {
		List<String> words = new ArrayList<>(List.of("EVAL", script, String.valueOf(parts.length)));
		Stream.of(parts).map(this::key).forEach(words::add);
		List<?> reply = (List<?>) server().masterFor(key(parts[0])).command(words.toArray(String[]::new));
		assertThat(reply).isNotNull();
		return reply.stream().map((number) -> Long.valueOf(String.valueOf(number))).toList();
	}

	long number(String command, String part, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key(part)));
		words.addAll(List.of(args));
		return Long.parseLong(String.valueOf(server().masterFor(key(part)).command(words.toArray(String[]::new))));
	}

	String key(String part) {
		return new KeySpace("test").key("limit-queue", this.name, part);
	}

	LimitQueue<String> queue(LimitQueueSettings settings) {
		return factory().get(this.name, String.class, settings);
	}

	LimitQueue<String> queue(LiveSettings<LimitQueueSettings> settings) {
		return LimitQueues
			.create(port(), new KeySpace("test"), ValueCodecs.json(), LiveDeclaration.of(this.name, settings))
			.get(this.name, String.class);
	}

	LimitQueues factory() {
		return LimitQueues.create(port(), new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(Map.of()));
	}

}
