import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Request } from '../../../shared/contract/contract.ts'
import type { Desk } from '../../../electron/deskTypes.ts'
import { findSession, sessionRecords, type SessionRecord } from '../../../electron/record/sessionFiles.ts'
import { bookState, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import { BTC, C1, draftOf } from '../core/deskHarness.ts'
import { DeskWindow } from '../compose/deskWindow.ts'
import {
  composeTerminal,
  recordSession,
  ROWS,
  seenBy,
  SOON,
  watchBook,
  type SeenAtEnd,
} from '../record/recordedSession.ts'
import { frameText, plainBooks } from './plainBook.ts'

let folder = ''
let recorded: SeenAtEnd
const open: Desk[] = []

const recordsOf = (path: string): SessionRecord[] => {
  const found = findSession(path)
  return found.ok ? [...sessionRecords(found.value.files, () => undefined)] : []
}
const profileOf = (path: string) => {
  const found = findSession(path)
  const head = found.ok ? found.value.files[0]?.head : undefined
  if (!head) throw new Error('no recording')
  return head.profile
}

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'openpit-replay-')), 'recording')
  recorded = await recordSession(folder)
  const bothEnded = () => recordsOf(folder).filter((record) => record.kind === 'end').length === 2
  await vi.waitUntil(bothEnded, SOON)
}, 60_000)
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

async function replay(path: string, speed: number) {
  const desk = await composeTerminal({ session: { path, speed } })
  open.push(desk)
  const window = new DeskWindow(desk, 'shell')
  const session = window.follow('session')
  const venue = () => session.now().venues.find((message) => message.id === 'replay')
  const signIn = { venueId: 'replay', username: null, password: null, signingKey: null, keep: 'run' as const }
  expect(venue()?.replay).toMatchObject({ state: 'waiting', speed })
  const book = watchBook(desk, BTC)
  expect(await window.call('session.signIn', signIn)).toMatchObject({ ok: true })
  const over = () => vi.waitFor(() => expect(venue()?.replay?.state).toBe('over'), SOON)
  return { desk, window, session, venue, book, seen: seenBy(window), over }
}

/** Live frames that show no state the plain book was in, in its order. */
function strangers(
  frames: readonly BookFrame[],
  states: readonly string[],
): { live: number; wrong: string[] } {
  const live = frames.filter((frame) => bookState(frame) === 'live')
  let at = 0
  const wrong = live.map(frameText).filter((text) => {
    const found = states.indexOf(text, at)
    if (found >= 0) at = found
    return found < 0
  })
  return { live: live.length, wrong }
}

describe('a recorded session, replayed', () => {
  it('gives equal books at every version seen, and equal orders, trades, positions and ledger', async () => {
    const { window, book, seen, venue, over } = await replay(folder, 1)
    await over()
    const states = [...plainBooks(recordsOf(folder), profileOf(folder), `orderbook-stream:${BTC}`, ROWS)]
    const { live, wrong } = strangers(book.frames, states)
    expect(wrong).toEqual([])
    // A busy machine shows several changes in one frame.
    expect(states.length).toBeGreaterThan(5)
    expect(live).toBeGreaterThan(0)
    const end = seen()
    const orders = ({ orders: list }: SeenAtEnd) =>
      list
        .map(
          ({
            referenceId,
            customerCode,
            symbol,
            side,
            type,
            amount,
            limitPrice,
            status,
            filledAmount,
            filledQuote,
          }) => ({
            referenceId,
            customerCode,
            symbol,
            side,
            type,
            amount,
            limitPrice,
            status,
            filledAmount,
            filledQuote,
          }),
        )
        .toSorted((a, b) => (a.referenceId < b.referenceId ? -1 : 1))
    const byCode = <T extends { readonly code: string }>(rows: readonly T[]) =>
      rows.toSorted((a, b) => (a.code < b.code ? -1 : 1))
    expect(orders(end)).toEqual(orders(recorded))
    expect(recorded.orders.length).toBeGreaterThanOrEqual(3)
    expect(byCode(end.trades)).toEqual(byCode(recorded.trades))
    expect(end.positions.map((position) => ({ ...position }))).toEqual(recorded.positions)
    expect(byCode(end.ledger)).toEqual(byCode(recorded.ledger))
    expect(end.balances.map(({ customerCode, amount }) => [customerCode, amount])).toEqual(
      recorded.balances.map(({ customerCode, amount }) => [customerCode, amount]),
    )
    const last = recordsOf(folder).at(-1)?.time ?? 0
    expect(Math.abs((venue()?.replay?.recordedAt ?? 0) - last)).toBeLessThan(1_000)
    expect(
      window
        .follow('reconciliation')
        .now()
        .filter((reconciliation) => reconciliation.discrepancies.length > 0),
    ).toEqual([])
  }, 60_000)
})

it('a window pauses the replay, moves it forward and speeds it up; an earlier time is ignored', async () => {
  const { window, venue, over } = await replay(folder, 1)
  const ask = (control: Request<'replay.control'>['control']) => window.call('replay.control', { control })
  const expectReplay = (item: object) => vi.waitFor(() => expect(venue()?.replay).toMatchObject(item), SOON)
  await expectReplay({ plays: 'session', state: 'running', until: null })
  expect(await ask({ act: 'pause' })).toMatchObject({ ok: true })
  await expectReplay({ state: 'paused' })
  const at = venue()?.replay?.recordedAt ?? 0
  await ask({ act: 'seek', to: at - 60_000 })
  await ask({ act: 'speed', speed: 5 })
  await expectReplay({ state: 'paused', speed: 5, recordedAt: at })
  await ask({ act: 'resume' })
  await expectReplay({ state: 'running' })
  await ask({ act: 'seek', to: at + 3_600_000 })
  await over()
  await expectReplay({ until: venue()?.replay?.recordedAt })
}, 60_000)

it('nothing can be sent in a replay: no window may trade, and each request is refused in words', async () => {
  const { desk, window, session } = await replay(folder, 1)
  expect([desk.allows('shell', 'trade'), desk.allows('loopback', 'trade')]).toEqual([false, false])
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), SOON)
  expect(session.now().mayTrade).toBe(false)
  const orders = window.follow('orders')
  await window.call('order.submit', {
    intentId: 'never-0001',
    draft: draftOf({ customerCode: C1 }),
    typed: null,
  })
  const transfer = { customerCode: C1, kind: 'deposit' as const, amount: draftOf().amount!, asset: 'USDC' }
  const deposit = await window.call('transfer.submit', { intentId: 'never-0002', transfer })
  expect(JSON.stringify([deposit, orders.now()])).toContain('this is a replay of a recording')
}, 60_000)
