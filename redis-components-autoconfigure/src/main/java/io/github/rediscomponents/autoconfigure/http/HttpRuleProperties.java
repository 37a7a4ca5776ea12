// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Properties of one rule of the HTTP filter.
 *
 * @param paths Patterns of paths within the application, such as /api/** or /shops/{id}.
 * @param methods HTTP methods; GET includes HEAD. Empty for all requests except CORS
 * preflights.
 * @param policy Name of the rate limit policy.
 * @param key Subject of the rate limit: ip, user, session or header:name.
 * @param whenMissing Treatment of requests without such a user, session or header.
 * @param cost Permits that one request takes.
 * @since 1.0.0
 */
public record HttpRuleProperties(@DefaultValue List<String> paths, @DefaultValue List<String> methods,
		@Nullable String policy, @DefaultValue("ip") String key, @DefaultValue("ip") HttpRule.WhenMissing whenMissing,
		@DefaultValue("1") long cost) {

	private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
			"TRACE");

	/**
	 * Checks and converts the rule.
	 * @param prefix prefix of the rule's properties
	 * @param policies throws {@link IllegalArgumentException} for an unknown policy
	 */
	HttpRule toRule(String prefix, Consumer<@Nullable String> policies) {
		if (this.paths.isEmpty()) {
			throw new InvalidPropertyException(prefix + ".paths", "must have a path");
		}
		List<PathPattern> patterns = new ArrayList<>();
		for (int i = 0; i < this.paths.size(); i++) {
			patterns.add(pattern(prefix + ".paths[" + i + "]", this.paths.get(i)));
		}
		String known = HttpRateLimitProperties.named(prefix + ".policy", () -> {
			policies.accept(this.policy);
			return String.valueOf(this.policy);
		});
		RequestSubject subject = HttpRateLimitProperties.named(prefix + ".key", () -> RequestSubject.parse(this.key));
		if (this.cost < 1) {
			throw new InvalidPropertyException(prefix + ".cost", "must be at least 1, was " + this.cost);
		}
		return new HttpRule(List.copyOf(patterns), methods(prefix), known, subject, this.whenMissing, this.cost);
	}

	private Set<String> methods(String prefix) {
		Set<String> converted = new LinkedHashSet<>();
		for (int i = 0; i < this.methods.size(); i++) {
			String method = this.methods.get(i).toUpperCase(Locale.ROOT);
			if (!METHODS.contains(method)) {
				throw new InvalidPropertyException(prefix + ".methods[" + i + "]",
						"must be an HTTP method, was '" + this.methods.get(i) + "'");
			}
			converted.add(method);
		}
		return Set.copyOf(converted);
	}

	private static PathPattern pattern(String property, String path) {
		try {
			if (!path.startsWith("/")) {
				throw new InvalidPropertyException(property, "must begin with /, was '" + path + "'");
			}
			return PathPatternParser.defaultInstance.parse(path);
		}
		catch (PatternParseException ex) {
			throw new InvalidPropertyException(property,
					"must be a path pattern such as /api/**, was '" + path + "': " + ex.getMessage(), ex);
		}
	}

}
