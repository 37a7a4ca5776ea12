// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains which profiles to choose instead.
 */
class UnusableProfilesFailureAnalyzer extends AbstractFailureAnalyzer<UnusableProfilesException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableProfilesException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.advice(), cause);
	}

}
