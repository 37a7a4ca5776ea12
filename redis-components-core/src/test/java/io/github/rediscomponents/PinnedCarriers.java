// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ClusterWork.Step;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The waits of virtual threads that kept their carriers, as the JVM records them: on Java
 * 21 to 23 those inside of synchronized code or of a native frame, since Java 24 only the
 * latter.
 */
final class PinnedCarriers {

	private static final String EVENT = "jdk.VirtualThreadPinned";

	/** The JVM itself keeps the carrier of a thread that waits for a class. */
	private static final int TIMES_UNTIL_CLASSES_ARE_LOADED = 3;

	private PinnedCarriers() {
	}

	/**
	 * Runs something until no wait keeps its carrier. One that does each time fails the
	 * test.
	 */
	static void assertNone(Step work) throws Exception {
		List<String> waits = during(work);
		for (int i = 1; i < TIMES_UNTIL_CLASSES_ARE_LOADED && !waits.isEmpty(); i++) {
			waits = during(work);
		}
		assertThat(waits).isEmpty();
	}

	/**
	 * Records while something runs.
	 * @return the stack of each wait in the JVM that kept its carrier, however short
	 */
	static List<String> during(Step work) throws Exception {
		try (Recording recording = new Recording()) {
			recording.enable(EVENT).withThreshold(Duration.ZERO).withStackTrace();
			recording.start();
			work.run();
			recording.stop();
			return read(recording);
		}
	}

	private static List<String> read(Recording recording) throws IOException {
		Path file = Files.createTempFile("pinned", ".jfr");
		try {
			recording.dump(file);
			return RecordingFile.readAllEvents(file)
				.stream()
				.filter((event) -> event.getEventType().getName().equals(EVENT))
				.map(PinnedCarriers::describe)
				.toList();
		}
		finally {
			Files.delete(file);
		}
	}

	private static String describe(RecordedEvent event) {
		return "A wait of " + event.getDuration().toNanos() / 1000 + " us"
				+ (event.hasField("pinnedReason") ? ", " + event.getString("pinnedReason") : "")
				+ frames(event.getStackTrace());
	}

	private static String frames(@Nullable RecordedStackTrace stack) {
		return (stack == null) ? ", without a stack"
				: stack.getFrames()
					.stream()
					.map((frame) -> "\n\tat " + frame.getMethod().getType().getName() + '.'
							+ frame.getMethod().getName() + ':' + frame.getLineNumber())
					.collect(Collectors.joining());
	}

}
