// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.server.RedisConnector;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An attempt to track keys that fails with an Error is not the last one.
 */
class TrackingErrorTests {

	private static <T> T answering(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	@Test
	void isRepeated() throws InterruptedException {
		CountDownLatch attempts = new CountDownLatch(3);
		RedisConnector connector = answering(RedisConnector.class, (self, method, args) -> {
			if (method.getName().equals("connect")) {
				attempts.countDown();
				throw new NoClassDefFoundError("lost");
			}
			return null;
		});
		KeyTracking.Listener listener = answering(KeyTracking.Listener.class, (self, method, args) -> null);
		try (Background background = new Background();
				TrackingConnections tracking = new TrackingConnections(connector, background, listener, (closed) -> {
				})) {
			tracking.track(Set.of("a:"));
			assertThat(attempts.await(20, TimeUnit.SECONDS)).isTrue();
		}
	}

}
