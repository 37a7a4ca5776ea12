// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Meter;
import org.HdrHistogram.Histogram;
import org.springframework.stereotype.Component;

/**
 * Reads the number and latency of requests to this process.
 */
@Component
class RequestProbe implements Probe {

	private static final String REQUESTS = "http.server.requests";

	private static final double MEDIAN = 50;

	private static final double MOST = 99;

	private final Meters meters;

	private final LatencyFilter latencies;

	private final Rates rates = new Rates();

	RequestProbe(Meters meters, LatencyFilter latencies) {
		this.meters = meters;
		this.latencies = latencies;
	}

	@Override
	public void read(Reading reading) {
		double refused = growth("CLIENT_ERROR");
		double failed = growth("SERVER_ERROR");
		double all = this.rates.growth("all", this.meters.count(REQUESTS, RequestProbe::isOfUsers));
		reading.put("requests", "ok", all - refused - failed);
		reading.put("requests", "refused", refused);
		reading.put("requests", "failed", failed);
		Histogram micros = this.latencies.sinceLastTime();
		if (micros.getTotalCount() > 0) {
			reading.put("latency", "p50", millis(micros.getValueAtPercentile(MEDIAN)));
			reading.put("latency", "p99", millis(micros.getValueAtPercentile(MOST)));
			reading.put("latency", "max", millis(micros.getMaxValue()));
		}
	}

	private double growth(String outcome) {
		return this.rates.growth(outcome, this.meters.count(REQUESTS, RequestProbe::isOfUsers, "outcome", outcome));
	}

	private static boolean isOfUsers(Meter.Id id) {
		String path = id.getTag("uri");
		return path == null || !Watching.isItself(path);
	}

	private static double millis(long micros) {
		return micros / (double) TimeUnit.MILLISECONDS.toMicros(1);
	}

}
