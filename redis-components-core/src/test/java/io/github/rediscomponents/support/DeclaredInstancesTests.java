package io.github.rediscomponents.support;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilterListener;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.queue.DelayQueues;
import io.github.rediscomponents.queue.StreamQueueSettings;
import io.github.rediscomponents.queue.StreamQueues;
import io.github.rediscomponents.queue.TaskQueues;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.SessionMetrics;
import io.github.rediscomponents.social.RankedSetSettings;
import io.github.rediscomponents.social.RankedSets;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Opening a declared instance again costs nothing that stays.
 */
class DeclaredInstancesTests {

	private static final int CALLS = 20_000;

	private static final RedisPort REDIS = TestPorts.standalone();

	private static final KeySpace KEYS = new KeySpace("declared");

	private static final ValueCodecs CODECS = ValueCodecs.json();

	private static final Background BACKGROUND = new Background();

	static Stream<Arguments> rooms() {
		return Stream.of(
				room("recent list", RecentListSettings.defaults(), (all) -> RecentLists.create(REDIS, KEYS, all)::list),
				room("prefix index", PrefixIndexSettings.defaults(), (all) -> {
					PrefixIndexes indexes = PrefixIndexes.create(REDIS, KEYS, CODECS, all);
					return (name) -> indexes.index(name, String.class);
				}), room("ranked set", RankedSetSettings.defaults(), (all) -> RankedSets.create(REDIS, KEYS, all)::set),
				room("one-time code", OneTimeCodeSettings.defaults(),
						(all) -> OneTimeCodePurposes.create(REDIS, KEYS, all, SessionMetrics.NONE)::codes),
				room("Bloom filter", BloomFilterSettings.of(1000),
						(all) -> BloomFilters.create(REDIS, KEYS, BACKGROUND, all, BloomFilterListener.NONE)::filter),
				room("limit queue", LimitQueueSettings.ofLength(10), (all) -> {
					LimitQueues queues = LimitQueues.create(REDIS, KEYS, CODECS, all);
					return (name) -> queues.queue(name, String.class);
				}), room("stream queue", StreamQueueSettings.DEFAULTS, (all) -> {
					StreamQueues queues = StreamQueues.create(REDIS, KEYS, CODECS, BACKGROUND, all);
					return (name) -> queues.queue(name, String.class);
				}), room("task queue", StreamQueueSettings.DEFAULTS, (all) -> {
					TaskQueues queues = TaskQueues.create(streams(), all);
					return (name) -> queues.queue(name, String.class);
				}), room("delay queue", StreamQueueSettings.DEFAULTS, (all) -> {
					DelayQueues queues = DelayQueues.create(streams(), all);
					return (name) -> queues.queue(name, String.class);
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
		assertThat(all.listeners()).isEqualTo(1);
	}

	@Test
	void listenOnceForSettingsThatTheApplicationHolds() {
		LiveSettings<LimitQueueSettings> own = new LiveSettings<>(LimitQueueSettings.ofLength(10));
		LimitQueues queues = LimitQueues.create(REDIS, KEYS, CODECS, new LiveSettings<>(Map.of()));
		for (int i = 0; i < CALLS; i++) {
			queues.queue("a", String.class, own);
		}
		assertThat(own.listeners()).isEqualTo(1);
		queues.queue("b", String.class, own);
		assertThat(own.listeners()).isEqualTo(2);
	}

}
