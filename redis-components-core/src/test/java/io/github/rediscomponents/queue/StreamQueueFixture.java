package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

/**
 * A queue of its own for each test, processes that consume it, and looks at what Redis
 * holds of it.
 */
abstract class StreamQueueFixture {

	static final Duration PATIENCE = Duration.ofSeconds(20);

	static final StreamQueueSettings QUICK = StreamQueueSettings.DEFAULTS.withVisibility(Duration.ofMillis(1200))
		.withBackoff(Duration.ofMillis(20), Duration.ofMillis(100))
		.withConsumerTtl(Duration.ofSeconds(1))
		.withUnreadableRetry(Duration.ZERO);

	final String name = UUID.randomUUID().toString();

	final Background background = new Background();

	private final List<StreamQueues> processes = new ArrayList<>();

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

	/** As another process would have it: a consumer of its own. */
	StreamQueues process() {
		StreamQueues made = StreamQueues.create(port(), new KeySpace("test"), ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()), observer());
		this.processes.add(made);
		return made;
	}

	QueueObserver observer() {
		return QueueObserver.NONE;
	}

	StreamQueue<String> queue(StreamQueueSettings settings) {
		return process().queue(this.name, String.class, new LiveSettings<>(settings));
	}

	TaskQueue<String> tasks(StreamQueueSettings settings) {
		return TaskQueues.create(process(), new LiveSettings<>(Map.of()))
			.queue(this.name, String.class, new LiveSettings<>(settings));
	}

	@AfterEach
	void stop() {
		this.processes.forEach((process) -> process.stop(Duration.ofSeconds(5)));
		this.background.close();
	}

	@Nullable Object command(String key, String... words) {
		return server().masterFor(key).command(words);
	}

	List<?> list(String key, String... words) {
		return (List<?>) Objects.requireNonNull(command(key, words));
	}

	long number(String key, String... words) {
		return Long.parseLong(String.valueOf(command(key, words)));
	}

	record Order(long id, String what) {
	}

}
