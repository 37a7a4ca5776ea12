// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.body;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of request bodies.
 *
 * @param maxSize Size above which a body other than multipart is refused before anything
 * parses it.
 * @param patience Time in which a whole body has to arrive, extended by the minimum rate.
 * @param pause Longest time between two parts of a body.
 * @param minRate Bytes received that extend the patience by one second.
 * @param maxWaiting Requests that may wait for the rest of their bodies at the same time.
 */
@ConfigurationProperties("city-guide.body")
record BodyProperties(@DefaultValue("64KB") DataSize maxSize, @DefaultValue("10s") Duration patience,
		@DefaultValue("5s") Duration pause, @DefaultValue("64KB") DataSize minRate,
		@DefaultValue("150") int maxWaiting) {
}
