// Which releases have a guide of their own.
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { VERSION } from '../guide.js'
import { released, versions } from '../versions.js'

test('the newest release of each line is built, newest first', () => {
  assert.deepEqual(
    released(['v1.0.0-RC1', 'v1.0.0-RC10', 'v1.0.0-RC2', 'v0.9.0', 'v0.9.10', 'v0.9.9', 'v1.1.0-RC1', 'v1.10.0', 'latest', 'v2']).map(
      ({ version, folder }) => `${folder} ${version}`
    ),
    ['1.10 1.10.0', '1.1 1.1.0-RC1', '1.0 1.0.0-RC10', '0.9 0.9.10']
  )
  assert.deepEqual(released(['v1.0.0', 'v1.0.0-RC2']).map(({ tag }) => tag), ['v1.0.0'])
})

test('what is checked out stands first, and once', () => {
  const shown = versions(released([`v${VERSION}`, 'v0.9.1']))
  assert.deepEqual(shown, [
    { text: VERSION, path: '' },
    { text: '0.9.1', path: '0.9/' }
  ])
})
