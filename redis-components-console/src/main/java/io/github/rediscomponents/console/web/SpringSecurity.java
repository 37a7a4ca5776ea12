// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestWrapper;
import org.springframework.util.ClassUtils;

/**
 * What Spring Security adds to a request, if the application has it.
 */
final class SpringSecurity {

	private static final boolean PRESENT = ClassUtils.isPresent(
			"org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestWrapper",
			SpringSecurity.class.getClassLoader());

	private SpringSecurity() {
	}

	/**
	 * Has Spring Security ask for the user, and show this request afterwards. Does
	 * nothing if its filters are not around the request.
	 */
	static void askForUser(HttpServletRequest request) {
		if (PRESENT) {
			Present.askForUser(request);
		}
	}

	/**
	 * Returns the token of the protection against forged requests.
	 * @return its header and value, null if there is none
	 */
	static @Nullable Map<String, Object> csrf(HttpServletRequest request) {
		return PRESENT ? Present.csrf(request) : null;
	}

	/** Loaded only with Spring Security. */
	private static final class Present {

		static void askForUser(HttpServletRequest request) {
			if (request instanceof SecurityContextHolderAwareRequestWrapper
					|| (request instanceof ServletRequestWrapper wrapper
							&& wrapper.isWrapperFor(SecurityContextHolderAwareRequestWrapper.class))) {
				// The user is anonymous, which is answered by the login.
				throw new AccessDeniedException("The console asks for a user");
			}
		}

		static @Nullable Map<String, Object> csrf(HttpServletRequest request) {
			if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token) {
				Map<String, Object> described = new LinkedHashMap<>();
				described.put("header", token.getHeaderName());
				described.put("token", token.getToken());
				return described;
			}
			return null;
		}

	}

}
