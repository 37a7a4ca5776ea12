// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.rediscomponents.test.Concurrently;

/**
 * Buyers who press the button at once, each until there is an answer: an instance may
 * die, and Redis forget who is logged in.
 */
final class Crowd {

	private static final int THREADS = 40;

	private static final int TRIES = 600;

	private static final long PAUSE_NANOS = 50_000_000;

	private final Tokens tokens;

	private final long voucher;

	private final List<? extends GuideClient> guides;

	/** The order that each buyer was told last. */
	private final Map<Long, String> orders = new ConcurrentHashMap<>();

	/** Every id that a client was told. */
	private final Set<String> told = ConcurrentHashMap.newKeySet();

	private final Map<String, AtomicInteger> refusals = new ConcurrentHashMap<>();

	private volatile boolean closed;

	private final AtomicInteger unanswered = new AtomicInteger();

	Crowd(Tokens tokens, long voucher, List<? extends GuideClient> guides) {
		this.tokens = tokens;
		this.voucher = voucher;
		this.guides = guides;
	}

	/** Has some users buy, and returns when each has an answer. */
	void buy(List<Long> users) {
		AtomicInteger next = new AtomicInteger();
		List<Callable<Boolean>> threads = IntStream.range(0, THREADS).<Callable<Boolean>>mapToObj((thread) -> () -> {
			for (int i = next.getAndIncrement(); i < users.size(); i = next.getAndIncrement()) {
				buy(users.get(i));
			}
			return true;
		}).toList();
		Concurrently.run(threads);
	}

	private void buy(long user) {
		String token = this.tokens.of(user);
		for (int i = 0; i < TRIES && !this.closed; i++) {
			try {
				Answer answer = this.guides.get((int) ((user + i) % this.guides.size()))
					.post("/voucher-order/seckill/" + this.voucher, token);
				if (heard(user, answer)) {
					return;
				}
				if (answer.status() == 401) {
					token = this.tokens.of(user);
				}
				this.unanswered.incrementAndGet();
			}
			catch (UncheckedIOException ex) {
				this.unanswered.incrementAndGet();
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		if (!this.closed) {
			throw new AssertionError("User " + user + " got no answer");
		}
	}

	/** Ends the attempts of all. */
	void close() {
		this.closed = true;
	}

	private boolean heard(long user, Answer answer) {
		if (answer.status() != 200) {
			return false;
		}
		String order = answer.body().path("data").asString("");
		if (!order.isEmpty()) {
			this.orders.put(user, order);
			this.told.add(order);
		}
		else {
			this.refusals.computeIfAbsent(answer.sentence(), (absent) -> new AtomicInteger()).incrementAndGet();
		}
		return true;
	}

	Map<Long, String> orders() {
		return this.orders;
	}

	List<String> told() {
		return new ArrayList<>(this.told);
	}

	Map<String, AtomicInteger> refusals() {
		return this.refusals;
	}

	int unanswered() {
		return this.unanswered.get();
	}

}
