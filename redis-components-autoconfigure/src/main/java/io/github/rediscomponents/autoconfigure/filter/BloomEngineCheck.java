// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilters;

/**
 * Stops the start when a filter is declared for commands that the server does not have.
 * Asks only if one is; a server that does not answer stops nothing.
 *
 * @since 0.1.0
 */
public final class BloomEngineCheck implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(BloomEngineCheck.class);

	private static final String BEAN = "redisComponentsBloomEngineCheck";

	/** After the connection has been begun. */
	private static final int PHASE = 1025;

	private final BloomFilters filters;

	private final String name;

	private volatile boolean running;

	BloomEngineCheck(BloomFilters filters, String name) {
		this.filters = filters;
		this.name = name;
	}

	/**
	 * Has the first declared filter checked that needs the commands.
	 * @param registry gets the check
	 * @param name the name of the filter
	 * @param filter its properties
	 */
	public static void register(BeanDefinitionRegistry registry, String name, BloomFilterEntryProperties filter) {
		if (filter.engine() == BloomEngine.MODULE && !registry.containsBeanDefinition(BEAN)) {
			RootBeanDefinition check = new RootBeanDefinition(BloomEngineCheck.class);
			check.getConstructorArgumentValues().addIndexedArgumentValue(1, name);
			registry.registerBeanDefinition(BEAN, check);
		}
	}

	@Override
	public void start() {
		check();
		this.running = true;
	}

	private void check() {
		try {
			if (!this.filters.hasModule()) {
				throw new InvalidPropertyException(BloomFilterProperties.PREFIX + ".filters." + this.name + ".engine",
						"must be bitmap, because the server has no BF commands: they come with Redis 8 or the module"
								+ " RedisBloom");
			}
		}
		catch (RedisUnavailableException ex) {
			logger.warn("Whether the server has the BF commands of Bloom filter '{}' is not known yet", this.name, ex);
		}
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
