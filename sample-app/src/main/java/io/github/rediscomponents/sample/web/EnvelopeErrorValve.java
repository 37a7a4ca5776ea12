// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.Writer;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/**
 * Answers with the envelope if Tomcat refuses a request before the application receives
 * it. Public because Tomcat creates it.
 */
public class EnvelopeErrorValve extends ErrorReportValve {

	private static final Logger log = LoggerFactory.getLogger(EnvelopeErrorValve.class);

	private static final int FIRST_ERROR = 400;

	@Override
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		int status = response.getStatus();
		if (status < FIRST_ERROR || response.getContentWritten() > 0 || !response.setErrorReported()) {
			return;
		}
		String sentence = Sentences.answer(request, response, Sentences.key(HttpStatusCode.valueOf(status)));
		log.debug("Refused a request that cannot be read ({}): {}", status, sentence);
		try {
			boolean page = ErrorPage.isWanted(request);
			SecurityHeaders.addTo(response);
			response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			response.setContentType(page ? ErrorPage.TYPE : MediaType.APPLICATION_JSON_VALUE);
			response.setCharacterEncoding("UTF-8");
			Writer writer = response.getReporter();
			if (writer != null) {
				writer.write(page ? ErrorPage.of(status, request) : Envelope.json(sentence));
				response.finishResponse();
			}
		}
		catch (IOException ex) {
			log.debug("The client is gone", ex);
		}
	}

}
