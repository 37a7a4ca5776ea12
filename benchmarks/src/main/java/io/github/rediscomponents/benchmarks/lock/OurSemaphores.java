// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.OurProcess;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;

/**
 * Our semaphores.
 */
final class OurSemaphores implements Contender {

	private final OurProcess process;

	private final DistributedSemaphore semaphores;

	private final boolean fair;

	OurSemaphores(String uri, Duration lease, boolean fair) {
		this.process = new OurProcess(uri);
		this.fair = fair;
		this.semaphores = DistributedSemaphore.create(this.process.port, this.process.keys,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(lease)), this.process.background);
	}

	@Override
	public Turn turn(String name, int permits) {
		SemaphoreOptions options = SemaphoreOptions.of(permits);
		NamedSemaphore semaphore = this.semaphores.get(name, this.fair ? options.asFair() : options);
		return new Turn() {

			private @Nullable Permit permit;

			@Override
			public void take() throws InterruptedException {
				this.permit = semaphore.acquire();
			}

			@Override
			public void giveBack() {
				if (this.permit != null) {
					this.permit.close();
				}
			}

		};
	}

	@Override
	public long pendingTimers() {
		return this.process.pendingTimers();
	}

	@Override
	public void close() {
		this.semaphores.close();
		this.process.close();
	}

}
