// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.util.List;

import io.github.rediscomponents.sample.web.User;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adds descriptions that the code does not contain: the login and the form of refusals.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

	private static final String DESCRIPTION = """
			Every path is also there under `/api`. Every answer is an envelope, `{success, errorMsg?, data?}`. What was understood and \
			is not done is HTTP 200 with `success=false` and a sentence; malformed requests are 4xx, a missing login is 401, something \
			that is away is 503, all in the same envelope. Sentences are in Chinese if `Accept-Language` prefers it, else in English.

			To log in, send yourself a code (`/user/code`; in the demo it is in the answer), exchange it for a token (`/user/login`), and \
			put that under "Authorize".""";

	@Bean
	OpenAPI openApi() {
		// The user is resolved from the token.
		SpringDocUtils.getConfig().addRequestWrapperToIgnore(User.class);
		SecurityScheme login = new SecurityScheme().type(SecurityScheme.Type.APIKEY)
			.in(SecurityScheme.In.HEADER)
			.name(EndpointDescription.HEADER)
			.description("The token as the login returned it, without \"Bearer\".");
		return new OpenAPI().info(new Info().title("City guide").version("1").description(DESCRIPTION))
			// The address that the page was read from.
			.servers(List.of(new Server().url("/")))
			.components(new Components().addSecuritySchemes(EndpointDescription.SCHEME, login));
	}

	@Bean
	GlobalOperationCustomizer endpointDescription() {
		return new EndpointDescription();
	}

	@Bean
	GlobalOpenApiCustomizer examples(JsonMapper json) {
		return new Examples(json);
	}

	@Bean
	GlobalOpenApiCustomizer wording() {
		return new Wording();
	}

	@Bean
	ModelConverter recordSchemas() {
		return new RecordSchemas();
	}

}
