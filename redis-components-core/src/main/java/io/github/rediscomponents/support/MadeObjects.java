// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects that are made when they are first requested, one of each type, and closed
 * together, the last one first. Making one may request others.
 *
 * @since 1.0.0
 */
public final class MadeObjects implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(MadeObjects.class);

	private final String owner;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<Class<?>, Object> made = new HashMap<>();

	private final Deque<AutoCloseable> closeables = new ArrayDeque<>();

	private boolean closed;

	/**
	 * Creates an empty collection.
	 * @param owner what refuses requests after {@link #close()}, for the message
	 */
	public MadeObjects(String owner) {
		this.owner = owner;
	}

	/**
	 * Adds an object that is closed after those that are made later.
	 * @param closeable the object
	 */
	public void add(AutoCloseable closeable) {
		this.lock.lock();
		try {
			this.closeables.push(closeable);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the object of a type, made if need be.
	 * @param type its type
	 * @param maker makes it
	 * @param <C> its type
	 * @return the same object at each call
	 * @throws IllegalStateException if it was not made before {@link #close()}
	 */
	public <C> C get(Class<C> type, Supplier<? extends C> maker) {
		this.lock.lock();
		try {
			Object known = this.made.get(type);
			if (known != null) {
				return type.cast(known);
			}
			if (this.closed) {
				throw new IllegalStateException(this.owner + " is closed");
			}
			C object = maker.get();
			this.made.put(type, object);
			if (object instanceof AutoCloseable closeable) {
				this.closeables.push(closeable);
			}
			return object;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the objects that were made.
	 * @param type the type that they have
	 * @param <C> the type
	 * @return those of that type at this moment
	 */
	public <C> List<C> all(Class<C> type) {
		this.lock.lock();
		try {
			return this.made.values().stream().filter(type::isInstance).<C>map(type::cast).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			while (!this.closeables.isEmpty()) {
				close(this.closeables.pop());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** One that cannot be closed does not keep the others from it. */
	private static void close(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception | Error ex) {
			FailureLog.warnOnce(logger, ex, "Cannot close {}", closeable.getClass().getName());
		}
	}

}
