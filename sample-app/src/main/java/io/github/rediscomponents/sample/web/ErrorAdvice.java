// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockNotAcquiredException;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;

/**
 * Converts all failures to the envelope. Internal failures are logged and never shown.
 */
@RestControllerAdvice
class ErrorAdvice {

	private static final Logger log = LoggerFactory.getLogger(ErrorAdvice.class);

	private final Refusals refusals;

	ErrorAdvice(Refusals refusals) {
		this.refusals = refusals;
	}

	@ExceptionHandler
	ResponseEntity<Envelope<String>> refused(Refused refused, HttpServletRequest request) {
		this.refusals.refused(refused.status(), refused.sentence(), request);
		return ResponseEntity.status(refused.status())
			.body(new Envelope<>(false, refused.sentence(), refused.about(), null));
	}

	@ExceptionHandler({ HttpMessageNotReadableException.class, TypeMismatchException.class,
			InvalidParameterException.class })
	ResponseEntity<Envelope<Void>> malformed(Exception ex, HttpServletRequest request) {
		return answer(HttpStatus.BAD_REQUEST, ErrorSentences.of(HttpStatus.BAD_REQUEST), request);
	}

	/** Answers a body that is not multipart, too large, or too slow. */
	@ExceptionHandler
	ResponseEntity<? extends Envelope<?>> badUpload(MultipartException ex, HttpServletRequest request) {
		if (ex.getCause() instanceof Refused refused) {
			return refused(refused, request);
		}
		HttpStatus status = (ex instanceof MaxUploadSizeExceededException) ? HttpStatus.CONTENT_TOO_LARGE
				: HttpStatus.BAD_REQUEST;
		return answer(status, ErrorSentences.of(status), request);
	}

	/** Ignores a client that has closed the connection. */
	@ExceptionHandler({ AsyncRequestNotUsableException.class, ClientAbortException.class })
	void gone(Exception ex) {
		log.debug("The client is gone", ex);
	}

	@ExceptionHandler({ RedisUnavailableException.class, LockNotAcquiredException.class, LockLostException.class,
			DataAccessResourceFailureException.class, QueryTimeoutException.class, RedisSystemException.class,
			TransactionException.class })
	ResponseEntity<Envelope<Void>> unavailable(Exception ex, HttpServletRequest request) {
		log.warn("{} {} failed, a dependency is unavailable: {}", request.getMethod(), request.getRequestURI(),
				ex.toString());
		return answer(HttpStatus.SERVICE_UNAVAILABLE, ErrorSentences.of(HttpStatus.SERVICE_UNAVAILABLE), request);
	}

	@ExceptionHandler
	ResponseEntity<Envelope<Void>> failed(Exception ex, HttpServletRequest request) {
		if (ex instanceof ErrorResponse response) {
			HttpStatusCode status = response.getStatusCode();
			return ResponseEntity.status(status)
				.headers(response.getHeaders())
				.body(logged(status, ErrorSentences.of(status), request));
		}
		String what = (ex instanceof DataAccessException) ? "The database refused" : "Failed";
		log.error("{} at {} {}", what, request.getMethod(), request.getRequestURI(), ex);
		return answer(HttpStatus.INTERNAL_SERVER_ERROR, ErrorSentences.of(HttpStatus.INTERNAL_SERVER_ERROR), request);
	}

	private ResponseEntity<Envelope<Void>> answer(HttpStatusCode status, String sentence, HttpServletRequest request) {
		return ResponseEntity.status(status).body(logged(status, sentence, request));
	}

	private Envelope<Void> logged(HttpStatusCode status, String sentence, HttpServletRequest request) {
		this.refusals.refused(status, sentence, request);
		return Envelope.refused(sentence);
	}

}
