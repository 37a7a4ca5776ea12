// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link UnsupportedSpringBootException}.
 */
class UnsupportedSpringBootFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedSpringBootException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedSpringBootException cause) {
		String starter = cause.starter();
		if (starter == null) {
			return new FailureAnalysis(
					"redis-components needs Spring Boot 3.5 or newer. The application runs on " + cause.version() + ".",
					"Move the application to Spring Boot 3.5 or 4, or remove the starter of redis-components.", cause);
		}
		return new FailureAnalysis(
				"The application runs on Spring Boot " + cause.version()
						+ ", and the starter of redis-components on its class path is for another generation.",
				"Replace the dependency on the starter by io.github.redis-components:" + starter + ".", cause);
	}

}
