// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.body;

import java.io.IOException;
import java.util.concurrent.Semaphore;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Installs a {@link BodyReader} for each request, and reads the rest of the body after
 * the answer was sent.
 */
final class BodyValve extends ValveBase {

	private final BodyProperties limits;

	private final Semaphore waiting;

	BodyValve(BodyProperties limits) {
		super(true);
		this.limits = limits;
		this.waiting = new Semaphore(limits.maxWaiting());
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		try (BodyReader body = new BodyReader(request.getCoyoteRequest(), this.limits, this.waiting)) {
			getNext().invoke(request, response);
			if (!request.isAsync() && !request.isFinished()) {
				response.finishResponse();
				body.drain();
			}
		}
	}

}
