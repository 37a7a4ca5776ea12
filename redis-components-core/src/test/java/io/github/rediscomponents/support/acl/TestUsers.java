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
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.platform.commons.support.AnnotationSupport;

import io.github.rediscomponents.test.RedisTopology;

/**
 * Every server of the tests knows a user for each room. Ports of the tests connect as the
 * user of the room of the running class if that is {@link AsUserOfItsRoom} or the system
 * property {@value #PROPERTY} is true. Raw commands of tests are those of the default
 * user.
 */
public final class TestUsers implements BeforeAllCallback, AfterAllCallback, TestInstancePreConstructCallback {

	static final String PROPERTY = "redis-components.test.acl";

	private static final String ACL_FILE = "redis-components.test.acl-file";

	private static final String ROOT = "io.github.rediscomponents";

	private static final String PASSWORD = "secret";

	private static final boolean ALL = Boolean.getBoolean(PROPERTY);

	private static volatile String user = "";

	private static volatile boolean everywhere;

	static {
		// Before the first server starts.
		System.setProperty(ACL_FILE, write().toString());
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
		choose(context.getRequiredTestClass());
	}

	@Override
	public void afterAll(ExtensionContext context) {
		Class<?> around = context.getRequiredTestClass().getEnclosingClass();
		if (around != null) {
			choose(around);
		}
		else {
			user = "";
			everywhere = false;
		}
	}

	/** A test of a class can have another user than its other tests. */
	@Override
	public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context) {
		choose(context.getRequiredTestClass());
		if (AnnotationSupport.isAnnotated(context.getTestMethod(), AsDefaultUser.class)) {
			user = "";
		}
	}

	@Override
	public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
		return ExtensionContextScope.TEST_METHOD;
	}

	private static void choose(Class<?> type) {
		String name = type.getPackageName();
		String below = name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
		// Those of the port have commands and users of their own.
		everywhere = ALL && !below.startsWith("support.");
		if (AnnotationSupport.isAnnotated(type, OfSeveralRooms.class)) {
			below = "";
		}
		boolean one = AnnotationSupport.isAnnotated(outermost(type), AsUserOfItsRoom.class);
		boolean restricted = (everywhere || one) && !AnnotationSupport.isAnnotated(type, AsDefaultUser.class);
		user = restricted ? RoomRights.user(below) : "";
	}

	private static Class<?> outermost(Class<?> type) {
		Class<?> outermost = type;
		while (outermost.getEnclosingClass() != null) {
			outermost = outermost.getEnclosingClass();
		}
		return outermost;
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
		return user;
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
