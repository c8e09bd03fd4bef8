/** `npm run data:move` as an administrator runs it: real processes on real folders. The source is never changed. */

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyIncomplete } from '../../../electron/dataFiles/moveMark.ts'
import { StartError } from '../../../electron/deskTypes.ts'
import { begin } from '../../../electron/launch/earlyStart.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
} from '../../../electron/storage/journal/journal.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { digestsOf, writePaperState, writeUsedFolder } from '../dataFiles/usedFolder.ts'
import { dealing } from '../storage/journal/dealing.ts'
import { PAPER_DESK } from '../compose/paperOptions.ts'
import { runCommand } from './runCommand.ts'

let place = ''
let from = ''
let to = ''
const PATIENCE = 60_000

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'openpit-move-'))
  from = join(place, 'from')
  to = join(place, 'new', 'to')
  mkdirSync(from)
  await writeUsedFolder(from)
  writePaperState(from)
  mkdirSync(join(from, 'chromium'))
  writeFileSync(join(from, 'chromium', 'cache'), 'of the browser')
  writeFileSync(join(from, 'own-notes.txt'), 'a file of the dealer')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const move = (...words: readonly string[]) =>
  runCommand(place, 'dataMove.ts', ...(words.length > 0 ? words : [from, to]))

/** The files that a move carries. */
const carried = (folder: string) =>
  Object.fromEntries(
    Object.entries(digestsOf(folder)).filter(([name]) => !/^(?:chromium|move\.json|journal.lock)/.test(name)),
  )

/** A start as far as the stores. Returns why it is refused; null: it is not. */
async function startOn(dataDirectory: string): Promise<string | null> {
  try {
    const begun = await begin({ ...PAPER_DESK, dataDirectory })
    await begun.end()
    return null
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

describe('a closed, sound folder', () => {
  it(
    'is the same at the new place, and the journal goes on there',
    async () => {
      const before = digestsOf(from)
      const { code, out } = await move()
      expect(out).toMatch(/^files: the same \d+ files, \d+ bytes, by SHA-256\n/)
      expect(out).toMatch(/journal: the same \d+ records? in 1 segment, with the same signed head/)
      expect(out).toContain(`moved: ${to} is complete. ${from} was not changed; never start it again.`)
      expect(out).toContain('What does not move: passwords and signing keys of venues')
      expect(out).not.toContain('The private key of the order journal')
      expect(code).toBe(0)
      expect(digestsOf(from)).toEqual(before)
      expect(carried(to)).toEqual(carried(from))
      expect(existsSync(join(to, 'chromium'))).toBe(false)
      const checked = await runCommand(place, 'dataCheck.ts', to)
      expect([checked.code, checked.out]).toEqual([
        0,
        expect.stringMatching(/\nsound: \d+ files and the journal\n$/),
      ])

      expect(await startOn(to)).toBeNull()
      const disk = nodeDisk(to)
      const { journal, close } = await openJournal({
        disk,
        keyStore: fileKeyStore(disk),
        clock: new FakeClock(),
        processes: realProcesses(process.pid),
        folder: to,
      })
      expect([journal.problem, journal.recovered.length]).toEqual([null, dealing.length])
      expect(await journal.write(dealing)).toEqual({ ok: true, value: null })
      await close()
      expect((await runCommand(place, 'dataCheck.ts', to)).code).toBe(0)
    },
    PATIENCE,
  )

  it(
    'is moved with the head of its journal where a keychain has it',
    async () => {
      // The key of a keychain is not in the folder; its head is in the mark of the move alone.
      // A keychain has key and head under the name of the old folder, so the new one has the head in the mark of the move alone.
      await move()
      for (const name of ['journal-key.pem', 'journal-head.json']) rmSync(join(to, name))
      const checked = await runCommand(place, 'dataCheck.ts', to)
      expect([checked.code, checked.out]).toEqual([
        0,
        expect.stringContaining('key from journal-public-key.pem'),
      ])
      rmSync(join(to, 'move.json'))
      expect((await runCommand(place, 'dataCheck.ts', to)).code).toBe(1)
    },
    PATIENCE,
  )
})

describe('refused with one line, exit code 2 and nothing changed:', () => {
  const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
    [
      'a folder in use',
      () => {
        writeFileSync(join(from, 'journal', 'lock'), `${realProcesses(process.pid).own}\n`)
        return [from, to]
      },
      /Openpit \(process \d+\) is using .*from\. Close it, then move the folder again\.\n$/,
    ],
    [
      'a target with files',
      () => {
        mkdirSync(to, { recursive: true })
        writeFileSync(join(to, 'file'), '')
        return [from, to]
      },
      /is not empty\. Name a new folder\.\n$/,
    ],
    [
      'a target in the source',
      () => [from, join(from, 'deep', 'er')],
      /one is in the other\. Name another target\.\n$/,
    ],
    ['the source itself', () => [from, join(from, '..', 'from')], /are the same folder/],
    ['a source in the target', () => [from, place], /one is in the other/],
    [
      'a target that is a file',
      () => {
        writeFileSync(join(place, 'file'), '')
        return [from, join(place, 'file')]
      },
      /is no folder\. Name another target\.\n$/,
    ],
    [
      'a folder of a newer release',
      () => {
        writeFileSync(join(from, 'nonces.json'), '{"version":9}')
        return [from, to]
      },
      /nonces\.json has version 9, and this release reads up to 1/,
    ],
    [
      'the unfinished target of another move',
      () => {
        mkdirSync(to, { recursive: true })
        writeFileSync(join(to, 'move.json'), '{"version":1,"state":"unfinished","from":"/elsewhere"}')
        return [from, to]
      },
      /is the unfinished target of a move from \/elsewhere\./,
    ],
    ['one folder', () => [from], /name the data folder and a new one/],
    ['a source that is not there', () => [join(place, 'none'), to], /is no folder\.\n$/],
  ]
  it.each(cases)(
    '%s',
    async (_, words, sentence) => {
      const given = words()
      const before = digestsOf(place)
      const { code, error } = await move(...given)
      expect(error).toMatch(/^data:move: [^\n]+\n$/)
      expect(error).toMatch(sentence)
      expect(code).toBe(2)
      expect(digestsOf(place)).toEqual(before)
    },
    PATIENCE,
  )
})

it(
  'a damaged journal is named, and nothing is copied',
  async () => {
    const segment = join(from, 'journal', '000001.journal')
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('deposit 500', 'deposit 900'))
    const { code, out } = await move()
    expect(out).toMatch(
      /journal\/000001\.journal: .*\n(?:.*\n)*NOT moved: .* is not sound\. Nothing was copied\./,
    )
    expect(code).toBe(1)
    expect(existsSync(to)).toBe(false)
  },
  PATIENCE,
)

