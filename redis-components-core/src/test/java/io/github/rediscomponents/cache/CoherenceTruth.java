// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The data behind the caches of a {@link CoherenceCampaignTests}: versions of keys in
 * memory that its processes share, and since when each of them must be seen.
 */
final class CoherenceTruth {

	static final int KEYS = 64;

	private static final int CELLS = 4;

	static final int BYTES = KEYS * CELLS * Long.BYTES;

	private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	/** What was written. */
	private static final int VERSION = 0;

	/** What was written last and invalidated, and when that returned. */
	private static final int INVALIDATED = 1;

	private static final int AT = 2;

	/** What was invalidated before, longer ago than the bound. */
	private static final int MATURE = 3;

	private final MappedByteBuffer memory;

	private final long boundNanos;

	CoherenceTruth(String file, long boundNanos) throws IOException {
		this.boundNanos = boundNanos;
		try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			this.memory = channel.map(MapMode.READ_WRITE, 0, BYTES);
		}
	}

	/** Writes a key, of which there is one writer. */
	long write(int key) {
		long version = version(key) + 1;
		set(key, VERSION, version);
		return version;
	}

	long version(int key) {
		return get(key, VERSION);
	}

	/** The invalidation after a write returned. */
	void invalidated(int key, long version) {
		long earlier = get(key, AT);
		if (earlier != 0 && System.nanoTime() - earlier >= this.boundNanos) {
			set(key, MATURE, get(key, INVALIDATED));
		}
		// Not judged while it changes.
		set(key, AT, 0);
		set(key, INVALIDATED, version);
		set(key, AT, System.nanoTime());
	}

	/** The oldest version that a read that begins now may see. */
	long required(int key) {
		long mature = get(key, MATURE);
		long at = get(key, AT);
		long version = get(key, INVALIDATED);
		boolean due = at != 0 && System.nanoTime() - at >= this.boundNanos && get(key, AT) == at;
		return due ? version : mature;
	}

	private long get(int key, int cell) {
		return (long) LONG.getVolatile(this.memory, index(key, cell));
	}

	private void set(int key, int cell, long value) {
		LONG.setVolatile(this.memory, index(key, cell), value);
	}

	private static int index(int key, int cell) {
		return (key * CELLS + cell) * Long.BYTES;
	}

}
