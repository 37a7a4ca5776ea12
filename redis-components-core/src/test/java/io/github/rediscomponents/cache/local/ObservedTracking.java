// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * What processes are told of the keys that they track, some of which is lost on its way.
 */
final class ObservedTracking {

	final Set<String> heard = ConcurrentHashMap.newKeySet();

	final AtomicInteger flushes = new AtomicInteger();

	/** Why keys were not tracked. */
	final Queue<String> losses = new ConcurrentLinkedQueue<>();

	private volatile Predicate<String> lost = (key) -> false;

	/** Which keys are lost from now on. */
	void lose(Predicate<String> keys) {
		this.lost = keys;
	}

	CommandPort on(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> method.getName().equals("tracking")
				? port.tracking(new Observed((KeyTracking.Listener) args[0])) : real.proceed());
	}

	private final class Observed implements KeyTracking.Listener {

		private final KeyTracking.Listener listener;

		Observed(KeyTracking.Listener listener) {
			this.listener = listener;
		}

		@Override
		public void changed(String node, String key) {
			if (!ObservedTracking.this.lost.test(key)) {
				this.listener.changed(node, key);
				ObservedTracking.this.heard.add(key);
			}
		}

		@Override
		public void flushed() {
			this.listener.flushed();
			ObservedTracking.this.flushes.incrementAndGet();
		}

		@Override
		public void tracked(Set<String> prefixes) {
			this.listener.tracked(prefixes);
		}

		@Override
		public void lost(String reason) {
			this.listener.lost(reason);
			ObservedTracking.this.losses.add(reason);
		}

	}

}
