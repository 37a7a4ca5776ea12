// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Another JVM that takes something and keeps it until killed: {@code <library> <uri>
 * <lease ms>}.
 */
final class HolderMain {

	private HolderMain() {
	}

	public static void main(String[] args) throws Exception {
		Contender contender = Library.valueOf(args[0]).open(args[1], Duration.ofMillis(Long.parseLong(args[2])));
		Contender.Turn turn = contender.turn(Recovery.NAME, 1);
		System.out.println("asks");
		turn.take();
		System.out.println("holds");
		new CountDownLatch(1).await();
	}

}
