// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JavaType;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Describes the JSON of the records of this application: a component that is not nullable
 * is required, and a number that is written as a string has the type string.
 */
class RecordSchemas implements ModelConverter {

	private static final String OURS = "io.github.rediscomponents.sample.";

	@Override
	public @Nullable Schema<?> resolve(AnnotatedType type, ModelConverterContext context,
			Iterator<ModelConverter> chain) {
		if (!chain.hasNext()) {
			return null;
		}
		Schema<?> resolved = chain.next().resolve(type, context, chain);
		JavaType java = Json.mapper().constructType(type.getType());
		if (resolved != null && java != null && java.getRawClass().isRecord()
				&& java.getRawClass().getName().startsWith(OURS)) {
			describe(java.getRawClass(), definition(resolved, context));
		}
		return resolved;
	}

	private static @Nullable Schema<?> definition(Schema<?> resolved, ModelConverterContext context) {
		String reference = resolved.get$ref();
		return (reference != null) ? context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1))
				: resolved;
	}

	private static void describe(Class<?> type, @Nullable Schema<?> schema) {
		if (schema == null || schema.getProperties() == null) {
			return;
		}
		for (RecordComponent component : type.getRecordComponents()) {
			String name = nameOf(component);
			Schema<?> property = schema.getProperties().get(name);
			if (property == null) {
				continue;
			}
			if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)
					&& (schema.getRequired() == null || !schema.getRequired().contains(name))) {
				schema.addRequiredItem(name);
			}
			if (hasNullableItems(component) && property.getItems() != null) {
				property.getItems().addType("null");
			}
			JsonFormat format = component.getAccessor().getAnnotation(JsonFormat.class);
			if (format != null && format.shape() == JsonFormat.Shape.STRING) {
				property.types(Set.of("string")).type("string").format(null);
			}
		}
	}

	private static boolean hasNullableItems(RecordComponent component) {
		return component.getAnnotatedType() instanceof AnnotatedParameterizedType type
				&& type.getAnnotatedActualTypeArguments()[0].isAnnotationPresent(Nullable.class);
	}

	private static String nameOf(RecordComponent component) {
		JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
		return (property != null && !property.value().isEmpty()) ? property.value() : component.getName();
	}

}
