package io.github.rediscomponents.autoconfigure.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the HTTP filter that limits rates.
 */
@ConfigurationProperties(prefix = HttpRateLimitProperties.PREFIX, ignoreUnknownFields = false)
public class HttpRateLimitProperties {

	static final String PREFIX = "redis-components.http-rate-limit";

	/**
	 * Whether to provide the filter that limits the rate of HTTP requests.
	 */
	private boolean enabled = true;

	/**
	 * Order of the filter; after Spring Security's unless changed.
	 */
	private int order;

	/**
	 * Rules; all that match a request hold together.
	 */
	private List<HttpRuleProperties> rules = new ArrayList<>();

	/**
	 * Addresses and networks of the proxies whose forwarding header is believed.
	 */
	private List<String> trustedProxies = new ArrayList<>();

	/**
	 * Header in which the trusted proxies name the client.
	 */
	private ForwardedHeader forwardedHeader = ForwardedHeader.X_FORWARDED_FOR;

	/**
	 * How many bits of an IPv6 address count: a customer usually has a whole network.
	 */
	private int ipv6Prefix = 64;

	/**
	 * Whether responses have the RateLimit and RateLimit-Policy headers.
	 */
	private boolean responseHeaders = true;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getOrder() {
		return this.order;
	}

	public void setOrder(int order) {
		this.order = order;
	}

	public List<HttpRuleProperties> getRules() {
		return this.rules;
	}

	public void setRules(List<HttpRuleProperties> rules) {
		this.rules = rules;
	}

	public List<String> getTrustedProxies() {
		return this.trustedProxies;
	}

	public void setTrustedProxies(List<String> trustedProxies) {
		this.trustedProxies = trustedProxies;
	}

	public ForwardedHeader getForwardedHeader() {
		return this.forwardedHeader;
	}

	public void setForwardedHeader(ForwardedHeader forwardedHeader) {
		this.forwardedHeader = forwardedHeader;
	}

	public int getIpv6Prefix() {
		return this.ipv6Prefix;
	}

	public void setIpv6Prefix(int ipv6Prefix) {
		this.ipv6Prefix = ipv6Prefix;
	}

	public boolean isResponseHeaders() {
		return this.responseHeaders;
	}

	public void setResponseHeaders(boolean responseHeaders) {
		this.responseHeaders = responseHeaders;
	}

	HttpRateLimitSettings toSettings(Consumer<@Nullable String> policies) {
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

	static <T> T named(String property, Supplier<T> conversion) {
		try {
			return conversion.get();
		}
		catch (IllegalArgumentException ex) {
			String message = String.valueOf(ex.getMessage());
			throw new InvalidPropertyException(property,
					message.startsWith("must ") ? message : "is not valid: " + message, ex);
		}
	}

}
