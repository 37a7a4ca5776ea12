package io.github.rediscomponents.queue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;

/**
 * A process of {@link TaskCampaignTests}: counts in a hash how often it worked on each
 * task, until it is told to finish.
 */
final class TaskWorker {

	static final String DONE = "done";

	private TaskWorker() {
	}

	/** Arguments: where Redis is. */
	public static void main(String[] args) throws Exception {
		try (RedisPort port = TestPorts.open(args[0], Duration.ofSeconds(5));
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			tasks(streams).subscribe((delivery) -> {
				LockSupport.parkNanos(2_000_000);
				port.call((commands) -> commands.hincrby(DONE, delivery.value(), 1));
			}, SubscribeOptions.concurrency(4));
			System.out.println("ready");
			new BufferedReader(new InputStreamReader(System.in)).readLine();
			System.out.println(streams.stop(Duration.ofSeconds(20)) ? "clean" : "unclean");
		}
	}

	static TaskQueue<String> tasks(StreamQueues streams) {
		StreamQueueSettings settings = StreamQueueSettings.DEFAULTS.withVisibility(Duration.ofSeconds(2))
			.withMaxDeliveries(100)
			.withConsumerTtl(Duration.ofSeconds(1));
		return TaskQueues.create(streams, new LiveSettings<>(Map.of()))
			.queue("work", String.class, new LiveSettings<>(settings));
	}

}
