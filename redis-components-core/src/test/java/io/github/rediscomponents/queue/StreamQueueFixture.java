// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

/**
 * A queue of its own for each test, processes that consume it, and looks at what Redis
 * holds of it.
 */
public abstract class StreamQueueFixture extends TopologyFixture {

	protected static final Duration PATIENCE = Duration.ofSeconds(60);

	protected static final WorkQueueSettings QUICK = WorkQueueSettings.defaults()
		.withVisibility(Duration.ofMillis(1200))
		.withBackoff(Duration.ofMillis(20), Duration.ofMillis(100))
		.withConsumerTtl(Duration.ofSeconds(1))
		.withUnreadableRetry(Duration.ZERO);

	/** No message comes again because a slow machine took long for it. */
	protected static final WorkQueueSettings PATIENT = QUICK.withVisibility(Duration.ofSeconds(30));

	/** Two seconds, and what a busy machine adds. */
	protected static final Duration SOON = Duration.ofSeconds(20);

	protected final String name = UUID.randomUUID().toString();

	protected final Background background = new Background();

	private final List<StreamQueues> processes = new ArrayList<>();

	protected StreamQueueFixture(RedisTopology topology) {
		super(topology);
	}

	/** As another process would have it: a consumer of its own. */
	protected StreamQueues process() {
		StreamQueues made = StreamQueues.create(port(), new KeySpace("test"), ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()), observer());
		this.processes.add(made);
		return made;
	}

	protected QueueObserver observer() {
		return QueueObserver.NONE;
	}

	protected StreamQueue<String> queue(WorkQueueSettings settings) {
		return process().get(this.name, String.class, settings);
	}

	protected TaskQueue<String> tasks(WorkQueueSettings settings) {
		return TaskQueues.create(process(), new LiveSettings<>(Map.of())).get(this.name, String.class, settings);
	}

	@AfterEach
	void stop() {
		this.processes.forEach((process) -> process.stop(Duration.ofSeconds(5)));
		this.background.close();
	}

	protected @Nullable Object command(String key, String... words) {
		return server().masterFor(key).command(words);
	}

	protected List<?> list(String key, String... words) {
		return (List<?>) Objects.requireNonNull(command(key, words));
	}

	protected long number(String key, String... words) {
		return Long.parseLong(String.valueOf(command(key, words)));
	}

	protected record Order(long id, String what) {
	}

}
