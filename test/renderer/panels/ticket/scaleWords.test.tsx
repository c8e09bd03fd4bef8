/** What the ticket says of a scale: before it is sent, and of its orders later. */

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LastScale } from '../../../../renderer/panels/ticket/scale/LastScale.tsx'
import { SessionContext } from '../../../../renderer/state/useSession.ts'
import { countsOf, lastScaleOf } from '../../../../renderer/state/ticket/lastScale.ts'
import {
  changeTicket,
  emptyTicket,
  readTicket,
  type TicketChange,
} from '../../../../renderer/state/ticket/ticketForm.ts'
import type { TicketContext } from '../../../../renderer/state/ticket/ticketContext.ts'
import { rateFinding, rateWarning } from '../../../../renderer/state/ticket/scaleRate.ts'
import { readTicketScale } from '../../../../renderer/state/ticket/ticketScale.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import {
  NOW,
  ScriptedCore,
  instrumentOf,
  orderOf,
  reference,
  tickerOf,
} from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../../state/openWindow.ts'
import { C1, BTC, Desk, draftOf, reportOf, text } from '../../../electron/core/deskHarness.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'

const shown = (orders: readonly Order[]): string => {
  const desk = new ScriptedCore()
  desk.startWith('orders', [...orders])
  const { session } = openWindow(desk)
  const markup = renderToStaticMarkup(
    createElement(
      SessionContext.Provider,
      { value: session },
      createElement(LastScale, { customerCode: C1, symbol: BTC, onFill: () => {} }),
    ),
  )
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}
const rowOf = (act: string, row: number, more: Partial<Order> = {}): Order =>
  orderOf({ referenceId: reference(`op-${act}-${row}`), scale: { act, row, count: 3 }, ...more })

describe('the last scale', () => {
  /** A scale of three: row 1 filled, rows 2 and 3 open. */
  async function filledAndOpen() {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    await desk.signInAs('ann')
    const reply = await desk.call('order.submitScale', {
      intentId: 'intent-0001',
      draft: draftOf({ amount: text('6') }),
      rows: ['60000', '59900', '59800'].map((limitPrice) => ({
        limitPrice: text(limitPrice),
        amount: text('2'),
      })),
      typed: null,
    })
    const ids = (reply as unknown as { value: { orders: string[] } }).value.orders
    const price = (n: number) => text(String(60_000 - n * 100))
    for (const [n, sent] of desk.broker.sent.entries())
      sent.answer.resolve({
        kind: 'accepted',
        value: reportOf(ids[n] ?? '', 'open', { amount: text('2'), limitPrice: price(n) }),
      })
    await desk.settle()
    desk.broker.listener?.order(
      reportOf(ids[0] ?? '', 'filled', {
        amount: text('2'),
        limitPrice: price(0),
        filledAmount: text('2'),
        filledQuote: text('120000'),
      }),
    )
    await desk.settle()
    expect(shown([...orders.values()])).toContain('Last scale: 3 accepted.')
    expect(desk.broker.sent).toHaveLength(3)
    return { desk, orders }
  }

  it('does not say "never sent" of a row that was sent and filled, after a restart on a new segment of the journal', async () => {
    const before = await filledAndOpen()
    const after = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(before.desk.journal.carried()) })
    const orders = after.orders()
    await after.signInAs('ann')
    expect(shown([...orders.values()])).toContain('Last scale:')
    expect(shown([...orders.values()])).not.toContain('never sent')
  })

  it('does not say "never sent" of a row that was sent and filled, after another user was signed in', async () => {
    const { desk, orders } = await filledAndOpen()
    await desk.signInAs('bob')
    await desk.signInAs('ann')
    expect(shown([...orders.values()])).toContain('Last scale:')
    expect(shown([...orders.values()])).not.toContain('never sent')
  })

  it('does not count a row that never reached the book as accepted', () => {
    expect(countsOf([rowOf('s1', 1, { phase: 'dead', status: null })]).accepted).toBe(0)
    expect(shown([1, 2, 3].map((row) => rowOf('s1', row, { phase: 'dead', status: null })))).not.toContain(
      'accepted',
    )
  })

  it('is the newest act also where the clock was set back between two scales', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    await desk.ready()
    const send = (intentId: string, prices: readonly string[]) =>
      desk.call('order.submitScale', {
        intentId,
        draft: draftOf({ amount: text('4') }),
        rows: prices.map((limitPrice) => ({ limitPrice: text(limitPrice), amount: text('2') })),
        typed: null,
      })
    await send('intent-0001', ['60000', '59900'])
    desk.clock.advance(1_000)
    desk.clock.setWall(-30_000)
    // Everything is read back before the next act.
    await desk.clock.run(2_000, 500)
    await desk.settle()
    await send('intent-0002', ['59000', '58900'])
    expect(orders.size).toBe(4)
    const last = lastScaleOf(orders.values(), BTC)
    expect(last.map(({ limitPrice }) => limitPrice)).toEqual(['59000', '58900'])
  })
})

