// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.session.Session;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;

/**
 * Shows how many sessions were issued and ended, and those of one user. Offers the
 * actions to revoke one of them or all.
 *
 * @since 1.0.0
 */
public final class SessionView implements RoomView {

	private static final List<String> COUNTS = List.of("issued", "refused", "renewed", "unknown", "ended", "revoked",
			"replaced", "displaced");

	private static final int SHOWN = 200;

	private final Supplier<TokenSessions> sessions;

	private final Supplier<TokenSessionSettings> settings;

	private final BooleanSupplier used;

	private final Map<String, LongAdder> counts = new LinkedHashMap<>();

	/**
	 * Creates the view.
	 * @param sessions returns the sessions
	 * @param settings the properties
	 * @param used whether this process uses sessions
	 */
	public SessionView(Supplier<TokenSessions> sessions, PropertySettings settings, BooleanSupplier used) {
		this.sessions = sessions;
		this.settings = () -> settings.live(TokenSessionProperties.PREFIX, TokenSessionProperties.class).get();
		this.used = used;
		COUNTS.forEach((name) -> this.counts.put(name, new LongAdder()));
	}

	/**
	 * Returns what counts for this view.
	 * @return the observer of the sessions
	 */
	public SessionObserver counter() {
		return new Counter();
	}

	private void count(String name, long by) {
		LongAdder adder = this.counts.get(name);
		if (adder != null) {
			adder.add(by);
		}
	}

	@Override
	public String room() {
		return "session";
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> shown = new LinkedHashMap<>();
		this.counts.forEach((name, count) -> shown.put(name, count.sum()));
		TokenSessionSettings present = this.settings.get();
		shown.put("ttl", present.ttl().toMillis());
		if (present.maxLifetime() != null) {
			shown.put("maxLifetime", present.maxLifetime().toMillis());
		}
		shown.put("maxPerUser", present.maxSessions());
		return shown;
	}

	@Override
	public Map<String, Object> report() {
		return this.used.getAsBoolean() ? overview() : Map.of();
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.sums(reports, COUNTS);
	}

	@Override
	public Map<String, Object> find(String name) {
		List<Session> all = this.sessions.get().sessions(name);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("user", name);
		shown.put("count", all.size());
		shown.put("sessions", all.stream().limit(SHOWN).map(SessionView::described).toList());
		if (all.size() > SHOWN) {
			shown.put("sessionsOmitted", all.size() - SHOWN);
		}
		return shown;
	}

	/** The values of the attributes belong to the user. */
	private static Map<String, Object> described(Session session) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("id", session.id());
		if (session.device() != null) {
			shown.put("device", session.device());
		}
		shown.put("begin", session.begin().toString());
		shown.put("end", session.end().toString());
		shown.put("attributes", List.copyOf(new TreeSet<>(session.attributes().keySet())));
		return shown;
	}

	@Override
	public Set<String> actions() {
		return Set.of("revoke", "revoke-all");
	}

	@Override
	public Map<String, Object> act(String action, String name, @Nullable String id) {
		if (action.equals("revoke-all")) {
			if (id != null) {
				throw new IllegalArgumentException("All sessions of a user are revoked without an id");
			}
			return Map.of("revoked", this.sessions.get().revokeAll(name));
		}
		if (id == null) {
			throw new IllegalArgumentException("id must be that of a session of the user");
		}
		return Map.of("revoked", this.sessions.get().revoke(name, id) ? 1 : 0);
	}

	/** Counts the sessions of all servers. */
	private final class Counter implements SessionObserver {

		@Override
		public void issued() {
			count("issued", 1);
		}

		@Override
		public void refused() {
			count("refused", 1);
		}

		@Override
		public void found(Lookup result) {
			if (result == Lookup.RENEWED) {
				count("renewed", 1);
			}
			else if (result == Lookup.UNKNOWN) {
				count("unknown", 1);
			}
		}

		@Override
		public void ended(Reason reason, int sessions) {
			count("ended", sessions);
			count(switch (reason) {
				case REVOKED -> "revoked";
				case REPLACED -> "replaced";
				case DISPLACED -> "displaced";
			}, sessions);
		}

	}

}
