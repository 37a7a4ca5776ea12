package io.github.rediscomponents.session;

import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A session as it was when it was looked up.
 *
 * @param id names the session without opening it: 43 letters, digits, hyphens and
 * underscores that may be shown to its user
 * @param user whose
 * @param device where, as it was issued; null if that was not told
 * @param attributes what is known of it; immutable
 * @param begin when it was issued, by the server's clock
 * @param end when it ends unless it is renewed, by the server's clock
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
