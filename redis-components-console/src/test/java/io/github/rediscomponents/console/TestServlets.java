// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.web.ConsoleServlet;

/**
 * The servlet of the console for applications without a web server.
 */
public final class TestServlets {

	private TestServlets() {
	}

	/** Returns a servlet whose users all have a role. It has kept no details. */
	public static ConsoleServlet of(ConfigurableApplicationContext context, ConsoleRole role,
			ApplicationEventPublisher events) {
		return of(context, role, events,
				context.getBean(PropertySettings.class).live(ConsoleProperties.PREFIX, ConsoleProperties.class));
	}

	static ConsoleServlet of(ConfigurableApplicationContext context, ConsoleRole role, ApplicationEventPublisher events,
			Supplier<ConsoleSettings> settings) {
		return new ConsoleServlet((request) -> role, context.getBean(ConsoleReporter.class),
				context.getBean(RoomViews.class), settings, List::of, events);
	}

	/** Sends a request with the header of the page, and parameters: name, value, ... */
	public static MockHttpServletResponse send(ConsoleServlet servlet, String method, String path, String body,
			String... parameters) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/redis-components" + path);
		request.setServletPath("/redis-components");
		request.setPathInfo(path);
		request.addHeader("X-Redis-Components-Console", "1");
		request.setContentType("application/json");
		request.setContent(body.getBytes(StandardCharsets.UTF_8));
		for (int i = 0; i < parameters.length; i += 2) {
			request.setParameter(parameters[i], parameters[i + 1]);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		servlet.service(request, response);
		return response;
	}

}
