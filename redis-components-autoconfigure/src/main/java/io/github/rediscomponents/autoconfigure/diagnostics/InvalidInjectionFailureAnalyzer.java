// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidInjectionException}.
 */
class InvalidInjectionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidInjectionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidInjectionException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
	}

}
