// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.util.FileSystemUtils;

/**
 * Gives tests the one browser and the one {@link City} that all of them share; each test
 * begins like a first visit, and one that fails leaves a picture. Where Chromium or its
 * driver is not installed the tests are skipped.
 */
final class BrowserStage
		implements ExecutionCondition, BeforeEachCallback, AfterTestExecutionCallback, ParameterResolver {

	private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(BrowserStage.class);

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		return Browser.isInstalled() ? ConditionEvaluationResult.enabled("there is a browser")
				: ConditionEvaluationResult.disabled("chromium and chromium-driver are not installed");
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		shared(context).browser().forget();
	}

	@Override
	public void afterTestExecution(ExtensionContext context) {
		if (context.getExecutionException().isPresent()) {
			shared(context).browser().failure(context.getRequiredTestMethod().getName());
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return type == Browser.class || type == City.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		Shared shared = shared(context);
		return (parameter.getParameter().getType() == Browser.class) ? shared.browser() : shared.city();
	}

	private static Shared shared(ExtensionContext context) {
		return context.getRoot().getStore(SPACE).computeIfAbsent(Shared.class, (key) -> Shared.start(), Shared.class);
	}

	private record Shared(City city, Browser browser, Path folder) implements AutoCloseable {

		static Shared start() {
			try {
				Path folder = Files.createTempDirectory("browser-tests");
				City city = City.start(folder.resolve("uploads"));
				return new Shared(city, new Browser(city.guide().base(), folder.resolve("profile")), folder);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() throws IOException {
			this.browser.close();
			this.city.guide().close();
			FileSystemUtils.deleteRecursively(this.folder);
		}

	}

}
