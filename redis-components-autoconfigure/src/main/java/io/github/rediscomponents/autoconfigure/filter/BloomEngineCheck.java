// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.filter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.support.FailureLog;

/**
 * Fails the start if a declared filter requires the BF commands and the server lacks
 * them. Sends nothing if no declared filter requires them. A server that does not answer
 * does not fail the start.
 *
 * @since 1.0.0
 */
public final class BloomEngineCheck implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(BloomEngineCheck.class);

	private static final String BEAN = "redisComponentsBloomEngineCheck";

	/** After the start of the connection. */
	private static final int PHASE = 1025;

	private final BloomFilters filters;

	private final String name;

	private final ObjectProvider<Servers> servers;

	private volatile boolean running;

	BloomEngineCheck(BloomFilters filters, String name, ObjectProvider<Servers> servers) {
		this.filters = filters;
		this.name = name;
		this.servers = servers;
	}

	/**
	 * Registers the check for the first declared filter of each server that requires the
	 * commands.
	 * @param registry the registry of the check
	 * @param name the name of the filter
	 * @param filter the properties of the filter
	 */
	public static void register(BeanDefinitionRegistry registry, String name, BloomFilterEntryProperties filter) {
		String bean = (filter.server() != null) ? BEAN + '.' + filter.server() : BEAN;
		if (filter.engine() == BloomEngine.MODULE && !registry.containsBeanDefinition(bean)) {
			RootBeanDefinition check = RunRegistrar.ofRun(new RootBeanDefinition(BloomEngineCheck.class));
			check.getConstructorArgumentValues().addIndexedArgumentValue(1, name);
			registry.registerBeanDefinition(bean, check);
		}
	}

	@Override
	public void start() {
		check();
		this.running = true;
	}

	private void check() {
		try {
			if (!onItsServer().hasModule()) {
				throw new InvalidPropertyException(BloomFilterProperties.PREFIX + ".filters." + this.name + ".engine",
						"must be bitmap, because the server has no BF commands: they come with Redis 8 or the module"
								+ " RedisBloom");
			}
		}
		catch (RedisUnavailableException ex) {
			FailureLog.warnOnce(logger, ex,
					"Cannot check yet whether the server has the BF commands of Bloom filter '{}'", this.name);
		}
	}

	private BloomFilters onItsServer() {
		Servers several = this.servers.getIfAvailable();
		return (several != null) ? several.component(several.server(BloomFilters.class, this.name), BloomFilters.class)
				: this.filters;
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
