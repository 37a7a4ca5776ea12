// The versions of the guide: the tags of releases, the newest of each line, each built below a folder of its own.
//   npm run build:versions    builds what is checked out, and each release below it
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ROOT, VERSION } from './guide.js'

/** Read by each page of each version, so that an old one knows the newer ones. */
export const LIST = 'versions.json'

/** The newest release of each line of versions, newest first: its tag, its number, and its folder, such as 1.0. */
export function released(tags) {
  const lines = new Map()
  for (const release of tags.map(parsed).filter(Boolean).sort(newestFirst)) {
    if (!lines.has(release.folder)) {
      lines.set(release.folder, release)
    }
  }
  return [...lines.values()].map(({ tag, version, folder }) => ({ tag, version, folder }))
}

/** What the switch shows: what is checked out at the root, and the releases. */
export function versions(releases) {
  return [
    { text: VERSION, path: '' },
    ...releases.filter(({ version }) => version !== VERSION).map(({ version, folder }) => ({ text: version, path: `${folder}/` }))
  ]
}

function parsed(tag) {
  const [, major, minor, patch, pre] = tag.match(/^v(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/) ?? []
  return major === undefined
    ? undefined
    : { tag, version: tag.slice(1), folder: `${major}.${minor}`, numbers: [major, minor, patch].map(Number), pre }
}

function newestFirst(one, other) {
  const place = one.numbers.findIndex((number, index) => number !== other.numbers[index])
  if (place >= 0) {
    return other.numbers[place] - one.numbers[place]
  }
  // A release comes after its candidates.
  return one.pre === undefined ? -1 : other.pre === undefined ? 1 : other.pre.localeCompare(one.pre, 'en', { numeric: true })
}

function run(command, args, options) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })
}

/** Builds a release in a copy of its files, and moves it below the folder of the site. */
function build({ tag, folder }, dist, root) {
  const copy = mkdtempSync(join(tmpdir(), 'guide-'))
  try {
    run('git', ['-C', ROOT, 'worktree', 'add', '--detach', '--force', copy, tag])
    const site = join(copy, 'site')
    if (!existsSync(site)) {
      return false
    }
    run('npm', ['ci', '--silent'], { cwd: site })
    run('npm', ['run', 'build'], { cwd: site, env: { ...process.env, SITE_BASE: `${root}${folder}/` } })
    rmSync(join(dist, folder), { recursive: true, force: true })
    mkdirSync(join(dist, folder), { recursive: true })
    cpSync(join(site, '.vitepress/dist'), join(dist, folder), { recursive: true })
    return true
  } finally {
    // Neither throws, so that what failed before is what is reported.
    rmSync(copy, { recursive: true, force: true })
    spawnSync('git', ['-C', ROOT, 'worktree', 'prune'], { stdio: 'inherit' })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.env.SITE_BASE ?? '/'
  const dist = join(ROOT, 'site/.vitepress/dist')
  run('npm', ['run', 'build'], { cwd: join(ROOT, 'site') })
  const built = released(run('git', ['-C', ROOT, 'tag', '--list', 'v*']).split('\n').filter(Boolean))
    .filter(({ version }) => version !== VERSION)
    .filter((release) => build(release, dist, root))
  writeFileSync(join(dist, LIST), JSON.stringify(versions(built)))
  console.log(`Built ${[VERSION, ...built.map(({ version }) => version)].join(', ')}`)
}
