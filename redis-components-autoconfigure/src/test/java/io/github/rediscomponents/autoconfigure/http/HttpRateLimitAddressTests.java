// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose address is believed.
 */
class HttpRateLimitAddressTests extends HttpRateLimitFixture {

	@Test
	void countsRequestsWithoutTheHeaderByTheirAddress() {
		String[] address = { "X-Forwarded-For", "198.51.100.77" };
		assertThat(application.get("/zwei", address).statusCode()).isEqualTo(200);
		assertThat(application.subjects("two")).contains("ip:198.51.100.77");
		assertThat(application.get("/zwei", "X-Forwarded-For", "198.51.100.77", "X-Api-Key", " ").statusCode())
			.isEqualTo(200);
		assertThat(application.get("/zwei", address).statusCode()).isEqualTo(429);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			                                             | 127.0.0.1
			198.51.100.1                                 | 198.51.100.1
			6.6.6.6, 198.51.100.2                        | 198.51.100.2
			6.6.6.6, 10.1.1.1, 198.51.100.3, 10.2.3.4    | 198.51.100.3
			10.1.1.1, 10.2.2.2                           | 10.1.1.1
			6.6.6.6, unknown, 10.5.5.5                   | 10.5.5.5
			6.6.6.6, 1.2.3.4.5                           | 127.0.0.1
			198.51.100.4:5678                            | 198.51.100.4
			::ffff:198.51.100.5                          | 198.51.100.5
			2001:db8:1:2:3:4:5:6                         | 2001:db8:1:2:0:0:0:0/64
			[2001:0DB8:1:2::1]:443                       | 2001:db8:1:2:0:0:0:0/64
			6.6.6.6, 2001:db8:1:3::9, fd00::1            | 2001:db8:1:3:0:0:0:0/64
			""")
	void believesTheForwardingHeaderAsFarAsTrustedProxiesWroteIt(@Nullable String header, String subject) {
		application.forget("many");
		String[] headers = (header != null) ? new String[] { "X-Forwarded-For", header, "Forwarded", "for=7.7.7.7" }
				: new String[0];
		assertThat(application.get("/ip/a", headers).statusCode()).isEqualTo(200);
		assertThat(application.subjects("many")).containsExactly("ip:" + subject);
	}

	@Test
	void ignoresTheForwardingHeaderOfPeersThatAreNotTrusted() {
		try (WebApplication own = start("redis-components.http-rate-limit.rules[0].paths=/ip/**",
				"redis-components.http-rate-limit.rules[0].policy=two",
				"redis-components.http-rate-limit.trusted-proxies=192.0.2.1")) {
			assertThat(own.get("/ip/1", "X-Forwarded-For", "1.1.1.1").statusCode()).isEqualTo(200);
			assertThat(own.get("/ip/2", "X-Forwarded-For", "2.2.2.2").statusCode()).isEqualTo(200);
			assertThat(own.get("/ip/3", "X-Forwarded-For", "3.3.3.3").statusCode()).isEqualTo(429);
			assertThat(own.subjects("two")).containsExactly("ip:127.0.0.1");
		}
	}

	@Test
	void readsTheStandardHeaderWhereThatIsConfigured() {
		try (WebApplication own = start("redis-components.http-rate-limit.rules[0].paths=/ip/**",
				"redis-components.http-rate-limit.rules[0].policy=many",
				"redis-components.http-rate-limit.ipv6-prefix=48",
				"redis-components.http-rate-limit.response-headers=false",
				"redis-components.http-rate-limit.forwarded-header=forwarded",
				"redis-components.http-rate-limit.trusted-proxies=127.0.0.0/8,10.0.0.0/8")) {
			String[] headers = { "X-Forwarded-For", "7.7.7.7", "Forwarded",
					"for=6.6.6.6, proto=https;For=\"[2001:db8:9:8::7]:4711\";by=10.0.0.1", "Forwarded",
					"for=10.0.0.1" };
			HttpResponse<String> response = own.get("/ip/1", headers);
			assertThat(response.headers().map()).doesNotContainKeys("RateLimit", "RateLimit-Policy");
			assertThat(own.subjects("many")).containsExactly("ip:2001:db8:9:0:0:0:0:0/48");
		}
	}

}
