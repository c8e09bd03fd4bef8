/** Every package that ships has a licence that allows it, and its text goes with the program. */

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { licenceProblems, noticesOf, shippedPackages } from '../tools/package/licences.ts'

const packages = shippedPackages(resolve(import.meta.dirname, '../..'))

test('every package that ships has a licence of the list', () => {
  expect(packages.length).toBeGreaterThan(40)
  expect(licenceProblems(packages)).toEqual([])
  expect(licenceProblems([{ ...packages[0]!, licence: 'GPL-3.0' }])).toHaveLength(1)
})

test('the notices hold the text of each installed package, and none that is for development alone', () => {
  const silent = packages.filter(({ isInstalled, texts }) => isInstalled && texts.length === 0)
  // These packages name their licence and bring no text.
  expect(silent.map(({ name }) => name)).toEqual(['brotli', 'dfa', 'fancy-canvas', 'fontkit', 'lazy-val'])
  const notices = noticesOf(packages)
  for (const { name, version } of packages) expect(notices).toContain(`${name} ${version} (`)
  expect(notices).not.toContain('\nvitest ')
})
