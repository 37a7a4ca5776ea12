package io.github.rediscomponents.autoconfigure.filter;

import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;

/**
 * Stops the start when a filter is declared for commands that the server does not have.
 * Asks only if one is; a server that does not answer stops nothing.
 */
final class BloomEngineCheck implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(BloomEngineCheck.class);

	/** After the connection has been begun. */
	private static final int PHASE = 1025;

	private final BloomFilters filters;

	private final Map<String, BloomFilterSettings> declared;

	private volatile boolean running;

	BloomEngineCheck(BloomFilters filters, Map<String, BloomFilterSettings> declared) {
		this.filters = filters;
		this.declared = declared;
	}

	@Override
	public void start() {
		this.declared.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().engine() == BloomEngine.MODULE)
			.map(Map.Entry::getKey)
			.sorted()
			.findFirst()
			.ifPresent(this::check);
		this.running = true;
	}

	private void check(String name) {
		try {
			if (!this.filters.hasModule()) {
				throw new InvalidPropertyException(BloomFilterProperties.PREFIX + ".filters." + name + ".engine",
						"must be bitmap, because the server has no BF commands: they come with Redis 8 or the module"
								+ " RedisBloom");
			}
		}
		catch (RedisUnavailableException ex) {
			logger.warn("Whether the server has the BF commands of Bloom filter '{}' is not known yet", name, ex);
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
