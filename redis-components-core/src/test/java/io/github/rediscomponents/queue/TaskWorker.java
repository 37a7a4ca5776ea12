// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process of {@link TaskCampaignTests}: writes down in a file, which survives kill -9,
 * each task that it has worked on, until it is told to finish.
 */
final class TaskWorker {

	private static final int CONCURRENCY = 4;

	/** How many tasks a worker has at most. */
	static final int MOST = 2 * CONCURRENCY;

	static final Duration VISIBILITY = Duration.ofSeconds(5);

	private static final long WORK_NANOS = 2_000_000;

	private TaskWorker() {
	}

	/** Arguments: where Redis is, the nodes of a cluster by blanks, and the file. */
	public static void main(String[] args) throws Exception {
		try (FileChannel file = FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
				StandardOpenOption.APPEND);
				CommandPort port = TestPorts
					.connected(TestPorts.open(List.of(args[0].split(" ")), Duration.ofSeconds(5)));
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			tasks(streams).subscribe((delivery) -> {
				LockSupport.parkNanos(WORK_NANOS);
				file.write(ByteBuffer.allocate(Integer.BYTES).putInt(delivery.value()).flip());
			}, SubscribeOptions.concurrency(CONCURRENCY));
			System.out.println("ready");
			new BufferedReader(new InputStreamReader(System.in)).readLine();
			System.out.println(streams.stop(Duration.ofSeconds(20)) ? "clean" : "unclean");
		}
	}

	static TaskQueue<Integer> tasks(StreamQueues streams) {
		WorkQueueSettings settings = WorkQueueSettings.defaults()
			.withVisibility(VISIBILITY)
			.withMaxDeliveries(100)
			.withConsumerTtl(Duration.ofSeconds(1));
		return TaskQueues.create(streams, new LiveSettings<>(Map.of())).get("work", Integer.class, settings);
	}

}