describe('the warnings before a scale is sent', () => {
  const instrument = instrumentOf('BTC', '0.5', '0.001')
  const context: TicketContext = {
    instrument,
    ticker: tickerOf('BTCUSDC_PERP', '62149.5', '62150.5'),
    position: decimal('0'),
    leverage: decimal('3'),
    customerKnown: true,
    rules: DEFAULT_RULES,
    book: 'live',
    now: NOW,
  }
  const form = (...changes: readonly TicketChange[]) =>
    changes.reduce(changeTicket, {
      ...emptyTicket,
      customerCode: 'C1042',
      symbol: 'BTCUSDC_PERP',
      side: 'buy' as const,
    })
  const typed = (field: 'amount' | 'limitPrice' | 'scaleTo' | 'scaleCount', value: string): TicketChange => ({
    kind: 'typed',
    field,
    text: value,
  })

  it('tell of a row that is through the touch, whichever row it is', () => {
    const through = '63400' // 2 % above the ask
    const single = form({ kind: 'type', type: 'limit' }, typed('amount', '2'), typed('limitPrice', through))
    const warning = readTicket(single, context).warnings[0]?.title
    expect(warning).toMatch(/% through the touch/)
    const scale = form(
      { kind: 'scale' },
      typed('amount', '2'),
      typed('limitPrice', '61000'),
      typed('scaleTo', through),
      typed('scaleCount', '5'),
    )
    expect(readTicketScale(scale, instrument).rows?.at(-1)?.limitPrice).toBe(through)
    expect(readTicket(scale, context).warnings.map(({ title }) => title)).toContain(warning)
  })
})

describe('the number of orders against the limits that count orders', () => {
  const draft = draftOf({ amount: text('3') })
  const at = (position: string | null, rules = DEFAULT_RULES) => ({
    rules,
    position: position === null ? null : decimal(position),
  })

  it('stands on the ticket before the core refuses it, with the limit in force', () => {
    expect(rateWarning(draft, 20, at('0'))).toBeNull()
    expect(rateWarning(draft, 21, at('0'))).toEqual({
      title: 'Orders in a second 21, over the limit of 20 for the desk.',
      detail:
        'The limits count all orders of a scale at once: they refuse the whole scale. Type fewer orders.',
    })
  })

  it('is what the core does', async () => {
    const desk = new Desk({})
    await desk.ready()
    const send = (count: number, intentId: string) =>
      desk.call('order.submitScale', {
        intentId,
        draft: draftOf({ amount: text(String(count)) }),
        rows: Array.from({ length: count }, (_, n) => ({
          limitPrice: text(String(60_000 - n * 10)),
          amount: text('1'),
        })),
        typed: null,
      })
    const refused = await send(21, 'intent-0001')
    expect(JSON.stringify(refused)).toContain('Orders in a second 21, over the limit of 20 for the desk.')
    expect(JSON.stringify(await send(20, 'intent-0002'))).not.toContain('Orders in a second')
  })

  it('names a number to type where the limit only warns, and the rule of the customer', () => {
    const rules = [
      {
        customerCode: C1,
        symbol: null,
        instruments: null,
        bounds: { ordersInMinute: { warn: text('4'), block: null } },
      },
    ]
    expect(rateWarning(draft, 5, at('0', rules))).toMatchObject({
      title: expect.stringContaining('over the warning of 4') as string,
      detail: expect.stringContaining('ask for a typed number') as string,
    })
    expect(rateWarning({ ...draft, customerCode: 'C9' as typeof C1 }, 5, at('0', rules))).toBeNull()
  })

  it('is not sure where the scale may only reduce the position, which these limits let pass', () => {
    expect(rateFinding(draft, 21, at('-3'))?.isSure).toBe(false)
    for (const position of ['-2', '3', '0', null])
      expect(rateFinding(draft, 21, at(position))?.isSure).toBe(true)
    expect(rateWarning(draft, 21, at('-3'))?.detail).toContain('unless the scale only makes')
  })
})
