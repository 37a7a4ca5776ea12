// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.RatePolicy;

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
	 * @param policies throws {@link IllegalArgumentException} for an unknown policy, and
	 * returns null for one whose limits are not known
	 */
	HttpRule toRule(String prefix, Function<@Nullable String, @Nullable RatePolicy> policies) {
		if (this.paths.isEmpty()) {
			throw new InvalidPropertyException(prefix + ".paths", "must have a path");
		}
		List<PathPattern> patterns = new ArrayList<>();
		for (int i = 0; i < this.paths.size(); i++) {
			patterns.add(pattern(prefix + ".paths[" + i + "]", this.paths.get(i)));
		}
		@Nullable RatePolicy known = HttpRateLimitProperties.named(prefix + ".policy", () -> policies.apply(this.policy));
		RequestSubject subject = HttpRateLimitProperties.named(prefix + ".key", () -> RequestSubject.parse(this.key));
		if (this.cost < 1) {
			throw new InvalidPropertyException(prefix + ".cost", "must be at least 1, was " + this.cost);
		}
		if (known != null) {
			checkCost(prefix, known);
		}
		return new HttpRule(List.copyOf(patterns), methods(prefix), String.valueOf(this.policy), subject,
				this.whenMissing, this.cost);
	}

	/** A request that costs more would never be admitted. */
	private void checkCost(String prefix, RatePolicy known) {
		long most = known.limits().stream().mapToLong(Limit::burst).min().orElseThrow();
		if (this.cost > most) {
			throw new InvalidPropertyException(prefix + ".cost",
					"must be at most " + most + ", the burst of policy '" + known.name() + "', was " + this.cost);
		}
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
