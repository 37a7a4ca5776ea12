// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidAnnotationException}.
 */
class InvalidAnnotationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidAnnotationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidAnnotationException cause) {
		return new FailureAnalysis(cause.annotation() + " on " + cause.method() + " " + cause.reason() + ".",
				cause.action(), cause);
	}

}
