// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What is unwell in the components of one Redis although the application works, since
 * when and why. A component tells the beginning when something fails, and the end when it
 * succeeds again. Costs nothing while all is well.
 *
 * @since 1.0.0
 */
public final class Troubles {

	/** The most that are remembered; further ones are repeated by their next failure. */
	static final int MOST = 500;

	private final ConcurrentMap<Object, Trouble> present = new ConcurrentHashMap<>();

	/**
	 * Something fails, perhaps not for the first time.
	 * @param key identifies what fails, within the kind
	 * @param kind what cannot be done
	 * @param component the name of the component's properties
	 * @param name the declared name, empty for none
	 * @param reason why
	 */
	public void began(Object key, Kind kind, String component, String name, Throwable reason) {
		began(key, kind, component, name, Thrown.message(reason));
	}

	/**
	 * Something fails, perhaps not for the first time.
	 * @param key identifies what fails, within the kind
	 * @param kind what cannot be done
	 * @param component the name of the component's properties
	 * @param name the declared name, empty for none
	 * @param reason why, one sentence
	 */
	public void began(Object key, Kind kind, String component, String name, String reason) {
		Key known = new Key(kind, key);
		if (this.present.size() < MOST || this.present.containsKey(known)) {
			this.present.compute(known, (same, before) -> new Trouble(kind, component, name,
					(before != null) ? before.since() : Instant.now(), reason));
		}
	}

	/**
	 * Something works again, or is not done any more.
	 * @param key identifies it
	 * @param kind what works
	 */
	public void ended(Object key, Kind kind) {
		if (!this.present.isEmpty()) {
			this.present.remove(new Key(kind, key));
		}
	}

	/**
	 * Returns what is unwell now.
	 * @return the oldest first
	 */
	public List<Trouble> list() {
		return this.present.values().stream().sorted(Comparator.comparing(Trouble::since)).toList();
	}

	/** What cannot be done. */
	public enum Kind {

		/** A queue is not read. */
		QUEUE_NOT_READ("The queue is not read; its messages wait",
				"Nothing is lost, and reading is retried. Follow the reason: a missing right, a key of another type, an unreachable Redis"),

		/** Renewals of leases fail. */
		LEASE_NOT_RENEWED("Leases that are held cannot be renewed, and are lost when their time is over",
				"Make Redis reachable, or grant the missing right, within the lease time"),

		/** Limits are decided without Redis. */
		LIMIT_NOT_ENFORCED("Redis did not answer the last attempt; the policies' rule for outages decides",
				"Make Redis reachable; the next attempt that it answers ends this"),

		/** A topic is not heard. */
		TOPIC_NOT_HEARD("The topic is not heard; its messages are missed",
				"Make Redis reachable, or grant the right to the channel; the subscription is repeated"),

		/** Views are not sent. */
		VIEWS_NOT_SENT("Views are not counted in Redis, and wait in the memory of this process",
				"Make Redis reachable before the process ends; a process that is killed loses them"),

		/** A cache's local levels are bypassed. */
		LOCAL_LEVEL_BYPASSED("Local levels are bypassed; each read asks Redis",
				"Follow the reason. It passes by itself after a lost connection; a missing right does not");

		private final String what;

		private final String advice;

		Kind(String what, String advice) {
			this.what = what;
			this.advice = advice;
		}

		public String what() {
			return this.what;
		}

		public String advice() {
			return this.advice;
		}

	}

	/**
	 * Something that is unwell.
	 *
	 * @param kind what cannot be done
	 * @param component the name of the component's properties
	 * @param name the declared name, empty for none
	 * @param since when it failed first, by the clock of this machine
	 * @param reason the last failure, empty if it is not known
	 */
	public record Trouble(Kind kind, String component, String name, Instant since, String reason) {
	}

	private record Key(Kind kind, Object key) {
	}

}
