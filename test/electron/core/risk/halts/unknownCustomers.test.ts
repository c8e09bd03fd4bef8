/** Halts while the venue has not shown all of its customers: nothing is called none or all, and who becomes known is covered. */

import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../shared/base/result.ts'
import { whyCustomersUnknown } from '../../../../../shared/contract/status.ts'
import { isCleared, type HaltScope, type HaltState } from '../../../../../shared/domain/orders/halt.ts'
import { progressWords } from '../../../../../renderer/halts/haltWords.ts'
import type { FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, Desk, reportOf, rowOf, tradeOf } from '../../deskHarness.ts'

const C9 = 'C9001' as typeof C1
const DESK: HaltScope = { kind: 'desk' }
/** More pages of one trade each than the first reading waits for. */
const PAGES = 40

async function deskAt(prepare: (broker: FakeBroker) => void) {
  const desk = new Desk()
  desk.prepare = (broker) => {
    broker.venueOrders.set(`${C9} resting`, reportOf('resting', 'open', { customerCode: C9 }))
    prepare(broker)
  }
  const broker = await desk.ready()
  const halts = desk.follow('halts')
  const halt = async (scope: HaltScope): Promise<HaltState> => {
    await desk.call('halt.start', { scope, mode: 'halted' })
    await desk.clock.run(3_000, 50)
    return now()
  }
  const now = (): HaltState => {
    const [first] = halts.now()
    if (!first) throw new Error('no halt is in force')
    return first
  }
  return { desk, broker, halt, now }
}

/** The customer of the oldest trade stands on the last page. */
const manyPages = (broker: FakeBroker) => {
  broker.pageSize = 1
  broker.venueLedger = [rowOf('l1')]
  broker.venueTrades = Array.from({ length: PAGES }, (_, n) =>
    tradeOf(`t${PAGES - n}`, { customerCode: n === PAGES - 1 ? C9 : C1 }),
  )
}

describe('a halt of a desk whose customers stand on pages that were not read', () => {
  it('says that it has not seen all, reads on, and cancels a customer’s orders once it is known', async () => {
    const { desk, broker, halt, now } = await deskAt((it_) => {
      manyPages(it_)
      const read = it_.trades.bind(it_)
      // The older pages fail for now.
      it_.trades = async (query) =>
        query.before !== undefined && Number(query.before.slice(1)) < 15 && it_.missing === null
          ? fail({ kind: 'unreachable' as const, code: null, message: 'no route' })
          : read(query)
    })
    const reads = desk.follow('reads')
    const early = await halt(DESK)
    expect(whyCustomersUnknown(reads.now())).toMatch(/not read to the first record/)
    expect(isCleared(early.lists)).toBe(false)
    expect(progressWords(early)).toEqual({
      text: 'No order seen so far · trades and ledger, which name the customers, are not read to the first record',
      done: false,
    })
    expect(broker.cancels).toEqual([])
    broker.trades = async (query) =>
      ok({ items: [tradeOf('t1', { customerCode: C9 })], next: null, ...query })
    await desk.clock.run(60_000, 250)
    expect(broker.cancels.map(({ customer, id }) => `${customer} ${id}`)).toContain('C9001 resting')
    broker.venueOrders.set(`${C9} resting`, reportOf('resting', 'canceled', { customerCode: C9 }))
    broker.cancels.at(-1)?.answer.resolve({ kind: 'accepted', value: null })
    await desk.clock.run(30_000, 250)
    expect(progressWords(now())).toEqual({ text: '1 of 1 order confirmed done', done: true })
    expect(whyCustomersUnknown(reads.now())).toBeNull()
  })

  it('of one customer needs no other customer', async () => {
    const { halt } = await deskAt((broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.ledger = async () => fail({ kind: 'unreachable', code: null, message: 'no route' })
    })
    const early = await halt({ kind: 'customer', customerCode: C1 })
    expect(progressWords(early)).toEqual({ text: 'No order was live.', done: true })
  })
})

describe('a customer whose only record could not be read', () => {
  it.each([
    ['ledger', { ledger: true }],
    ['list of trades', { ledger: false }],
  ])(
    'of the %s keeps a halt of the desk or an instrument from claiming that no order was live',
    async (_, item) => {
      const { desk, broker, halt } = await deskAt((it_) => {
        if (item.ledger) it_.ledger = async () => ok({ items: [rowOf('l1')], next: null, unreadable: 1 })
        else it_.trades = async () => ok({ items: [tradeOf('t1')], next: null, unreadable: 1 })
      })
      // What the adapter tells of such a row.
      if (!item.ledger) broker.listener?.tradeLost(null, 'a row of the list of trades cannot be read')
      for (const scope of [DESK, { kind: 'instrument' as const, symbol: BTC }]) {
        const state = await halt(scope)
        expect(progressWords(state).text).toMatch(/^No order seen so far · .* could not be read/)
        await desk.call('halt.lift', { id: state.id, typed: scope.kind === 'desk' ? 'DESK' : BTC })
      }
    },
  )

  it('whose lost trade names it is covered', async () => {
    const { desk, broker, halt } = await deskAt(() => undefined)
    broker.listener?.tradeLost(C9, 'a row of the list of trades cannot be read')
    await halt(DESK)
    await desk.clock.run(3_000, 50)
    expect(broker.cancels.map(({ id }) => id)).toContain('resting')
  })
})
