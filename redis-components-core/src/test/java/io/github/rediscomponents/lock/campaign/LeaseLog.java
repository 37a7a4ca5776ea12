// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.lock.HeldLease;
import io.github.rediscomponents.lock.HeldLease.Ending;
import io.github.rediscomponents.lock.LockKind;

/**
 * The leases of one contender, in a memory-mapped file: what was written is there for
 * other processes at once, also when the writing one is killed. One thread writes.
 */
final class LeaseLog {

	static final String SUFFIX = ".leases";

	private static final int HEADER = 128;

	private static final int RECORD = 64;

	private static final int TOKEN = 16;

	private static final int ASKED = 24;

	private static final int BEGUN = 32;

	private static final int VALID_AT = 40;

	private static final int ENDED = 48;

	private final String contender;

	private final MappedByteBuffer bytes;

	private int at = HEADER - RECORD;

	private LeaseLog(Path file, MappedByteBuffer bytes) {
		this.contender = file.getFileName().toString().replace(SUFFIX, "");
		this.bytes = bytes;
		bytes.order(ByteOrder.nativeOrder());
	}

	static LeaseLog create(Path file, int leases) {
		// Others see it under its name when it has its size.
		Path growing = file.resolveSibling(file.getFileName() + ".new");
		try (FileChannel channel = FileChannel.open(growing, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER + (long) leases * RECORD);
			Files.move(growing, file, StandardCopyOption.ATOMIC_MOVE);
			return new LeaseLog(file, bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static LeaseLog open(Path file) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			return new LeaseLog(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void count(Attempt outcome) {
		int where = outcome.ordinal() * Long.BYTES;
		this.bytes.putLong(where, this.bytes.getLong(where) + 1);
	}

	Map<Attempt, Long> counts() {
		Map<Attempt, Long> counts = new EnumMap<>(Attempt.class);
		for (Attempt outcome : Attempt.values()) {
			counts.put(outcome, this.bytes.getLong(outcome.ordinal() * Long.BYTES));
		}
		return counts;
	}

	boolean isFull() {
		return this.at + 2 * RECORD > this.bytes.capacity();
	}

	void begin(CampaignTarget target, LockKind kind, int weight, long token, long asked, long begun) {
		this.at += RECORD;
		this.bytes.putInt(this.at, target.ordinal());
		this.bytes.putInt(this.at + 4, kind.ordinal());
		this.bytes.putInt(this.at + 8, weight);
		this.bytes.putLong(this.at + TOKEN, token);
		this.bytes.putLong(this.at + ASKED, asked);
		// It counts as written when this is.
		VarHandle.releaseFence();
		this.bytes.putLong(this.at + BEGUN, begun);
	}

	void valid(long validAt) {
		this.bytes.putLong(this.at + VALID_AT, validAt);
	}

	void end(Ending ending, long ended) {
		this.bytes.putInt(this.at + 12, ending.ordinal());
		this.bytes.putLong(this.at + ENDED, ended);
	}

	List<HeldLease> leases() {
		List<HeldLease> leases = new ArrayList<>();
		for (int from = HEADER; from < this.bytes.capacity(); from += RECORD) {
			long begun = this.bytes.getLong(from + BEGUN);
			if (begun == 0) {
				break;
			}
			VarHandle.acquireFence();
			leases.add(new HeldLease(this.contender, CampaignTarget.values()[this.bytes.getInt(from)],
					LockKind.values()[this.bytes.getInt(from + 4)], this.bytes.getInt(from + 8),
					this.bytes.getLong(from + TOKEN), this.bytes.getLong(from + ASKED), begun,
					this.bytes.getLong(from + VALID_AT), this.bytes.getLong(from + ENDED),
					Ending.values()[this.bytes.getInt(from + 12)]));
		}
		return leases;
	}

	/** What came of attempts that brought no lease. */
	enum Attempt {

		/** The time to wait passed. */
		NOT_ACQUIRED,

		/** The contender ended the wait itself. */
		CANCELLED,

		/** Redis could not be reached, or did not answer in time. */
		UNAVAILABLE

	}

}
