// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.time.ZoneId;
import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Sets the zone in which days begin and end to that of the times in the answers: the zone
 * of the server, or {@code city-guide.zone} if it is set.
 */
public class CityZone implements EnvironmentPostProcessor {

	/** The placeholder for {@code @Value}. */
	public static final String PLACEHOLDER = "${" + CityZone.PROPERTY + "}";

	private static final String PROPERTY = "city-guide.zone";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		environment.getPropertySources()
			.addLast(new MapPropertySource("cityZone", Map.of(PROPERTY, ZoneId.systemDefault().getId())));
	}

}
