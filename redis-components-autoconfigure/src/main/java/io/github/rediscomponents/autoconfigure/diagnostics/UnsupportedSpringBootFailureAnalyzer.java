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
		String runs = "The application runs on Spring Boot " + cause.version();
		String superfluous = cause.superfluous();
		if (superfluous == null) {
			return new FailureAnalysis(runs + ", and no starter of redis-components is on its class path.",
					"Add a dependency on io.github.redis-components:" + starter + ".", cause);
		}
		if (!cause.missing()) {
			return new FailureAnalysis(
					runs + ", and the starters of redis-components for both generations are on its class path.",
					"Remove the dependency on io.github.redis-components:" + superfluous
							+ ", which 'mvn dependency:tree' or 'gradle dependencies' shows. " + starter + " stays.",
					cause);
		}
		return new FailureAnalysis(
				runs + ", and the starter of redis-components on its class path is for another generation.",
				"Replace the dependency on the starter by io.github.redis-components:" + starter + ".", cause);
	}

}
