// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.database;

import io.github.rediscomponents.sample.fixture.Guide;

/**
 * The embedded database.
 */
class H2DatabaseTests extends DatabaseContract {

	@Override
	Guide.Settings settings() {
		return new Guide.Settings();
	}

}
