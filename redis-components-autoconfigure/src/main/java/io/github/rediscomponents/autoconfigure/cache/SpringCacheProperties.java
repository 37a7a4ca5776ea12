// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.util.List;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Properties of Spring's cache abstraction over the {@code CacheClient}.
 *
 * @param enabled Whether to provide a CacheManager where Spring's caching is enabled and
 * the application has none.
 * @param trustedPackages Packages, with those below them, whose classes cache entries may
 * name if the type of a cache is not known. Those of the application's auto-configuration
 * if nothing is set.
 * @since 1.0.0
 */
public record SpringCacheProperties(@DefaultValue("true") boolean enabled, @DefaultValue List<String> trustedPackages) {

	private static final Pattern PACKAGE = Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
			+ "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)*");

	void check(String prefix) {
		for (String name : this.trustedPackages) {
			if (!PACKAGE.matcher(name).matches()) {
				throw new InvalidPropertyException(prefix + ".trusted-packages",
						"must be names of packages such as com.example.shop, was '" + name + "'");
			}
		}
	}

}
