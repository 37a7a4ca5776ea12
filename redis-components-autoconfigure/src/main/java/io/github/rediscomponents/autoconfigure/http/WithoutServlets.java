// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import jakarta.servlet.Filter;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;

/**
 * Matches an application that cannot have servlets and their filters: a reactive one, and
 * one without a web server.
 *
 * @since 1.0.0
 */
public final class WithoutServlets extends NoneNestedConditions {

	public WithoutServlets() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(Filter.class)
	static class Servlets {

	}

}
