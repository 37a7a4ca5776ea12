// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Adds the numbers of a request to its answer, after the work and before the body.
 */
@ControllerAdvice
@ConditionalOnBooleanProperty("city-guide.behind.enabled")
class TraceHeader implements ResponseBodyAdvice<Object> {

	static final String NAME = "Server-Timing";

	@Override
	public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
		return true;
	}

	@Override
	public @Nullable Object beforeBodyWrite(@Nullable Object body, MethodParameter returnType, MediaType contentType,
			Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
			ServerHttpResponse response) {
		Trace trace = Trace.current();
		if (trace != null) {
			response.getHeaders().set(NAME, trace.header());
		}
		return body;
	}

}
