// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers with the envelope if a request fails outside of Spring MVC, in a filter or in
 * the container.
 */
@RestController
@Public
class EnvelopeErrorController implements ErrorController {

	@RequestMapping("${server.error.path:/error}")
	ResponseEntity<Envelope<Void>> error(HttpServletRequest request, HttpServletResponse response) {
		Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
		HttpStatus status = (code instanceof Integer number) ? HttpStatus.resolve(number) : HttpStatus.NOT_FOUND;
		if (status == null) {
			status = HttpStatus.INTERNAL_SERVER_ERROR;
		}
		return ResponseEntity.status(status)
			.contentType(MediaType.APPLICATION_JSON)
			.body(Envelope.refused(Sentences.answer(request, response, Sentences.key(status))));
	}

}
