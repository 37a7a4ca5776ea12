// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains what to configure when login codes cannot be sent.
 */
class NoCodeSenderFailureAnalyzer extends AbstractFailureAnalyzer<NoCodeSenderException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoCodeSenderException cause) {
		return new FailureAnalysis(
				"Outside of the demo (no profile, or the profile 'demo') login codes are not shown, and nothing is configured "
						+ "that could send them.",
				"Set spring.mail.host, or define a bean of type " + CodeSender.class.getName() + ".", cause);
	}

}
