// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adds the examples of {@code openapi/parameters.json} and {@code bodies.json} to the
 * parameters and bodies of these names.
 */
class Examples implements GlobalOpenApiCustomizer {

	private final Map<String, Object> parameters;

	private final Map<String, Object> bodies;

	Examples(JsonMapper json) {
		this.parameters = read(json, "openapi/parameters.json");
		this.bodies = read(json, "openapi/bodies.json");
	}

	private static Map<String, Object> read(JsonMapper json, String file) {
		try (InputStream in = new ClassPathResource(file).getInputStream()) {
			return json.readValue(in, new TypeReference<Map<String, Object>>() {
			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void customise(OpenAPI api) {
		api.getPaths().values().forEach((item) -> item.readOperations().forEach(this::add));
	}

	private void add(Operation operation) {
		if (operation.getParameters() != null) {
			for (Parameter parameter : operation.getParameters()) {
				if (this.parameters.containsKey(parameter.getName())) {
					parameter.setExample(this.parameters.get(parameter.getName()));
				}
			}
		}
		if (operation.getRequestBody() != null) {
			operation.getRequestBody().getContent().values().forEach(this::add);
		}
	}

	private void add(MediaType body) {
		Schema<?> schema = body.getSchema();
		if (schema != null && schema.get$ref() != null) {
			String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
			if (this.bodies.containsKey(name)) {
				body.setExample(this.bodies.get(name));
			}
		}
	}

}
