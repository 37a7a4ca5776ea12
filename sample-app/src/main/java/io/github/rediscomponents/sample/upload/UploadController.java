// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.io.IOException;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * Pictures of posts.
 */
@RestController
@RequestMapping("/upload/blog")
class UploadController {

	private final Uploads uploads;

	UploadController(Uploads uploads) {
		this.uploads = uploads;
	}

	/**
	 * Stores a picture (PNG, JPEG, GIF or WebP, up to 5 MB) and returns its path, served
	 * behind /imgs.
	 */
	@PostMapping
	Envelope<String> upload(User user, @RequestParam(required = false) @Nullable MultipartFile file)
			throws IOException {
		return Envelope.ok(this.uploads.keep(user.id(), file));
	}

	/** Deletes one of one's own pictures. */
	@GetMapping("/delete")
	Envelope<Void> delete(User user, @RequestParam(required = false) @Nullable String name) throws IOException {
		this.uploads.delete(user.id(), name);
		return Envelope.ok();
	}

}
