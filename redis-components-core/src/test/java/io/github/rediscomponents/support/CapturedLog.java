// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * What is logged from now on below one name, until it is closed.
 */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	private final Logger logger;

	private CapturedLog(Logger logger) {
		this.logger = logger;
	}

	public static CapturedLog of(String name) {
		CapturedLog log = new CapturedLog((Logger) LoggerFactory.getLogger(name));
		log.start();
		log.logger.addAppender(log);
		return log;
	}

	@Override
	protected void append(ILoggingEvent event) {
		this.events.add(event);
	}

	public List<String> lines() {
		return this.events.stream().map((event) -> event.getLevel() + " " + event.getFormattedMessage()).toList();
	}

	public List<ILoggingEvent> warnings() {
		return this.events.stream().filter((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).toList();
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
	}

}
