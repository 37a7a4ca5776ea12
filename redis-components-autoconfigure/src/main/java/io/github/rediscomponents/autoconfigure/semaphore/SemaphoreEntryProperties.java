package io.github.rediscomponents.autoconfigure.semaphore;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.OnUnavailable;
import io.github.rediscomponents.lock.SemaphoreOptions;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one semaphore.
 */
public class SemaphoreEntryProperties {

	/**
	 * How many permits may be out at a moment.
	 */
	private @Nullable Integer permits;

	/**
	 * Whether nobody may pass those who wait.
	 */
	private boolean fair;

	/**
	 * Time for which a permit is held without renewal; renewed until released if not set.
	 */
	private @Nullable Duration lease;

	/**
	 * What waiting for a permit does when Redis gives no answer in time.
	 */
	private OnUnavailable onUnavailable = OnUnavailable.FAIL;

	public @Nullable Integer getPermits() {
		return this.permits;
	}

	public void setPermits(@Nullable Integer permits) {
		this.permits = permits;
	}

	public boolean isFair() {
		return this.fair;
	}

	public void setFair(boolean fair) {
		this.fair = fair;
	}

	public @Nullable Duration getLease() {
		return this.lease;
	}

	public void setLease(@Nullable Duration lease) {
		this.lease = lease;
	}

	public OnUnavailable getOnUnavailable() {
		return this.onUnavailable;
	}

	public void setOnUnavailable(OnUnavailable onUnavailable) {
		this.onUnavailable = onUnavailable;
	}

	SemaphoreOptions toOptions() {
		return new SemaphoreOptions(Checks.notNull("permits", this.permits), this.fair, this.lease, this.onUnavailable);
	}

}
