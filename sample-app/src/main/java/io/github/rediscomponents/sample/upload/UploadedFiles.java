// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.time.Duration;
import java.util.List;

import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Serves uploaded files. They can be cached for ever, because names are never reused.
 */
@Configuration(proxyBeanMethods = false)
class UploadedFiles implements WebMvcConfigurer {

	private static final Duration KEPT = Duration.ofDays(30);

	private final UploadProperties properties;

	UploadedFiles(UploadProperties properties) {
		this.properties = properties;
	}

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		for (String folder : List.of("blogs", "avatars")) {
			registry.addResourceHandler("/imgs/" + folder + "/**")
				.addResourceLocations("file:" + this.properties.root().resolve(folder) + "/")
				.setCacheControl(CacheControl.maxAge(KEPT).cachePublic().immutable());
		}
	}

}
