// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.bus.Announcement;
import io.github.rediscomponents.cache.bus.CacheBus;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.node.Breaker;
import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one cache. Reports their success to the breakers.
 */
public final class CacheStore {

	private final String name;

	private final CacheEnvironment env;

	private final Generation generation;

	private final @Nullable CacheSettings fixed;

	private final CacheReport report;

	private final String generationKey;

	private final OutdatedEntries outdated;

	private volatile Tuning tuning;

	public CacheStore(String name, CacheEnvironment env, Generation generation, @Nullable CacheSettings fixed,
			CacheReport report) {
		this.report = report;
		this.name = name;
		this.env = env;
		this.generation = generation;
		this.fixed = fixed;
		this.generationKey = env.keys.key("cache-generation", name);
		this.outdated = new OutdatedEntries(env.outbox.of(name));
		this.tuning = Tuning.of(env, name, fixed);
	}

	public String name() {
		return this.name;
	}

	public String generationKey() {
		return this.generationKey;
	}

	public Tuning tuning() {
		Tuning known = this.tuning;
		if (known.source() != this.env.settings.get()) {
			known = Tuning.of(this.env, this.name, this.fixed);
			this.tuning = known;
		}
		return known;
	}

	public CacheSettings settings() {
		return tuning().settings();
	}

	/**
	 * Returns whether the node of an entry answers, as far as this process knows.
	 */
	public boolean isWell(String text) {
		return !this.env.breakers.of(valueKey(text)).isOpen();
	}

	/**
	 * Reads an entry: one GET, and now and then the generation in the same flush.
	 * @param onlyWell whether to leave a node alone that does not answer
	 */
	public Reply<byte[]> read(String text, boolean onlyWell) {
		Reply<byte[]> withheld = withheld(text, onlyWell);
		if (withheld != null) {
			return withheld;
		}
		Tuning now = tuning();
		if (this.generation.isDue(now.checkEveryNanos())) {
			return readEach(List.of(text), onlyWell).get(0);
		}
		String key = valueKey(text);
		Breaker breaker = this.env.breakers.of(key);
		if (onlyWell && breaker.isOpen()) {
			return Reply.leftAlone();
		}
		try {
			byte[] found = port(now).call((commands) -> commands.get(key));
			this.env.breakers.succeeded(breaker);
			return Reply.of(found);
		}
		catch (RedisComponentsException ex) {
			return failed(breaker, key, ex);
		}
	}

	/**
	 * Returns the reply in place of an entry that must not be read.
	 * @return null if it may be read
	 */
	public @Nullable Reply<byte[]> withheld(String text, boolean onlyWell) {
		return this.outdated.contains(text) ? this.outdated.reply(onlyWell) : null;
	}

	/**
	 * Returns what the failure of a single read means, and tells the breaker.
	 */
	public Reply<byte[]> failed(Breaker breaker, String key, RedisComponentsException failure) {
		if (failure instanceof RedisUnavailableException unavailable) {
			breaker.failed(key, timeout(), unavailable);
			return Reply.failed(failure);
		}
		this.env.breakers.succeeded(breaker);
		return WrongType.is(failure) ? Reply.of(WrongType.CONTENT) : Reply.failed(failure);
	}

	/**
	 * Reads entries, and the generation if that is due, in one flush. A generation that
	 * cannot be read fails nothing.
	 * @param texts whose entries
	 * @param onlyWell whether to leave nodes alone that do not answer
	 */
	public List<Reply<byte[]>> readAll(List<String> texts, boolean onlyWell) {
		return this.outdated.readOthers(texts, onlyWell, (valid) -> readEach(valid, onlyWell));
	}

