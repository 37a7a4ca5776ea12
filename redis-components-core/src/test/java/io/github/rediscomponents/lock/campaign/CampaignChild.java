// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

import io.github.rediscomponents.test.ChildJvm;

/**
 * Another JVM with contenders, until it is told to stop: {@code <uri> <folder> <name>
 * <seed> <leases>}.
 */
final class CampaignChild {

	private static final int THREADS = 3;

	private CampaignChild() {
	}

	static ChildJvm start(String uri, Path folder, String name, long seed, int leases) {
		return ChildJvm.start(CampaignChild.class, uri, folder.toString(), name, String.valueOf(seed),
				String.valueOf(leases));
	}

	public static void main(String[] args) throws Exception {
		SplittableRandom random = new SplittableRandom(Long.parseLong(args[3]));
		CampaignNode node = new CampaignNode(args[0], Duration.ofMillis(random.nextInt(500, 1000)), CampaignNode.SHORT);
		node.contend(THREADS, Path.of(args[1]), args[2], random, Integer.parseInt(args[4]));
		System.out.println("ready");
		System.in.read();
		node.finish();
		System.out.println("clean");
		System.exit(0);
	}

}
