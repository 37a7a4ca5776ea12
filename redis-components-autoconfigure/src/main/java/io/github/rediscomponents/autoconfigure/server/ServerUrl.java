// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import java.net.URI;
import java.net.URISyntaxException;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * The parts of a URL such as {@code rediss://user:password@host:6379/0}.
 *
 * @param encrypted whether the scheme is {@code rediss}
 * @param host the host
 * @param port the port
 * @param database the database
 * @param username null if the URL has no name
 * @param password null if the URL has no password
 */
record ServerUrl(boolean encrypted, String host, int port, int database, @Nullable String username,
		@Nullable String password) {

	private static final String EXPECTED = "url must be like redis://host:6379 or"
			+ " rediss://user:password@host:6379/0";

	private static final int DEFAULT_PORT = 6379;

	static ServerUrl of(String text) {
		URI url = uri(text.strip());
		boolean encrypted = "rediss".equals(url.getScheme());
		Checks.isTrue(encrypted || "redis".equals(url.getScheme()), EXPECTED);
		Checks.isTrue(url.getHost() != null && url.getQuery() == null && url.getFragment() == null, EXPECTED);
		String[] user = (url.getUserInfo() != null) ? url.getUserInfo().split(":", 2) : new String[] { "" };
		return new ServerUrl(encrypted, url.getHost(), (url.getPort() >= 0) ? url.getPort() : DEFAULT_PORT,
				database(url.getPath()), (user.length == 2 && !user[0].isEmpty()) ? user[0] : null,
				(user.length == 2) ? user[1] : user[0].isEmpty() ? null : user[0]);
	}

	private static URI uri(String text) {
		try {
			return new URI(text);
		}
		catch (URISyntaxException ex) {
			// The cause would show the password.
			throw new IllegalArgumentException(EXPECTED);
		}
	}

	/** Without the user and the password. */
	@Override
	public String toString() {
		return (this.encrypted ? "rediss://" : "redis://") + this.host + ':' + this.port + '/' + this.database;
	}

	private static int database(@Nullable String path) {
		if (path == null || path.isEmpty() || path.equals("/")) {
			return 0;
		}
		Checks.isTrue(path.matches("/\\d{1,6}"), EXPECTED);
		return Integer.parseInt(path.substring(1));
	}

}
