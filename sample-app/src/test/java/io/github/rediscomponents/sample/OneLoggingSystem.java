// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.util.concurrent.locks.ReentrantLock;

import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Lets one application of the JVM after the other set up the logging system, which all of
 * them share. Two at once may fail with a {@code ConcurrentModificationException}.
 */
final class OneLoggingSystem implements ApplicationListener<SpringApplicationEvent>, Ordered {

	private static final ReentrantLock SET_UP = new ReentrantLock();

	@Override
	public void onApplicationEvent(SpringApplicationEvent event) {
		if (event instanceof ApplicationStartingEvent) {
			SET_UP.lock();
		}
		else if (isSetUp(event) && SET_UP.isHeldByCurrentThread()) {
			SET_UP.unlock();
		}
	}

	private static boolean isSetUp(SpringApplicationEvent event) {
		return event instanceof ApplicationContextInitializedEvent || event instanceof ApplicationFailedEvent;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

}