	private List<Reply<byte[]>> readEach(List<String> texts, boolean onlyWell) {
		this.env.bus.start();
		boolean due = this.generation.isDue(tuning().checkEveryNanos())
				&& !this.env.breakers.of(this.generationKey).isOpen();
		List<String> keys = new ArrayList<>(texts.size() + 1);
		texts.forEach((text) -> keys.add(valueKey(text)));
		if (due) {
			keys.add(this.generationKey);
		}
		long sent = System.nanoTime();
		List<Reply<byte[]>> replies = get(keys, onlyWell);
		if (!due) {
			return replies;
		}
		try {
			checkGeneration(replies.get(texts.size()), sent);
		}
		catch (RedisComponentsException ex) {
			this.report.goesOnWithout(ex);
		}
		return replies.subList(0, texts.size());
	}

	private List<Reply<byte[]>> get(List<String> keys, boolean onlyWell) {
		return send(keys, onlyWell, (batch, index) -> batch.get(keys.get(index)).exceptionally(WrongType::recovered));
	}

	/**
	 * Reads the generation if that is due; before something is stored without having read
	 * an entry.
	 */
	public void ensureGeneration() {
		if (this.generation.isDue(tuning().checkEveryNanos()) && !refreshGeneration()
				&& this.generation.known() == Generation.UNKNOWN) {
			readGeneration();
		}
	}

	/**
	 * Reads the generation now.
	 * @return whether that succeeded
	 */
	public boolean refreshGeneration() {
		if (this.env.breakers.of(this.generationKey).isOpen()) {
			return false;
		}
		try {
			readGeneration();
			return true;
		}
		catch (RedisComponentsException ex) {
			this.report.goesOnWithout(ex);
			return false;
		}
	}

	private void readGeneration() {
		this.env.bus.start();
		long sent = System.nanoTime();
		checkGeneration(get(List.of(this.generationKey), false).get(0), sent);
	}

	private void checkGeneration(Reply<byte[]> read, long sentNanos) {
		if (read.failure() != null) {
			throw read.failure();
		}
		long value = Generation.parse(read.value());
		if (isBehind(value)) {
			value = eval(CacheScripts.GENERATION, new String[] { this.generationKey },
					Utf8.bytes(this.generation.known()));
		}
		this.generation.checked(value, sentNanos);
	}

	/**
	 * Returns whether the key of the generation has lost what this process knows of it.
	 */
	public boolean isBehind(long read) {
		return read < this.generation.known() || read == Generation.UNKNOWN;
	}

	public long clear() {
		this.env.bus.start();
		try (Announcement announcement = announce(1)) {
			return eval(CacheScripts.CLEAR, new String[] { this.generationKey }, clearArgs(announcement));
		}
	}

	public byte[][] clearArgs(Announcement announcement) {
		return new byte[][] { Utf8.bytes(this.generation.known()), this.env.bus.channel(),
				announcement.cleared(this.name) };
	}

	/**
	 * Deletes an entry and takes its lease away.
	 * @return whether there was an entry, of any generation
	 */
	public boolean invalidate(String text) {
		try (Announcement announcement = announce(1)) {
			return 1 == eval(CacheScripts.INVALIDATE, bothKeys(text), invalidateArgs(text, announcement, 0));
		}
	}

	/**
	 * Does the same for many, in one flush.
	 */
	public List<Reply<Long>> invalidateAll(List<String> texts) {
		return invalidateAll(texts, false);
	}

	/**
	 * Does the same again, for those whose nodes answer.
	 */
	public List<Reply<Long>> replay(List<String> texts) {
		return invalidateAll(texts, true);
	}

	private List<Reply<Long>> invalidateAll(List<String> texts, boolean onlyWell) {
		try (Announcement announcement = announce(texts.size())) {
			List<byte[][]> args = new ArrayList<>(texts.size());
			for (int i = 0; i < texts.size(); i++) {
				args.add(invalidateArgs(texts.get(i), announcement, i));
			}
			return evalAll(CacheScripts.INVALIDATE, texts, args, onlyWell, null);
		}
	}

	public byte[][] invalidateArgs(String text, Announcement announcement, int index) {
		return new byte[][] { this.env.bus.channel(), CacheBus.voided(this.name, text),
				announcement.voided(this.name, text, index), Utf8.bytes(settings().writing().fence().toMillis()) };
	}

