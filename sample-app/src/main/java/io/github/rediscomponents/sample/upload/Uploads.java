// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
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
 * Stores pictures of users in files with generated names.
 */
@Service
public class Uploads {

	private static final String POLICY = "upload";

	/** Prefix of the path under which a picture is served. */
	private static final String SERVED = "/imgs";

	private static final String POSTS = "/blogs";

	private static final String AVATARS = "/avatars";

	private static final String NAME = "/[0-9]{1,2}/[0-9]{1,2}/[0-9a-f-]{36}\\.(?:png|jpg|gif|webp)";

	private static final Pattern OF_POST = Pattern.compile(POSTS + NAME);

	private static final Pattern AVATAR = Pattern.compile(AVATARS + NAME);

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
	 * Stores a picture for posts.
	 * @param userId whose
	 * @param file the uploaded file
	 * @return path of the picture below {@code /imgs}
	 * @throws IOException if it cannot be written; nothing is stored then
	 * @throws Refused if it is not a picture, or there are too many uploads at once
	 */
	String keep(long userId, @Nullable MultipartFile file) throws IOException {
		return keep(userId, file, POSTS);
	}

	/**
	 * Stores a picture of a user.
	 * @param userId whose
	 * @param file the uploaded file
	 * @return path of the picture, with {@code /imgs}
	 * @throws IOException if it cannot be written; nothing is stored then
	 * @throws Refused if it is not a picture, or there are too many uploads at once
	 */
	public String keepAvatar(long userId, @Nullable MultipartFile file) throws IOException {
		return SERVED + keep(userId, file, AVATARS);
	}

	private String keep(long userId, @Nullable MultipartFile file, String folder) throws IOException {
		if (file == null || file.isEmpty()) {
			throw new Refused("picture.none");
		}
		ImageType type = type(file);
		if (!this.limiter.tryAcquire(POLICY, Long.toString(userId)).allowed()) {
			throw new Refused("picture.uploads");
		}
		String path = newPath(folder, type);
		Path target = file(path);
		Files.createDirectories(folderOf(target));
		Path part = Files.createTempFile(this.root, "upload", ".part");
		try (InputStream content = file.getInputStream()) {
			Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
			// The row is inserted first, because a file without an owner could never be
			// deleted.
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
			return ImageType.of(content.readNBytes(ImageType.HEAD)).orElseThrow(() -> new Refused("picture.type"));
		}
	}

	private static String newPath(String folder, ImageType type) {
		UUID name = UUID.randomUUID();
		int hash = name.hashCode();
		return folder + '/' + Math.floorMod(hash, FOLDERS) + '/' + Math.floorMod(hash / FOLDERS, FOLDERS) + '/' + name
				+ '.' + type.extension();
	}

	/**
	 * Deletes a picture of a user.
	 * @param userId whose
	 * @param name path of the picture, with or without {@code /imgs}
	 * @throws IOException if the file cannot be deleted
	 * @throws Refused if the user has uploaded no such picture
	 */
	void delete(long userId, @Nullable String name) throws IOException {
		String path = (name != null) ? path(name) : null;
		if (path == null || !OF_POST.matcher(path).matches() || !this.store.delete(path, userId)) {
			throw new Refused("picture.unknown");
		}
		Files.deleteIfExists(file(path));
	}

	/**
	 * Deletes pictures of a user after the current transaction has committed. Ignores
	 * paths that are not pictures of the user.
	 * @param userId whose
	 * @param names paths of the pictures, with or without {@code /imgs}
	 */
	public void discard(long userId, Collection<String> names) {
		this.store.discard(names.stream().map(Uploads::path).filter((path) -> OF_POST.matcher(path).matches()).toList(),
				userId);
	}

	/**
	 * Deletes the picture of a user after the current transaction has committed. Ignores
	 * a path that is not an uploaded picture of the user.
	 * @param userId whose
	 * @param path path of the picture, with {@code /imgs}
	 */
	public void discardAvatar(long userId, String path) {
		if (AVATAR.matcher(path(path)).matches()) {
			this.store.discard(List.of(path(path)), userId);
		}
	}

	/**
	 * Deletes the files of discarded pictures. Never fails: a file that cannot be deleted
	 * now, or was left by a stopped instance, is deleted later.
	 */
	@Scheduled(fixedDelay = 5000)
	public void deleteDiscarded() {
		try {
			List<String> paths = this.store.discarded("", BATCH);
			while (!paths.isEmpty()) {
				paths.forEach(this::deleteDiscarded);
				paths = this.store.discarded(paths.get(paths.size() - 1), BATCH);
			}
		}
		catch (DataAccessException ex) {
			log.warn("Cannot delete pictures of deleted posts; retrying: {}", ex.toString());
		}
	}

	/** A file that cannot be deleted holds up no other. */
	private void deleteDiscarded(String path) {
		try {
			Files.deleteIfExists(file(path));
			this.store.delete(path);
		}
		catch (IOException ex) {
			log.warn("Cannot delete the picture {} of a deleted post; retrying: {}", path, ex.toString());
		}
	}

	private static String path(String name) {
		return name.startsWith(SERVED + "/") ? name.substring(SERVED.length()) : name;
	}

	/** Resolves a path, which must be inside the folder. */
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
