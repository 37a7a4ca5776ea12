// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process that works on the tasks of a feed until it is killed.
 */
final class FeedWorker {

	static final FeedSettings SETTINGS = FeedSettings.defaults().withBatchSize(20);

	private FeedWorker() {
	}

	/** Arguments: the prefix of the keys, and the nodes. */
	public static void main(String[] args) throws Exception {
		List<String> nodes = List.of(args).subList(1, args.length);
		try (CommandPort port = TestPorts.connected(TestPorts.open(nodes, Duration.ofSeconds(5)));
				Background background = new Background()) {
			KeySpace keys = new KeySpace(args[0]);
			StreamQueues streams = StreamQueues.create(port, keys, ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			RedisFeed
				.create(port, keys, TaskQueues.create(streams, new LiveSettings<>(Map.of())), FeedFixture.QUICK,
						new LiveSettings<>(SETTINGS), SocialObserver.NONE)
				.work(2);
			System.out.println("ready");
			new BufferedReader(new InputStreamReader(System.in)).readLine();
			streams.stop(Duration.ofSeconds(10));
		}
	}

}
