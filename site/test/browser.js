// A Chromium of the system that looks at the built site.
import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'

// Without a desktop around it, it needs a third of the processor time to start.
const SHELL = '/usr/bin/chromium-headless-shell'

const PROGRAM = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

export const installed = PROGRAM !== undefined

export const PHONE = { width: 390, height: 844 }

export const DESKTOP = { width: 1440, height: 900 }

export function launch() {
  return puppeteer.launch({
    executablePath: PROGRAM,
    headless: PROGRAM === SHELL ? 'shell' : true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run']
  })
}

/** Opens a page on a desktop in light; what the page complains of is added to the problems. */
export async function open(browser, problems) {
  const page = await browser.newPage()
  await colours(page, 'light')
  await page.setViewport(DESKTOP)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`))
  return page
}

/** Changes the colours of the device to `light` or `dark`. */
export async function colours(page, scheme) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
}

/** Goes to a page, and waits until its pictures of protocols are drawn or have failed. */
export async function visit(page, address) {
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction(
    () => document.querySelector('#app')?.__vue_app__ && !document.querySelector('pre.mermaid:not([data-error])')
  )
}
