// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.support.PartOutcomeFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What exceptions of delay queues say when one of several calls is refused.
 */
class QueuePartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void purgeADelayQueue(Refusal refusal) {
		DelayQueues queues = DelayQueues.create(streams(sweptPort()), new LiveSettings<>(Map.of()));
		DelayQueues looked = DelayQueues.create(streams(this.calm), new LiveSettings<>(Map.of()));
		IntFunction<DelayQueue<String>> queue = (n) -> looked.get("q" + n, String.class, WorkQueueSettings.defaults());
		sweep(refusal, (n) -> queue.apply(n).schedule("task", Duration.ofHours(1)),
				(n) -> queues.get("q" + n, String.class, WorkQueueSettings.defaults()).purge(),
				(n) -> queue.apply(n).size());
	}

	@Test
	void scheduleInAFullDelayQueueWhereALaterPartIsRefused() {
		DelayQueue<String> queue = DelayQueues.create(streams(this.calm), new LiveSettings<>(Map.of()))
			.get("q", String.class, WorkQueueSettings.defaults().withMaxLength(3, Overflow.REJECT));
		queue.schedule("task", Duration.ofHours(1));
		this.server.command("ACL", "SETUSER", "default", "-zadd");
		// The queue has no room for the first 500, and would have it for the others.
		List<ScheduleRequest<String>> tasks = IntStream.range(0, 502)
			.mapToObj((i) -> ScheduleRequest.after("t" + i, Duration.ofHours(1)))
			.toList();
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> queue.scheduleAll(tasks))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 0, 502)));
		this.server.command("ACL", "SETUSER", "default", "+@all");
		assertThat(queue.size()).isOne();
	}

}
