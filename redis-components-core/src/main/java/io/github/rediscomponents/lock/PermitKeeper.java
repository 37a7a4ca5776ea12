package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * So many permits of a semaphore.
 *
 * @param queue its keys
 * @param options the semaphore's size and rules as they are now; never fails
 * @param permits how many
 * @param commands the scripts
 */
record PermitKeeper(QueueKeys queue, Supplier<SemaphoreOptions> options, int permits,
		QueueCommands commands) implements QueueKeeper {

	@Override
	public LockKind kind() {
		return LockKind.PERMIT;
	}

	// Nobody compares the tokens of permits, so none is remembered.
	@Override
	public QueueTerms terms(long retentionMillis) {
		SemaphoreOptions now = this.options.get();
		return new QueueTerms(now.permits(), now.fair(), 0);
	}

	@Override
	public Keeper replicated(int minReplicas, Duration wait) {
		return new PermitKeeper(this.queue, this.options, this.permits, this.commands.replicated(minReplicas, wait));
	}

	@Override
	public int weight() {
		return this.permits;
	}

}
