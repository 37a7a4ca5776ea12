// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.autocomplete.IndexStore.Counts;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link PrefixIndex} by two sorted sets and two hashes, see the scripts.
 */
final class RedisPrefixIndex<P> implements PrefixIndex<P> {

	private static final Logger logger = LoggerFactory.getLogger(RedisPrefixIndex.class);

	private static final String ROOM = "prefix-index";

	/** Number of entries between two reports of progress. */
	private static final int CHUNK = 100;

	private static final byte[] NONE = {};

	private final LongAdder undecodable = new LongAdder();

	private final CommandPort redis;

	private final String name;

	private final String entriesKey;

	private final String[] keys;

	private final IndexStore store;

	private final EntryFormat<P> format;

	private final Supplier<PrefixIndexSettings> settings;

	RedisPrefixIndex(CommandPort redis, KeySpace keys, String name, ValueCodec<P> codec,
			Supplier<PrefixIndexSettings> settings) {
		this.redis = redis;
		this.name = name;
		this.entriesKey = keys.key(ROOM, name, "entries");
		this.keys = new String[] { keys.key(ROOM, name, "terms"), this.entriesKey, keys.key(ROOM, name, "tops"),
				keys.key(ROOM, name, "lists") };
		this.store = new IndexStore(redis, name, this.keys);
		this.format = new EntryFormat<>(codec);
		this.settings = settings;
	}

	@Override
	public boolean put(IndexEntry<P> entry) {
		List<byte[]> changes = new ArrayList<>();
		addPut(changes, Checks.notNull("entry", entry));
		return change(changes).added() == 1;
	}

	@Override
	public LoadResult load(Iterator<? extends IndexEntry<P>> entries, LongConsumer progress) {
		Checks.notNull("entries", entries);
		Checks.notNull("progress", progress);
		LoadResult done = new LoadResult(0, 0, 0);
		List<byte[]> sent = List.of();
		CompletionStage<List<Object>> running = null;
		while (entries.hasNext() || running != null) {
			List<byte[]> changes = new ArrayList<>();
			for (int i = 0; i < CHUNK && entries.hasNext(); i++) {
				addPut(changes, Checks.notNull("entries", entries.next()));
			}
			if (running != null) {
				done = plus(done, finish(done.total(), sent, changes, running));
				progress.accept(done.total());
			}
			sent = changes;
			running = changes.isEmpty() ? null : this.store.begin(accents(), changes);
		}
		return done;
	}

	private Counts finish(long done, List<byte[]> sent, List<byte[]> prepared, CompletionStage<List<Object>> running) {
		try {
			return this.store.finish(accents(), sent, running);
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.inPart(done, items(sent), items(prepared), ex);
		}
	}

	private static int items(List<byte[]> changes) {
		return changes.size() / IndexStore.WIDTH;
	}

	private static LoadResult plus(LoadResult done, Counts counts) {
		return new LoadResult(done.added() + counts.added(), done.changed() + counts.changed(),
				done.unchanged() + counts.unchanged());
	}

	@Override
	public boolean setWeight(String id, long weight) {
		List<byte[]> changes = new ArrayList<>();
		add(changes, EntryFormat.id(id), EntryFormat.weight(weight), NONE, NONE);
		return change(changes).missing() == 0;
	}

	@Override
	public boolean remove(String id) {
		return removeAll(List.of(Checks.notNull("id", id))) == 1;
	}

	@Override
	public long removeAll(Collection<String> ids) {
		List<byte[]> checked = Checks.notNull("ids", ids).stream().map(EntryFormat::id).toList();
		long removed = 0;
		for (int from = 0; from < checked.size(); from += CHUNK) {
			List<byte[]> changes = new ArrayList<>();
			int to = Math.min(from + CHUNK, checked.size());
			checked.subList(from, to).forEach((id) -> add(changes, id, NONE, NONE, NONE));
			try {
				removed += change(changes).removed();
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(from, to - from, checked.size() - to, ex);
			}
		}
		return removed;
	}

	private Accents accents() {
		return this.settings.get().accents();
	}

	private Counts change(List<byte[]> changes) {
		return this.store.change(accents(), changes);
	}

	private void addPut(List<byte[]> changes, IndexEntry<P> entry) {
		PrefixIndexSettings present = this.settings.get();
		byte[] id = EntryFormat.id(entry.id());
		byte[] weight = EntryFormat.weight(entry.weight());
		String form = SearchForm.ofText("term", entry.term(), EntryFormat.MAX_TERM, present.accents());
		Checks.isTrue(form.length() <= EntryFormat.MAX_TERM, "term must not be longer than " + EntryFormat.MAX_TERM
				+ " characters in search form, was " + form.length());
		add(changes, id, weight, Utf8.bytes(form), this.format.value(entry, present.maxPayload()));
	}

	private static void add(List<byte[]> changes, byte[] id, byte[] weight, byte[] form, byte[] value) {
		changes.add(id);
		changes.add(weight);
		changes.add(form);
		changes.add(value);
	}

	@Override
	public Optional<IndexEntry<P>> get(String id) {
		String field = new String(EntryFormat.id(id), StandardCharsets.UTF_8);
		byte[] stored = this.redis.<byte @Nullable []>call((commands) -> commands.hget(this.entriesKey, field));
		return (stored != null) ? read(id, stored) : Optional.empty();
	}

	@Override
	public List<IndexEntry<P>> complete(String prefix, int n) {
		Checks.between("n", n, 1, MAX_COMPLETIONS);
		PrefixIndexSettings present = this.settings.get();
		String form = SearchForm.ofPrefix(prefix, EntryFormat.MAX_TERM, present.accents());
		List<Object> reply = this.store.complete(present.accents(), Utf8.bytes(form), n);
		List<IndexEntry<P>> found = new ArrayList<>(n);
		for (int i = 0; i < reply.size(); i += 2) {
			byte[] stored = (byte[]) reply.get(i + 1);
			if (stored != null) {
				read(Utf8.text(reply.get(i)), stored).ifPresent(found::add);
			}
		}
		return found;
	}

	private Optional<IndexEntry<P>> read(String id, byte[] stored) {
		try {
			return Optional.of(this.format.read(id, stored));
		}
		catch (RuntimeException ex) {
			// Neither of this type nor, perhaps, an entry.
			this.undecodable.increment();
			FailureLog.debug(logger, ex, "A payload of prefix index {} cannot be read", this.name);
			return Optional.empty();
		}
	}

	@Override
	public long size() {
		return this.store.size();
	}

	@Override
	public void clear() {
		this.redis.call((commands) -> commands.unlink(this.keys));
	}

	@Override
	public long undecodable() {
		return this.undecodable.sum();
	}

	@Override
	public String name() {
		return this.name;
	}

}
