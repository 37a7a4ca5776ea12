// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * Recognizes endpoints that need no login.
 */
public final class PublicEndpoints {

	private PublicEndpoints() {
	}

	/**
	 * Returns whether an endpoint or its whole controller is {@link Public}.
	 */
	public static boolean contain(HandlerMethod method) {
		return method.hasMethodAnnotation(Public.class)
				|| AnnotatedElementUtils.hasAnnotation(method.getBeanType(), Public.class);
	}

}
