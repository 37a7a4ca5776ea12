// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;

import io.github.rediscomponents.sample.web.Refused;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Refuses requests that a page of another origin makes a browser send. Such a page can
 * neither set the header, because no endpoint allows it to, nor hide its origin.
 */
final class SameOrigin {

	static final String HEADER = "X-Requested-By";

	static final String PAGE = "city-guide";

	private static final String SITE = "Sec-Fetch-Site";

	private SameOrigin() {
	}

	static void require(HttpServletRequest request) {
		String site = request.getHeader(SITE);
		if (!PAGE.equals(request.getHeader(HEADER)) || (site != null && !site.equals("same-origin"))
				|| !isOwn(request.getHeader("Origin"), request.getHeader("Host"))) {
			throw new Refused(HttpStatus.FORBIDDEN, "rush.same-origin");
		}
	}

	private static boolean isOwn(@Nullable String origin, @Nullable String host) {
		if (origin == null) {
			return true;
		}
		try {
			return URI.create(origin).getAuthority() != null && URI.create(origin).getAuthority().equals(host);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
