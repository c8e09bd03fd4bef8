/** The files of every version that was ever in use, each written by the code of its time. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/dataFiles')

/** The name of a fixture begins with this word and the version, such as `paper-3`. A shape within a version follows: `paper-3-without-webhooks`. */
export const WORD_OF_KIND: Readonly<Record<string, string>> = {
  'written-by.json': 'written-by',
  'move.json': 'move',
  'settings.json': 'settings',
  'nonces.json': 'nonces',
  'history.sqlite': 'history',
  'notices.sqlite': 'notices',
  'paper/paper.sqlite': 'paper',
  'health/': 'health',
  'journal/': 'journal',
  '*.oprec': 'recording',
}

export const fixtureNames: readonly string[] = readdirSync(FIXTURES)

/** Puts the files of a fixture into a data folder. Returns their paths in it. */
export function unpackFixture(fixture: string, folder: string): readonly string[] {
  const from = join(FIXTURES, fixture)
  const packed = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(from, name)).isFile(),
  )
  return packed.map((name) => {
    const path = name.slice(0, -'.gz'.length)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), gunzipSync(readFileSync(join(from, name))), { mode: 0o600 })
    return path
  })
}
