// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.util.Set;
import java.util.function.Supplier;

import io.github.rediscomponents.sample.upkeep.PhasedStart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Imports data at the first start, once for all instances, before the first request: the
 * data of the application, and the data that {@code sample.import} and
 * {@code city-guide.generate} specify. Each import and the row that records it are one
 * transaction. The key of that row admits one instance and makes the others wait.
 */
@Component
class DataImport extends PhasedStart {

	/** Before the web server, which starts in {@code DEFAULT_PHASE - 2048}. */
	static final int PHASE = DEFAULT_PHASE - 8192;

	private static final Logger log = LoggerFactory.getLogger(DataImport.class);

	private static final String US = "us";

	private static final long NANOS = 1_000_000;

	private final CityData data;

	private final DemoPeople people;

	private final UsShops usShops;

	private final CrowdGenerator crowd;

	private final GeneratorProperties generated;

	private final Set<String> sources;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ImportProperties properties;

	private final ApplicationEventPublisher events;

	DataImport(CityData data, DemoPeople people, UsShops usShops, CrowdGenerator crowd, JdbcClient jdbc,
			PlatformTransactionManager transactions, ImportProperties properties, GeneratorProperties generated,
			@Value("${sample.import:}") Set<String> sources, ApplicationEventPublisher events) {
		super(PHASE);
		if (!Set.of(US).containsAll(sources)) {
			throw new IllegalArgumentException("sample.import must be " + US + ", was " + sources);
		}
		this.usShops = usShops;
		this.crowd = crowd;
		this.generated = generated;
		this.sources = sources;
		this.data = data;
		this.people = people;
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.properties = properties;
		this.events = events;
	}

	@Override
	protected void begin() {
		boolean changed = this.properties.enabled() && once("default", this.data::insert);
		if (this.properties.enabled() && this.properties.demoPeople()) {
			changed |= once("demo-people", this.people::insert);
		}
		if (this.sources.contains(US)) {
			changed |= once(US, this.usShops::insert);
		}
		if (this.generated.isAnything()) {
			changed |= once("generated", () -> this.crowd.insert(this.generated));
		}
		if (changed) {
			this.events.publishEvent(new DataImported());
		}
	}

	/** Runs an import unless it was done before. Returns whether this instance ran it. */
	private boolean once(String name, Supplier<String> insert) {
		if (isDone(name)) {
			return false;
		}
		try {
			long begin = System.nanoTime();
			this.transaction.executeWithoutResult((status) -> {
				this.jdbc.sql("INSERT INTO tb_import (name, create_time) VALUES (?, LOCALTIMESTAMP(3))")
					.param(name)
					.update();
				log.info("First start: imported {} in {} ms", insert.get(), (System.nanoTime() - begin) / NANOS);
			});
			return true;
		}
		catch (DuplicateKeyException ex) {
			if (!isDone(name)) {
				throw ex;
			}
			log.info("Data was imported by another instance");
			return false;
		}
	}

	private boolean isDone(String name) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_import WHERE name = ?")
			.param(name)
			.query(Long.class)
			.single() > 0;
	}

}
