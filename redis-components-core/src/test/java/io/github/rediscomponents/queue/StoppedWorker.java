// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process that is stopped and continued: tells what it runs and what becomes of it. The
 * message {@code slow} takes until it is told so.
 */
final class StoppedWorker {

	private StoppedWorker() {
	}

	/** Arguments: where Redis is, and the queue's name. */
	public static void main(String[] args) throws Exception {
		CountDownLatch finish = new CountDownLatch(1);
		QueueObserver teller = new QueueObserver() {
			@Override
			public void settled(Source queue, String group, Settlement settlement, int messages) {
				System.out.println("settled " + settlement);
			}
		};
		try (CommandPort port = TestPorts.connected(TestPorts.open(List.of(args[0]), Duration.ofSeconds(5)));
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("test"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()), teller);
			streams.get(args[1], String.class, StreamLateReplyTests.SHORT).subscribe((delivery) -> {
				System.out.println("ran " + delivery.value());
				if (delivery.value().equals("slow")) {
					finish.await();
				}
			}, SubscribeOptions.DEFAULTS.withPrefetch(0));
			System.out.println("ready");
			BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
			input.readLine();
			finish.countDown();
			input.readLine();
			streams.stop(Duration.ofSeconds(20));
		}
	}

}
