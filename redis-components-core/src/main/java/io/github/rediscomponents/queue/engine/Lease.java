// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * An entry that was delivered to this process.
 */
final class Lease {

	private final String id;

	private final int deliveries;

	private final Map<String, byte[]> fields;

	private final boolean arrived;

	/** By the monotonic clock. */
	private final long came = System.nanoTime();

	/**
	 * When the request was sent that delivered or extended it last: its visibility did
	 * not begin before. The arrival of the reply is no measure, because the reply may
	 * have been under way for longer than the visibility.
	 */
	private volatile long since;

	private volatile boolean renewed = true;

	private final AtomicBoolean lost = new AtomicBoolean();

	private volatile boolean settling;

	private volatile boolean givenUp;

	/**
	 * Creates the lease of a delivered entry.
	 * @param sent when the request was sent, by the monotonic clock
	 */
	Lease(String id, int deliveries, Map<String, byte[]> fields, long sent) {
		this(id, deliveries, fields, sent, true);
	}

	private Lease(String id, int deliveries, Map<String, byte[]> fields, long sent, boolean arrived) {
		this.id = id;
		this.deliveries = deliveries;
		this.fields = fields;
		this.since = sent;
		this.arrived = arrived;
	}

	/** Returns the lease of a message whose delivery to this process was lost. */
	static Lease unseen(String id, int deliveries) {
		return new Lease(id, deliveries, Map.of(), System.nanoTime(), false);
	}

	String id() {
		return this.id;
	}

	int deliveries() {
		return this.deliveries;
	}

	/** Returns the token that identifies this delivery. */
	String token() {
		return this.id + ':' + this.deliveries;
	}

	byte @Nullable [] field(String name) {
		return this.fields.get(name);
	}

	@Nullable String text(String name) {
		byte[] value = field(name);
		return (value != null && value.length > 0) ? Utf8.text(value) : null;
	}

	/** Returns a field that any writer may have set; the fallback if it is no number. */
	long number(String name, long fallback) {
		String text = text(name);
		try {
			return (text != null) ? Long.parseLong(text) : fallback;
		}
		catch (NumberFormatException ex) {
			return fallback;
		}
	}

	/** For how long this process has had it; -1 if it never came. */
	long heldMillis() {
		return this.arrived ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.came) : -1;
	}

	/** Whether heartbeats keep it. */
	boolean isRenewed() {
		return this.renewed;
	}

	void stopRenewing() {
		this.renewed = false;
	}

	void extendedAt(long nanos) {
		this.since = nanos;
	}

	/**
	 * Returns whether the whole visibility has passed and the lease is not renewed any
	 * more.
	 */
	boolean isOver(long visibilityNanos) {
		long now = System.nanoTime();
		return !this.renewed && Math.min(now - this.came, now - this.since) >= visibilityNanos;
	}

	/** Returns whether no other process can have got it. */
	boolean isHeld(long visibilityNanos) {
		return !isLost() && System.nanoTime() - this.since < visibilityNanos;
	}

	/**
	 * It is being settled, until the server reports the outcome: that it is pending no
	 * more may be this settlement's own doing.
	 */
	void settling(boolean under) {
		this.settling = under;
	}

	boolean isSettling() {
		return this.settling;
	}

	/** It is to be a dead letter, because no process could read it for long enough. */
	void giveUp() {
		this.givenUp = true;
	}

	boolean isGivenUp() {
		return this.givenUp;
	}

	/** Whether it was not lost before. */
	boolean lose() {
		return this.lost.compareAndSet(false, true);
	}

	boolean isLost() {
		return this.lost.get();
	}

	static int compare(Lease a, Lease b) {
		int byTime = Long.compare(part(a.id, true), part(b.id, true));
		return (byTime != 0) ? byTime : Long.compareUnsigned(part(a.id, false), part(b.id, false));
	}

	static long millis(String id) {
		return part(id, true);
	}

	private static long part(String id, boolean first) {
		int dash = id.indexOf('-');
		return first ? Long.parseLong(id, 0, dash, 10) : Long.parseUnsignedLong(id, dash + 1, id.length(), 10);
	}

}
