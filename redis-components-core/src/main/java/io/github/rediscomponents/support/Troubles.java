// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What is unwell in the components of one Redis although the application works, since
 * when and why. A component tells the beginning when something fails, and the end when it
 * succeeds again. A failure with one key of many is forgotten after ten minutes, because
 * that key may not be used again. Costs nothing while all is well.
 *
 * @since 1.0.0
 */
public final class Troubles {

	/** The most that are remembered; further ones are repeated by their next failure. */
	static final int MOST = 500;

	/** Of one key among many, which the application may not use again. */
	private static final Set<Kind> OF_A_KEY = EnumSet.of(Kind.IDS_NOT_GRANTED, Kind.IDS_AHEAD_OF_CLOCK);

	private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(10);

	private final ConcurrentMap<Key, Known> present = new ConcurrentHashMap<>();

	private final LongSupplier nanos;

	public Troubles() {
		this(System::nanoTime);
	}

	/**
	 * With a clock, for tests.
	 * @param nanos a monotonic clock in nanoseconds
	 */
	public Troubles(LongSupplier nanos) {
		this.nanos = nanos;
	}

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
		if (this.present.size() >= MOST) {
			forget();
		}
		if (this.present.size() < MOST || this.present.containsKey(known)) {
			long now = this.nanos.getAsLong();
			this.present.compute(known,
					(same, before) -> new Known(new Trouble(kind, component, name,
							(before != null && !before.isForgotten(now)) ? before.trouble().since() : Instant.now(),
							reason), now));
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
		forget();
		return this.present.values().stream().map(Known::trouble).sorted(Comparator.comparing(Trouble::since)).toList();
	}

	private void forget() {
		long now = this.nanos.getAsLong();
		this.present.values().removeIf((known) -> known.isForgotten(now));
	}

	/** What cannot be done. */
	public enum Kind {

		/** A queue is not read. */
		QUEUE_NOT_READ("The queue is not read; its messages wait",
				"Nothing is lost, and reading is retried. Follow the reason: a missing right, a key of another type, an unreachable Redis"),

		/** Renewals of leases fail. */
		LEASE_NOT_RENEWED("Leases that are held cannot be renewed, and are lost when their time is over",
				"Make Redis reachable, or grant the missing right, within the lease time"),

		/** A server of a quorum lock does not answer, or refuses. */
		QUORUM_SERVER_FAILS("A server of the quorum lock fails; the others decide, and fewer of them may fail",
				"Make this server reachable, or grant the missing right"),

		/** No majority of a quorum lock answers. */
		QUORUM_LOST("No majority of the quorum lock's servers answers; nothing is acquired, renewed or released",
				"Make a majority of the servers reachable, or grant the missing right; the next call that they answer ends this"),

		/** Limits are decided without Redis. */
		LIMIT_NOT_ENFORCED("Redis did not answer the last attempt; the policies' rule for outages decides",
				"Make Redis reachable; the next attempt that it answers ends this"),

		/** A topic is not heard. */
		TOPIC_NOT_HEARD("The topic is not heard; its messages are missed",
				"Make Redis reachable, or grant the right to the channel; the subscription is repeated"),

		/** Views are not sent. */
		VIEWS_NOT_SENT("Views are not counted in Redis, and wait in the memory of this process",
				"Make Redis reachable before the process ends; a process that is killed loses them"),

		/** A Bloom filter has as many elements as it was made for, or more. */
		FILTER_SATURATED("The filter is full; each further element makes it wrong more often than its error rate",
				"Rebuild it, with a larger capacity or without what was removed"),

		/** No ids are granted. */
		IDS_NOT_GRANTED("No ids are granted to this process",
				"Follow the reason: an unreachable Redis, a missing right, the clock of the server; the next grant ends this"),

		/** The clock of the server is behind the ids. */
		IDS_AHEAD_OF_CLOCK(
				"The clock of the Redis server was set back: ids are ahead of it, and no more are granted than time passes",
				"Nothing, if it catches up soon; ids stay unique. Otherwise correct the clock of the server"),

		/** Ids run out. */
		IDS_RUN_OUT("Ids run out within a year; a process that starts now refuses to hand out any",
				"Plan another redis-components.id.layout or epoch, for new keys of ids"),

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

	/**
	 * A trouble that is remembered.
	 *
	 * @param trouble it
	 * @param at when it failed last, by the monotonic clock
	 */
	private record Known(Trouble trouble, long at) {

		boolean isForgotten(long now) {
			return OF_A_KEY.contains(this.trouble.kind()) && now - this.at > FORGOTTEN_NANOS;
		}

	}

}
