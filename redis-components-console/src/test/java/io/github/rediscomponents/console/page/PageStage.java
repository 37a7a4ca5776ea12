// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

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
 * Gives tests the one browser and the one {@link Shop} that all of them share; each test
 * begins like a first visit of an operator, and one that fails leaves a picture. Where
 * Chromium or its driver is not installed the tests are skipped.
 */
final class PageStage implements ExecutionCondition, BeforeEachCallback, AfterTestExecutionCallback, ParameterResolver {

	private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(PageStage.class);

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		return Browser.isInstalled() ? ConditionEvaluationResult.enabled("there is a browser")
				: ConditionEvaluationResult.disabled("chromium and chromium-driver are not installed");
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		Shared shared = shared(context);
		shared.browser().forget(shared.shop(), "olga");
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
		return type == Browser.class || type == Shop.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		Shared shared = shared(context);
		return (parameter.getParameter().getType() == Browser.class) ? shared.browser() : shared.shop();
	}

	private static Shared shared(ExtensionContext context) {
		return context.getRoot().getStore(SPACE).computeIfAbsent(Shared.class, (key) -> Shared.start(), Shared.class);
	}

	private record Shared(Shop shop, Browser browser, Path folder) implements AutoCloseable {

		static Shared start() {
			try {
				Path folder = Files.createTempDirectory("console-tests");
				Shop shop = Shop.start();
				shop.fill();
				return new Shared(shop, new Browser(folder.resolve("profile")), folder);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() throws IOException {
			this.browser.close();
			this.shop.close();
			FileSystemUtils.deleteRecursively(this.folder);
		}

	}

}
