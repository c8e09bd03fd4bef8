/** Finds the tags of tests in their sources: which test names which statement. Reads text; runs nothing. */

import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export interface Tag {
  readonly id: string
  /** Project path of the test file. */
  readonly file: string
}

// A title, or a case's name in a table of cases, that ends with tags: 'refuses 11 [4.rule.5] [8.leverage]' or '[4.rule.5 8.leverage]'.
const TAGGED = /(['"`])(?:(?!\1)[^\\\n]|\\.)*?((?:\s*\[(?:[1-9]|gap)\.[^[\]'"`\n]+\])+)\1/g
const SKIPPED = /^\s*(?:\/\/|\*|\/\*)|\.(?:skip|todo|fails)\(/

/** Ids named by the test source `text`. A skipped test and a comment hold nothing. */
export function tagsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => !SKIPPED.test(line))
  return [...lines.join('\n').matchAll(TAGGED)].flatMap(([, , tags = '']) =>
    [...tags.matchAll(/\[([^\]]+)\]/g)].flatMap(([, ids = '']) => ids.split(/[\s,]+/).filter(Boolean)),
  )
}

/** The tags of every test under `root`, and of suites that several tests run. The tests of this folder speak about tags and hold nothing themselves. */
export function collectTags(root: string): Tag[] {
  return globSync(['test/**/*.{test,spec}.{ts,tsx}', 'test/**/*Suite.ts'], { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((file) => !file.startsWith('test/conformance/'))
    .toSorted()
    .flatMap((file) =>
      [...new Set(tagsIn(readFileSync(join(root, file), 'utf8')))].map((id) => ({ id, file })),
    )
}
