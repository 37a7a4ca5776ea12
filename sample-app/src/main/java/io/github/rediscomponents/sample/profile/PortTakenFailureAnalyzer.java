// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.util.Locale;

import io.github.rediscomponents.test.RedisStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how to start a second demo beside a running one.
 */
class PortTakenFailureAnalyzer extends AbstractFailureAnalyzer<RedisStartException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RedisStartException cause) {
		if (!cause.log().toLowerCase(Locale.ROOT).contains("address already in use")) {
			return null;
		}
		return new FailureAnalysis(
				"The port of the embedded Redis is taken, probably by an instance of this application that runs already.",
				"For a second instance beside it use the profile 'two'. For one of its own set other ports: "
						+ "--server.port, --city-guide.demo.redis-port and --city-guide.demo.database-port.",
				cause);
	}

}
