// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.rediscomponents.lease.Acquisition;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.support.Checks;

/**
 * {@link NamedSemaphore} on the shared parts.
 */
final class RedisNamedSemaphore implements NamedSemaphore {

	private final LeaseEngine engine;

	private final QueueKeys queue;

	private final QueueCommands commands;

	private final Supplier<SemaphoreOptions> options;

	private final Supplier<SemaphoreOptions> known;

	/**
	 * Creates a view.
	 * @param options the size and rules for a call that begins; fails if there are none
	 * @param known the size and rules of started acquisitions; never fails
	 */
	RedisNamedSemaphore(LeaseEngine engine, QueueKeys queue, QueueCommands commands, Supplier<SemaphoreOptions> options,
			Supplier<SemaphoreOptions> known) {
		this.engine = engine;
		this.queue = queue;
		this.commands = commands;
		this.options = options;
		this.known = known;
	}

	@Override
	public String name() {
		return this.queue.name();
	}

	@Override
	public Permit acquire() throws InterruptedException {
		return block(acquisition(1, LockOptions.defaults()))
			.orElseThrow(() -> new IllegalStateException("Waiting without limit ended without a permit"));
	}

	@Override
	public Optional<Permit> tryAcquire() {
		return Optional.ofNullable(acquisition(1, LockOptions.noWait()).blockUninterruptibly()).map(RedisPermit::new);
	}

	@Override
	public Optional<Permit> tryAcquire(int permits, Duration wait) throws InterruptedException {
		return block(acquisition(permits, waiting(wait)));
	}

	@Override
	public CompletionStage<Optional<Permit>> tryAcquireAsync(int permits, Duration wait) {
		return this.engine.deliver(acquisition(permits, waiting(wait)), RedisPermit::new);
	}

	private static Optional<Permit> block(Acquisition acquisition) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		return Optional.ofNullable(acquisition.block()).map(RedisPermit::new);
	}

	private static LockOptions waiting(Duration wait) {
		return LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait));
	}

	private Acquisition acquisition(int permits, LockOptions wait) {
		SemaphoreOptions now = this.options.get();
		Checks.between("permits", permits, 1, now.permits());
		LockOptions terms = wait.withOnUnavailable(now.onUnavailable());
		terms = (now.lease() != null) ? terms.withLease(now.lease()) : terms;
		return new Acquisition(this.engine, keeper(permits), terms, null);
	}

	private PermitKeeper keeper(int permits) {
		return new PermitKeeper(this.queue, this.known, permits, this.commands);
	}

	@Override
	public int available() {
		int size = this.options.get().permits();
		return Math.max(0, size - this.commands.info(this.queue, 0).used());
	}

	@Override
	public List<PermitInfo> holders() {
		return this.commands.holders(this.queue)
			.stream()
			.map((holder) -> new PermitInfo(holder.leaseId(), QueueCommands.permits(holder.leaseId()),
					Duration.ofNanos(holder.ageMicros() * 1000), Duration.ofMillis(holder.leftMillis())))
			.toList();
	}

	@Override
	public boolean revoke(String permitId) {
		Checks.hasText("permitId", permitId);
		boolean held = this.commands.revoke(this.queue, keeper(1).terms(0), permitId);
		if (held) {
			this.engine.renewals()
				.of(this.queue.key())
				.stream()
				.filter((lease) -> lease.id().equals(permitId))
				.forEach((lease) -> lease.lose(LossReason.REMOVED));
		}
		return held;
	}

	@Override
	public String toString() {
		return "NamedSemaphore[" + name() + ']';
	}

}
