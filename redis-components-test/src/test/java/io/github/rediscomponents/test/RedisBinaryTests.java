// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisBinary} and the choice of the embedded one.
 */
class RedisBinaryTests {

	private final String configured = System.getProperty(RedisBinary.PROPERTY, "");

	private final @Nullable String servers = System.getProperty(RedisBinary.DIRECTORY_PROPERTY);

	@TempDir
	Path directory;

	@AfterEach
	void restoreProperty() {
		System.setProperty(RedisBinary.PROPERTY, this.configured);
	}

	@Test
	void isEmbeddedUnlessConfigured() {
		System.clearProperty(RedisBinary.PROPERTY);
		assertThat(RedisBinary.configured().path()).isEqualTo(RedisBinary.embedded().path());
		System.setProperty(RedisBinary.PROPERTY, " ");
		assertThat(RedisBinary.configured().path()).isEqualTo(RedisBinary.embedded().path()).isExecutable();
	}

	@Test
	void isTheConfiguredFile() throws IOException {
		Path file = script("exit 0");
		System.setProperty(RedisBinary.PROPERTY, file.toString());
		assertThat(RedisBinary.configured().path()).isEqualTo(file);
	}

	@Test
	void saysWhatToDoWhenTheFileDoesNotExist() {
		System.setProperty(RedisBinary.PROPERTY, this.directory.resolve("none").toString());
		assertThatExceptionOfType(RedisStartException.class).isThrownBy(RedisBinary::configured)
			.withMessageContaining("none is not an executable file")
			.withMessageContaining(RedisBinary.ADVICE);
	}

	@Test
	void saysWhatToDoWhenTheFileCannotRun() throws IOException {
		Path missingLibrary = script("echo 'error while loading shared libraries: libssl.so.3' >&2; exit 127");
		assertThatExceptionOfType(RedisStartException.class)
			.isThrownBy(() -> RedisServer.builder().binary(RedisBinary.ofPath(missingLibrary)).start())
			.withMessageContaining("cannot run on this machine")
			.withMessageContaining(RedisBinary.ADVICE)
			.withMessageContaining("libssl.so.3");
	}

	@Test
	void saysWhatToDoWhenTheFileIsForAnotherMachine() throws IOException {
		Path file = Files.write(this.directory.resolve("redis-server"), new byte[] { 0x7f, 'E', 'L', 'F', 9, 9 });
		makeExecutable(file);
		assertThatExceptionOfType(RedisStartException.class)
			.isThrownBy(() -> RedisServer.builder().binary(RedisBinary.ofPath(file)).start())
			.withMessageContaining(RedisBinary.ADVICE);
	}

	@ParameterizedTest
	@CsvSource({ "Linux, amd64, redis-server-6.2.6-v5-linux-amd64", "Linux, aarch64, redis-server-6.2.7-linux-arm64",
			"Mac OS X, x86_64, redis-server-6.2.6-v5-darwin-amd64",
			"Mac OS X, aarch64, redis-server-6.2.6-v5-darwin-arm64" })
	void hasAnEmbeddedServerFor(String os, String arch, String resource) {
		assertThat(EmbeddedBinaries.resourceFor(os, arch, false)).isEqualTo(resource);
		assertThat(EmbeddedBinaries.class.getResource("/" + resource)).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "Windows 11, amd64, false, too old", "Linux, amd64, true, musl", "Linux, riscv64, false, riscv64",
			"AIX, ppc64, false, AIX" })
	void saysWhatToDoWhereThereIsNoEmbeddedServer(String os, String arch, boolean musl, String reason) {
		assertThatExceptionOfType(RedisStartException.class)
			.isThrownBy(() -> EmbeddedBinaries.resourceFor(os, arch, musl))
			.withMessageContaining(reason)
			.withMessageEndingWith(RedisBinary.ADVICE);
	}

	@Test
	@EnabledOnOs({ OS.LINUX, OS.MAC })
	void copiesTheEmbeddedServerWhereOnlyItsUserMayWrite() throws IOException {
		Path file = RedisBinary.embedded().path();
		assertThat(Files.getPosixFilePermissions(file.getParent()))
			.isEqualTo(PosixFilePermissions.fromString("rwx------"));
	}

	@Test
	@EnabledOnOs({ OS.LINUX, OS.MAC })
	void copiesAnExecutableOnceAndLeavesNothingBesideIt() throws IOException {
		byte[] executable = { 1, 2, 3 };
		Path target = this.directory.resolve("server");
		EmbeddedBinaries.copy(executable, target);
		FileTime written = FileTime.fromMillis(1_000_000);
		Files.setLastModifiedTime(target, written);
		assertThat(EmbeddedBinaries.copy(executable, target)).isEqualTo(target);
		assertThat(Files.getLastModifiedTime(target)).isEqualTo(written);
		Files.write(target, new byte[] { 1, 2 });
		assertThat(EmbeddedBinaries.copy(executable, target)).isExecutable().hasBinaryContent(executable);
		assertThat(Files.list(this.directory)).containsExactly(target);
	}

	@Test
	void findsTheServersOfADirectoryAndOfTheDirectoriesInIt() throws IOException {
		Path redis = script("exit 0");
		Path folder = Files.createDirectory(this.directory.resolve("valkey-9.1.2"));
		Path valkey = Files.copy(redis, folder.resolve("valkey-server"), StandardCopyOption.COPY_ATTRIBUTES);
		Files.writeString(folder.resolve("redis-server"), "not executable");
		Files.copy(redis, folder.resolve("redis-cli"), StandardCopyOption.COPY_ATTRIBUTES);
		System.setProperty(RedisBinary.DIRECTORY_PROPERTY, this.directory.toString());
		try {
			assertThat(RedisBinary.found()).extracting(RedisBinary::path).containsExactly(redis, valkey);
			System.setProperty(RedisBinary.DIRECTORY_PROPERTY, this.directory.resolve("none").toString());
			assertThatExceptionOfType(RedisStartException.class).isThrownBy(RedisBinary::found)
				.withMessageContaining("none is not a directory")
				.withMessageContaining(RedisBinary.DIRECTORY_PROPERTY);
		}
		finally {
			restore(RedisBinary.DIRECTORY_PROPERTY, this.servers);
		}
	}

	@Test
	void tellsWhichServerItIs() throws IOException {
		assertThat(RedisBinary.embedded().product()).startsWith("Redis 6.2.");
		Path other = script("echo 'nginx version: 1'");
		assertThatExceptionOfType(RedisStartException.class).isThrownBy(() -> RedisBinary.ofPath(other).product())
			.withMessageContaining("is no redis-server");
	}

	private static void restore(String property, @Nullable String value) {
		if (value != null) {
			System.setProperty(property, value);
		}
		else {
			System.clearProperty(property);
		}
	}

	private Path script(String body) throws IOException {
		Path file = Files.writeString(this.directory.resolve("redis-server"), "#!/bin/sh\n" + body + "\n");
		makeExecutable(file);
		return file;
	}

	private static void makeExecutable(Path file) throws IOException {
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
	}

}
