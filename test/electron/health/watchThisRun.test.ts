/** What a support bundle of a running terminal says of its order journal. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchThisRun } from '../../../electron/health/watchThisRun.ts'
import type { DataFolder } from '../../../electron/storage/dataFolder.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'openpit-watched-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function checkOf(journal: { problem: string | null; isRecoveredWhole: boolean; entries: number }) {
  const folder = { directory, whyRefused: () => null } as unknown as DataFolder
  const { bundles, machine } = watchThisRun({
    folder,
    version: '1.2.3',
    measures: null,
    clock: new FakeClock(),
    journal: { ...journal, recovered: Array.from({ length: journal.entries }, () => null as never) },
    isReplay: false,
    windowMemory: null,
  })
  machine.close()
  await bundles?.review(false)
  return bundles?.read('check.txt', 0)?.split('\n')
}

test('a journal in use is named with what the start read of it', async () => {
  const lines = await checkOf({ problem: null, isRecoveredWhole: true, entries: 12 })
  expect(lines?.slice(0, 2)).toEqual([
    'The order journal: in use, and it can be written',
    'At the start the newest segment of the order journal was read whole: 12 entries.',
  ])
  expect(lines?.[2]).toMatch(/^Files and journal were not checked/)
})

test('a journal that was not read whole says so, with how much was proven', async () => {
  const lines = await checkOf({ problem: 'It is damaged.', isRecoveredWhole: false, entries: 1 })
  expect(lines?.slice(0, 2)).toEqual([
    'The order journal: It is damaged.',
    'At the start the newest segment of the order journal was NOT read whole, so entries may be missing: 1 entry.',
  ])
})
