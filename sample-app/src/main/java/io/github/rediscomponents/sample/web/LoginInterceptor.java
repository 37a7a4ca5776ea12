// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Rejects requests without a login to an endpoint that is not {@link Public}, and
 * requests of users other than managers to one that is {@link ManagersOnly}.
 */
class LoginInterceptor implements HandlerInterceptor {

	private final ObjectProvider<Managers> managers;

	LoginInterceptor(ObjectProvider<Managers> managers) {
		this.managers = managers;
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		boolean asksForMethods = HttpMethod.OPTIONS.matches(request.getMethod());
		if (handler instanceof HandlerMethod method && !asksForMethods && !PublicEndpoints.contain(method)
				&& request.getAttribute(LoginFilter.USER) == null) {
			if (request.getAttribute(LoginFilter.UNKNOWN) != null) {
				throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "login.unchecked");
			}
			throw Refused.as(HttpStatus.UNAUTHORIZED);
		}
		if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(ManagersOnly.class)
				&& request.getAttribute(LoginFilter.USER) instanceof User user
				&& !this.managers.getObject().contain(user)) {
			throw new Refused(HttpStatus.FORBIDDEN, "login.managers-only");
		}
		return true;
	}

}