	/**
	 * Stores values that were given, in one flush.
	 * @param args as {@link EntryWriter} makes them
	 */
	public List<Reply<Long>> putAll(List<String> texts, List<byte[][]> args) {
		try (Announcement announcement = announce(texts.size())) {
			for (int i = 0; i < texts.size(); i++) {
				EntryWriter.announce(args.get(i), announcement.voided(this.name, texts.get(i), i));
			}
			return evalAll(CacheScripts.FILL, texts, args, false, null);
		}
	}

	/**
	 * Stores a value that was given.
	 */
	public void put(String text, byte[][] args) {
		try (Announcement announcement = announce(1)) {
			EntryWriter.announce(args, announcement.voided(this.name, text, 0));
			eval(CacheScripts.FILL, bothKeys(text), args);
		}
	}

	public Announcement announce(int messages) {
		return this.env.bus.announce(settings().local().broadcast(), messages);
	}

	/**
	 * Reads the generation in the background, for what is served without reading entries.
	 */
	public void checkGenerationLater() {
		if (this.env.breakers.of(this.generationKey).isOpen()) {
			return;
		}
		long sent = System.nanoTime();
		port(tuning()).callAsync((commands) -> commands.get(this.generationKey)).whenComplete((read, failure) -> {
			long value = (failure == null) ? Generation.parse(read) : Generation.UNKNOWN;
			if (value != Generation.UNKNOWN && value >= this.generation.known()) {
				this.generation.checked(value, sent);
			}
			else if (failure == null) {
				this.env.background.workers().execute(this::refreshGeneration);
			}
		});
	}

	public <T> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		Breaker breaker = this.env.breakers.of(keys[0]);
		CommandPort port = port(tuning());
		try {
			T reply = port.eval(script, keys, args);
			this.env.breakers.succeeded(breaker);
			return reply;
		}
		catch (RedisUnavailableException ex) {
			breaker.failed(keys[0], timeout(), ex);
			throw ex;
		}
	}

	/**
	 * Sends without waiting for the answer.
	 */
	public <T> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys, byte[]... args) {
		return port(tuning()).evalAsync(script, keys, args);
	}

	/**
	 * Runs one script for many entries, and perhaps one more, in one flush.
	 * @param texts whose entries
	 * @param onlyWell whether to leave nodes alone that do not answer
	 * @param beside the other one, whose reply is the last; null for none
	 */
	public <T> List<Reply<T>> evalAll(LuaScript<T> script, List<String> texts, List<byte[][]> args, boolean onlyWell,
			@Nullable Beside<T> beside) {
		EntryScripts<T> scripts = EntryScripts.of(script, texts.stream().map(this::bothKeys).toList(), args, beside);
		return send(scripts.keys(), onlyWell, scripts.command());
	}

	private <T> List<Reply<T>> send(List<String> keys, boolean onlyWell, BatchCommand<T> command) {
		return this.env.breakers.send(port(tuning(), keys.size()), keys, onlyWell, timeout(), command);
	}

	/**
	 * The first command connects; it has the time of the port.
	 */
	public CommandPort port(Tuning now) {
		return this.env.breakers.isUntried() ? this.env.redis : now.redis();
	}

	/**
	 * Commands that go out together may take longer than one.
	 */
	public CommandPort port(Tuning now, int commands) {
		CommandPort port = port(now);
		int together = Math.min(commands, RedisBatch.CHUNK_COMMANDS);
		return (together > 1) ? port.withTimeout(port.timeout().plusMillis(together)) : port;
	}

	public Duration timeout() {
		return settings().commandTimeout();
	}

	public String valueKey(String text) {
		return this.env.keys.key("cache", this.name + ':' + text);
	}

	public String leaseKey(String text) {
		return this.env.keys.key("cache-lease", this.name + ':' + text);
	}

	public String[] bothKeys(String text) {
		return new String[] { valueKey(text), leaseKey(text) };
	}

}
