// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.util.StringUtils;

/**
 * Converts names and Javadoc to the wording of the API description.
 */
class Wording implements GlobalOpenApiCustomizer {

	private static final String SUFFIX = "-controller";

	@Override
	public void customise(OpenAPI api) {
		api.getPaths()
			.forEach((path, item) -> item.readOperationsMap()
				.forEach((method, operation) -> name(path, method, operation)));
		api.getPaths().values().stream().map(PathItem::readOperations).flatMap(List::stream).forEach(this::describe);
		if (api.getTags() != null) {
			api.getTags()
				.forEach((tag) -> tag.name(withoutSuffix(tag.getName())).description(text(tag.getDescription())));
			api.getTags().sort(Comparator.comparing(Tag::getName));
		}
		api.getComponents().getSchemas().values().forEach(Wording::describe);
		Schema<?> nothing = api.getComponents().getSchemas().get(EndpointDescription.NOTHING);
		if (nothing != null) {
			nothing.getProperties().remove("data");
		}
	}

	/** Sets an operation id from method and path, independent of other endpoints. */
	private static void name(String path, HttpMethod method, Operation operation) {
		operation.setOperationId(method.name().toLowerCase() + Arrays.stream(path.split("[/-]"))
			.map((part) -> part.startsWith("{") ? "By-" + part.substring(1, part.length() - 1) : part)
			.flatMap((part) -> Arrays.stream(part.split("-")))
			.map(StringUtils::capitalize)
			.collect(Collectors.joining()));
	}

	private void describe(Operation operation) {
		operation.setTags(operation.getTags().stream().map(Wording::withoutSuffix).toList());
		operation.setSummary(text(operation.getSummary()));
		String description = text(operation.getDescription());
		operation
			.setDescription((description != null && description.equals(operation.getSummary())) ? null : description);
		if (operation.getParameters() != null) {
			for (Parameter parameter : operation.getParameters()) {
				parameter.setDescription(text(parameter.getDescription()));
			}
		}
	}

	private static void describe(Schema<?> schema) {
		schema.setDescription(text(schema.getDescription()));
		if (schema.getProperties() != null) {
			schema.getProperties()
				.values()
				.forEach((property) -> property.setDescription(text(property.getDescription())));
		}
	}

	private static String withoutSuffix(String tag) {
		return tag.endsWith(SUFFIX) ? tag.substring(0, tag.length() - SUFFIX.length()) : tag;
	}

	/** Returns the Markdown of a Javadoc text. */
	static @Nullable String text(@Nullable String javadoc) {
		if (javadoc == null) {
			return null;
		}
		return javadoc.replaceAll("\\s*\n\\s*", " ")
			.replaceAll("</?code>", "`")
			.replaceAll("\\{@link \\S+ #?([^}]+)\\}", "`$1`")
			.strip();
	}

}
