// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Logs each refused request at DEBUG, and their number once a minute.
 */
@Component
class Refusals {

	private static final Logger log = LoggerFactory.getLogger(Refusals.class);

	private final Map<Integer, LongAdder> byStatus = new ConcurrentHashMap<>();

	void refused(HttpStatusCode status, String sentence, HttpServletRequest request) {
		this.byStatus.computeIfAbsent(status.value(), (key) -> new LongAdder()).increment();
		log.debug("Refused {} {} ({}): {}", request.getMethod(), request.getRequestURI(), status.value(), sentence);
	}

	@Scheduled(fixedRate = 60_000)
	void summarize() {
		Map<Integer, Long> counts = new TreeMap<>();
		this.byStatus.forEach((status, count) -> counts.put(status, count.sumThenReset()));
		counts.values().removeIf((count) -> count == 0);
		if (!counts.isEmpty()) {
			log.info("Requests refused in the last minute, by status: {}", counts);
		}
	}

}
