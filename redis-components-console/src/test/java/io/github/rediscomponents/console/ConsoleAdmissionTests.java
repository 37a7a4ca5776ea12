// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.io.IOException;
import java.security.Principal;
import java.util.List;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.web.ConsoleServlet;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the servlet does with the answers of a {@link ConsoleAccess} and of the container.
 */
class ConsoleAdmissionTests {

	private static final Principal ANA = () -> "ana";

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void start() {
		context = TestApplications.worker(SharedRedis.standalone());
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@SuppressWarnings("NullAway")
	private static ConsoleServlet servlet(@Nullable ConsoleAccess access) {
		return new ConsoleServlet(access, context.getBean(ConsoleReporter.class), context.getBean(RoomViews.class),
				context.getBean(PropertySettings.class).live(ConsoleProperties.PREFIX, ConsoleProperties.class),
				List::of, context);
	}

	private static MockHttpServletResponse answer(ConsoleAccess access, MockHttpServletRequest request)
			throws ServletException, IOException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		servlet(access).service(request, response);
		return response;
	}

	private static MockHttpServletRequest request(String method, String path) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/redis-components" + path);
		request.setServletPath("/redis-components");
		request.setPathInfo(path);
		request.addHeader("X-Redis-Components-Console", "1");
		request.setContentType("application/json");
		request.setContent("{\"name\":\"a\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
		return request;
	}

	@Test
	@SuppressWarnings("NullAway")
	void aRuleThatAnswersNullPermitsNothing() throws Exception {
		for (MockHttpServletRequest request : List.of(request("GET", "/"), request("GET", "/api/state"),
				request("GET", "/api/settings"), request("GET", "/api/session"), request("GET", "/api/rooms/lock"),
				request("POST", "/api/rooms/lock/release"))) {
			request.setUserPrincipal(ANA);
			MockHttpServletResponse response = answer((asked) -> null, request);
			assertThat(response.getStatus()).as(request.getRequestURI()).isEqualTo(403);
			assertThat(response.getContentAsString()).isEqualTo("{\"error\":\"The user has no role for the console\"}");
		}
		assertThat(answer((asked) -> null, request("GET", "/api/state")).getStatus()).isEqualTo(401);
	}

	@Test
	void aMissingRuleFailsTheStart() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> servlet(null))
			.withMessageContaining("access");
	}

	@Test
	void aContainerWithoutALoginIsNoAnswer() throws Exception {
		MockHttpServletRequest request = new Authenticating(null);
		MockHttpServletResponse response = answer((asked) -> ConsoleRole.NONE, request);
		assertThat(response.getStatus()).isEqualTo(401);
		assertThat(response.getContentAsString()).isEqualTo("{\"error\":\"The console asks for a user\"}");
	}

	@Test
	void theRoleOfAUserWhomTheContainerHasAuthenticatedCounts() throws Exception {
		ConsoleAccess access = (asked) -> ANA.equals(asked.getUserPrincipal()) ? ConsoleRole.READ : ConsoleRole.NONE;
		MockHttpServletResponse response = answer(access, new Authenticating(ANA));
		assertThat(response.getStatus()).isEqualTo(200);
		assertThat(response.getContentAsString()).contains("<html");
		response = answer(access, new Authenticating(() -> "eve"));
		assertThat(response.getStatus()).isEqualTo(403);
		assertThat(response.getContentAsString()).isEqualTo("{\"error\":\"The user has no role for the console\"}");
	}

	/** A container that authenticates a user. */
	private static final class Authenticating extends MockHttpServletRequest {

		private final @Nullable Principal user;

		Authenticating(@Nullable Principal user) {
			super("GET", "/redis-components/");
			setServletPath("/redis-components");
			setPathInfo("/");
			this.user = user;
		}

		@Override
		public boolean authenticate(HttpServletResponse response) {
			setUserPrincipal(this.user);
			return true;
		}

	}

}
