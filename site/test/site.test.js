// The built site in a browser: its search, and each page on a phone in dark and on a desktop in light.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { VERSION, components, files, text, title } from '../guide.js'
import { LIST, versions } from '../versions.js'
import { DESKTOP, PHONE, colours, installed, launch, open, visit } from './browser.js'
import { DIST, serve } from './server.js'

const PICTURES = process.env.SCREENSHOTS

/** From the upper edge of a block of code to the end of its first line, in pixels. */
const LINE = 48

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
      assert.ok(top + LINE < (ofComponents.has(place) ? DESKTOP.height / 2 : DESKTOP.height), `the first code of ${file} is at ${top}`)
      const drawn = await protocols()
      assert.equal(drawn.length, (text(place).match(/^```mermaid/gm) ?? []).length)
      await picture(`desktop ${address}`)

      await page.setViewport(PHONE)
      await colours(page, 'dark')
      const first = await page.$eval('.VPDoc div[class*=language-] pre', (code) => code.getBoundingClientRect().top + scrollY)
      assert.ok(first + LINE < PHONE.height, `the first code of ${file} is at ${first} on a phone`)
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

  test('there is no switch of versions while there is one', async () => {
    await visitWithVersions('/')
    assert.equal(await page.$('.versions'), null)
  })

  test('the switch of versions leads to the others', async () => {
    writeFileSync(join(DIST, LIST), JSON.stringify(versions([{ tag: 'v0.9.1', version: '0.9.1', folder: '0.9' }])))
    mkdirSync(join(DIST, '0.9'), { recursive: true })
    writeFileSync(join(DIST, '0.9/index.html'), '<h1>0.9.1</h1>')
    try {
      await page.setViewport(DESKTOP)
      await visitWithVersions('/zh/lock.html')
      await ready('.VPNavBar .versions')
      assert.deepEqual(await page.$$eval('.VPNavBar .versions option', (all) => all.map((one) => one.textContent)), [VERSION, '0.9.1'])
      await fits('dark')
      await Promise.all([page.waitForNavigation(), page.select('.VPNavBar .versions', '0.9/')])
      assert.equal(new URL(page.url()).pathname, '/0.9/')
    } finally {
      writeFileSync(join(DIST, LIST), JSON.stringify(versions([])))
      rmSync(join(DIST, '0.9'), { recursive: true })
    }
  })

  test('no page complained', () => assert.deepEqual(problems, []))

  /** Returns when the page has the list of versions, and has drawn what follows from it. */
  async function visitWithVersions(path) {
    await page.setCacheEnabled(false)
    const [list] = await Promise.all([page.waitForResponse((response) => response.url().endsWith(`/${LIST}`)), visit(page, base + path)])
    assert.equal(list.status(), 200)
    await list.json()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await page.setCacheEnabled(true)
  }

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
