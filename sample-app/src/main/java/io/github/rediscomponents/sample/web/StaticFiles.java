// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Serves the files of the page. A browser revalidates them at each use by a tag of their
 * content. Names have no version, because modules refer to each other, and the dates are
 * the same in every release.
 */
@Configuration(proxyBeanMethods = false)
class StaticFiles implements WebMvcConfigurer {

	/** Drawn faces and scenes do not refer to each other, and may be a day old. */
	private static final CacheControl DRAWN = CacheControl.maxAge(Duration.ofDays(1)).cachePublic();

	private final Map<String, String> tags = new ConcurrentHashMap<>();

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		byContent(registry.addResourceHandler("/imgs/faces/**").addResourceLocations("classpath:/static/imgs/faces/"))
			.setCacheControl(DRAWN);
		byContent(registry.addResourceHandler("/imgs/scenes/**").addResourceLocations("classpath:/static/imgs/scenes/"))
			.setCacheControl(DRAWN);
		byContent(registry.addResourceHandler("/**").addResourceLocations("classpath:/static/"));
		// The parts of the console, of which the operations page is built.
		byContent(registry.addResourceHandler("/console/**")
			.addResourceLocations("classpath:/META-INF/redis-components/console/assets/"));
		byContent(registry.addResourceHandler("/webjars/**")
			.addResourceLocations("classpath:/META-INF/resources/webjars/")).resourceChain(true);
	}

	private ResourceHandlerRegistration byContent(ResourceHandlerRegistration files) {
		return files.setCacheControl(CacheControl.noCache()).setUseLastModified(false).setEtagGenerator(this::tag);
	}

	private String tag(Resource file) {
		try {
			// The date matters if files change while the application runs.
			return this.tags.computeIfAbsent(file.getURL() + "@" + file.lastModified(), (key) -> digest(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String digest(Resource file) {
		try (InputStream content = file.getInputStream()) {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.readAllBytes());
			// Weak, because Tomcat does not compress responses with a strong tag.
			return "W/\"" + HexFormat.of().formatHex(digest, 0, 16) + '"';
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
