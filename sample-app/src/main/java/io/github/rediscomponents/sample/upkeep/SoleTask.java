package io.github.rediscomponents.sample.upkeep;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Something that takes long, on a thread of its own, once at a time: whoever schedules it
 * keeps nobody waiting.
 */
public final class SoleTask implements AutoCloseable {

	private static final long PATIENCE_MILLIS = 5000;

	private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();

	private final String name;

	public SoleTask(String name) {
		this.name = name;
	}

	/**
	 * Begins, unless it is under way.
	 * @param body what to do; is interrupted by {@link #close()}
	 */
	public void begin(Runnable body) {
		Thread thread = new Thread(() -> {
			try {
				body.run();
			}
			finally {
				this.running.set(null);
			}
		}, this.name);
		thread.setDaemon(true);
		if (this.running.compareAndSet(null, thread)) {
			thread.start();
		}
	}

	/** Ends what is under way, and waits a moment for that. */
	@Override
	public void close() {
		Thread thread = this.running.get();
		if (thread != null) {
			thread.interrupt();
			try {
				thread.join(PATIENCE_MILLIS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
