// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process that works on the tasks of a feed until it is killed.
 */
final class FeedWorker {

	static final FeedSettings SETTINGS = FeedSettings.defaults().withBatchSize(20);

	private FeedWorker() {
	}

	/** Arguments: the prefix of the keys, a pause before each delivery, and the nodes. */
	public static void main(String[] args) throws Exception {
		List<String> nodes = List.of(args).subList(2, args.length);
		try (CommandPort port = TestPorts.connected(TestPorts.open(nodes, Duration.ofSeconds(5)));
				Background background = new Background()) {
			KeySpace keys = new KeySpace(args[0]);
			StreamQueues streams = StreamQueues.create(port, keys, ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			RedisFeed
				.create(slow(port, Duration.parse(args[1])), keys,
						TaskQueues.create(streams, new LiveSettings<>(Map.of())), FeedFixture.QUICK,
						new LiveSettings<>(SETTINGS), SocialObserver.NONE)
				.work(2);
			System.out.println("ready");
			new BufferedReader(new InputStreamReader(System.in)).readLine();
			streams.stop(Duration.ofSeconds(10));
		}
	}

	private static CommandPort slow(CommandPort port, Duration pause) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (method.getName().equals("batch")) {
				LockSupport.parkNanos(pause.toNanos());
			}
			Object reply = real.proceed();
			return (reply instanceof CommandPort view) ? slow(view, pause) : reply;
		});
	}

}
