import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatherBundle } from '../../../../electron/health/bundle/gatherBundle.ts'
import { HISTORY_VERSION, type MinuteOfHealth } from '../../../../shared/domain/health/minute.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-signature-'))
  mkdirSync(join(folder, 'health'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const DAY = Date.UTC(2026, 10, 2)
const minute = (at: number, figures: MinuteOfHealth['figures']): MinuteOfHealth => ({
  at,
  measures: {},
  figures,
})

function store(name: string, minutes: readonly MinuteOfHealth[]): void {
  const lines = [{ version: HISTORY_VERSION }, ...minutes].map((line) => JSON.stringify(line))
  writeFileSync(join(folder, 'health', `${name}.jsonl`), `${lines.join('\n')}\n`)
}

async function checkOfBundle(): Promise<string> {
  const entries = await gatherBundle({
    directory: folder,
    version: '1.0.0',
    now: DAY,
    withCustomers: false,
    environment: {},
    home: '/home/dealer',
    verdict: () => Promise.resolve(['verdict']),
  })
  return entries.find(({ name }) => name === 'check.txt')?.text ?? ''
}

test('the check names the last accepted signature with the clocks of its minute', async () => {
  store('2026-11-02', [minute(DAY + 60_000, { signatureAt: DAY + 10_000, clockOffset: 5 })])
  store('2026-11-03', [
    minute(DAY + 86_460_000, { signatureAt: DAY + 86_450_000, clockOffset: -120.4, clockDoubt: 40 }),
    minute(DAY + 86_520_000, { clockOffset: 7, clockDoubt: 2 }),
  ])
  expect(await checkOfBundle()).toBe(
    'verdict\nThe venue accepted the last signature at 2026-11-03T00:00:50.000Z. The venue’s time less the time of this machine was -120 ms, give or take 40 ms, in the minute that ended at 2026-11-03T00:01:00.000Z.\n',
  )
})

test('a difference of the clocks that was not read whole is not known', async () => {
  store('2026-11-02', [minute(DAY + 60_000, { signatureAt: DAY + 10_000, clockOffset: 5 })])
  expect(await checkOfBundle()).toContain(
    'at 2026-11-02T00:00:10.000Z. The difference of the clocks was not known, in the minute',
  )
})

test('without a stored signature the check says so', async () => {
  expect(await checkOfBundle()).toBe(
    'verdict\nThe venue: the stored minutes of health have no accepted signature. A venue that takes no signatures has none.\n',
  )
})
