import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findSession, sessionRecords, type SessionRecord } from '../../electron/record/sessionFiles.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { bookState } from '../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import { DeskWindow } from '../electron/compose/deskWindow.ts'
import { composeTerminal, SOON, watchBook } from '../electron/record/recordedSession.ts'
import { Dealing } from './dealing.ts'
import { KillableTerminal } from './killableTerminal.ts'
import { startCrashVenue } from './venue.ts'

const BTC = 'BTCUSDC_PERP' as Symbol

function readBack(folder: string): { readonly records: SessionRecord[]; readonly faults: string[] } {
  const faults: string[] = []
  const found = findSession(folder)
  if (!found.ok) return { records: [], faults: [found.failure] }
  return { records: [...sessionRecords(found.value.files, (fault) => faults.push(fault))], faults }
}

it('a desk killed while it deals leaves a recording without a hole that can be replayed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-kill-recording-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const recording = join(folder, 'recording')
  const data = join(folder, 'data')
  mkdirSync(data)
  const venue = await startCrashVenue(folder, 'signed', 5)
  onTestFinished(async () => void (await venue.endAndRead()))

  const desk = await KillableTerminal.start(data, venue.venueFile, recording)
  await desk.signIn(venue.signIn)
  desk.client.open('book', { symbol: BTC, grouping: 1, rows: 40 }, { snapshot: () => {}, delta: () => {} })
  const dealing = new Dealing(seededRandom(5), venue.customers)
  let over = false
  const dealt = dealing.stream(desk.client, () => over)
  const inOf = (stream: string, word: string) =>
    readBack(recording).records.filter(
      (record) => record.stream === stream && record.kind === 'in' && record.payload.includes(word),
    )
  await vi.waitFor(() => {
    expect(inOf('public', '"snapshot"')).not.toEqual([])
    expect(inOf('public', '"update"').length).toBeGreaterThan(5)
    expect(inOf('private', '"orders"').length).toBeGreaterThan(2)
  }, SOON)
  await desk.kill()
  over = true
  await dealt
  await dealing.settled()

  const { records, faults } = readBack(recording)
  expect(faults.filter((fault) => !fault.includes('a block that was not finished'))).toEqual([])
  for (const stream of ['public', 'private']) {
    const numbers = records.filter((record) => record.stream === stream).map((record) => record.number)
    expect(numbers).toEqual(numbers.map((_, n) => n))
  }
  expect(records.filter((record) => record.kind === 'end' || record.kind === 'missing')).toEqual([])

  // Slowly: the market of the killed run may have lasted for half a second, and a busy machine needs longer to open a stream.
  const again = await composeTerminal({ session: { path: recording, speed: 0.2 } })
  onTestFinished(() => again.close())
  const window = new DeskWindow(again, 'shell')
  const book = watchBook(again, BTC)
  const signIn = { venueId: 'replay', username: null, password: null, signingKey: null, keep: 'run' as const }
  expect(await window.call('session.signIn', signIn)).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(book.frames.some((frame) => bookState(frame) === 'live')).toBe(true), SOON)
}, 120_000)
