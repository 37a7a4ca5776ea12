// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Begins the spans of what takes time in the components of one Redis: waits, loads and
 * publications. Nothing is begun as long as nobody uses them.
 *
 * @since 1.0.0
 */
public final class Spans {

	private volatile @Nullable Starter starter;

	/**
	 * Begins the spans from now on.
	 * @param used begins them
	 */
	public void use(Starter used) {
		this.starter = used;
	}

	/**
	 * Begins a span on the calling thread.
	 * @param work what begins
	 * @param kind the kind of the resource, one of a few
	 * @param name the name of the resource
	 * @return the span, which has to be closed; one that does nothing if nobody wants it
	 */
	public Span begin(Work work, String kind, String name) {
		Starter known = this.starter;
		return (known != null) ? known.begin(work, kind, name) : Span.NONE;
	}

	/** What takes time. */
	public enum Work {

		/** A thread waits for a lock. */
		LOCK_WAIT,

		/** A thread waits for permits. */
		SEMAPHORE_WAIT,

		/** A thread waits for the moment of its reservation. */
		RATE_LIMIT_WAIT,

		/** A loader of a cache runs. */
		CACHE_LOAD,

		/** Messages are published to a work queue. */
		QUEUE_PUBLISH

	}

	/** Begins spans. */
	@FunctionalInterface
	public interface Starter {

		/**
		 * Begins a span on the calling thread. Must not throw.
		 * @param work what begins
		 * @param kind the kind of the resource, one of a few
		 * @param name the name of the resource
		 * @return the span
		 */
		Span begin(Work work, String kind, String name);

	}

	/** A span that has begun. No method throws. */
	public interface Span extends AutoCloseable {

		/** Does nothing. */
		Span NONE = new Span() {
		};

		/**
		 * Returns what a message carries to those who handle it, such as the context of
		 * the trace.
		 * @return names with values; empty for nothing
		 */
		default Map<String, String> headers() {
			return Map.of();
		}

		/**
		 * Says how it ended.
		 * @param outcome one of a few
		 */
		default void outcome(String outcome) {
		}

		/**
		 * Says that it failed.
		 * @param failure why
		 */
		default void error(Throwable failure) {
		}

		/** The calling thread goes on with something else; the span has not ended. */
		default void leave() {
		}

		/** Ends the span. */
		@Override
		default void close() {
		}

	}

}
