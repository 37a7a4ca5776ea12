// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.nio.file.Path;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of uploads.
 *
 * @param directory Folder of the uploaded files; all instances must share it.
 */
@ConfigurationProperties("city-guide.upload")
record UploadProperties(@DefaultValue("${java.io.tmpdir}/city-guide/uploads") Path directory) {

	Path root() {
		return this.directory.toAbsolutePath().normalize();
	}

}
