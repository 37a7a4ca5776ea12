package io.github.rediscomponents.lock;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link DistributedLock} with its own scripts.
 */
final class RedisDistributedLock implements DistributedLock {

	private final KeySpace keys;

	private final LeaseEngine engine;

	private final LockCommands commands;

	private final QueueCommands queueCommands;

	private final ThreadLocal<Map<Keeper, ThreadHold>> holds = ThreadLocal.withInitial(HashMap::new);

	RedisDistributedLock(RedisPort redis, KeySpace keys, LiveSettings<LockSettings> settings, Background background,
			LockListener listener) {
		this.keys = keys;
		this.engine = new LeaseEngine(redis, keys, settings::get, background, listener);
		this.commands = new LockCommands(redis, this.engine.client());
		this.queueCommands = new QueueCommands(redis, this.engine.client());
	}

	@Override
	public NamedLock name(String name) {
		return new RedisNamedLock(this, new PlainKeeper(name, this.keys.key(LockCommands.ROOM, name), this.commands));
	}

	@Override
	public NamedLock fair(String name) {
		QueueKeys queue = QueueKeys.of(this.keys, LockCommands.ROOM, QueueKind.FAIR, name);
		return queued(queue, LockKind.FAIR);
	}

	@Override
	public NamedReadWriteLock readWrite(String name) {
		QueueKeys queue = QueueKeys.of(this.keys, LockCommands.ROOM, QueueKind.READ_WRITE, name);
		return new RedisReadWriteLock(name, queued(queue, LockKind.READ), queued(queue, LockKind.WRITE));
	}

	private NamedLock queued(QueueKeys queue, LockKind kind) {
		return new RedisNamedLock(this, new QueueLockKeeper(queue, kind, this.queueCommands));
	}

	@Override
	public NamedLock all(Collection<String> names) {
		return RedisMultiLock.of(this, names, this::name);
	}

	@Override
	public LockActivity activity() {
		return this.engine.activity();
	}

	LeaseEngine engine() {
		return this.engine;
	}

	/** What the current thread holds through {@link NamedLock#asLock()}. */
	Map<Keeper, ThreadHold> holds() {
		return this.holds.get();
	}

	@Override
	public void close() {
		this.engine.close();
	}

}
