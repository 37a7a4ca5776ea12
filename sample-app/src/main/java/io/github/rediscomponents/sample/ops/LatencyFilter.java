// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Measures the latency of requests, except those of the operations page. Each read starts
 * a new histogram, so that percentiles cover one second.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class LatencyFilter extends OncePerRequestFilter {

	private static final long LONGEST = TimeUnit.MINUTES.toMicros(2);

	private static final int DIGITS = 2;

	private final Recorder recorder = new Recorder(LONGEST, DIGITS);

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return Watching.isItself(request.getRequestURI());
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		long begin = System.nanoTime();
		try {
			chain.doFilter(request, response);
		}
		finally {
			long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
			this.recorder.recordValue(Math.min(micros, LONGEST));
		}
	}

	/**
	 * Returns the latencies in microseconds of the requests that ended since the last
	 * call.
	 */
	Histogram sinceLastTime() {
		return this.recorder.getIntervalHistogram();
	}

}
