// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import io.github.rediscomponents.sample.data.ImportProperties;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.user.NewcomerListener;
import org.springframework.stereotype.Component;

/**
 * Welcomes the new users of a demonstration. The welcome is recorded with the user, so
 * that a stopped instance or an unavailable Redis delays it and does not prevent it.
 */
@Component
class Welcome implements NewcomerListener {

	private static final Runnable NOTHING = () -> {
	};

	private final Changes changes;

	private final ImportProperties properties;

	Welcome(Changes changes, ImportProperties properties) {
		this.changes = changes;
		this.properties = properties;
	}

	@Override
	public Runnable created(long userId) {
		if (!this.properties.enabled() || !this.properties.demoPeople()) {
			return NOTHING;
		}
		Change change = this.changes.note(WelcomeTeller.KIND, userId, userId);
		return () -> this.changes.tell(change);
	}

}
