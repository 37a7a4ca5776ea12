// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;

/**
 * Group commit for the commands of many threads on one connection to one server. A few
 * commands at a time are written at once, so that few threads notice nothing. Further
 * ones wait until a reply comes in, and are then written together: one flush here, one
 * read and one write at the server, instead of one each. They would have waited for the
 * server anyway, which answers a connection in order.
 *
 * <p>
 * Commands go out in the order they came. A command that was given up meanwhile
 * (cancelled) is not sent.
 */
final class CommandGroups {

	/** How many commands may be under way before the others are collected. */
	static final int AT_ONCE = 4;

	private final StatefulConnection<String, byte[]> connection;

	private final Queue<AsyncCommand<String, byte[], ?>> waiting = new ConcurrentLinkedQueue<>();

	private final AtomicInteger underWay = new AtomicInteger();

	CommandGroups(StatefulConnection<String, byte[]> connection) {
		this.connection = connection;
	}

	void dispatch(AsyncCommand<String, byte[], ?> command) {
		int known = this.underWay.get();
		if (known < AT_ONCE && this.waiting.isEmpty() && this.underWay.compareAndSet(known, known + 1)) {
			countWhenDone(command);
			try {
				this.connection.dispatch(command);
			}
			catch (RuntimeException ex) {
				command.completeExceptionally(ex);
			}
			return;
		}
		this.waiting.add(command);
		// The last reply may have come before the command was visible to it.
		dispatchWaiting();
	}

	private void countWhenDone(AsyncCommand<String, byte[], ?> command) {
		command.whenComplete((reply, failure) -> {
			this.underWay.decrementAndGet();
			dispatchWaiting();
		});
	}

	private void dispatchWaiting() {
		if (this.underWay.get() >= AT_ONCE || this.waiting.isEmpty()) {
			return;
		}
		List<AsyncCommand<String, byte[], ?>> group = new ArrayList<>();
		AsyncCommand<String, byte[], ?> next = this.waiting.poll();
		while (next != null) {
			if (!next.isDone()) {
				group.add(next);
			}
			next = this.waiting.poll();
		}
		if (group.isEmpty()) {
			return;
		}
		this.underWay.addAndGet(group.size());
		group.forEach(this::countWhenDone);
		try {
			this.connection.dispatch(group);
		}
		catch (RuntimeException ex) {
			group.forEach((command) -> command.completeExceptionally(ex));
		}
	}

}
