/** A test file that replaces a module has a process to itself: in a shared process, other files would get the replacement. */

import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { ISOLATED } from '../support/isolated.ts'

const isIsolated = (file: string) => ISOLATED.some((path) => matchesGlob(file, path))

it('a test that replaces a module is isolated', () => {
  const replacing = globSync('test/**/*.test.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.browser.'))
    .filter((file) => /^\s*vi\.(?:mock|doMock)\(/m.test(readFileSync(file, 'utf8')))
  expect(replacing.length).toBeGreaterThan(3)
  expect(replacing.filter((file) => !isIsolated(file))).toEqual([])
})
