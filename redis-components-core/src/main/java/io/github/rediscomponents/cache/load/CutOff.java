// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;

/**
 * A load on a worker that is interrupted when it takes too long. The interrupt does not
 * outlive it: the worker takes no other work before it was delivered.
 *
 * @since 1.0.0
 */
public final class CutOff extends FutureTask<@Nullable Void> {

	private volatile @Nullable Throwable thrown;

	private CutOff(Runnable load) {
		super(load, null);
	}

	/**
	 * Starts a load. Throws what the executors throw if it cannot; nothing runs then.
	 * @param most how long it may take
	 * @param load the load
	 * @param cut runs just before the load is interrupted; must not block
	 * @param end runs on the worker when the load is over, also one that was interrupted
	 */
	public static void start(Background background, Duration most, Runnable load, Runnable cut, Runnable end) {
		CutOff task = new CutOff(load);
		Future<?> timer = background.timer().schedule(() -> task.cut(cut), most.toNanos(), TimeUnit.NANOSECONDS);
		boolean started = false;
		try {
			background.workers().execute(() -> task.run(timer, end));
			started = true;
		}
		finally {
			if (!started) {
				timer.cancel(false);
			}
		}
	}

	private void cut(Runnable cut) {
		if (!isDone()) {
			cut.run();
			cancel(true);
		}
	}

	private void run(Future<?> timer, Runnable end) {
		try {
			run();
		}
		finally {
			timer.cancel(false);
			end.run();
		}
		if (this.thrown instanceof Error error) {
			throw error;
		}
	}

	@Override
	protected void setException(Throwable ex) {
		this.thrown = ex;
		super.setException(ex);
	}

}
