// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.Set;

import io.github.rediscomponents.support.link.KeyTracking;

/**
 * Follows the tracking of keys without an effect.
 */
final class SilentTracking implements KeyTracking.Listener {

	@Override
	public void tracked(Set<String> prefixes) {
	}

	@Override
	public void changed(String node, String key) {
	}

	@Override
	public void flushed() {
	}

	@Override
	public void lost(String reason) {
	}

}
