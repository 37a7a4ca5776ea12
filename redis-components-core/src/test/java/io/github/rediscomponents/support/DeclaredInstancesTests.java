// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveListeners;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Opening a declared instance again costs nothing that stays.
 */
class DeclaredInstancesTests {

	private static final int CALLS = 20_000;

	private static final CommandPort REDIS = TestPorts.standalone();

	private static final KeySpace KEYS = new KeySpace("declared");

	private static final ValueCodecs CODECS = ValueCodecs.json();

	private static final Background BACKGROUND = new Background();

	static Stream<Arguments> rooms() {
		return Stream.of(
				room("recent list", RecentListSettings.defaults(), (all) -> RecentLists.create(REDIS, KEYS, all)::get),
				room("prefix index", PrefixIndexSettings.defaults(), (all) -> {
					PrefixIndexes indexes = PrefixIndexes.create(REDIS, KEYS, CODECS, all);
					return (name) -> indexes.get(name, String.class);
				}), room("ranked set", RankedSetSettings.defaults(), (all) -> RankedSets.create(REDIS, KEYS, all)::get),
				room("one-time code", OneTimeCodeSettings.defaults(),
						(all) -> OneTimeCodePurposes.create(REDIS, KEYS, all, SessionObserver.NONE)::get),
				room("Bloom filter", BloomFilterSettings.of(1000),
						(all) -> BloomFilters.create(REDIS, KEYS, BACKGROUND, all, BloomFilterObserver.NONE)::get),
				room("limit queue", LimitQueueSettings.of(10), (all) -> {
					LimitQueues queues = LimitQueues.create(REDIS, KEYS, CODECS, all);
					return (name) -> queues.get(name, String.class);
				}), room("stream queue", WorkQueueSettings.defaults(), (all) -> {
					StreamQueues queues = StreamQueues.create(REDIS, KEYS, CODECS, BACKGROUND, all);
					return (name) -> queues.get(name, String.class);
				}), room("task queue", WorkQueueSettings.defaults(), (all) -> {
					TaskQueues queues = TaskQueues.create(streams(), all);
					return (name) -> queues.get(name, String.class);
				}), room("delay queue", WorkQueueSettings.defaults(), (all) -> {
					DelayQueues queues = DelayQueues.create(streams(), all);
					return (name) -> queues.get(name, String.class);
				}));
	}

	private static StreamQueues streams() {
		return StreamQueues.create(REDIS, KEYS, CODECS, BACKGROUND, new LiveSettings<>(Map.of()));
	}

	private static <S> Arguments room(String kind, S settings,
			Function<LiveSettings<Map<String, S>>, Function<String, Object>> open) {
		LiveSettings<Map<String, S>> all = new LiveSettings<>(Map.of("a", settings));
		return Arguments.of(kind, all, open.apply(all));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("rooms")
	void listenOnceHoweverOftenTheyAreOpened(String kind, LiveSettings<?> all, Function<String, Object> open) {
		for (int i = 0; i < CALLS; i++) {
			open.apply("a");
		}
		assertThat(LiveListeners.of(all)).isEqualTo(1);
	}

}
