// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import io.github.rediscomponents.sample.crowd.UnusableGuideException;

/**
 * Something that is done to the city guide, with what has to hold then.
 */
public interface Scenario {

	/** One word, also the name of its picture. */
	String name();

	/**
	 * Does it. Makes the users, shops and sales that it needs.
	 * @param stage where
	 * @return what came of it
	 * @throws io.github.rediscomponents.sample.load.guide.UnusableGuideException if it
	 * could not be done
	 */
	Outcome run(Stage stage) throws InterruptedException;

}
