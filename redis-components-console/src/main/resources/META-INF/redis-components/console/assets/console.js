// SPDX-License-Identifier: Apache-2.0
const main = document.getElementById('console');

async function show() {
	const response = await fetch('api/state');
	const state = await response.json();
	main.replaceChildren(...state.processes.map((process) => {
		const line = document.createElement('p');
		line.textContent = `${process.application} ${process.host} ${process.pid}`;
		return line;
	}));
}

show();
setInterval(() => document.hidden || show(), 1000);
