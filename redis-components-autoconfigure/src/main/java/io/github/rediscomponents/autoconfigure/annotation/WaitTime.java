package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.support.LiveSettings;

/**
 * How long annotated methods wait that do not say it themselves.
 *
 * @param settings the time, which may change
 */
record WaitTime(LiveSettings<Duration> settings) {

	/**
	 * Reads the property.
	 * @param properties the properties
	 * @param refresh follows changes, null without Redis
	 */
	static WaitTime of(AnnotationsProperties properties, @Nullable PropertySettings refresh) {
		return new WaitTime(
				(refresh != null) ? refresh.live(AnnotationsProperties.PREFIX, properties, AnnotationsProperties.class,
						AnnotationsProperties::toWaitTime) : new LiveSettings<>(properties.toWaitTime()));
	}

	Duration get() {
		return this.settings.get();
	}

}
