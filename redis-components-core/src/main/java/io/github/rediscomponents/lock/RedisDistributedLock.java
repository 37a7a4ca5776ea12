package io.github.rediscomponents.lock;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link DistributedLock} with its own scripts: what the locks of a process share.
 */
final class RedisDistributedLock implements DistributedLock {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private static final long REPEAT_MILLIS = 250;

	private final KeySpace keys;

	private final LiveSettings<LockSettings> settings;

	private final Background background;

	private final LockListener listener;

	private final LockCommands commands;

	private final Gates gates = new Gates();

	private final WakeChannel channel;

	private final Renewals renewals;

	private final ThreadLocal<Map<String, ThreadHold>> holds = ThreadLocal.withInitial(HashMap::new);

	RedisDistributedLock(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings, Background background,
			LockListener listener) {
		this.keys = keys;
		this.settings = settings;
		this.background = background;
		this.listener = new QuietListener(listener);
		this.commands = new LockCommands(redis, keys);
		this.channel = new WakeChannel(redis, this.commands.channel(), this.gates);
		this.renewals = new Renewals(this);
	}

	@Override
	public NamedLock name(String name) {
		return new RedisNamedLock(this, name, this.keys.key(LockCommands.ROOM, name));
	}

	LockSettings settings() {
		return this.settings.get();
	}

	LockListener listener() {
		return this.listener;
	}

	LockCommands commands() {
		return this.commands;
	}

	Gates gates() {
		return this.gates;
	}

	WakeChannel channel() {
		return this.channel;
	}

	Renewals renewals() {
		return this.renewals;
	}

	Background background() {
		return this.background;
	}

	/** What the current thread holds through {@link NamedLock#asLock()}, by key. */
	Map<String, ThreadHold> holds() {
		return this.holds.get();
	}

	/**
	 * Releases in the background, until Redis answers or the lease has ended by itself.
	 */
	void releaseLater(String key, String leaseId, long untilNanos) {
		this.commands.releaseAsync(key, leaseId).whenComplete((released, failure) -> {
			if (failure != null && untilNanos - System.nanoTime() > 0) {
				try {
					this.background.timer()
						.schedule(() -> releaseLater(key, leaseId, untilNanos), REPEAT_MILLIS, TimeUnit.MILLISECONDS);
				}
				catch (RejectedExecutionException ex) {
					logger.debug("Shut down before a lock was released", ex);
				}
			}
		});
	}

	@Override
	public void close() {
		this.renewals.close();
		this.channel.close();
	}

}
