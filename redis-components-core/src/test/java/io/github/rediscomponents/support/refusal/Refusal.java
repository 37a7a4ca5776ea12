// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

/**
 * What {@link RefusedSteps} plays with.
 */
final class Refusal {

	private Refusal() {
	}

	/**
	 * One operation of an application, which it repeats when it fails.
	 *
	 * @param name of the operation
	 * @param action the operation
	 */
	record Step(String name, Concurrently.Action action) {
	}

	/** A component in use. */
	static final class Use {

		private final List<Step> steps = new ArrayList<>();

		private Concurrently.Action check = () -> {
		};

		private Concurrently.Action closing = () -> {
		};

		Use step(String name, Concurrently.Action action) {
			this.steps.add(new Step(name, action));
			return this;
		}

		/** What holds after all steps, however often each was tried. */
		Use check(Concurrently.Action holds) {
			this.check = holds;
			return this;
		}

		Use closing(Concurrently.Action ends) {
			this.closing = ends;
			return this;
		}

		List<Step> steps() {
			return this.steps;
		}

		void check() throws Exception {
			this.check.run();
		}

		void close() throws Exception {
			this.closing.run();
		}

	}

	/**
	 * What can be played.
	 *
	 * @param name of the component
	 * @param opener brings it into use
	 * @param dispensable commands without which it does its work, as its page says
	 */
	record Scene(String name, Opener opener, Set<String> dispensable) {

		/** Of a component that does its work without Redis. */
		static final String ANY = "*";

		Scene(String name, Opener opener) {
			this(name, opener, Set.of());
		}

		boolean canDoWithout(String command) {
			return this.dispensable.contains(command) || this.dispensable.contains(ANY);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	/** Brings a component into use. */
	interface Opener {

		Use open(CommandPort port, KeySpace keys, Background background) throws Exception;

	}

}
