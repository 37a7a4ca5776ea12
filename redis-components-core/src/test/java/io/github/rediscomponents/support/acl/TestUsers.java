// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.github.rediscomponents.test.RedisTopology;

/**
 * Every server of the tests knows a user for each room. Ports of the tests connect as the
 * user of the room of the running class if that is {@link AsUserOfItsRoom} or the system
 * property {@value #PROPERTY} is true. Raw commands of tests are those of the default
 * user.
 */
public final class TestUsers implements BeforeAllCallback, AfterAllCallback {

	static final String PROPERTY = "redis-components.test.acl";

	private static final String INCLUDE = "redis-components.test.include";

	private static final String ROOT = "io.github.rediscomponents";

	private static final String PASSWORD = "secret";

	private static final boolean ALL = Boolean.getBoolean(PROPERTY);

	private static volatile String user = "";

	private static volatile boolean everywhere;

	static {
		// Before the first server starts.
		System.setProperty(INCLUDE, write().toString());
	}

	private static Path write() {
		try {
			Path file = Files.createTempFile("users", ".conf");
			file.toFile().deleteOnExit();
			return Files.write(file, RoomRights.users(PASSWORD));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		Class<?> type = context.getRequiredTestClass();
		String below = type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
		// Those of the port have commands and users of their own.
		boolean hasRoom = !below.startsWith("support.");
		everywhere = ALL && hasRoom;
		user = (everywhere || type.isAnnotationPresent(AsUserOfItsRoom.class)) ? RoomRights.user(below) : "";
	}

	@Override
	public void afterAll(ExtensionContext context) {
		user = "";
		everywhere = false;
	}

	/**
	 * Returns the user of ports to the shared servers of a topology.
	 * @return empty for the default user
	 */
	public static String of(RedisTopology topology) {
		return (everywhere || topology == RedisTopology.STANDALONE) ? user : "";
	}

	/**
	 * Returns the user of ports to servers of the test's own.
	 * @return empty for the default user
	 */
	public static String ofOwnServers() {
		return everywhere ? user : "";
	}

	/**
	 * Returns an address with the name and the password of a user.
	 * @param uri the address, which may name a user already
	 * @param user a user, or empty for the default user
	 */
	public static RedisURI uri(String uri, String user) {
		RedisURI made = RedisURI.create(uri);
		if (!user.isEmpty() && !uri.contains("@")) {
			made.setCredentialsProvider(new StaticCredentialsProvider(user, PASSWORD.toCharArray()));
		}
		return made;
	}

}
