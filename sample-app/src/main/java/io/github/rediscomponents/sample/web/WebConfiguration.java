// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.List;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.type.LogicalType;

/**
 * Checks logins, and resolves the logged-in {@link User} for parameters of endpoints.
 */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

	/** The description of the endpoints, which is public. */
	private static final String[] DESCRIPTION = { "/v3/api-docs*/**", "/swagger-ui*/**" };

	private final ObjectProvider<Managers> managers;

	WebConfiguration(ObjectProvider<Managers> managers) {
		this.managers = managers;
	}

	/**
	 * Refuses blanks and control characters as numbers, which would be read as absent. An
	 * empty text is absent, as in forms.
	 */
	@Bean
	static JsonMapperBuilderCustomizer blanksAreNoNumbers() {
		return (builder) -> Stream.of(LogicalType.Integer, LogicalType.Float)
			.forEach((type) -> builder.withCoercionConfig(type, (config) -> config.setAcceptBlankAsEmpty(false)));
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(new LoginInterceptor(this.managers)).excludePathPatterns(DESCRIPTION);
	}

	/**
	 * Answers with JSON regardless of the accepted types of a client. Only the
	 * description is available as YAML, too.
	 */
	@Override
	public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
		configurer.ignoreAcceptHeader(true)
			.defaultContentTypeStrategy(
					(request) -> List.of(isYaml(request) ? MediaType.ALL : MediaType.APPLICATION_JSON));
	}

	private static boolean isYaml(NativeWebRequest request) {
		HttpServletRequest servlet = request.getNativeRequest(HttpServletRequest.class);
		return servlet != null && servlet.getRequestURI().endsWith("/v3/api-docs.yaml");
	}

	@Override
	public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
		resolvers.add(new UserResolver());
	}

	private static final class UserResolver implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return parameter.getParameterType() == User.class;
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, @Nullable ModelAndViewContainer container,
				NativeWebRequest request, @Nullable WebDataBinderFactory binders) {
			return request.getAttribute(LoginFilter.USER, RequestAttributes.SCOPE_REQUEST);
		}

	}

}
