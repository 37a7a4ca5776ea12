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
		return new FailureAnalysis(
				"redis-components needs Spring Boot 4.0 or newer. The application runs on " + cause.version()
						+ ", which lacks the auto-configuration of Redis that redis-components requires.",
				"Move the application to Spring Boot 4, or remove redis-components-starter.", cause);
	}

}
