// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Utf8;

/**
 * Group commit of acknowledgements: one script is under way at a time, and requests that
 * arrive meanwhile go into the next. The server remembers what the last one did, and of
 * what was done before as much as it is asked to.
 */
final class AckBatches {

	private static final int MOST = 500;

	/** More than that is forgotten, the oldest first. */
	private static final int MOST_DOUBTFUL = 1000;

	private final BiFunction<List<Lease>, Collection<String>, CompletionStage<List<Object>>> send;

	/** Tokens without an answer; touched while a script is under way only. */
	private final Set<String> doubtful = new LinkedHashSet<>();

	private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean underWay = new AtomicBoolean();

	AckBatches(BiFunction<List<Lease>, Collection<String>, CompletionStage<List<Object>>> send) {
		this.send = send;
	}

	/** Completes with the code of the script. */
	CompletableFuture<Long> add(Lease lease) {
		Waiting added = new Waiting(lease, new CompletableFuture<>());
		this.waiting.add(added);
		sendWaiting();
		return added.code();
	}

	private void sendWaiting() {
		if (this.waiting.isEmpty() || !this.underWay.compareAndSet(false, true)) {
			return;
		}
		List<Waiting> batch = new ArrayList<>();
		Waiting next = this.waiting.poll();
		while (next != null) {
			batch.add(next);
			next = (batch.size() < MOST) ? this.waiting.poll() : null;
		}
		if (batch.isEmpty()) {
			this.underWay.set(false);
			sendWaiting();
			return;
		}
		batch.sort((a, b) -> Lease.compare(a.lease(), b.lease()));
		sent(batch).whenComplete((codes, failure) -> {
			remember(batch, failure == null);
			this.underWay.set(false);
			sendWaiting();
			for (int i = 0; i < batch.size(); i++) {
				int at = i;
				Attempt.complete(batch.get(i).code(), failure, () -> Utf8.number(codes.get(at)));
			}
		});
	}

	private void remember(List<Waiting> batch, boolean answered) {
		for (Waiting each : batch) {
			this.doubtful.remove(each.lease().token());
			if (!answered) {
				this.doubtful.add(each.lease().token());
			}
		}
		Iterator<String> oldest = this.doubtful.iterator();
		while (this.doubtful.size() > MOST_DOUBTFUL) {
			oldest.next();
			oldest.remove();
		}
	}

	/** Returns exceptions as failed stages, so that the next batch is sent. */
	private CompletionStage<List<Object>> sent(List<Waiting> batch) {
		return Attempt
			.of(() -> this.send.apply(batch.stream().map(Waiting::lease).toList(), List.copyOf(this.doubtful)));
	}

	private record Waiting(Lease lease, CompletableFuture<Long> code) {
	}

}
