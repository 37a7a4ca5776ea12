// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.nio.file.Path;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where uploads are.
 *
 * @param directory Folder that holds what users upload; all instances have to see the
 * same.
 */
@ConfigurationProperties("city-guide.upload")
record UploadProperties(@DefaultValue("${java.io.tmpdir}/city-guide/uploads") Path directory) {

	Path root() {
		return this.directory.toAbsolutePath().normalize();
	}

}
