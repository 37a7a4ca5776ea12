package io.github.rediscomponents.autocomplete;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link PrefixIndex} by two sorted sets and two hashes, see the scripts.
 */
final class RedisPrefixIndex<P> implements PrefixIndex<P> {

	private static final Logger logger = LoggerFactory.getLogger(RedisPrefixIndex.class);

	private static final String ROOM = "prefix-index";

	private static final LuaScript<List<Object>> CHANGE = LuaScript.list("autocomplete/index-change", 4, LuaScript.ANY);

	private static final LuaScript<List<Object>> COMPLETE = LuaScript.list("autocomplete/index-complete", 4, 3);

	/** What a script takes in a few milliseconds. */
	private static final int CHUNK = 100;

	private static final byte[] NONE = {};

	private final LongAdder undecodable = new LongAdder();

	private final RedisPort redis;

	private final String name;

	private final String[] keys;

	private final EntryFormat<P> format;

	private final Supplier<PrefixIndexSettings> settings;

	RedisPrefixIndex(RedisPort redis, KeySpace keys, String name, ValueCodec<P> codec,
			Supplier<PrefixIndexSettings> settings) {
		this.redis = redis;
		this.name = name;
		this.keys = new String[] { keys.key(ROOM, name, "terms"), keys.key(ROOM, name, "entries"),
				keys.key(ROOM, name, "tops"), keys.key(ROOM, name, "lists") };
		this.format = new EntryFormat<>(codec);
		this.settings = settings;
	}

	@Override
	public boolean put(IndexEntry<P> entry) {
		List<byte[]> args = begin();
		addPut(args, Checks.notNull("entry", entry));
		return change(args)[0] == 1;
	}

	@Override
	public LoadResult load(Iterator<? extends IndexEntry<P>> entries, LongConsumer progress) {
		Checks.notNull("entries", entries);
		Checks.notNull("progress", progress);
		LoadResult done = new LoadResult(0, 0, 0);
		CompletionStage<List<Object>> running = null;
		while (entries.hasNext() || running != null) {
			List<byte[]> args = begin();
			for (int i = 0; i < CHUNK && entries.hasNext(); i++) {
				addPut(args, Checks.notNull("entries", entries.next()));
			}
			if (running != null) {
				done = plus(done, counts(join(running)));
				progress.accept(done.total());
			}
			running = (args.size() > 1) ? this.redis.evalAsync(CHANGE, this.keys, args.toArray(byte[][]::new)) : null;
		}
		return done;
	}

	private static List<Object> join(CompletionStage<List<Object>> reply) {
		// Ends within the port's timeout.
		CompletableFuture<List<Object>> future = reply.toCompletableFuture();
		try {
			return future.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw ex;
		}
	}

	private static LoadResult plus(LoadResult done, long[] counts) {
		return new LoadResult(done.added() + counts[0], done.changed() + counts[1], done.unchanged() + counts[2]);
	}

	@Override
	public boolean weigh(String id, long weight) {
		List<byte[]> args = begin();
		add(args, EntryFormat.id(id), EntryFormat.weight(weight), NONE, NONE);
		return change(args)[4] == 0;
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
			List<byte[]> args = begin();
			checked.subList(from, Math.min(from + CHUNK, checked.size()))
				.forEach((id) -> add(args, id, NONE, NONE, NONE));
			removed += change(args)[3];
		}
		return removed;
	}

	private List<byte[]> begin() {
		List<byte[]> args = new ArrayList<>();
		args.add(Utf8.bytes(this.settings.get().accents().name()));
		return args;
	}

	private void addPut(List<byte[]> args, IndexEntry<P> entry) {
		PrefixIndexSettings present = this.settings.get();
		byte[] id = EntryFormat.id(entry.id());
		byte[] weight = EntryFormat.weight(entry.weight());
		String form = SearchForm.ofText("term", entry.term(), EntryFormat.MAX_TERM, present.accents());
		add(args, id, weight, Utf8.bytes(form), this.format.value(entry, present.maxPayload()));
	}

	private static void add(List<byte[]> args, byte[] id, byte[] weight, byte[] form, byte[] value) {
		args.add(id);
		args.add(weight);
		args.add(form);
		args.add(value);
	}

	private long[] change(List<byte[]> args) {
		return counts(this.redis.eval(CHANGE, this.keys, args.toArray(byte[][]::new)));
	}

	private long[] counts(List<Object> reply) {
		checkFormat(!reply.isEmpty());
		return reply.stream().mapToLong(Utf8::number).toArray();
	}

	private void checkFormat(boolean same) {
		if (!same) {
			throw new IllegalStateException("Prefix index '" + this.name + "' was not stored with accents "
					+ this.settings.get().accents() + "; clear it and load it again, or give it another name");
		}
	}

	@Override
	public Optional<IndexEntry<P>> get(String id) {
		String field = new String(EntryFormat.id(id), StandardCharsets.UTF_8);
		byte[] stored = this.redis.<byte @Nullable []>call((commands) -> commands.hget(this.keys[1], field));
		return (stored != null) ? read(id, stored) : Optional.empty();
	}

	@Override
	public List<IndexEntry<P>> complete(String prefix, int n) {
		Checks.between("n", n, 1, MAX_COMPLETIONS);
		PrefixIndexSettings present = this.settings.get();
		String form = SearchForm.ofPrefix(prefix, EntryFormat.MAX_TERM, present.accents());
		List<Object> reply = this.redis.eval(COMPLETE, this.keys, Utf8.bytes(present.accents().name()),
				Utf8.bytes(form), Utf8.bytes(n));
		checkFormat(Utf8.number(reply.get(0)) == 1);
		List<IndexEntry<P>> found = new ArrayList<>(n);
		for (int i = 1; i < reply.size(); i += 2) {
			read(Utf8.text(reply.get(i)), (byte[]) reply.get(i + 1)).ifPresent(found::add);
		}
		return found;
	}

	private Optional<IndexEntry<P>> read(String id, byte[] stored) {
		try {
			return Optional.of(this.format.read(id, stored));
		}
		catch (CodecException ex) {
			this.undecodable.increment();
			logger.debug("A payload of prefix index {} cannot be read", this.name, FailureLog.describable(ex));
			return Optional.empty();
		}
	}

	@Override
	public long size() {
		Long size = this.redis.call((commands) -> commands.zcard(this.keys[0]));
		return size;
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
