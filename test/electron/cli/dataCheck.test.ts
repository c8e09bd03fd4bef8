/** `npm run data:check` as an administrator runs it: a real process on a real folder, which it leaves as it was. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../electron/storage/history/database.ts'
import { IN_USE } from '../../../electron/paper/store/schema.ts'
import { NOTICES } from '../../../electron/storage/history/schema.ts'
import { realProcesses } from '../../../electron/storage/journal/journal.ts'
import { digestsOf, writePaperState, writeUsedFolder } from '../dataFiles/usedFolder.ts'
import { runCommand } from './runCommand.ts'

let folder = ''
const at = (name: string) => join(folder, name)
const check = () => runCommand(folder, 'dataCheck.ts', folder)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-data-'))
  await writeUsedFolder(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const digests = () => digestsOf(folder)

test('a folder that a terminal closed is sound, and stays as it was to the byte', async () => {
  const before = digests()
  const { code, out } = await check()
  expect(out).toContain('settings.json: sound (version 2)')
  expect(out).toContain('notices.sqlite: sound (version 1)')
  expect(out).toMatch(/journal: sound \(\d+ records? in 1 segment, key from the data folder\)/)
  expect(out).toMatch(/sound: 4 files and the journal\n$/)
  expect(code).toBe(0)
  expect(digests()).toEqual(before)
})

test('each fault has its file, its sentence and what to do', async () => {
  writeFileSync(at('settings.json'), '{"version":3,"values":{}}')
  writeFileSync(at('nonces.json'), '{}')
  writeFileSync(at('history.sqlite'), 'no database at all'.repeat(400))
  const newer = openDatabase(folder, NOTICES)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  const journal = join(folder, 'journal', '000001.journal')
  const text = readFileSync(journal, 'utf8')
  writeFileSync(journal, text.replace('deposit 500', 'deposit 900'))
  chmodSync(at('settings.json'), 0o644)
  const { code, out } = await check()
  expect(out).toMatch(
    /settings\.json: The file has version 3, .*: a newer Openpit wrote it\. Start the newer release\. .*other accounts can read it/,
  )
  expect(out).toContain('nonces.json: The file holds no nonces.')
  expect(out).toMatch(/history\.sqlite: The file cannot be read .*Restore it from a copy\./)
  expect(out).toContain(
    'notices.sqlite: The file has version 9, and this release reads up to 1: a newer Openpit wrote it.',
  )
  expect(out).toMatch(
    /journal\/000001\.journal, record \d+: .*\nwhat to do: with this journal a start reads and cancels only\. /,
  )
  expect(out).toMatch(/NOT sound: \d+ faults in 4 files and the journal\n$/)
  expect(code).toBe(1)
})

test('a file that somebody put into the journal folder is to be moved away: no older copy is advised', async () => {
  const journal = join(folder, 'journal', '000001.journal')
  writeFileSync(join(folder, 'journal', '000001.journal (copy)'), readFileSync(journal))
  const { code, out } = await check()
  expect(out).toMatch(
    /journal\/000001\.journal \(copy\): the file does not belong to the journal\nwhat to do: move these files out of the folder journal\//,
  )
  expect(out).not.toContain('backup')
  expect(code).toBe(1)
  // Beside a fault of the journal itself the advice is that of the fault.
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('deposit 500', 'deposit 900'))
  expect((await check()).out).toContain('what to do: with this journal a start reads and cancels only.')
})

test('a journal without its private key is sound, and the note says that a start here cannot deal', async () => {
  rmSync(at('journal-key.pem'))
  const { code, out } = await check()
  expect(out).toMatch(
    /note: the private key that continues this journal is neither in the folder nor in this machine’s keychain\. A start with this folder here reads and cancels only\./,
  )
  expect(out).not.toContain('what to do')
  expect(code).toBe(0)
})

test('a last record without its end is named by the record before it, and no start is said to sign it', async () => {
  const journal = join(folder, 'journal', '000001.journal')
  const text = readFileSync(journal, 'utf8')
  const records = text.trimEnd().split('\n').length
  writeFileSync(journal, text.slice(0, -40))
  const { code, out } = await check()
  expect(out).toMatch(
    new RegExp(`record ${records}: the journal ends at record ${records - 1}, but the stored head counts `),
  )
  expect(out).toMatch(/note: The last \d+ records are chained but not signed\.\n/)
  expect(code).toBe(1)
})

test('a missing head is a finding about the journal, not about a file of it', async () => {
  rmSync(at('journal-head.json'))
  const { code, out } = await check()
  expect(out).toContain('\njournal: the stored head is missing, so a missing end would not be detected\n')
  expect(code).toBe(1)
})

test('a damaged database is one line with what to do', async () => {
  const bytes = readFileSync(at('notices.sqlite'))
  writeFileSync(at('notices.sqlite'), bytes.fill(0xff, 4096, 4600))
  const { code, out } = await check()
  expect(out).toMatch(
    /^notices\.sqlite: The file is damaged \([^\n]+\)\. Restore it from a copy\. \(version 1\)$/m,
  )
  expect(code).toBe(1)
})

test('a folder that holds nothing of Openpit is one line and exit code 2', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'openpit-empty-'))
  writeFileSync(join(empty, 'notes.txt'), 'of another program')
  const { code, out, error } = await runCommand(folder, 'dataCheck.ts', empty)
  rmSync(empty, { recursive: true })
  expect([code, out, error]).toEqual([
    2,
    '',
    `data:check: ${empty} holds no file of Openpit, so nothing was checked. Name the folder that the terminal uses: the help shows an example. A terminal that never started has no files.\n`,
  ])
})

test('a folder without its journal says so once, with what to do', async () => {
  rmSync(at('journal'), { recursive: true })
  const { code, out } = await check()
  expect(out).toMatch(
    /\njournal: missing, the folder has no journal\/\nwhat to do: if .*\. Else restore the folder from a backup/,
  )
  expect(out).toMatch(/NOT sound: 1 fault in \d files and the journal\n$/)
  expect(out).not.toContain('no such segment')
  expect(code).toBe(1)
})

test('a folder in use, a wrong path and a missing argument are one line and exit code 2', async () => {
  writeFileSync(join(folder, 'journal', 'lock'), `${realProcesses(process.pid).own}\n`)
  const used = await check()
  expect(used.error).toMatch(/is using .*\. Close it, then check the folder again\.\n$/)
  const wrong = await runCommand(folder, 'dataCheck.ts', at('nowhere'))
  expect(wrong.error).toBe(`data:check: ${at('nowhere')} is no folder.\n`)
  const none = await runCommand(folder, 'dataCheck.ts')
  expect([used.code, wrong.code, none.code]).toEqual([2, 2, 2])
})

test.each<[string, string, string]>([
  [
    'a lost table',
    'DROP TABLE webhooks',
    'The file is damaged (the column sequence (INTEGER) of the table webhooks is missing).',
  ],
  [
    'a broker that was killed',
    `PRAGMA application_id = ${IN_USE}`,
    'Its log of the last changes (paper.sqlite-wal) is missing.',
  ],
])('paper accounts after %s are not sound', async (_, statement, fault) => {
  writePaperState(folder)
  expect((await check()).out).toContain('paper/paper.sqlite: sound (version 4)')
  const database = new DatabaseSync(at('paper/paper.sqlite'))
  database.exec(statement)
  database.close()
  const before = digests()
  const { code, out } = await check()
  expect(out).toContain(`paper/paper.sqlite: ${fault} Restore paper/ from a copy.`)
  expect(code).toBe(1)
  expect(digests()).toEqual(before)
})
