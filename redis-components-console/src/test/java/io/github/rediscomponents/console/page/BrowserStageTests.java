// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.github.rediscomponents.fixture.BrowserStage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A stage that does not start as a whole, or does not end so, leaves nothing behind.
 */
class BrowserStageTests {

	private AutoCloseable shared;

	@Test
	void anApplicationIsStoppedWhoseBrowserDoesNotStart() {
		Stage stage = new Stage(false, true);
		assertThatIllegalStateException().isThrownBy(() -> stage.beforeEach(context())).withMessage("no browser");
		assertThat(stage.stopped).isEqualTo("application");
		assertThat(stage.folder).doesNotExist();
	}

	@Test
	void nothingIsStoppedOfAnApplicationThatDoesNotStart() {
		Stage stage = new Stage(true, false);
		assertThatIllegalStateException().isThrownBy(() -> stage.beforeEach(context())).withMessage("no application");
		assertThat(stage.stopped).isNull();
		assertThat(stage.folder).doesNotExist();
	}

	@Test
	void anApplicationIsStoppedWhoseBrowserCannotBeClosed() {
		Stage stage = new Stage(false, false);
		stage.beforeEach(context());
		assertThat(stage.folder).exists();
		// There is none.
		assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> this.shared.close());
		assertThat(stage.stopped).isEqualTo("application");
		assertThat(stage.folder).doesNotExist();
	}

	private ExtensionContext context() {
		return of(ExtensionContext.class, (context, method, arguments) -> switch (method.getName()) {
			case "getRoot" -> context;
			case "getStore" -> of(ExtensionContext.Store.class, (store, asked, given) -> {
				assertThat(asked.getName()).isEqualTo("computeIfAbsent");
				this.shared = (AutoCloseable) ((Function<?, ?>) given[1]).apply(null);
				return this.shared;
			});
			default -> throw new UnsupportedOperationException(method.getName());
		});
	}

	private static <T> T of(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	private static final class Stage extends BrowserStage<String, Browser> {

		private final boolean withoutApplication;

		private final boolean withoutBrowser;

		private Path folder;

		private String stopped;

		Stage(boolean withoutApplication, boolean withoutBrowser) {
			super(String.class, Browser.class);
			this.withoutApplication = withoutApplication;
			this.withoutBrowser = withoutBrowser;
		}

		@Override
		protected String startApplication(Path given) {
			assertThat(Files.isDirectory(given)).isTrue();
			this.folder = given;
			if (this.withoutApplication) {
				throw new IllegalStateException("no application");
			}
			return "application";
		}

		@Override
		protected Browser startBrowser(String application, Path profile) {
			if (this.withoutBrowser) {
				throw new IllegalStateException("no browser");
			}
			return null;
		}

		@Override
		protected void forget(String application, Browser browser) {
		}

		@Override
		protected void stop(String application) {
			this.stopped = application;
		}

	}

}
