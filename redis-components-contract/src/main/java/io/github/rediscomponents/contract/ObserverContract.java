// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * What the components expect of an observer: it accepts every event with every value,
 * from many threads, without an exception and without blocking. A test class of the
 * application extends this one.
 *
 * <pre>{@code
 * class SlowLoadsTests extends ObserverContract<CacheObserver> {
 *
 *     SlowLoadsTests() {
 *         super(CacheObserver.class);
 *     }
 *
 *     protected CacheObserver observer() {
 *         return new SlowLoads();
 *     }
 *
 * }
 * }</pre>
 *
 * @param <O> the type of the observer, such as {@code LockObserver}
 * @since 1.0.0
 */
public abstract class ObserverContract<O> {

	private static final int THREADS = 8;

	/** An observer that blocks needs longer; one on a busy machine does not. */
	private static final Duration BOUND = Duration.ofSeconds(30);

	private final Class<O> type;

	/**
	 * Creates the contract of one kind of observer.
	 * @param type the interface of the observer
	 */
	protected ObserverContract(Class<O> type) {
		this.type = type;
	}

	/**
	 * Returns the observer.
	 * @return the observer to test, a new one at each call
	 */
	protected abstract O observer();

	/** Every event is accepted with every combination of its values. */
	@Test
	void acceptsEveryEvent() {
		O observer = observer();
		int events = assertTimeoutPreemptively(BOUND, () -> tell(observer),
				() -> "The observer blocks the threads of the components");
		assertTrue(events > 0, () -> this.type + " has no event");
	}

	/** Events are told by the threads on which they happen. */
	@Test
	void isSafeForThreads() {
		O observer = observer();
		assertTimeoutPreemptively(BOUND, () -> Threads.run(THREADS, () -> tell(observer)),
				() -> "The observer blocks the threads of the components");
	}

	private int tell(O observer) {
		return Events.each(this.type, (event, values) -> call(observer, event, values));
	}

	private static void call(Object observer, Method event, List<Object> values) {
		try {
			event.invoke(observer, values.toArray());
		}
		catch (InvocationTargetException ex) {
			fail("The observer throws at " + event.getName() + values, ex.getTargetException());
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(event.toString(), ex);
		}
	}

}
