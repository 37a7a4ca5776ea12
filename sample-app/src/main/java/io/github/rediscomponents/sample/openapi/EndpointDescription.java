package io.github.rediscomponents.sample.openapi;

import java.util.List;

import io.github.rediscomponents.sample.web.PublicEndpoints;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.method.HandlerMethod;

/**
 * Adds to each endpoint whether it needs a login, and how it fails.
 */
class EndpointDescription implements GlobalOperationCustomizer {

	static final String SCHEME = "login";

	static final String HEADER = "authorization";

	private static final String FAILURE = "#/components/schemas/EnvelopeVoid";

	@Override
	public Operation customize(Operation operation, HandlerMethod method) {
		String room = method.getBeanType().getPackageName();
		operation.setTags(List.of(room.substring(room.lastIndexOf('.') + 1)));
		if (operation.getParameters() != null) {
			// The token is not a parameter but the security scheme.
			operation.getParameters().removeIf((parameter) -> HEADER.equalsIgnoreCase(parameter.getName()));
		}
		ApiResponse done = operation.getResponses().get("200");
		if (done != null) {
			done.setDescription("Done, or refused: then success is false and errorMsg is a sentence");
		}
		operation.getResponses().addApiResponse("400", failure("The request cannot be understood"));
		if (!PublicEndpoints.contain(method)) {
			operation.addSecurityItem(new SecurityRequirement().addList(SCHEME));
			operation.getResponses().addApiResponse("401", failure("No login"));
		}
		operation.getResponses().addApiResponse("503", failure("Something is away; try again"));
		return operation;
	}

	private static ApiResponse failure(String description) {
		return new ApiResponse().description(description)
			.content(new Content().addMediaType("application/json",
					new MediaType().schema(new Schema<>().$ref(FAILURE))));
	}

}
