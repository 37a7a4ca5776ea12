// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.queue.DeadLetter;
import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link DeadLetters} in the stream of a {@link StreamStore}.
 *
 * @param <T> the type of the messages
 */
final class RedisDeadLetters<T> implements DeadLetters<T> {

	private static final int PAGE = 100;

	private final StreamStore store;

	private final ValueCodec<T> codec;

	RedisDeadLetters(StreamStore store, ValueCodec<T> codec) {
		this.store = store;
		this.codec = codec;
	}

	@Override
	public long size() {
		return this.store.deadSize();
	}

	@Override
	public List<DeadLetter<T>> list(int n) {
		Checks.between("n", n, 1, Integer.MAX_VALUE);
		List<DeadLetter<T>> letters = new ArrayList<>();
		this.store.letters(n).forEach((entry) -> letters.add(letter(entry)));
		return letters;
	}

	@Override
	public Page<DeadLetter<T>> page(@Nullable String cursor, int size) {
		String from = EntryCursor.from(cursor);
		Checks.between("size", size, 1, EntryCursor.LARGEST);
		List<DeadLetter<T>> letters = new ArrayList<>();
		this.store.letters(from, size + 1).forEach((entry) -> letters.add(letter(entry)));
		return EntryCursor.page(letters, size, DeadLetter::id);
	}

	private DeadLetter<T> letter(Lease entry) {
		byte[] payload = entry.field(StreamEntryFields.PAYLOAD);
		String trace = entry.text("~trace");
		return new StoredLetter<>(entry.id(), text(entry, "~id", entry.id()),
				Optional.ofNullable(entry.text(StreamEntryFields.ID)), (int) entry.number("~deliveries", 1),
				text(entry, "~group", "?"), text(entry, "~consumer", "?"), text(entry, "~error", "?"),
				(trace != null) ? trace.lines().map(RedisDeadLetters::line).toList() : List.of(),
				(payload != null) ? payload : new byte[0], Optional.ofNullable(value(payload)));
	}

	/** The scripts write milliseconds. */
	private static String line(String written) {
		int space = written.indexOf(' ');
		try {
			return (space > 0) ? Instant.ofEpochMilli(Long.parseLong(written, 0, space, 10)) + written.substring(space)
					: written;
		}
		catch (NumberFormatException ex) {
			return written;
		}
	}

	private static String text(Lease entry, String field, String fallback) {
		String text = entry.text(field);
		return (text != null) ? text : fallback;
	}

	private @Nullable T value(byte @Nullable [] payload) {
		try {
			return (payload != null) ? CodecCalls.decode(this.codec, payload) : null;
		}
		catch (CodecException ex) {
			// That may be why it is here.
			return null;
		}
	}

	@Override
	public long redrive(int n) {
		Checks.between("n", n, 1, Integer.MAX_VALUE);
		return this.store.redrive(this.store.letters(n).stream().map(Lease::id).toList());
	}

	@Override
	public boolean redrive(String id) {
		return this.store.redrive(List.of(checked(id))) == 1;
	}

	@Override
	public long redriveAll() {
		int all = (int) Math.min(Integer.MAX_VALUE, size());
		int done = 0;
		long moved = 0;
		while (done < all) {
			int page = Math.min(PAGE, all - done);
			long now = redrive(page, done, all);
			if (now == 0) {
				break;
			}
			moved += now;
			done += page;
		}
		return moved;
	}

	private long redrive(int page, int done, int all) {
		try {
			return redrive(page);
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.inPart(done, page, all - done - page, ex);
		}
	}

	@Override
	public boolean delete(String id) {
		return this.store.purge(checked(id)) == 1;
	}

	private static String checked(String id) {
		return Utf8.wellFormed("id", Checks.hasText("id", id));
	}

	@Override
	public long clear() {
		return this.store.purge("");
	}

}
