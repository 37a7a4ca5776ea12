package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.LuaScript;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * One cache's commands. Tells the breaker how they went.
 */
final class CacheStore {

	/** Stands for content of a wrong Redis type, which no cache can read. */
	private static final byte[] FOREIGN = {};

	private final String name;

	private final CacheEnvironment env;

	private final Generation generation;

	private final @Nullable CacheSettings fixed;

	private final String generationKey;

	private volatile Tuning tuning;

	CacheStore(String name, CacheEnvironment env, Generation generation, @Nullable CacheSettings fixed) {
		this.name = name;
		this.env = env;
		this.generation = generation;
		this.fixed = fixed;
		this.generationKey = env.keys.key("cache-generation", name);
		this.tuning = Tuning.of(env, name, fixed);
	}

	Tuning tuning() {
		Tuning known = this.tuning;
		if (known.source() != this.env.settings.get()) {
			known = Tuning.of(this.env, this.name, this.fixed);
			this.tuning = known;
		}
		return known;
	}

	/**
	 * Reads an entry: one GET, and now and then the generation in the same flush.
	 */
	byte @Nullable [] read(String text) {
		Tuning now = tuning();
		if (this.generation.isDue(now.checkEveryNanos())) {
			return readAll(List.of(text)).get(0);
		}
		String key = valueKey(text);
		try {
			byte[] found = port(now).call((commands) -> commands.get(key));
			this.env.breaker.succeeded();
			return found;
		}
		catch (RedisErrorException ex) {
			if (isWrongType(ex)) {
				return FOREIGN;
			}
			throw ex;
		}
		catch (RedisUnavailableException ex) {
			this.env.breaker.failed(key);
			throw ex;
		}
	}

	/**
	 * Reads entries, and the generation if that is due, in one flush.
	 */
	List<byte @Nullable []> readAll(Collection<String> texts) {
		this.env.events.start();
		Tuning now = tuning();
		boolean due = this.generation.isDue(now.checkEveryNanos());
		long sent = System.nanoTime();
		List<byte @Nullable []> found = inOneFlush(now, (batch) -> {
			List<CompletionStage<byte @Nullable []>> replies = new ArrayList<>(texts.size() + 1);
			for (String text : texts) {
				replies.add(batch.get(valueKey(text)).exceptionally(CacheStore::foreign));
			}
			if (due) {
				replies.add(batch.get(this.generationKey).exceptionally(CacheStore::foreign));
			}
			return replies;
		});
		if (due) {
			checkGeneration(found.get(texts.size()), sent);
		}
		return found;
	}

	/**
	 * Reads the generation if that is due; before something is stored without having read
	 * an entry.
	 */
	void ensureGeneration() {
		if (this.generation.isDue(tuning().checkEveryNanos())) {
			readAll(List.of());
		}
	}

	private void checkGeneration(byte @Nullable [] read, long sentNanos) {
		long value = Generation.parse(read);
		if (value == Generation.UNKNOWN) {
			value = eval(CacheScripts.GENERATION, new String[] { this.generationKey },
					Utf8.bytes(this.generation.known()));
		}
		this.generation.checked(value, sentNanos);
	}

	long clear() {
		this.env.events.start();
		return eval(CacheScripts.CLEAR, new String[] { this.generationKey }, Utf8.bytes(this.generation.known()),
				this.env.events.channel(), CacheEvents.cleared(this.name));
	}

	<T> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		try {
			T reply = port(tuning()).eval(script, keys, args);
			this.env.breaker.succeeded();
			return reply;
		}
		catch (RedisUnavailableException ex) {
			this.env.breaker.failed(keys[0]);
			throw ex;
		}
	}

	/**
	 * Sends without waiting for the answer.
	 */
	<T> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys, byte[]... args) {
		return port(tuning()).evalAsync(script, keys, args);
	}

	/**
	 * Runs one script for many entries in one flush.
	 */
	<T> List<T> evalAll(LuaScript<T> script, List<String[]> keys, List<byte[][]> args) {
		return inOneFlush(tuning(), (batch) -> {
			List<CompletionStage<T>> replies = new ArrayList<>(keys.size());
			for (int i = 0; i < keys.size(); i++) {
				replies.add(batch.eval(script, keys.get(i), args.get(i)));
			}
			return replies;
		});
	}

	private <T extends @Nullable Object> List<T> inOneFlush(Tuning now, BatchFiller<T> filler) {
		try {
			RedisBatch batch = port(now).batch();
			List<CompletionStage<T>> replies = filler.fill(batch);
			batch.flush();
			List<T> result = batch.await(replies);
			this.env.breaker.succeeded();
			return result;
		}
		catch (RedisUnavailableException ex) {
			this.env.breaker.failed(this.generationKey);
			throw ex;
		}
	}

	/**
	 * The first command connects, which may take longer than a command may.
	 */
	private RedisPort port(Tuning now) {
		return this.env.breaker.isUntried() ? this.env.redis : now.redis();
	}

	String valueKey(String text) {
		return this.env.keys.key("cache", this.name + ':' + text);
	}

	String leaseKey(String text) {
		return this.env.keys.key("cache-lease", this.name + ':' + text);
	}

	String[] bothKeys(String text) {
		return new String[] { valueKey(text), leaseKey(text) };
	}

	private static byte[] foreign(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (isWrongType(cause)) {
			return FOREIGN;
		}
		throw new CompletionException(cause);
	}

	private static boolean isWrongType(Throwable failure) {
		return String.valueOf(failure.getMessage()).startsWith("WRONGTYPE");
	}

	private interface BatchFiller<T extends @Nullable Object> {

		List<CompletionStage<T>> fill(RedisBatch batch);

	}

}
