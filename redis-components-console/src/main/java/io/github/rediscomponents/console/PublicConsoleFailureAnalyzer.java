// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a {@link PublicConsoleException}.
 */
class PublicConsoleFailureAnalyzer extends AbstractFailureAnalyzer<PublicConsoleException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, PublicConsoleException cause) {
		return new FailureAnalysis(
				"'redis-components.console.enabled' is true, but nothing protects the console at '" + cause.path()
						+ "': there is neither Spring Security nor a ConsoleAccess bean.",
				"Add spring-boot-starter-security and give users the role of 'redis-components.console.read-role' or"
						+ " 'redis-components.console.operate-role'; or define a bean of the type "
						+ ConsoleAccess.class.getName()
						+ " that decides; or set 'redis-components.console.enabled' to false.",
				cause);
	}

}
