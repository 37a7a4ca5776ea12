// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Map;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A component with a known number of items.
 *
 * @param component as in the table of keys
 * @param items how many of each kind, in the words of the table
 * @param scene puts them there and has them looked at
 */
record FilledRoom(String component, Map<String, Integer> items, Scene scene) {

	FilledRoom(String component, Map<String, Integer> items, Fill fill) {
		this(component, items, (env, look) -> {
			fill.run(env);
			look.run();
		});
	}

	@Override
	public String toString() {
		return this.component;
	}

	/** Puts items into a component that is made for it. */
	interface Fill {

		void run(Env env) throws Exception;

	}

	/** What is only there for a while is looked at meanwhile. */
	interface Scene {

		void run(Env env, Runnable look) throws Exception;

	}

	/**
	 * What components are made of.
	 *
	 * @param redis where they live
	 * @param keys names their keys
	 * @param background their threads
	 */
	record Env(CommandPort redis, KeySpace keys, Background background) {

	}

}
