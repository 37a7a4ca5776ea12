// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Immutable settings that are swapped whole while the application runs. A reader sees the
 * old or the new settings, never a mixture.
 *
 * @param <T> an immutable type with a meaningful {@code equals}
 * @since 1.0.0
 */
public final class LiveSettings<T> implements Supplier<T> {

	private final List<Listener<T>> listeners = new CopyOnWriteArrayList<>();

	private final Lock changing = new ReentrantLock();

	private volatile T current;

	public LiveSettings(T initial) {
		this.current = initial;
	}

	@Override
	public T get() {
		return this.current;
	}

	/**
	 * Replaces the settings and then notifies the listeners, on the calling thread.
	 * @param next the new settings
	 * @return whether they differ from the old ones; nothing happens when they do not
	 */
	public boolean swap(T next) {
		this.changing.lock();
		try {
			T old = this.current;
			if (old.equals(next)) {
				return false;
			}
			this.current = next;
			this.listeners.forEach((listener) -> listener.changed().accept(old, next));
			return true;
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Registers for changes that come after this call.
	 * @param listener gets the old and the new settings; must not throw and not block
	 */
	public void onChange(BiConsumer<T, T> listener) {
		this.listeners.add(new Listener<>(new Object(), listener));
	}

	/**
	 * Like {@link #onChange(BiConsumer)}, but with one listener for each key: a listener
	 * replaces another one with an equal key, so that an instance that is opened
	 * repeatedly has one listener.
	 * @param key identifies the listener
	 * @param listener gets the old and the new settings; must not throw and not block
	 */
	public void onChange(Object key, BiConsumer<T, T> listener) {
		this.changing.lock();
		try {
			this.listeners.removeIf((known) -> known.key().equals(key));
			this.listeners.add(new Listener<>(key, listener));
		}
		finally {
			this.changing.unlock();
		}
	}

	/** Returns the number of listeners, for tests. */
	int listeners() {
		return this.listeners.size();
	}

	private record Listener<T>(Object key, BiConsumer<T, T> changed) {

	}

}
