// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * One client's connection through a {@link RedisProxy}: in each direction a thread that
 * reads and notes when, and one that writes when it is time.
 */
final class ProxyConnection {

	private static final int CONNECT_MILLIS = 5_000;

	private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final Socket client;

	private final Socket server = new Socket();

	private final ProxyFaults faults;

	private final Consumer<ProxyConnection> onClose;

	private final AtomicBoolean closed = new AtomicBoolean();

	private final RequestScan requests = new RequestScan();

	private final Direction upstream = new Direction(false);

	private final Direction downstream = new Direction(true);

	ProxyConnection(Socket client, ProxyFaults faults, Consumer<ProxyConnection> onClose) {
		this.client = client;
		this.faults = faults;
		this.onClose = onClose;
	}

	void open(InetSocketAddress target, int port) {
		try {
			this.server.connect(target, CONNECT_MILLIS);
			this.client.setTcpNoDelay(true);
			this.server.setTcpNoDelay(true);
		}
		catch (IOException ex) {
			close();
			return;
		}
		this.upstream.start(this.client, this.server, "redis-proxy-" + port + "-up");
		this.downstream.start(this.server, this.client, "redis-proxy-" + port + "-down");
	}

	void close() {
		if (this.closed.compareAndSet(false, true)) {
			closeQuietly(this.client);
			closeQuietly(this.server);
			// Wakes the writers, also those that wait for a thaw.
			this.upstream.interrupt();
			this.downstream.interrupt();
			this.onClose.accept(this);
		}
	}

	/**
	 * Returns whether no reply seems to be pending but that of a command that blocks.
	 */
	boolean isQuiet() {
		long request = this.upstream.silentNanos();
		long reply = this.downstream.silentNanos();
		return Math.min(request, reply) > SILENCE_NANOS && (reply < request || this.requests.isBlocked());
	}

	private static void closeQuietly(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is of no use any more either way.
		}
	}

	/**
	 * Bytes on their way.
	 *
	 * @param bytes the bytes, none for the end of the stream
	 * @param due when to deliver them, in terms of {@link System#nanoTime()}
	 */
	private record Chunk(byte[] bytes, long due) {

	}

	/**
	 * The way from one side to the other.
	 */
	private final class Direction {

		private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();

		private final boolean carriesReplies;

		private final AtomicBoolean interrupted = new AtomicBoolean();

		private volatile @Nullable Thread writer;

		private final AtomicInteger underWay = new AtomicInteger();

		private volatile long passedNanos = System.nanoTime();

		Direction(boolean carriesReplies) {
			this.carriesReplies = carriesReplies;
		}

		void start(Socket from, Socket to, String name) {
			Thread thread = RedisProxy.daemon(name + "-write", () -> write(to));
			this.writer = thread;
			if (this.interrupted.get()) {
				thread.interrupt();
			}
			RedisProxy.daemon(name + "-read", () -> read(from));
		}

		void interrupt() {
			this.interrupted.set(true);
			Thread thread = this.writer;
			if (thread != null) {
				thread.interrupt();
			}
		}

		/** Since when nothing has passed; 0 while something is under way. */
		long silentNanos() {
			return (this.underWay.get() > 0) ? 0 : System.nanoTime() - this.passedNanos;
		}

		private void read(Socket from) {
			byte[] buffer = new byte[1 << 16];
			try {
				InputStream in = from.getInputStream();
				for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
					add(Arrays.copyOf(buffer, n));
				}
			}
			catch (IOException ex) {
				// Reset: for the other side the same as closed.
			}
			add(new byte[0]);
		}

		private void add(byte[] bytes) {
			this.underWay.incrementAndGet();
			this.chunks.add(new Chunk(bytes, System.nanoTime() + ProxyConnection.this.faults.delay().toNanos()));
		}

		private void write(Socket to) {
			ProxyFaults faults = ProxyConnection.this.faults;
			try {
				while (true) {
					Chunk chunk = this.chunks.take();
					TimeUnit.NANOSECONDS.sleep(chunk.due() - System.nanoTime());
					faults.awaitThaw();
					if (chunk.bytes().length == 0 || (this.carriesReplies && faults.takeSwallow())) {
						break;
					}
					if (this.carriesReplies) {
						ProxyConnection.this.requests.replied();
					}
					else {
						ProxyConnection.this.requests.add(chunk.bytes());
					}
					// Before the write, so that what answers it has passed later.
					this.passedNanos = System.nanoTime();
					to.getOutputStream().write(chunk.bytes());
					this.underWay.decrementAndGet();
				}
			}
			catch (IOException ex) {
				// The other side is gone.
			}
			catch (InterruptedException ex) {
				// Closed.
			}
			close();
		}

	}

}
