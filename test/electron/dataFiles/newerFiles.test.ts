/** A start on a folder of a newer release, for every kind of file: refused with a sentence, and not one byte of the folder changes. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { FILE_KINDS } from '../../../electron/dataFiles/fileKinds.ts'
import { RELEASE } from '../../../electron/dataFiles/writerOfFolder.ts'
import { StartError, type DeskOptions } from '../../../electron/deskTypes.ts'
import { begin } from '../../../electron/launch/earlyStart.ts'
import { HEAD_BYTES, MAGIC } from '../../../electron/record/fileHead.ts'
import { readHead } from '../../../electron/record/format.ts'
import { PAPER_DESK } from '../compose/paperOptions.ts'
import { digestsOf, writePaperState, writeUsedFolder } from './usedFolder.ts'

let folder = ''
const at = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-newer-'))
  await writeUsedFolder(folder)
  writePaperState(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const options = (): DeskOptions => ({ ...PAPER_DESK, dataDirectory: folder })

/** What a failed start says; the start must fail. */
async function refusal(): Promise<string> {
  try {
    const begun = await begin(options())
    await begun.end()
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('the start was not refused')
}

/** Names, contents and times of change. */
const state = () => ({
  digests: digestsOf(folder),
  times: readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    statSync(at(name)).mtimeMs,
  ]),
})

const json = (name: string, content: object) => {
  writeFileSync(at(name), JSON.stringify(content))
  return name
}
const database = (name: string, version: number) => {
  const opened = new DatabaseSync(at(name))
  opened.exec(`PRAGMA user_version = ${version}`)
  opened.close()
  return name
}

/** Makes a file of a kind as a later release might write it, and returns its name. */
const raise: Readonly<Record<string, (version: number) => string>> = {
  'written-by.json': (version) => json('written-by.json', { version, who: 'nobody knows' }),
  'move.json': (version) => json('move.json', { version, from: 7 }),
  'settings.json': (version) => json('settings.json', { version, values: { a: { newer: true } } }),
  'nonces.json': (version) => json('nonces.json', { version, keys: [] }),
  'history.sqlite': (version) => database('history.sqlite', version),
  'notices.sqlite': (version) => database('notices.sqlite', version),
  'paper/paper.sqlite': (version) => database('paper/paper.sqlite', version),
  'health/': (version) => {
    mkdirSync(at('health'))
    writeFileSync(at('health/2026-11-25.jsonl'), `{"version":${version}}\n{"at":1}\n`)
    return 'health/2026-11-25.jsonl'
  },
  'journal/': (version) => {
    const text = readFileSync(at('journal/000001.journal'), 'latin1')
    writeFileSync(at('journal/000002.journal'), text.replaceAll('{"v":1,', `{"v":${version},`), 'latin1')
    return 'journal/000002.journal'
  },
  '*.oprec': (version) => {
    const head = Buffer.alloc(HEAD_BYTES)
    MAGIC.copy(head)
    head.writeUInt16LE(version, 8)
    writeFileSync(at('day.oprec'), head)
    return 'day.oprec'
  },
}

it.each(FILE_KINDS.map(({ name, version }) => [name, version] as const))(
  'a newer %s stops the start, and nothing is changed',
  async (kind, version) => {
    const file = raise[kind]?.(version + 1)
    if (kind !== 'written-by.json')
      json('written-by.json', { version: 1, release: '7.8.9', files: { [kind]: version + 1 } })
    const before = state()
    const sentence = await refusal()
    const writer = kind === 'written-by.json' ? 'a newer Openpit' : 'Openpit 7.8.9'
    expect(sentence).toContain(
      `the data folder ${folder}, and this is Openpit ${RELEASE}. ${file} has version ${version + 1}, and this release reads up to ${version}: ${writer} wrote it.`,
    )
    expect(sentence).toMatch(
      /Nothing in the folder was changed.* Start the newer release\. .*--data-dir FOLDER/,
    )
    expect(state()).toEqual(before)
  },
)

test('a newer version that is only in the log of a killed run stops the start', async () => {
  const killed = new DatabaseSync(at('notices.sqlite'))
  killed.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 9')
  const [main, log] = ['notices.sqlite', 'notices.sqlite-wal'].map((name) => readFileSync(at(name)))
  killed.close()
  writeFileSync(at('notices.sqlite'), main ?? '')
  writeFileSync(at('notices.sqlite-wal'), log ?? '')
  const before = state()
  expect(await refusal()).toContain('notices.sqlite has version 9')
  expect(state()).toEqual(before)
})

test('a marker of another version, a damaged marker and none leave the release unnamed', async () => {
  raise['settings.json']?.(9)
  for (const marker of ['{', '[]', '{"version":1,"release":"7.8.9","files":{"settings.json":8}}', null]) {
    if (marker === null) rmSync(at('written-by.json'))
    else writeFileSync(at('written-by.json'), marker)
    expect(await refusal()).toContain('reads up to 2: a newer Openpit wrote it.')
  }
})

test('a start on a sound folder leaves the release and the versions behind', async () => {
  const begun = await begin(options())
  await begun.end()
  expect(begun.folder.notices).toEqual([])
  expect(JSON.parse(readFileSync(at('written-by.json'), 'utf8'))).toEqual({
    version: 1,
    release: RELEASE,
    files: Object.fromEntries(FILE_KINDS.map(({ name, version }) => [name, version])),
  })
})

test('a newer recording is named as such by a replay', () => {
  raise['*.oprec']?.(2)
  expect(readHead(readFileSync(at('day.oprec')))).toEqual({
    ok: false,
    failure: 'is a recording of version 2, which a newer Openpit wrote; this release reads 1',
  })
})
