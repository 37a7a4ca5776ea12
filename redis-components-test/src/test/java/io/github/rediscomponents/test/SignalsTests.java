// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many processes are started to stop and resume a server.
 */
@EnabledOnOs(OS.LINUX)
class SignalsTests {

	@TempDir
	private Path directory;

	private int processesOf(Runnable action) throws IOException {
		Path file = Files.createTempFile(this.directory, "processes", ".jfr");
		try (Recording recording = new Recording()) {
			recording.enable("jdk.ProcessStart");
			recording.start();
			action.run();
			recording.stop();
			recording.dump(file);
		}
		return RecordingFile.readAllEvents(file).size();
	}

	@Test
	void noneForAServerThatRuns() throws IOException {
		try (RedisServer server = RedisServer.start()) {
			assertThat(processesOf(server::resume)).isZero();
			assertThat(processesOf(server::revive)).isZero();
			assertThat(processesOf(server::pause)).isEqualTo(1);
			assertThat(processesOf(server::resume)).isEqualTo(1);
			assertThat(server.command("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void noneForSharedServersThatRun() throws IOException {
		SharedRedis.standalone();
		SharedRedis.reset();
		assertThat(processesOf(SharedRedis::reset)).isZero();
		SharedRedis.standalone().pause();
		assertThat(processesOf(SharedRedis::reset)).isEqualTo(1);
		assertThat(SharedRedis.standalone().command("PING")).isEqualTo("PONG");
	}

}
