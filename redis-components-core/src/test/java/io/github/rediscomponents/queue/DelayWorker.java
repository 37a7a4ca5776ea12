// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process of {@link DelayCampaignTests}: notes in a hash how often each task came and
 * how late it was handed over, until it is told to finish.
 */
final class DelayWorker {

	static final String DONE = "done";

	static final String LATE = "late";

	private DelayWorker() {
	}

	/** Arguments: where Redis is. */
	public static void main(String[] args) throws Exception {
		try (CommandPort port = TestPorts.connected(TestPorts.open(args[0], Duration.ofSeconds(5)));
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			delays(streams).subscribe((delivery) -> {
				long due = Long.parseLong(delivery.value());
				String id = delivery.messageId().orElseThrow();
				port.call((commands) -> commands.hincrby(DONE, id, 1));
				byte[] late = Utf8.bytes(delivery.publishedAt().toEpochMilli() - due);
				port.call((commands) -> commands.hset(LATE, id, late));
			}, SubscribeOptions.concurrency(4));
			System.out.println("ready");
			new BufferedReader(new InputStreamReader(System.in)).readLine();
			System.out.println(streams.stop(Duration.ofSeconds(20)) ? "clean" : "unclean");
		}
	}

	static DelayQueue<String> delays(StreamQueues streams) {
		WorkQueueSettings settings = WorkQueueSettings.defaults()
			.withVisibility(Duration.ofSeconds(5))
			.withMaxDeliveries(100)
			.withConsumerTtl(Duration.ofSeconds(1));
		return DelayQueues.create(streams, new LiveSettings<>(Map.of())).get("work", String.class, settings);
	}

}
