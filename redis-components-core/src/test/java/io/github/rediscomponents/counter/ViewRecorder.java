// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process of {@link ViewCounterCampaignTests}, which records views of a page of its
 * own. It writes how many it is about to have recorded, and how many are known to be
 * counted.
 */
final class ViewRecorder {

	private static final int STEP = 50;

	private ViewRecorder() {
	}

	/**
	 * Arguments: where Redis is, the page, whether views are exact. Ends after a line of
	 * input.
	 */
	public static void main(String[] args) throws Exception {
		boolean exact = Boolean.parseBoolean(args[2]);
		try (CommandPort port = TestPorts.connected(TestPorts.open(args[0], Duration.ofSeconds(1)));
				Background background = new Background();
				ViewCounter counter = ViewCounter.create(port, new KeySpace("campaign"), new LiveSettings<>(
						ViewCounterSettings.defaults().withExact(exact).withFlushInterval(Duration.ofMillis(100))),
						background, ViewCounterObserver.NONE)) {
			AtomicBoolean finish = new AtomicBoolean();
			Background.daemon("console").newThread(() -> {
				new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
				finish.set(true);
			}).start();
			record(counter, args[1], exact ? 1 : STEP, finish);
			while (counter.pending() > 0) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
			}
		}
		System.out.println("done");
	}

	private static void record(ViewCounter counter, String page, int step, AtomicBoolean finish) {
		for (int recorded = step; !finish.get(); recorded += step) {
			System.out.println("intended " + recorded);
			for (int i = 0; i < step; i++) {
				recordOnce(counter, page);
			}
			System.out.println("counted " + (recorded - counter.pending()));
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
		}
	}

	/** An outcome that is not known counts as not recorded; the test allows for it. */
	private static void recordOnce(ViewCounter counter, String page) {
		try {
			counter.record("site", page);
		}
		catch (RedisUnavailableException ex) {
			System.out.println("unknown");
		}
	}

}
