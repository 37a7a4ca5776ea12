package io.github.rediscomponents.lock;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a listener that fails from breaking what it listens to.
 */
final class QuietListener implements LockListener {

	private static final Logger logger = LoggerFactory.getLogger(LockListener.class);

	private final LockListener listener;

	QuietListener(LockListener listener) {
		this.listener = listener;
	}

	@Override
	public void acquired(Lease lease, long waitedNanos) {
		try {
			this.listener.acquired(lease, waitedNanos);
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	@Override
	public void notAcquired(String name, long waitedNanos) {
		try {
			this.listener.notAcquired(name, waitedNanos);
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	@Override
	public void released(Lease lease, ReleaseResult result, long heldNanos) {
		try {
			this.listener.released(lease, result, heldNanos);
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	@Override
	public void lost(Lease lease, LossReason reason) {
		try {
			this.listener.lost(lease, reason);
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	@Override
	public void renewalFailed(Lease lease, Duration remaining) {
		try {
			this.listener.renewalFailed(lease, remaining);
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	private static void failed(Throwable failure) {
		try {
			logger.warn("A lock listener failed", failure);
		}
		catch (Throwable ex) {
			// Its methods may fail as well.
			logger.warn("A lock listener failed with {}, which cannot be logged", failure.getClass().getName());
		}
	}

}
