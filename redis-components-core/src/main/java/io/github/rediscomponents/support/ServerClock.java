package io.github.rediscomponents.support;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;

/**
 * The server's clock as this process knows it: the monotonic clock plus an offset that is
 * measured now and then, so that wrong or stepping wall clocks of clients do not matter.
 * Wrong by at most half a round trip plus the drift of ten seconds.
 *
 * <p>
 * Cost: one TIME at first use and one in the background every ten seconds while it is
 * read. Only for reading what a script stamped with TIME; a script that decides reads
 * TIME itself.
 */
public final class ServerClock {

	private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final RedisPort redis;

	private final AtomicBoolean measuring = new AtomicBoolean();

	private volatile @Nullable Sample sample;

	public ServerClock(RedisPort redis) {
		this.redis = redis;
	}

	/**
	 * Milliseconds since the epoch by the server's clock.
	 * @return the estimate; by this machine's wall clock if the server could never be
	 * asked
	 */
	public long millis() {
		Sample known = this.sample;
		if (known == null) {
			known = measure();
			if (known == null) {
				return System.currentTimeMillis();
			}
		}
		long now = System.nanoTime();
		if (now - known.atNanos > MAX_AGE_NANOS && this.measuring.compareAndSet(false, true)) {
			this.redis.callAsync((commands) -> commands.time()).whenComplete((time, failure) -> {
				if (failure == null) {
					this.sample = Sample.of(time, now);
				}
				this.measuring.set(false);
			});
		}
		return known.serverMillis + TimeUnit.NANOSECONDS.toMillis(now - known.atNanos);
	}

	private @Nullable Sample measure() {
		try {
			long sent = System.nanoTime();
			List<byte[]> time = this.redis.call((commands) -> commands.time());
			Sample measured = Sample.of(time, sent);
			this.sample = measured;
			return measured;
		}
		catch (RedisComponentsException ex) {
			return null;
		}
	}

	private record Sample(long serverMillis, long atNanos) {

		static Sample of(List<byte[]> time, long sentNanos) {
			long millis = Utf8.number(time.get(0)) * 1000 + Utf8.number(time.get(1)) / 1000;
			return new Sample(millis, sentNanos + (System.nanoTime() - sentNanos) / 2);
		}

	}

}