describe('a move that stops in the middle', () => {
  const stopped = (how: string, step: number) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'stoppedMove.ts'), how, String(step), from, to], {
      encoding: 'utf8',
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(place, 'no-bus')}` },
    })

  it(
    'by a kill before the mark of the target is there begins again',
    async () => {
      expect(stopped('killed', 2).status).not.toBe(0)
      expect((await move()).code).toBe(0)
      expect(carried(to)).toEqual(carried(from))
    },
    PATIENCE,
  )

  it.each([3, 11, 20])(
    'by a kill at step %i is refused by a start and by data:check, and goes on when run again',
    async (step) => {
      const before = carried(from)
      expect(stopped('killed', step).status).not.toBe(0)
      expect(carried(from)).toEqual(before)
      const left = digestsOf(to)
      const refusal = await startOn(to)
      expect(refusal).toBe(whyIncomplete(to))
      expect(refusal).toContain(`npm run data:move -- ${from} ${to} again`)
      expect((await runCommand(place, 'dataCheck.ts', to)).error).toContain(
        'was not finished, so files may be missing',
      )
      expect(digestsOf(to)).toEqual(left)
      expect((await move()).code).toBe(0)
      expect(carried(to)).toEqual(before)
      expect(await startOn(to)).toBeNull()
    },
    PATIENCE,
  )

  it(
    'by a full disk says so and goes on; what the source no longer has is gone from the target',
    async () => {
      const full = stopped('full', 12)
      expect(full.stdout).toMatch(
        /^NOT moved: the disk failed: the disk is full\. .* is not complete, and Openpit refuses to start there\. Free disk space, then run the command again: it continues\.\n$/,
      )
      expect(full.status).toBe(1)
      expect(readdirSync(join(from, 'journal'))).not.toContain('lock')
      writeFileSync(join(to, 'history.sqlite-wal'), 'of an earlier state')
      rmSync(join(from, 'own-notes.txt'))
      const same = join(to, 'history.sqlite')
      const untouched = existsSync(same) ? statSync(same).mtimeMs : null
      expect((await move()).code).toBe(0)
      expect(carried(to)).toEqual(carried(from))
      expect(untouched === null || statSync(same).mtimeMs === untouched).toBe(true)
    },
    PATIENCE,
  )
})
