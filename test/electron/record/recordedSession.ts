/** A real desk that deals a little on its paper broker while it is recorded, and what a window saw of it at the end. */

import { expect, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import type { Desk, DeskOptions } from '../../../electron/deskTypes.ts'
import type { Snapshot } from '../../../shared/contract/contract.ts'
import { bookState, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { takenId } from '../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, draftOf, text } from '../core/deskHarness.ts'
import { DeskWindow } from '../compose/deskWindow.ts'
import { PAPER_DESK } from '../compose/paperOptions.ts'

export const SOON = { interval: 20 }
export const ROWS = 60

export const composeTerminal = (more: Partial<DeskOptions>): Promise<Desk> =>
  compose({ ...PAPER_DESK, ...more })

/** Follows a book as a ladder does: every frame is kept, and the next asked for at once. */
export function watchBook(desk: Desk, symbol: Symbol): { readonly frames: BookFrame[]; close(): void } {
  const frames: BookFrame[] = []
  const take = (frame: BookFrame) => {
    frames.push(frame)
    queueMicrotask(() => feed.ready?.())
  }
  const feed = desk.sources.book(
    { symbol, grouping: 1, rows: ROWS },
    { snapshot: take, delta: take, end: () => undefined },
    { windowId: 'b1', allows: () => true },
  )
  return { frames, close: () => feed.close() }
}

export interface SeenAtEnd {
  readonly orders: Snapshot<'orders'>
  readonly trades: Snapshot<'trades'>
  readonly positions: Snapshot<'positions'>
  readonly ledger: Snapshot<'ledger'>
  readonly balances: Snapshot<'balances'>
}

/** What a window that follows these topics shows now. */
export function seenBy(window: DeskWindow): () => SeenAtEnd {
  const orders = window.follow('orders')
  const trades = window.follow('trades')
  const positions = window.follow('positions')
  const ledger = window.follow('ledger')
  const balances = window.follow('balances')
  return () => ({
    orders: orders.now(),
    trades: trades.now(),
    positions: positions.now(),
    ledger: ledger.now(),
    balances: balances.now(),
  })
}

/** Records into `folder`: sign-in, a market order, one that rests and is cancelled, one that goes on resting. */
export async function recordSession(folder: string): Promise<SeenAtEnd> {
  const desk = await composeTerminal({ record: { folder, size: 1 << 28 } })
  try {
    const window = new DeskWindow(desk)
    const session = window.follow('session')
    await window.call('session.signIn', {
      venueId: 'paper',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    await vi.waitFor(() => expect(session.now().phase).toBe('ready'), SOON)
    const seen = seenBy(window)
    const reconciliations = window.follow('reconciliation')
    const tickers = window.follow('tickers')
    await vi.waitFor(
      () => expect(reconciliations.now().map((reconciliation) => reconciliation.open)).not.toContain(false),
      SOON,
    )
    await vi.waitFor(() => expect(tickers.now()).not.toEqual([]), SOON)
    const book = watchBook(desk, BTC)
    await vi.waitFor(() => expect(book.frames.some((frame) => bookState(frame) === 'live')).toBe(true), SOON)
    const submit = async (intentId: string, more: Parameters<typeof draftOf>[0]) =>
      takenId(await window.call('order.submit', { intentId, draft: draftOf(more), typed: null }))
    const orderOf = (id: string) => seen().orders.find((order) => order.referenceId === id)
    const bought = await submit('buy-0001', {
      type: 'market',
      limitPrice: null,
      amount: text('0.5'),
      leverage: 5,
    })
    await vi.waitFor(
      () => expect(orderOf(bought)).toMatchObject({ phase: 'closed', filledAmount: '0.5' }),
      SOON,
    )
    const cancelled = await submit('rest-0001', { amount: text('0.1'), limitPrice: text('30000') })
    await vi.waitFor(() => expect(orderOf(cancelled)?.phase).toBe('working'), SOON)
    await window.call('order.cancel', { customerCode: C1, referenceId: cancelled })
    await vi.waitFor(
      () => expect(orderOf(cancelled)).toMatchObject({ status: 'canceled', pending: null }),
      SOON,
    )
    const resting = await submit('rest-0002', { amount: text('0.2'), limitPrice: text('31000') })
    await vi.waitFor(() => expect(orderOf(resting)?.phase).toBe('working'), SOON)
    await vi.waitFor(
      () =>
        expect(
          seen().positions.find((position) => position.customerCode === C1 && position.symbol === BTC),
        ).toMatchObject({
          complete: true,
        }),
      SOON,
    )
    // The recording ends with what the window has seen: a trade's row of the ledger may come after the trade.
    await vi.waitFor(() => {
      const rows = new Set(seen().ledger.map(({ code }) => code))
      expect(seen().trades.filter(({ code }) => !rows.has(code))).toEqual([])
    }, SOON)
    const before = book.frames.length
    await vi.waitFor(() => expect(book.frames.length).toBeGreaterThan(before + 20), SOON)
    return seen()
  } finally {
    await desk.close()
  }
}
