// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.UriUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The method of a request and every form of its path under which a handler may be found.
 * Spring MVC maps the path as it was sent. The container maps the path without dot
 * segments, double slashes and path parameters. A filter may remove a trailing slash.
 *
 * @param method the method in upper case
 * @param paths the paths within the context path
 */
record RequestTarget(String method, List<PathContainer> paths) {

	static RequestTarget of(HttpServletRequest request) {
		List<PathContainer> paths = new ArrayList<>();
		add(paths, RequestPath.parse(request.getRequestURI(), request.getContextPath()).pathWithinApplication());
		String mapped = mapped(request);
		if (!mapped.isEmpty() && paths.stream().noneMatch((known) -> known.value().equals(mapped))) {
			add(paths, PathContainer.parsePath(mapped));
		}
		return new RequestTarget(request.getMethod().toUpperCase(Locale.ROOT), paths);
	}

	private static void add(List<PathContainer> paths, PathContainer path) {
		paths.add(path);
		int last = path.elements().size() - 1;
		if (last > 0 && path.elements().get(last) instanceof PathContainer.Separator) {
			paths.add(path.subPath(0, last));
		}
	}

	/**
	 * Returns the path that the container mapped to the servlet, encoded again because
	 * the container decodes it.
	 */
	private static String mapped(HttpServletRequest request) {
		String info = request.getPathInfo();
		String decoded = request.getServletPath() + ((info != null) ? info : "");
		List<String> segments = new ArrayList<>();
		for (String segment : decoded.split("/", -1)) {
			segments.add(UriUtils.encode(segment, StandardCharsets.UTF_8));
		}
		return String.join("/", segments);
	}

	boolean matches(PathPattern pattern) {
		return this.paths.stream().anyMatch(pattern::matches);
	}

}
