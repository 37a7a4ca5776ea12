// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Main class of a {@link ChildJvm}. Runs the given class, and ends the JVM when the pipe
 * from the parent ends.
 */
final class ChildJvmMain {

	private static final int PARENT_GONE = 143;

	private ChildJvmMain() {
	}

	public static void main(String[] args) throws Throwable {
		InputStream fromParent = System.in;
		ForwardedInput forwarded = new ForwardedInput();
		System.setIn(forwarded);
		Thread watcher = new Thread(() -> forward(fromParent, forwarded), "parent-watcher");
		watcher.setDaemon(true);
		watcher.start();
		Method main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
		main.setAccessible(true);
		try {
			main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
		}
		catch (InvocationTargetException ex) {
			throw (ex.getCause() != null) ? ex.getCause() : ex;
		}
	}

	private static void forward(InputStream from, ForwardedInput to) {
		byte[] buffer = new byte[8192];
		try {
			for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
				to.chunks.add(ByteBuffer.wrap(Arrays.copyOf(buffer, n)));
			}
		}
		catch (IOException ex) {
			// The input of the parent is broken, which is the same as its end.
		}
		Runtime.getRuntime().halt(PARENT_GONE);
	}

	/**
	 * The input of the parent. Never full, so that the end of the parent is noticed
	 * without a reader.
	 */
	private static final class ForwardedInput extends InputStream {

		private final BlockingQueue<ByteBuffer> chunks = new LinkedBlockingQueue<>();

		private ByteBuffer current = ByteBuffer.allocate(0);

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) == 1) ? one[0] & 0xff : -1;
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			try {
				while (!this.current.hasRemaining()) {
					this.current = this.chunks.take();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IOException("Interrupted while waiting for the parent", ex);
			}
			int n = Math.min(length, this.current.remaining());
			this.current.get(target, offset, n);
			return n;
		}

		@Override
		public int available() {
			ByteBuffer next = this.current.hasRemaining() ? null : this.chunks.poll();
			if (next != null) {
				this.current = next;
			}
			return this.current.remaining();
		}

	}

}
