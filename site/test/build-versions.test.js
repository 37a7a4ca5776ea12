// `npm run build:versions` itself, in a repository of its own with tags, whose build writes one file.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('..', import.meta.url))

const BUILD = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const page = readFileSync('../docs/page.md', 'utf8')
if (page === 'broken') throw new Error('the page is broken')
mkdirSync('.vitepress/dist', { recursive: true })
writeFileSync('.vitepress/dist/index.html', \`\${page} at \${process.env.SITE_BASE ?? '/'}\`)`

describe('the build of all versions', () => {
  let root

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'versions-'))
    git('init', '-q', '-b', 'main')
    write('pom.xml', '<artifactId>redis-components</artifactId><version>1.0.0</version><scm><url>https://example.com/shop</url></scm>')
    write('docs/page.md', '0.8.0')
    commit('v0.8.0')
    for (const name of ['guide.js', 'versions.js']) {
      mkdirSync(join(root, 'site'), { recursive: true })
      cpSync(join(SITE, name), join(root, 'site', name))
    }
    write('site/build.js', BUILD)
    write('site/package.json', JSON.stringify({ name: 'shop', type: 'module', scripts: { build: 'node build.js', 'build:versions': 'node versions.js' } }))
    write('site/package-lock.json', JSON.stringify({ name: 'shop', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop' } } }))
    for (const version of ['0.9.0', '0.9.1']) {
      write('docs/page.md', version)
      commit(`v${version}`)
    }
    write('docs/page.md', '1.0.0')
    commit()
  })

  after(() => rmSync(root, { recursive: true, force: true }))

  test('has what is checked out at its root, and below it the newest release of each line that has a site', () => {
    const built = build()
    assert.equal(built.status, 0, built.stderr)
    assert.match(built.stdout, /Built 1\.0\.0, 0\.9\.1$/m)
    assert.equal(dist('index.html'), '1.0.0 at /guide/')
    assert.equal(dist('0.9/index.html'), '0.9.1 at /guide/0.9/')
    assert.equal(existsSync(join(root, 'site/.vitepress/dist/0.8')), false)
    assert.deepEqual(JSON.parse(dist('versions.json')), [
      { text: '1.0.0', path: '' },
      { text: '0.9.1', path: '0.9/' }
    ])
    assert.equal(worktrees(), 1)
  })

  test('names the step that failed, and leaves no copy', () => {
    // A tag that is no commit cannot be checked out.
    git('tag', 'v0.7.0', git('hash-object', '-w', 'docs/page.md'))
    try {
      const failed = build()
      assert.notEqual(failed.status, 0)
      assert.match(failed.stderr, /Command failed: git .*worktree add/)
      assert.equal(worktrees(), 1)
    } finally {
      git('tag', '-d', 'v0.7.0')
    }
  })

  test('fails with a release that fails, and leaves no copy', () => {
    write('docs/page.md', 'broken')
    commit('v0.9.2')
    write('docs/page.md', '1.0.0')
    const failed = build()
    assert.notEqual(failed.status, 0)
    assert.match(failed.stderr, /the page is broken/)
    assert.match(failed.stderr, /Command failed: npm run build/)
    assert.equal(worktrees(), 1)
  })

  function build() {
    return spawnSync('npm', ['run', 'build:versions'], {
      cwd: join(root, 'site'),
      encoding: 'utf8',
      env: { ...process.env, SITE_BASE: '/guide/' }
    })
  }

  function dist(name) {
    return readFileSync(join(root, 'site/.vitepress/dist', name), 'utf8')
  }

  function worktrees() {
    return git('worktree', 'list').split('\n').length
  }

  function write(name, content) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }

  function commit(tag) {
    writeFileSync(join(root, '.gitignore'), 'node_modules\n.vitepress\n')
    git('add', '.')
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-q', '-m', tag ?? 'next')
    if (tag) {
      git('tag', tag)
    }
  }

  function git(...args) {
    return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  }
})
