// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.time.temporal.Temporal;
import java.util.List;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.LockNotAcquiredException;
import io.github.rediscomponents.sample.web.outage.DatabaseWatch;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import io.lettuce.core.RedisCommandTimeoutException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
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
import tools.jackson.databind.exc.InvalidFormatException;

/**
 * Converts all failures to the envelope. Internal failures are logged and never shown.
 */
@RestControllerAdvice
class ErrorAdvice {

	private static final Logger log = LoggerFactory.getLogger(ErrorAdvice.class);

	private final Refusals refusals;

	private final RedisWatch redis;

	private final DatabaseWatch database;

	private final GoneUsers gone;

	ErrorAdvice(Refusals refusals, RedisWatch redis, DatabaseWatch database, GoneUsers gone) {
		this.gone = gone;
		this.refusals = refusals;
		this.redis = redis;
		this.database = database;
	}

	@ExceptionHandler
	ResponseEntity<Envelope<String>> refused(Refused refused, HttpServletRequest request,
			HttpServletResponse response) {
		this.refusals.refused(refused.status(), refused.getMessage(), request);
		String sentence = Sentences.answer(request, response, refused.key(), refused.arguments());
		return ResponseEntity.status(refused.status()).body(new Envelope<>(false, sentence, refused.about(), null));
	}

	@ExceptionHandler({ HttpMessageNotReadableException.class, TypeMismatchException.class,
			InvalidParameterException.class })
	ResponseEntity<Envelope<String>> malformed(Exception ex, HttpServletRequest request, HttpServletResponse response) {
		// A year of five digits looks right.
		boolean time = ex.getCause() instanceof InvalidFormatException wrong
				&& Temporal.class.isAssignableFrom(wrong.getTargetType());
		Refused refused = time ? new Refused(HttpStatus.BAD_REQUEST, "request.time")
				: Refused.as(HttpStatus.BAD_REQUEST);
		return refused(refused, request, response);
	}

	/** Answers a body that is not multipart, too large, or too slow. */
	@ExceptionHandler
	ResponseEntity<Envelope<String>> badUpload(MultipartException ex, HttpServletRequest request,
			HttpServletResponse response) {
		if (ex.getCause() instanceof Refused refused) {
			return refused(refused, request, response);
		}
		HttpStatus status = (ex instanceof MaxUploadSizeExceededException) ? HttpStatus.CONTENT_TOO_LARGE
				: HttpStatus.BAD_REQUEST;
		return refused(Refused.as(status), request, response);
	}

	/** Ignores a client that has closed the connection. */
	@ExceptionHandler({ AsyncRequestNotUsableException.class, ClientAbortException.class })
	void aborted(Exception ex) {
		log.debug("The client is gone", ex);
	}

	@ExceptionHandler({ RedisUnavailableException.class, RedisCommandException.class,
			RedisConnectionFailureException.class, RedisSystemException.class })
	ResponseEntity<Envelope<String>> withoutRedis(Exception ex, HttpServletRequest request,
			HttpServletResponse response) {
		this.redis.failed("A request failed", ex);
		return refused(Refused.as(HttpStatus.SERVICE_UNAVAILABLE), request, response);
	}

	/** Answers also what waited too long for others, which a repetition may pass. */
	@ExceptionHandler({ DataAccessResourceFailureException.class, TransientDataAccessException.class,
			RecoverableDataAccessException.class, TransactionException.class })
	ResponseEntity<Envelope<String>> withoutDatabase(Exception ex, HttpServletRequest request,
			HttpServletResponse response) {
		if (ex.getCause() instanceof RedisCommandTimeoutException) {
			return withoutRedis(ex, request, response);
		}
		this.database.failed("A request failed", ex);
		return refused(Refused.as(HttpStatus.SERVICE_UNAVAILABLE), request, response);
	}

	/** Answers as without a login if the user was deleted. */
	@ExceptionHandler
	ResponseEntity<Envelope<String>> violated(DataIntegrityViolationException ex, HttpServletRequest request,
			HttpServletResponse response) {
		try {
			if (request.getAttribute(LoginFilter.USER) instanceof User user && this.gone.logOut(user)) {
				return refused(Refused.as(HttpStatus.UNAUTHORIZED), request, response);
			}
		}
		catch (DataAccessException unknown) {
			ex.addSuppressed(unknown);
		}
		return failed(ex, request, response);
	}

	@ExceptionHandler({ LockNotAcquiredException.class, LockLostException.class })
	ResponseEntity<Envelope<String>> unavailable(Exception ex, HttpServletRequest request,
			HttpServletResponse response) {
		log.warn("{} {} failed, a dependency is unavailable: {}", request.getMethod(), request.getRequestURI(),
				ex.toString());
		return refused(Refused.as(HttpStatus.SERVICE_UNAVAILABLE), request, response);
	}

	@ExceptionHandler
	ResponseEntity<Envelope<String>> failed(Exception ex, HttpServletRequest request, HttpServletResponse response) {
		if (ex instanceof ErrorResponse error) {
			HttpStatusCode status = error.getStatusCode();
			String key = Sentences.key(status);
			this.refusals.refused(status, Sentences.english(key, List.of()), request);
			return ResponseEntity.status(status)
				.headers(error.getHeaders())
				.body(new Envelope<>(false, Sentences.answer(request, response, key), null, null));
		}
		String what = (ex instanceof DataAccessException) ? "The database refused" : "Failed";
		log.error("{} at {} {}", what, request.getMethod(), request.getRequestURI(), ex);
		return refused(Refused.as(HttpStatus.INTERNAL_SERVER_ERROR), request, response);
	}

}
