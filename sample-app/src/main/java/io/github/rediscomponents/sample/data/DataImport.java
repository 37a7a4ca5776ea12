package io.github.rediscomponents.sample.data;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports the data at the first start, once for all instances, before the first request
 * is taken. The import and the row that says it was done are one transaction, and that
 * row's key lets one instance through and makes the others wait.
 */
@Component
class DataImport implements SmartLifecycle {

	/** Before the web server, which starts in {@code DEFAULT_PHASE - 2048}. */
	static final int PHASE = DEFAULT_PHASE - 8192;

	private static final Logger log = LoggerFactory.getLogger(DataImport.class);

	private final CityData data;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ImportProperties properties;

	private final ApplicationEventPublisher events;

	private volatile boolean running;

	DataImport(CityData data, JdbcClient jdbc, PlatformTransactionManager transactions, ImportProperties properties,
			ApplicationEventPublisher events) {
		this.data = data;
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.properties = properties;
		this.events = events;
	}

	@Override
	public void start() {
		this.running = true;
		if (this.properties.enabled() && !isDone()) {
			try {
				this.transaction.executeWithoutResult((status) -> {
					this.jdbc.sql("INSERT INTO tb_import (name, create_time) VALUES ('default', LOCALTIMESTAMP(3))")
						.update();
					log.info("First start: imported {}", this.data.insert());
				});
				this.events.publishEvent(new DataImported());
			}
			catch (DuplicateKeyException ex) {
				if (!isDone()) {
					throw ex;
				}
				log.info("Another instance has imported the data");
			}
		}
	}

	private boolean isDone() {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_import WHERE name = 'default'").query(Long.class).single() > 0;
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
