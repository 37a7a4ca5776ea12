// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A session as it was when it was looked up.
 *
 * @param id names the session without opening it: 43 letters, digits, hyphens and
 * underscores that may be shown to its user
 * @param user the owner
 * @param device the device for which it was issued; null if none was given
 * @param attributes its attributes; immutable
 * @param begin the time of its issue, by the server's clock
 * @param end the time of its end unless it is renewed, by the server's clock
 * @since 1.0.0
 */
public record Session(String id, String user, @Nullable String device, Map<String, String> attributes, Instant begin,
		Instant end) {

	public Session {
		attributes = Map.copyOf(attributes);
	}

	/** Without the attributes' values, which need not be fit for a log. */
	@Override
	public String toString() {
		return "Session[id=" + this.id + ", user=" + this.user + ", device=" + this.device + ", attributes="
				+ this.attributes.keySet() + ", begin=" + this.begin + ", end=" + this.end + "]";
	}

}
