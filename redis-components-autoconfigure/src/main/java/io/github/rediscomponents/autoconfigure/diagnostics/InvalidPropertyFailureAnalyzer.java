// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains an {@link InvalidPropertyException}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
		return new FailureAnalysis(
				"The property '" + cause.property() + "' " + cause.reason()
						+ (cause.reason().matches("(?s).*[.?]") ? "" : "."),
				"Correct '" + cause.property() + "' in the application's configuration.", cause);
	}

}
