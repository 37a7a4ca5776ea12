// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Ends the second instance of a demo as {@code kill -9} would, at the request of the
 * first.
 */
@RestController
@Profile("two")
@Public
class EndController {

	/** The status of a process that SIGKILL ended. */
	private static final int KILLED = 137;

	private static final long ANSWER_MILLIS = 50;

	private static final Logger log = LoggerFactory.getLogger(EndController.class);

	/** Ends this instance at once. */
	@PostMapping("/rush/end")
	Envelope<Void> end(HttpServletRequest request) {
		SameOrigin.require(request);
		log.warn("Ending at once, as the page of the rush demands");
		// A thread of its own: a pool may have none that is free.
		Thread thread = new Thread(EndController::halt, "rush-end");
		thread.setDaemon(true);
		thread.start();
		return Envelope.ok();
	}

	private static void halt() {
		try {
			// The answer is on its way by then.
			TimeUnit.MILLISECONDS.sleep(ANSWER_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		Runtime.getRuntime().halt(KILLED);
	}

}
