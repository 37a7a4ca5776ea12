// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains an {@link AmbiguousConnectionFactoryException}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class AmbiguousConnectionFactoryFailureAnalyzer extends AbstractFailureAnalyzer<AmbiguousConnectionFactoryException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, AmbiguousConnectionFactoryException cause) {
		return new FailureAnalysis(
				"redis-components found several RedisConnectionFactory beans and cannot choose one: "
						+ String.join(", ", cause.factories()) + ".",
				"Name the bean that the components are to use by 'redis-components.connection-factory', or mark it with @RedisComponentsConnectionFactory or @Primary."
						+ " Declare the others below 'redis-components.servers' if components are to use them, too.",
				cause);
	}

}
