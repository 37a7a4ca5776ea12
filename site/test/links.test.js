// Links between the files of the repository as links of the site, and what the build does with dead ones.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { check } from '../check.js'
import { files, text } from '../guide.js'
import { missing, siteLink } from '../links.js'

test('a Chinese page leads to Chinese pages, and to its own English page', () => {
  assert.equal(siteLink('../cache.md', 'docs/zh/lock.md'), '/zh/cache.md')
  assert.equal(siteLink('lock.md', 'docs/zh/cache.md'), '/zh/lock.md')
  assert.equal(siteLink('../lock.md', 'docs/zh/lock.md'), '/lock.md')
})

test('each Chinese page that names its English page leads there', () => {
  for (const [page, file] of files) {
    const named = text(page).match(/^English: \[[^\]]*\]\(([^)]*)\)/m)
    if (page.startsWith('zh/') && named) {
      assert.equal(siteLink(named[1], file), `/${page.slice('zh/'.length)}`, file)
    }
  }
})

test('a link to a file that is not there is remembered for the end of the build', () => {
  siteLink('lack.md', 'docs/lock.md')
  assert.ok(missing.delete('docs/lock.md: lack.md'))
})

test('the build fails for a dead link, a dead anchor and a missing picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site'))
  try {
    writeFileSync(join(folder, 'one.html'), '<h2 id="there"></h2><a href="/two.html#there"></a>')
    writeFileSync(join(folder, 'two.html'), '<h2 id="there"></h2><a href="/one.html#there"></a>')
    check(folder, '/', new Set())
    writeFileSync(join(folder, 'two.html'), '<a href="/three.html"></a><a href="/one.html#gone"></a><img src="/lack.png">')
    assert.throws(() => check(folder, '/', new Set(['docs/lock.md: lack.md'])), (error) =>
      ['docs/lock.md: lack.md', '/three.html', '/one.html#gone', '/lack.png', '/two.html#there'].every((link) => error.message.includes(link))
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
