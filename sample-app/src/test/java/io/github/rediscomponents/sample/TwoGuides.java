// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import org.junit.jupiter.api.AfterAll;

/**
 * Two instances of the application on one Redis and one database, for all tests of a
 * class.
 */
abstract class TwoGuides {

	static Guide one;

	static Guide two;

	static void start(Guide.Settings settings, Class<?>... more) {
		one = Guide.start(settings, more);
		two = Guide.start(settings, more);
	}

	@AfterAll
	static void stop() {
		one.close();
		two.close();
	}

}
