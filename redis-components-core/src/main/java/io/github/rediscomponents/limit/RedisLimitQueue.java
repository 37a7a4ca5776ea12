// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.limit.LimitQueueStore.Element;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;

/**
 * {@link LimitQueue} that turns values into bytes for a {@link LimitQueueStore}.
 *
 * @param <T> the type of the elements
 */
final class RedisLimitQueue<T> implements LimitQueue<T> {

	private static final Logger logger = LoggerFactory.getLogger(RedisLimitQueue.class);

	private static final int MAX_KEY = 512;

	private final LimitQueueStore store;

	private final ValueCodec<T> codec;

	private final LongAdder undecodable;

	private final @Nullable Function<? super T, String> businessKeys;

	RedisLimitQueue(LimitQueueStore store, ValueCodec<T> codec) {
		this(store, codec, new LongAdder(), null);
	}

	private RedisLimitQueue(LimitQueueStore store, ValueCodec<T> codec, LongAdder undecodable,
			@Nullable Function<? super T, String> businessKeys) {
		this.store = store;
		this.codec = codec;
		this.undecodable = undecodable;
		this.businessKeys = businessKeys;
	}

	@Override
	public OfferResult offer(T value) {
		LimitQueueSettings settings = this.store.settings();
		return this.store.offer(List.of(element(value, settings)), settings);
	}

	@Override
	public OfferResult offer(String businessKey, T value) {
		Checks.hasLength("businessKey", businessKey, MAX_KEY);
		LimitQueueSettings settings = this.store.settings();
		if (settings.dedupe() != Dedupe.KEY) {
			throw new IllegalStateException(
					"Limit queue '" + name() + "' does not deduplicate by business key: set its dedupe to 'key'");
		}
		return this.store.offer(List.of(element(value, businessKey, settings)), settings);
	}

	@Override
	public OfferResult offerAll(Collection<? extends T> values) {
		Checks.notNull("values", values);
		LimitQueueSettings settings = this.store.settings();
		List<Element> elements = new ArrayList<>(values.size());
		values.forEach((value) -> elements.add(element(value, settings)));
		return this.store.offer(elements, settings);
	}

	private Element element(T value, LimitQueueSettings settings) {
		Checks.notNull("value", value);
		if (settings.dedupe() != Dedupe.KEY) {
			return element(value, null, settings);
		}
		if (this.businessKeys == null) {
			throw new IllegalStateException("Limit queue '" + name()
					+ "' deduplicates by business key: offer with a key, or through keyedBy(...)");
		}
		return element(value, Checks.hasLength("businessKey", this.businessKeys.apply(value), MAX_KEY), settings);
	}

	private Element element(T value, @Nullable String businessKey, LimitQueueSettings settings) {
		return this.store.element(this.codec.encode(Checks.notNull("value", value)), businessKey, settings.dedupe());
	}

	@Override
	public List<T> newest(int n) {
		Checks.between("n", n, 1, Integer.MAX_VALUE);
		List<byte[]> found = this.store.newest(n);
		List<T> values = new ArrayList<>(found.size());
		found.forEach((bytes) -> decode(bytes).ifPresent(values::add));
		return values;
	}

	@Override
	public List<T> list() {
		return newest(LimitQueueSettings.MAX_LENGTH);
	}

	@Override
	public Optional<T> poll() {
		while (true) {
			byte[] bytes = this.store.poll();
			if (bytes == null) {
				return Optional.empty();
			}
			Optional<T> value = decode(bytes);
			if (value.isPresent()) {
				return value;
			}
		}
	}

	private Optional<T> decode(byte[] bytes) {
		try {
			return Optional.of(CodecCalls.decode(this.codec, bytes));
		}
		catch (CodecException ex) {
			this.undecodable.increment();
			FailureLog.debug(logger, ex, "An element of limit queue {} cannot be read", name());
			return Optional.empty();
		}
	}

	@Override
	public boolean remove(T value) {
		return this.store.remove(this.codec.encode(Checks.notNull("value", value)));
	}

	@Override
	public long size() {
		return this.store.size();
	}

	@Override
	public int length() {
		return this.store.length();
	}

	@Override
	public void clear() {
		this.store.clear();
	}

	@Override
	public LimitQueue<T> keyedBy(Function<? super T, String> businessKey) {
		return new RedisLimitQueue<>(this.store, this.codec, this.undecodable,
				Checks.notNull("businessKey", businessKey));
	}

	@Override
	public long undecodable() {
		return this.undecodable.sum();
	}

	@Override
	public String name() {
		return this.store.name();
	}

}
