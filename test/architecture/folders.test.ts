/** Keeps folders small enough to read at a glance: a folder with many files hides the ideas that its files share. */

import { globSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Files directly in one folder, without its sub-folders. */
const MOST_FILES = 15
/** Folders that may hold more, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {}

it(`no folder of sources has more than ${MOST_FILES} files of its own`, () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{electron,renderer,shared,test}/**/*.*', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })) {
    const folder = dirname(file).split(sep).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const crowded = [...counts].filter(([folder, count]) => count > MOST_FILES && !(folder in EXEMPT))
  expect(crowded.map(([folder, count]) => `${folder}: ${count} files`)).toEqual([])
  expect(Object.keys(EXEMPT).filter((folder) => (counts.get(folder) ?? 0) <= MOST_FILES)).toEqual([])
})
