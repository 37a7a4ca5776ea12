// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.activity;

import java.util.List;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The latest activities.
 */
@RestController
class ActivityController {

	private final Activities activities;

	ActivityController(Activities activities) {
		this.activities = activities;
	}

	/** Returns the latest activities, the newest first. */
	@Public
	@GetMapping("/activity/latest")
	Envelope<List<Activity>> latest() {
		return Envelope.ok(this.activities.latest());
	}

}
