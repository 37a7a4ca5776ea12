// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * Breaks one thing after the other, in an order and for times that one seed decides.
 *
 * <p>
 * It sleeps for as long as a fault lasts, and between two. Those times are what the seed
 * chose, and there is nothing to wait for instead.
 */
final class CampaignFaults {

	/** Longer than every lease of the campaign. */
	private static final int LONG = 1200;

	private final RedisServer server;

	private final RedisProxy proxy;

	private final CampaignChildren children;

	private final int longestRest;

	private final Random random;

	private final List<Done> done = new CopyOnWriteArrayList<>();

	/**
	 * Creates the faults.
	 * @param longestRest how long everything is whole between two faults at most, in ms
	 */
	CampaignFaults(RedisServer server, RedisProxy proxy, CampaignChildren children, int longestRest, long seed) {
		this.server = server;
		this.proxy = proxy;
		this.children = children;
		this.longestRest = longestRest;
		this.random = new Random(seed);
	}

	/**
	 * Goes on until it is over. Whatever was broken is whole then.
	 */
	void run(BooleanSupplier over) throws InterruptedException {
		List<Fault> coming = new ArrayList<>();
		while (!over.getAsBoolean()) {
			if (coming.isEmpty()) {
				for (Fault fault : Fault.values()) {
					coming.addAll(Collections.nCopies(fault.often, fault));
				}
				Collections.shuffle(coming, this.random);
			}
			Thread.sleep(between(20, this.longestRest));
			Fault fault = coming.remove(0);
			long from = System.nanoTime();
			String details = inflict(fault);
			this.done.add(new Done(fault, details, from, System.nanoTime()));
		}
	}

	private int between(int least, int most) {
		return least + this.random.nextInt(most - least);
	}

	private String inflict(Fault fault) throws InterruptedException {
		int brief = between(10, 300);
		int lengthy = LONG + between(0, 600);
		switch (fault) {
			case PAUSE_CLIENTS -> pauseClients(brief);
			case PAUSE_CLIENTS_LONG -> pauseClients(lengthy);
			case KILL_CLIENTS -> this.server.command("CLIENT", "KILL", "TYPE", "normal");
			case KILL_SUBSCRIPTIONS -> this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
			case FLUSH_SCRIPTS -> this.server.command("SCRIPT", "FLUSH");
			case STOP_SERVER -> stopServer(brief);
			case STOP_SERVER_LONG -> stopServer(lengthy);
			case KILL_SERVER -> {
				this.server.kill();
				this.server.restart();
			}
			case STOP_PROCESS_LONG -> this.children.pause(Duration.ofMillis(lengthy));
			case KILL_PROCESS -> this.children.kill();
			case LOSE_REPLY -> this.proxy.swallowNextReply();
			case CUT -> this.proxy.cut();
			case FREEZE -> freeze(brief);
			case FREEZE_LONG -> freeze(lengthy);
		}
		return fault.name().endsWith("LONG") ? lengthy + " ms" : fault.timed ? brief + " ms" : "";
	}

	private void pauseClients(int millis) throws InterruptedException {
		this.server.command("CLIENT", "PAUSE", String.valueOf(millis));
		Thread.sleep(millis);
	}

	private void stopServer(int millis) throws InterruptedException {
		this.server.pause();
		try {
			Thread.sleep(millis);
		}
		finally {
			this.server.resume();
		}
	}

	private void freeze(int millis) throws InterruptedException {
		this.proxy.freeze();
		try {
			Thread.sleep(millis);
		}
		finally {
			this.proxy.thaw();
		}
	}

	Map<Fault, Integer> counts() {
		Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
		this.done.forEach((one) -> counts.merge(one.fault(), 1, Integer::sum));
		return counts;
	}

	/** All faults in their order, to be held against the moments of leases. */
	List<Done> done() {
		return this.done;
	}

	/** What is broken, and how often in comparison. */
	enum Fault {

		PAUSE_CLIENTS(3, true), PAUSE_CLIENTS_LONG(1, true), KILL_CLIENTS(4, false), KILL_SUBSCRIPTIONS(4, false),
		FLUSH_SCRIPTS(4, false), STOP_SERVER(3, true), STOP_SERVER_LONG(1, true), KILL_SERVER(2, false),
		STOP_PROCESS_LONG(2, true), KILL_PROCESS(1, false), LOSE_REPLY(6, false), CUT(3, false), FREEZE(3, true),
		FREEZE_LONG(1, true);

		private final int often;

		private final boolean timed;

		Fault(int often, boolean timed) {
			this.often = often;
			this.timed = timed;
		}

	}

	/**
	 * What was broken.
	 *
	 * @param fault what
	 * @param details for how long
	 * @param from when it began, {@link System#nanoTime()}
	 * @param to when it was whole again
	 */
	record Done(Fault fault, String details, long from, long to) {
	}

}
