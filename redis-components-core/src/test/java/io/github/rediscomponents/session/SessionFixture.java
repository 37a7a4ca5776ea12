// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions of their own for each test, and looks at what Redis holds of them.
 */
abstract class SessionFixture extends OwnKeysFixture {

	final LiveSettings<TokenSessionSettings> settings = new LiveSettings<>(TokenSessionSettings.defaults());

	final TokenSessions sessions = TokenSessions.create(port(), this.keys, this.settings, SessionObserver.NONE);

	SessionFixture(RedisTopology topology) {
		super(topology);
	}

	String issue(String user) {
		return this.sessions.issue(NewSession.of(user)).token();
	}

	String key(String user, String part) {
		return this.keys.key("session", SessionToken.tagOf(user), part);
	}

	/** Milliseconds by the server that has a key. */
	long now(String key) {
		List<?> time = (List<?>) server().masterFor(key).command("TIME");
		return Long.parseLong(String.valueOf(time.get(0))) * 1000 + Long.parseLong(String.valueOf(time.get(1))) / 1000;
	}

	/** As if that much of its life were left. */
	void leave(String user, String token, long millis) {
		String key = key(user, "ends");
		raw("ZADD", key, "XX", String.valueOf(now(key) + millis), idOf(token));
	}

	/** How much of its life is left. */
	long left(String user, String token) {
		String key = key(user, "ends");
		return number("ZSCORE", key, idOf(token)) - now(key);
	}

	static String idOf(String token) {
		return SessionToken.parse(token).orElseThrow().id();
	}

	/** What the list says and what the tokens say is the same, and both keys agree. */
	void assertWhole(String user, List<String> tokensOfUser) {
		List<String> open = tokensOfUser.stream()
			.filter((token) -> this.sessions.find(token).isPresent())
			.map(SessionFixture::idOf)
			.toList();
		assertThat(this.sessions.sessions(user)).extracting(Session::id).containsExactlyInAnyOrderElementsOf(open);
		List<String> ends = strings("ZRANGE", key(user, "ends"), "0", "-1");
		List<String> data = strings("HKEYS", key(user, "data"));
		assertThat(data).containsExactlyInAnyOrderElementsOf(ends).containsExactlyInAnyOrderElementsOf(open);
	}

	private List<String> strings(String command, String key, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key));
		words.addAll(List.of(args));
		return ((List<?>) server().masterFor(key).command(words.toArray(String[]::new))).stream()
			.map(String::valueOf)
			.sorted(Comparator.naturalOrder())
			.toList();
	}

}
