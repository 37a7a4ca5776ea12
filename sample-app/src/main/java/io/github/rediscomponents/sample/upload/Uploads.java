// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.web.multipart.MultipartFile;

/**
 * Keeps pictures of users in files with made-up names.
 */
@Service
public class Uploads {

	private static final String POLICY = "upload";

	/** In front of the path, where a page reads the picture. */
	private static final String SERVED = "/imgs";

	private static final Pattern PATH = Pattern
		.compile("/blogs/[0-9]{1,2}/[0-9]{1,2}/[0-9a-f-]{36}\\.(?:png|jpg|gif|webp)");

	private static final Logger log = LoggerFactory.getLogger(Uploads.class);

	private static final int BATCH = 100;

	private static final int FOLDERS = 16;

	private final Path root;

	private final UploadStore store;

	private final RateLimiter limiter;

	Uploads(UploadProperties properties, UploadStore store, RateLimiter limiter) {
		this.root = properties.root();
		this.store = store;
		this.limiter = limiter;
	}

	/**
	 * Keeps a picture.
	 * @param userId whose
	 * @param file what was sent
	 * @return its path, as a post names it behind {@code /imgs}
	 * @throws IOException if it cannot be written; nothing is kept then
	 * @throws Refused if it is no picture, or there are too many at once
	 */
	String keep(long userId, @Nullable MultipartFile file) throws IOException {
		if (file == null || file.isEmpty()) {
			throw new Refused("Please send a picture: file.");
		}
		ImageType type = type(file);
		if (!this.limiter.tryAcquire(POLICY, Long.toString(userId)).allowed()) {
			throw new Refused("Too many pictures at once. Please wait a moment.");
		}
		String path = newPath(type);
		Path target = file(path);
		Files.createDirectories(folderOf(target));
		Path part = Files.createTempFile(this.root, "upload", ".part");
		try (InputStream content = file.getInputStream()) {
			Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
			// The row comes first: a file that no user may delete would stay for ever.
			this.store.insert(path, userId);
			Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
		}
		finally {
			Files.deleteIfExists(part);
		}
		return path;
	}

	private static ImageType type(MultipartFile file) throws IOException {
		try (InputStream content = file.getInputStream()) {
			return ImageType.of(content.readNBytes(ImageType.HEAD))
				.orElseThrow(() -> new Refused("A picture has to be PNG, JPEG, GIF or WebP."));
		}
	}

	private static String newPath(ImageType type) {
		UUID name = UUID.randomUUID();
		int hash = name.hashCode();
		return "/blogs/" + Math.floorMod(hash, FOLDERS) + '/' + Math.floorMod(hash / FOLDERS, FOLDERS) + '/' + name
				+ '.' + type.extension();
	}

	/**
	 * Deletes a picture of a user.
	 * @param userId whose
	 * @param name its path, with or without {@code /imgs} in front
	 * @throws IOException if the file cannot be deleted
	 * @throws Refused if the user has uploaded no such picture
	 */
	void delete(long userId, @Nullable String name) throws IOException {
		String path = (name != null) ? path(name) : null;
		if (path == null || !PATH.matcher(path).matches() || !this.store.delete(path, userId)) {
			throw new Refused("You have uploaded no such picture.");
		}
		Files.deleteIfExists(file(path));
	}

	/**
	 * Has pictures of a user deleted, once the transaction that this is called in is
	 * committed; what is not his, or no picture, is left alone.
	 * @param userId whose
	 * @param names their paths, with or without {@code /imgs} in front
	 */
	public void discard(long userId, Collection<String> names) {
		this.store.discard(names.stream().map(Uploads::path).filter((path) -> PATH.matcher(path).matches()).toList(),
				userId);
	}

	/**
	 * Deletes the files of pictures that were discarded. Never fails: what cannot be
	 * deleted now, or was left by an instance that died, is deleted later.
	 */
	@Scheduled(fixedDelay = 5000)
	public void deleteDiscarded() {
		try {
			for (String path : this.store.discarded(BATCH)) {
				Files.deleteIfExists(file(path));
				this.store.delete(path);
			}
		}
		catch (IOException | DataAccessException ex) {
			log.warn("Pictures of deleted posts are deleted later: {}", ex.toString());
		}
	}

	private static String path(String name) {
		return name.startsWith(SERVED + "/") ? name.substring(SERVED.length()) : name;
	}

	/** Where a path is, which cannot be outside of the folder. */
	private Path file(String path) throws IOException {
		Files.createDirectories(this.root);
		Path file = this.root.resolve(path.substring(1)).normalize();
		Path folder = folderOf(file);
		boolean inside = file.startsWith(this.root)
				&& (!Files.exists(folder) || folder.toRealPath().startsWith(this.root.toRealPath()));
		if (!inside) {
			throw new IOException("A picture would be outside of its folder");
		}
		return file;
	}

	private static Path folderOf(Path file) {
		return Objects.requireNonNull(file.getParent());
	}

}
