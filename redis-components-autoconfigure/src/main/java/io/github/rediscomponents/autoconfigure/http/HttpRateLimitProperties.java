// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the HTTP filter that limits rates.
 *
 * @param enabled Whether to provide the filter that limits the rate of HTTP requests.
 * @param order Order of the filter among the servlet filters. The default places it after
 * Spring Security.
 * @param rules Rules of the filter. A request must satisfy all rules that match it.
 * @param trustedProxies Addresses and networks of the proxies whose forwarding header is
 * trusted.
 * @param forwardedHeader Header in which the trusted proxies pass on the client address.
 * @param ipv6Prefix Length in bits of the IPv6 prefix that identifies a client.
 * @param responseHeaders Whether responses contain the RateLimit and RateLimit-Policy
 * headers.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = HttpRateLimitProperties.PREFIX, ignoreUnknownFields = false)
public record HttpRateLimitProperties(@DefaultValue("true") boolean enabled, int order,
		@DefaultValue List<HttpRuleProperties> rules, @DefaultValue List<String> trustedProxies,
		@DefaultValue("x-forwarded-for") ForwardedHeader forwardedHeader, @DefaultValue("64") int ipv6Prefix,
		@DefaultValue("true") boolean responseHeaders) implements ComponentProperties<HttpRateLimitSettings> {

	static final String PREFIX = "redis-components.http-rate-limit";

	@Override
	public HttpRateLimitSettings toSettings() {
		return toSettings((policy) -> null);
	}

	@Override
	public boolean refersToOthers() {
		return true;
	}

	/**
	 * Checks that the policies of the rules exist and admit the costs.
	 */
	@Override
	public void check(BeanFactory beans) {
		if (this.rules.isEmpty()) {
			return;
		}
		RateLimiter limiter = beans.getBeanProvider(RateLimiter.class).getIfAvailable();
		if (limiter == null) {
			throw HttpRuleCheck.noLimiter();
		}
		toSettings((policy) -> {
			if (policy == null) {
				throw new IllegalArgumentException("must not be missing");
			}
			limiter.policy(policy);
			return HttpRateLimitFilter.policy(limiter, policy);
		});
	}

	HttpRateLimitSettings toSettings(Function<@Nullable String, @Nullable RatePolicy> policies) {
		List<HttpRule> converted = new ArrayList<>();
		for (int i = 0; i < this.rules.size(); i++) {
			converted.add(this.rules.get(i).toRule(PREFIX + ".rules[" + i + "]", policies));
		}
		List<Cidr> trusted = new ArrayList<>();
		for (int i = 0; i < this.trustedProxies.size(); i++) {
			String text = this.trustedProxies.get(i).strip();
			trusted.add(named(PREFIX + ".trusted-proxies[" + i + "]", () -> Cidr.parse(text)));
		}
		Checks.between("ipv6-prefix", this.ipv6Prefix, 16, 128);
		return new HttpRateLimitSettings(List.copyOf(converted),
				new ClientAddresses(List.copyOf(trusted), this.forwardedHeader, this.ipv6Prefix), this.responseHeaders);
	}

	static <T extends @Nullable Object> T named(String property, Supplier<T> conversion) {
		try {
			return conversion.get();
		}
		catch (IllegalArgumentException ex) {
			String message = String.valueOf(ex.getMessage());
			throw new InvalidPropertyException(property,
					message.startsWith("must ") ? message : "is not valid: " + message, ex);
		}
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.of("order");
	}

}
