// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queues with more holders and waiters than one script removes or grants.
 */
abstract class QueueBoundFixture extends QueueFixture {

	/** What one script removes or grants at most. */
	static final int MOST = 500;

	static final int MANY = 3_000;

	QueueBoundFixture(RedisTopology topology) {
		super(topology);
	}

	/** Acquires as many others, one after the other and without a wait for each. */
	List<String> add(Turn turn, int others, int permits) {
		List<String> ids = IntStream.range(0, others).mapToObj((i) -> id(permits)).toList();
		List<CompletableFuture<Long>> asked = ids.stream()
			.map((id) -> commands().acquireAsync(turn.keys, turn.terms(), id, LONG, LONG).toCompletableFuture())
			.toList();
		asked.forEach(CompletableFuture::join);
		return ids;
	}

	int size(String key) {
		return Integer.parseInt(redis(key, "ZCARD", key));
	}

	/** The lease ids of a key, in their order. */
	List<String> all(String key) {
		return ((List<?>) server().masterFor(key).command("ZRANGE", key, "0", "-1")).stream()
			.map(String::valueOf)
			.toList();
	}

	/** Whether the next script goes on. */
	boolean more(Turn turn) {
		return redis(turn.keys.key(), "HGET", turn.keys.key(), "m").equals("1");
	}

	long polled(Turn turn, String waiter) {
		return (Long) commands().pollAsync(turn.keys, turn.terms(), LONG, List.of(waiter))
			.toCompletableFuture()
			.join()
			.get(0);
	}

	long scripts() {
		return server().commandCalls().getOrDefault("evalsha", 0L);
	}

	/** The counter of the permits that are out is that of the holders. */
	void assertCounted(Turn turn) {
		assertThat(redis(turn.keys.key(), "HGET", turn.keys.key(), "u"))
			.isEqualTo("" + all(turn.keys.holders()).stream().mapToInt(QueueCommands::permits).sum());
	}

	static List<String> concat(List<String> first, List<String> then) {
		return Stream.concat(first.stream(), then.stream()).toList();
	}

}
