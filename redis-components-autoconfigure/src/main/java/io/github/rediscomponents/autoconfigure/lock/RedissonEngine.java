// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

import org.redisson.api.RedissonClient;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.ComponentSource;
import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.redisson.RedissonLocks;
import io.github.rediscomponents.support.Listeners;

/**
 * Creates locks on the application's {@code RedissonClient}. Redisson's classes are
 * loaded only if its engine is configured.
 *
 * @since 1.0.0
 */
public final class RedissonEngine {

	private RedissonEngine() {
	}

	/**
	 * Checks that the application has a client.
	 * @throws InvalidPropertyException if it has none or several, or if Redisson 4 is not
	 * on the class path
	 */
	static void check(BeanFactory beans) {
		ClassLoader loader = (beans instanceof ConfigurableBeanFactory known) ? known.getBeanClassLoader() : null;
		if (!ClassUtils.isPresent("org.redisson.api.RedissonClient", loader)) {
			throw new InvalidPropertyException(LockProperties.ENGINE,
					"is 'redisson', but org.redisson:redisson is not on the class path", null);
		}
		Client.of(beans);
		if (!ClassUtils.isPresent("org.redisson.config.NameMapper", loader)) {
			throw new InvalidPropertyException(LockProperties.ENGINE,
					"is 'redisson', which needs Redisson 4.0 or newer, but an older one is on the class path", null);
		}
	}

	/**
	 * Creates the locks.
	 * @param source the infrastructure of the components
	 * @param beans the beans of the application
	 * @return the locks
	 */
	public static DistributedLock locks(ComponentSource source, BeanFactory beans) {
		return Client.locks(source, Client.of(beans));
	}

	/** A separate class, because its signatures contain classes of Redisson. */
	private static final class Client {

		static RedissonClient of(BeanFactory beans) {
			RedissonClient client = beans.getBeanProvider(RedissonClient.class).getIfUnique();
			if (client == null) {
				throw new InvalidPropertyException(LockProperties.ENGINE,
						"is 'redisson', but the application has no RedissonClient bean, or several without a primary"
								+ " one",
						null);
			}
			return client;
		}

		static DistributedLock locks(ComponentSource source, RedissonClient client) {
			return RedissonLocks.create(client, source.keys(), source.settings(ComponentType.LOCK), source.background(),
					Listeners.all(LockObserver.class, LockObserver.NONE, source.observers(LockObserver.class)));
		}

	}

}
