package io.github.rediscomponents.support;

import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * What is logged from now on below one name, until it is closed.
 */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final List<String> lines = new java.util.concurrent.CopyOnWriteArrayList<>();

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
		this.lines.add(event.getLevel() + " " + event.getFormattedMessage());
	}

	public List<String> lines() {
		return this.lines;
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
	}

}
