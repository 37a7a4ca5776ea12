// The built site in a browser: its search, and each page on a phone in dark and on a desktop in light.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { components, files, text, title } from '../guide.js'
import { DESKTOP, PHONE, colours, installed, launch, open, visit } from './browser.js'
import { serve } from './server.js'

const PICTURES = process.env.SCREENSHOTS

const ofComponents = new Set(
  ['', 'zh/'].flatMap((prefix) =>
    components(text(`${prefix}index.md`)).flatMap((group) => group.names.map((name) => `${prefix}${name}.md`))
  )
)

const untranslated = [...files.keys()].find((page) => !page.startsWith('zh/') && !files.has(`zh/${page}`))

describe('the site', { skip: installed ? false : 'Chromium is not installed' }, () => {
  const problems = []
  let server
  let base
  let browser
  let page

  before(async () => {
    server = await serve()
    base = `http://127.0.0.1:${server.address().port}`
    browser = await launch()
    page = await open(browser, problems)
  })

  after(async () => {
    await browser?.close()
    server?.close()
  })

  for (const [from, query, expected] of [
    ['/', 'lock', '/lock.html'],
    ['/', 'rate limit', '/rate-limit.html'],
    ['/', 'cache', '/cache.html'],
    ['/', 'delayed queue', '/delay-queue.html'],
    ['/', 'bloom', '/bloom-filter.html'],
    ['/zh/', '分布式锁', '/zh/lock.html'],
    ['/zh/', '缓存击穿', '/zh/cache-classics.html'],
    ['/zh/', '限流', '/zh/rate-limit.html'],
    ['/zh/', '延迟队列', '/zh/delay-queue.html'],
    ['/zh/', '布隆过滤器', '/zh/bloom-filter.html'],
    ['/zh/', '签到', '/zh/day-bitmap.html'],
    ['/zh/', 'lock', '/zh/lock.html'],
    ['/zh/', 'rate limit', '/zh/rate-limit.html']
  ]) {
    test(`a search for ${query} from ${from} finds ${expected} first`, async () => {
      await visit(page, base + from)
      await page.evaluate(() => sessionStorage.clear())
      await page.click('.VPNavBarSearch button')
      await page.type(await ready('.VPLocalSearchBox input'), query)
      await ready('.VPLocalSearchBox .results li a')
      const first = await settled(() => page.$eval('.VPLocalSearchBox .results li a', (link) => link.href))
      await picture(`search ${query}`)
      assert.equal(new URL(first).pathname, expected)
    })
  }

  for (const [place, file] of files) {
    const address = `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`
    test(`${address} on a desktop in light and on a phone in dark`, async () => {
      await colours(page, 'light')
      await page.setViewport(DESKTOP)
      await visit(page, base + address)
      await fits('light')
      const top = await page.$eval('.VPDoc div[class*=language-] pre', (code) => code.getBoundingClientRect().top)
      assert.ok(top < (ofComponents.has(place) ? DESKTOP.height / 2 : DESKTOP.height), `the first code of ${file} is at ${top}`)
      const drawn = await protocols()
      assert.equal(drawn.length, (text(place).match(/^```mermaid/gm) ?? []).length)
      await picture(`desktop ${address}`)

      await page.setViewport(PHONE)
      await colours(page, 'dark')
      await page.waitForFunction((count) => document.querySelectorAll('.mermaid[data-colours=dark]').length === count, {}, drawn.length)
      await protocols()
      await fits('dark')
      await picture(`phone ${address}`)
    })
  }

  test('the switch of languages leads back from a page without translation', { skip: !untranslated }, async () => {
    const address = `/${untranslated?.replace(/\.md$/, '.html')}`
    await page.setViewport(DESKTOP)
    await visit(page, base + address)
    await page.$eval('.VPNavBarTranslations a', (link) => link.click())
    await page.waitForFunction(
      (path, heading) => location.pathname === path && document.querySelector('h1').textContent.startsWith(heading),
      {},
      address,
      title(untranslated)
    )
  })

  test('no page complained', () => assert.deepEqual(problems, []))

  async function fits(scheme) {
    await page.waitForFunction((dark) => document.documentElement.classList.contains('dark') === dark, {}, scheme === 'dark')
    const found = await page.evaluate(() => ({
      excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      broken: [...document.querySelectorAll('.VPDoc img')].filter((one) => one.complete && one.naturalWidth === 0).length
    }))
    assert.deepEqual(found, { excess: 0, broken: 0 })
  }

  /** Returns the pictures of protocols, all of which are drawn with labels that fit. */
  async function protocols() {
    const cut = await page.$$eval('.mermaid foreignObject', (labels) =>
      labels.filter((label) => label.firstElementChild?.getBoundingClientRect().height > label.getBoundingClientRect().height + 1).map((label) => label.textContent)
    )
    assert.deepEqual(cut, [])
    const found = await page.$$eval('.mermaid', (all) => all.map((one) => one.dataset.error ?? (one.querySelector('svg') ? 'drawn' : 'empty')))
    assert.deepEqual(found.filter((one) => one !== 'drawn'), [])
    return found
  }

  async function ready(selector) {
    await page.waitForSelector(selector)
    return selector
  }

  /** The value that stays: results change while a query is typed. */
  async function settled(read) {
    let last
    for (let same = 0; same < 4; ) {
      const value = await read()
      same = value === last ? same + 1 : 0
      last = value
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return last
  }

  async function picture(name) {
    if (PICTURES) {
      mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/[ /]+/g, '-').replace(/\.html$/, '')}.png`) })
    }
  }
})
