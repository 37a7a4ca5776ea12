package io.github.rediscomponents.sample.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;

class Examples implements GlobalOpenApiCustomizer {

	@Override
	public void customise(OpenAPI api) {
	}

}
