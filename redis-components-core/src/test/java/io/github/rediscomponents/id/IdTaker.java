// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

/**
 * A process of {@link IdCampaignTests}: two threads, each of which writes its ids to a
 * file. Half of them at full speed, then slowly until it is told to finish, then the
 * other half.
 */
final class IdTaker {

	private static final int THREADS = 2;

	private final CountDownLatch finish = new CountDownLatch(1);

	private final CountDownLatch half = new CountDownLatch(THREADS);

	private final IdSequence ids;

	private final int count;

	private IdTaker(IdSequence ids, int count) {
		this.ids = ids;
		this.count = count;
	}

	/** Arguments: where Redis is, the layout, how many ids, the folder for files. */
	public static void main(String[] args) throws Exception {
		try (CommandPort port = TestPorts.connected(TestPorts.open(args[0], Duration.ofSeconds(2)));
				Background background = new Background()) {
			IdSettings settings = IdSettings.defaults().withLayout(IdLayout.valueOf(args[1]));
			IdWorker worker = IdWorker.create(port, new KeySpace("campaign"), new LiveSettings<>(settings), background);
			IdTaker taker = new IdTaker(worker.sequence("orders"), Integer.parseInt(args[2]) / THREADS);
			Path folder = Path.of(args[3]);
			Thread console = new Thread(taker::console, "console");
			console.setDaemon(true);
			console.start();
			Concurrently.run(THREADS, () -> taker.take(Files.createTempFile(folder, "ids-", ".bin")));
			System.out.println("done");
		}
	}

	private void console() {
		try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
			this.half.await();
			System.out.println("half");
			input.readLine();
			this.finish.countDown();
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void take(Path file) throws IOException {
		try (OutputStream raw = Files.newOutputStream(file);
				DataOutputStream out = new DataOutputStream(new BufferedOutputStream(raw, 1 << 16))) {
			take(out, this.count / 2);
			out.flush();
			this.half.countDown();
			while (this.finish.getCount() > 0) {
				take(out, 10);
				out.flush();
				LockSupport.parkNanos(100_000);
			}
			take(out, this.count - this.count / 2);
		}
	}

	private void take(DataOutputStream out, int n) throws IOException {
		int taken = 0;
		while (taken < n) {
			try {
				out.writeLong(this.ids.nextId());
				taken++;
			}
			catch (RedisUnavailableException ex) {
				LockSupport.parkNanos(1_000_000);
			}
		}
	}

}
