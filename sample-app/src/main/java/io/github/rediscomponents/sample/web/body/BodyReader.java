// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.body;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.springframework.http.HttpStatus;

import io.github.rediscomponents.sample.web.Refused;

/**
 * Reads the body of one request within the limits of {@link BodyProperties}. Serves all
 * readers of a body: streams, forms and multipart.
 *
 * <p>
 * A body that has arrived is read immediately. A request whose body is incomplete needs
 * one of a limited number of permits, because each occupies a thread.
 */
final class BodyReader implements InputBuffer, AutoCloseable {

	private static final Duration GRACE = Duration.ofMillis(100);

	private final Request request;

	private final InputBuffer source;

	private final BodyProperties limits;

	private final Semaphore waiting;

	private final boolean multipart;

	private final long begin = System.nanoTime();

	private long received;

	private boolean permitted;

	BodyReader(Request request, BodyProperties limits, Semaphore waiting) {
		this.request = request;
		this.source = request.getInputBuffer();
		this.limits = limits;
		this.waiting = waiting;
		String type = request.getContentType();
		this.multipart = type != null && type.regionMatches(true, 0, "multipart/", 0, "multipart/".length());
		request.setInputBuffer(this);
	}

	@Override
	public int available() {
		return this.source.available();
	}

	/**
	 * Reads a part of the body. Throws no {@link IOException} for an exceeded limit,
	 * because Tomcat treats that as a closed connection.
	 * @throws Refused if a limit is exceeded
	 */
	@Override
	public int doRead(ApplicationBufferHandler handler) throws IOException {
		refuseWhatIsTooLarge(Math.max(this.received, this.request.getContentLengthLong()));
		long extension = TimeUnit.SECONDS.toNanos(this.received) / this.limits.minRate().toBytes();
		int count = read(handler, this.limits.patience().toNanos() + extension);
		refuseWhatIsTooLarge(this.received);
		return count;
	}

	private void refuseWhatIsTooLarge(long size) {
		if (!this.multipart && size > this.limits.maxSize().toBytes()) {
			throw Refused.as(HttpStatus.CONTENT_TOO_LARGE);
		}
	}

	private int read(ApplicationBufferHandler handler, long patience) throws IOException {
		awaitTurn();
		if (System.nanoTime() - this.begin > patience) {
			throw Refused.as(HttpStatus.REQUEST_TIMEOUT);
		}
		int count = this.source.doRead(handler);
		if (count > 0) {
			this.received += count;
		}
		if (count < 0 || this.received == this.request.getContentLengthLong()) {
			release();
		}
		return count;
	}

	private void awaitTurn() {
		if (!this.permitted && mayBlock()) {
			this.permitted = this.waiting.tryAcquire();
			if (!this.permitted && !arrives()) {
				throw Refused.as(HttpStatus.SERVICE_UNAVAILABLE);
			}
		}
	}

	/**
	 * Waits a moment for a body that follows its head in a packet of its own, as many
	 * clients send it. Returns whether the read may go on.
	 */
	private boolean arrives() {
		long end = System.nanoTime() + GRACE.toNanos();
		try {
			do {
				this.permitted = this.waiting.tryAcquire(GRACE.toMillis() / 20, TimeUnit.MILLISECONDS);
			}
			while (!this.permitted && mayBlock() && System.nanoTime() < end);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return this.permitted || !mayBlock();
	}

	/** Returns whether a read may block; unknown for a chunked body. */
	private boolean mayBlock() {
		if (this.request.isFinished()) {
			return false;
		}
		this.request.action(ActionCode.AVAILABLE, Boolean.TRUE);
		return this.request.getContentLengthLong() < 0 || this.request.getAvailable() == 0;
	}

	/**
	 * Reads the rest of the body, so that a client that is still sending receives the
	 * answer. Gives up when the patience is exceeded.
	 */
	void drain() {
		try {
			Discarded nowhere = new Discarded();
			while (!this.request.isFinished() && read(nowhere, this.limits.patience().toNanos()) >= 0) {
				// Discards the data.
			}
		}
		catch (IOException | Refused ex) {
			this.request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
		}
	}

	private void release() {
		if (this.permitted) {
			this.permitted = false;
			this.waiting.release();
		}
	}

	/** Restores the buffer of the connection for the next request. */
	@Override
	public void close() {
		this.request.setInputBuffer(this.source);
		release();
	}

	/** Discards all data. */
	private static final class Discarded implements ApplicationBufferHandler {

		private ByteBuffer buffer = EMPTY_BUFFER;

		@Override
		public void setByteBuffer(ByteBuffer buffer) {
			this.buffer = buffer;
		}

		@Override
		public ByteBuffer getByteBuffer() {
			return this.buffer;
		}

		@Override
		public void expand(int size) {
			// Read in place.
		}

	}

}
