// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.util.Arrays;
import java.util.Objects;

import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.web.PublicEndpoints;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;

/**
 * Adds the login requirement and the failure responses to each endpoint.
 */
class EndpointDescription implements GlobalOperationCustomizer {

	static final String SCHEME = "login";

	static final String HEADER = "authorization";

	static final String NOTHING = "EnvelopeVoid";

	private static final String JSON = org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

	private static final String FORM = org.springframework.http.MediaType.MULTIPART_FORM_DATA_VALUE;

	@Override
	public Operation customize(Operation operation, HandlerMethod method) {
		if (operation.getParameters() != null) {
			// The token is not a parameter but the security scheme.
			operation.getParameters().removeIf((parameter) -> HEADER.equalsIgnoreCase(parameter.getName()));
		}
		if (Arrays.stream(method.getMethodParameters())
			.anyMatch((parameter) -> parameter.getParameterType() == MultipartFile.class)) {
			Content content = operation.getRequestBody().getContent();
			content.addMediaType(FORM, Objects.requireNonNull(content.remove(JSON)));
		}
		ApiResponse done = operation.getResponses().get("200");
		if (done != null) {
			done.setDescription("Done, or refused: then `success` is false and `errorMsg` a sentence");
		}
		operation.getResponses().addApiResponse("400", failure("The request cannot be understood"));
		if (operation.getParameters() != null && operation.getParameters()
			.stream()
			.anyMatch((parameter) -> CreationRequest.HEADER.equals(parameter.getName()))) {
			operation.getResponses()
				.addApiResponse("422", failure("An earlier request with the key had other content"));
		}
		if (!PublicEndpoints.contain(method)) {
			operation.addSecurityItem(new SecurityRequirement().addList(SCHEME));
			operation.getResponses().addApiResponse("401", failure("No login"));
		}
		operation.getResponses().addApiResponse("503", failure("Something is away; try again"));
		return operation;
	}

	private static ApiResponse failure(String description) {
		Schema<?> schema = new Schema<>().$ref("#/components/schemas/" + NOTHING);
		return new ApiResponse().description(description)
			.content(new Content().addMediaType(JSON, new MediaType().schema(schema)));
	}

}
