package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A fair lock, or one side of a read-write lock.
 *
 * @param queue its keys
 * @param kind which
 * @param commands the scripts
 */
record QueueLockKeeper(QueueKeys queue, LockKind kind, QueueCommands commands) implements QueueKeeper, LockKeeper {

	@Override
	public QueueTerms terms(long retentionMillis) {
		return new QueueTerms(this.queue.kind().permits(), true, retentionMillis);
	}

	@Override
	public int weight() {
		return (this.kind == LockKind.WRITE) ? this.queue.kind().permits() : 1;
	}

	@Override
	public @Nullable LockKeeper otherSide() {
		return switch (this.kind) {
			case READ -> new QueueLockKeeper(this.queue, LockKind.WRITE, this.commands);
			case WRITE -> new QueueLockKeeper(this.queue, LockKind.READ, this.commands);
			default -> null;
		};
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		return new QueueLockKeeper(this.queue, this.kind, this.commands.replicated(minReplicas, wait));
	}

	@Override
	public LockInfo info() {
		QueueInfo info = this.commands.info(this.queue, 1);
		if (info.holders().isEmpty()) {
			return new LockInfo(name(), Optional.empty(), info.token(), Duration.ZERO, info.waiting());
		}
		QueueInfo.Holder holder = info.holders().get(0);
		return new LockInfo(name(), Optional.of(holder.leaseId()), holder.token(),
				Duration.ofMillis(holder.leftMillis()), info.waiting());
	}

	@Override
	public boolean forceRelease() {
		return this.commands.revoke(this.queue, terms(0), QueueCommands.ALL);
	}

}
