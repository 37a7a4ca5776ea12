// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers with the envelope if the rules of {@code redis-components.http-rate-limit}
 * refuse a request. Replaces the problem document of the starter, which the clients of
 * this application do not support, and keeps its header fields.
 */
@Configuration(proxyBeanMethods = false)
class LimitAnswers {

	@Bean
	FilterRegistrationBean<OncePerRequestFilter> limitAnswersFilter(
			@Value("${redis-components.http-rate-limit.order:0}") int limits) {
		FilterRegistrationBean<OncePerRequestFilter> registration = new FilterRegistrationBean<>(new InEnvelope());
		registration.setOrder(limits - 1);
		return registration;
	}

	private static final class InEnvelope extends OncePerRequestFilter {

		@Override
		protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
				throws ServletException, IOException {
			WithoutProblem answer = new WithoutProblem(response);
			chain.doFilter(request, answer);
			if (answer.refused) {
				byte[] body = Envelope.json(sentence(request, response)).getBytes(StandardCharsets.UTF_8);
				response.setContentType(MediaType.APPLICATION_JSON_VALUE);
				response.setContentLength(body.length);
				response.getOutputStream().write(body);
			}
		}

		private static String sentence(HttpServletRequest request, HttpServletResponse response) {
			String seconds = response.getHeader(HttpHeaders.RETRY_AFTER);
			return (response.getStatus() == HttpStatus.TOO_MANY_REQUESTS.value() && seconds != null)
					? Sentences.answer(request, response, "error.429", seconds)
					: Sentences.answer(request, response, Sentences.key(HttpStatus.valueOf(response.getStatus())));
		}

	}

	/** Omits the body of a response that is a problem document. */
	private static final class WithoutProblem extends HttpServletResponseWrapper {

		private boolean refused;

		WithoutProblem(HttpServletResponse response) {
			super(response);
		}

		@Override
		public void setContentType(String type) {
			this.refused = MediaType.APPLICATION_PROBLEM_JSON_VALUE.equals(type);
			if (!this.refused) {
				super.setContentType(type);
			}
		}

		@Override
		public void setContentLength(int length) {
			if (!this.refused) {
				super.setContentLength(length);
			}
		}

		@Override
		public ServletOutputStream getOutputStream() throws IOException {
			return this.refused ? new Nowhere() : super.getOutputStream();
		}

	}

}
