// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The data behind the caches of a {@link CoherenceRun}: versions of keys in memory that
 * its processes share, and since when each of them must be seen.
 *
 * <p>
 * Replication is asynchronous, so a master that dies takes acknowledged invalidations
 * with it. Such a gap is known exactly: it opens before the master's offset is read that
 * its replicas are then seen to have, and it closes when the master is dead. Whatever
 * returned before it is on the replicas, and whatever began after it was executed by the
 * successor. Only what overlaps the gap may be lost, and is not required.
 */
public final class CoherenceTruth {

	public static final int KEYS = 64;

	private static final int CELLS = 5;

	private static final int MOST_GAPS = 1000;

	/** Their number, and when each opened and closed. */
	private static final int GAPS = KEYS * CELLS;

	private static final int BYTES = (GAPS + 1 + 2 * MOST_GAPS) * Long.BYTES;

	private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	/** What was written. */
	private static final int VERSION = 0;

	/** What was written last and invalidated, and when that began and returned. */
	private static final int INVALIDATED = 1;

	private static final int BEGAN = 2;

	private static final int AT = 3;

	/** What was invalidated before, longer ago than the bound. */
	private static final int MATURE = 4;

	private final MappedByteBuffer memory;

	private final long boundNanos;

	private CoherenceTruth(Path file, long boundNanos) throws IOException {
		this.boundNanos = boundNanos;
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			this.memory = channel.map(MapMode.READ_WRITE, 0, BYTES);
		}
	}

	public static CoherenceTruth create(Path file) throws IOException {
		Files.write(file, new byte[BYTES]);
		return new CoherenceTruth(file, 0);
	}

	public static CoherenceTruth open(Path file, long boundNanos) throws IOException {
		return new CoherenceTruth(file, boundNanos);
	}

	/** Writes a key, of which there is one writer. */
	public long write(int key) {
		long version = version(key) + 1;
		set(key, VERSION, version);
		return version;
	}

	public long version(int key) {
		return get(key, VERSION);
	}

	/**
	 * The invalidation after a write returned.
	 * @return whether the invalidation before it may have been lost
	 */
	boolean invalidated(int key, long version, long began) {
		boolean lost = mayBeLost(key);
		long earlier = get(key, AT);
		if (earlier != 0 && !lost && System.nanoTime() - earlier >= this.boundNanos) {
			set(key, MATURE, get(key, INVALIDATED));
		}
		// Not judged while it changes.
		set(key, AT, 0);
		set(key, INVALIDATED, version);
		set(key, BEGAN, began);
		set(key, AT, System.nanoTime());
		return lost;
	}

	/** The oldest version that a read that begins now may see. */
	long required(int key) {
		long mature = get(key, MATURE);
		long at = get(key, AT);
		long version = get(key, INVALIDATED);
		boolean due = at != 0 && System.nanoTime() - at >= this.boundNanos && !mayBeLost(key) && get(key, AT) == at;
		return due ? version : mature;
	}

	/** A master is about to die. */
	void openGap() {
		int count = (int) at(GAPS);
		if (count == MOST_GAPS) {
			throw new IllegalStateException("more than " + MOST_GAPS + " masters died");
		}
		at(GAPS + 1 + 2 * count, System.nanoTime());
		at(GAPS + 2 + 2 * count, Long.MAX_VALUE);
		at(GAPS, count + 1);
	}

	/** It is dead. */
	void closeGap() {
		at(GAPS + 2 * (int) at(GAPS), System.nanoTime());
	}

	/** Whether the last invalidation of a key overlaps the death of a master. */
	boolean mayBeLost(int key) {
		long began = get(key, BEGAN);
		long returned = get(key, AT);
		for (int i = 0; i < at(GAPS); i++) {
			if (returned != 0 && returned >= at(GAPS + 1 + 2 * i) && began <= at(GAPS + 2 + 2 * i)) {
				return true;
			}
		}
		return false;
	}

	private long get(int key, int cell) {
		return at(key * CELLS + cell);
	}

	private void set(int key, int cell, long value) {
		at(key * CELLS + cell, value);
	}

	private long at(int index) {
		return (long) LONG.getVolatile(this.memory, index * Long.BYTES);
	}

	private void at(int index, long value) {
		LONG.setVolatile(this.memory, index * Long.BYTES, value);
	}

}
