// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

/**
 * What {@link EvictionCampaignTests} plays with.
 */
public final class Eviction {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private Eviction() {
	}

	/** Waits for what comes soon. */
	static void await(Callable<Boolean> condition) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(condition);
	}

	/** What a component says when a key is lost. */
	public enum Answer {

		/** As if nothing was lost. */
		RIGHT,

		/** That it does not know. */
		UNKNOWN,

		/** As if what was lost had never been, which the page of the component says. */
		LESS,

		/** Something else. */
		WRONG;

		static Answer lessIf(boolean less) {
			return less ? LESS : WRONG;
		}

		/** What two of one component say together. */
		Answer and(Answer other) {
			return (compareTo(other) > 0) ? this : other;
		}

	}

	/**
	 * A component in use.
	 *
	 * @param bringing brings in what the application has
	 * @param asking asks for it
	 * @param closing ends its use
	 */
	public record Act(Concurrently.Action bringing, Callable<Answer> asking, Concurrently.Action closing) {

		public Act(Concurrently.Action bringing, Callable<Answer> asking) {
			this(bringing, asking, () -> {
			});
		}

		public Answer ask() throws Exception {
			return this.asking.call();
		}

		public void bringIn() throws Exception {
			this.bringing.run();
		}

	}

	/**
	 * A component in use, with keys of its own.
	 *
	 * @param prefix of its keys
	 * @param act the component
	 */
	record Stage(String prefix, Act act) implements AutoCloseable {

		@Override
		public void close() throws Exception {
			this.act.closing().run();
		}

	}

	/**
	 * What can be played.
	 *
	 * @param name of the component
	 * @param opener makes it
	 * @param robust whether it has no key whose loss alone can be noticed
	 */
	public record Scene(String name, Opener opener, boolean robust) {

		public Scene(String name, Opener opener) {
			this(name, opener, false);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	/** Makes a component. */
	public interface Opener {

		Act open(CommandPort port, KeySpace keys, Background background) throws Exception;

	}

}
