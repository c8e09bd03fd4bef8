/** `npm run journal:verify` and `npm run journal:export` as a dealer's auditor runs them: real processes on a real folder. */

import {
  appendFileSync,
  mkdirSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPrivateKey, publicKeyPem, sealWith } from '../../../electron/storage/journal/proof/seal.ts'
import { writeJournal } from '../dataFiles/usedFolder.ts'
import { runCommand } from './runCommand.ts'

let folder = ''
const segment = () => join(folder, 'journal', '000001.journal')

const run = (entry: string, ...args: string[]) => runCommand(folder, entry, ...args)
const verify = (...args: string[]) => run('journalVerify.ts', ...args)
const exported = (...args: string[]) => run('journalExport.ts', ...args)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-journal-'))
  await writeJournal(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('journal:verify', () => {
  it('finds a journal sound by data folder, journal folder or file, and releases the lock', async () => {
    expect(existsSync(join(folder, 'journal', 'lock'))).toBe(false)
    for (const path of [folder, join(folder, 'journal'), segment()]) {
      const { code, out } = await verify(path)
      expect(out).toMatch(/^sound: \d+ records? in 1 segment, key from the data folder\n$/)
      expect(code).toBe(0)
    }
  }, 30_000)

  it('names file, record and byte of a change', async () => {
    const bytes = readFileSync(segment())
    const at = bytes.indexOf('deposit 500')
    const record = bytes.subarray(0, at).toString().split('\n').length
    writeFileSync(
      segment(),
      Buffer.concat([bytes.subarray(0, at), Buffer.from('deposit 900'), bytes.subarray(at + 11)]),
    )
    const { code, out } = await verify(folder)
    const start = bytes.lastIndexOf('\n', at) + 1
    expect(out.split('\n')[0]).toBe(
      `000001.journal, record ${record}, byte ${start}: the record does not match its hash`,
    )
    expect(code).toBe(1)
  }, 30_000)

  it('detects a missing end by the stored head', async () => {
    const bytes = readFileSync(segment())
    truncateSync(segment(), bytes.lastIndexOf('\n', bytes.length - 2) + 1)
    const { code, out } = await verify(folder)
    expect(out).toMatch(/but the stored head counts \d+ records: its end is missing/)
    expect(code).toBe(1)
  }, 30_000)

  it('prefers a given key to the key in the folder', async () => {
    const own = join(folder, 'own.pem')
    copyFileSync(join(folder, 'journal-public-key.pem'), own)
    expect((await verify(folder, '--key', own)).code).toBe(0)
    const other = sealWith(newPrivateKey())
    writeFileSync(own, publicKeyPem(other.ok ? other.value.publicKey : ''))
    const { code, out } = await verify(folder, '--key', own)
    expect(out).toMatch(/names another signing key/)
    expect(code).toBe(1)
  }, 30_000)

  it.each([
    [[]],
    [['nowhere']],
    [['a', 'b']],
    [['--what']],
    [['.', '--key', 'nowhere.pem']],
    [['package.json']],
  ])(
    'ends with 2 and one line for %j',
    async (args) => {
      const { code, error } = await verify(...args)
      expect(error).toMatch(/^journal:verify: .+\n$/)
      expect(code).toBe(2)
    },
    30_000,
  )
})

describe('journal:export', () => {
  it("prints an order's whole life", async () => {
    const { code, out } = await exported(folder, '--order', 'v1-one')
    expect(code).toBe(0)
    expect(out.match(/^2026-01-05T/gm)).toHaveLength(5)
    expect(out).toContain('typed 124000')
    expect(out).toContain('working (partially_filled), filled 0.5 of 2')
  }, 30_000)

  it("gives a customer's day as CSV", async () => {
    const { code, out } = await exported(folder, '--customer', 'C2007', '--day', '2026-01-05', '--csv')
    expect(code).toBe(0)
    expect(out.trimEnd().split('\r\n')).toHaveLength(4)
  }, 30_000)

  it('gives a day of the whole desk with the withdrawal that a second dealer refused', async () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    const at = Date.UTC(2026, 0, 7, 9)
    const body = {
      type: 'approval' as const,
      id: 1,
      kind: 'withdrawal' as const,
      what: 'withdraw 50000 USDC of C1042',
      maker: { name: 'A. Maker', role: '' },
    }
    await writeJournal(other, [
      { at, whose: 'venue/ann', body: { ...body, stage: 'asked', dealer: null, detail: null } },
      {
        at,
        whose: 'venue/ann',
        body: { ...body, stage: 'refused', dealer: { name: 'B. Checker', role: '' }, detail: 'Not agreed.' },
      },
    ])
    const { code, out } = await exported(other, '--desk', '--day', '2026-01-07')
    expect(code).toBe(0)
    expect(out).toContain('request 1 for a second dealer (withdrawal) refused: withdraw 50000 USDC of C1042')
    expect(out).toContain('asked by A. Maker · decided by B. Checker · Not agreed.')
    const csv = await exported(other, '--desk', '--day', '2026-01-07', '--csv')
    expect(csv.out.trimEnd().split('\r\n')).toHaveLength(3)
  }, 30_000)

  it('reports an unsound journal, and prints the readable entries', async () => {
    appendFileSync(segment(), 'x')
    const { code, out, error } = await exported(folder, '--order', 'v1-one')
    expect(out).toContain('typed 124000')
    expect(error).toMatch(/NOT sound \(1 finding\)/)
    expect(code).toBe(1)
  }, 30_000)

  it.each([
    [[]],
    [['.']],
    [['.', '--order', 'a', '--customer', 'b', '--day', '2026-01-05']],
    [['.', '--customer', 'b']],
    [['.', '--customer', 'b', '--day', '2026-02-30']],
    [['.', '--desk']],
    [['.', '--desk', '--order', 'a']],
    [['.', '--desk', '--customer', 'b', '--day', '2026-01-05']],
    [['.', '--order', 'a', '--day', '2026-01-05']],
    [['nowhere', '--order', 'a']],
  ])(
    'ends with 2 and one line for %j',
    async (args) => {
      const { code, error } = await exported(...args)
      expect(error).toMatch(/^journal:export: .+\n$/)
      expect(code).toBe(2)
    },
    30_000,
  )
})
