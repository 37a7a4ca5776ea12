/* Where the user is, or wants to be. */

import { Refused } from './api.js';
import { HANGZHOU } from './early.js';

const PATIENCE_MS = 8000;

let place = HANGZHOU;

/** The place that distances are measured from: the centre of the city until somebody asks for another. */
export const here = () => place;

export function atCentre() {
	place = HANGZHOU;
}

/** Asks the browser where it is. */
export function locate() {
	return new Promise((resolve, reject) => {
		if (!navigator.geolocation) {
			reject(new Refused('place.unavailable'));
			return;
		}
		navigator.geolocation.getCurrentPosition((found) => {
			place = { x: found.coords.longitude, y: found.coords.latitude };
			resolve(place);
		}, () => reject(new Refused('place.unavailable')), { timeout: PATIENCE_MS });
	});
}
