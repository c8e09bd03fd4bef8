/** A desk that lost trades, as a dealer meets it: what is flagged, what is closed, what still goes out, and when trading opens again. */

import { describe, expect, it } from 'vitest'
import type { HistoryPage, ReadFailure } from '../../../../electron/core/ports/brokerAnswers.ts'
import { fail, type Result } from '../../../../shared/base/result.ts'
import { mustAcknowledge } from '../../../../shared/domain/notice.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

const WHY = 'a trade on the trades channel cannot be read'
const ROW = { transactionType: 'trade', signedAmount: text('-6') }

/** C1042 is long one contract; C2007 has money. */
async function startCore(limits = NO_LIMITS) {
  const desk = new Desk({ limits })
  desk.prepare = (broker) => {
    broker.venueTrades = [tradeOf('t1', { referenceId: 'old' as ReferenceId })]
    broker.venueLedger = [rowOf('t1', ROW), rowOf('d2', { customerCode: C2 })]
  }
  const reconciliations = desk.mirror('reconciliation', (reconciliation) => reconciliation.customerCode)
  const positions = desk.mirror('positions', (position) => position.customerCode)
  const broker = await desk.ready()
  let intents = 1_000
  return {
    desk,
    broker,
    reconciliations,
    position: () => positions.get(C1),
    open: () =>
      [...reconciliations.values()]
        .filter((reconciliation) => reconciliation.open)
        .map((reconciliation) => reconciliation.customerCode),
    submit: (customerCode: CustomerCode = C1) =>
      desk.call('order.submit', {
        intentId: `intent-${++intents}`,
        draft: draftOf({ customerCode }),
        typed: null,
      }),
    flatten: (typed: string | null, intentId = 'flatten-01') =>
      desk.call('position.flatten', { intentId, customerCode: C1, symbol: BTC, typed }),
  }
}

/** The venue answers every list of trades as it does, with this beside it. */
function beside(broker: FakeBroker, more: () => Partial<HistoryPage<Trade>>): void {
  const honest = broker.trades.bind(broker)
  broker.trades = async (query): Promise<Result<HistoryPage<Trade>, ReadFailure>> => {
    const page = await honest(query)
    return page.ok ? { ok: true, value: { ...page.value, ...more() } } : page
  }
}

describe('a customer of whom a trade was lost', () => {
  it('has its position flagged and takes no new risk until everything was read back and agrees', async () => {
    const { desk, broker, reconciliations, position, open, submit } = await startCore()
    expect(open()).toEqual([C1, C2])
    const at = desk.clock.now()
    broker.listener?.tradeLost(C1, WHY)
    expect(position()).toMatchObject({ size: '1', complete: false, unsure: { since: at, why: WHY } })
    expect(open()).toEqual([C2])
    expect(reconciliations.get(C1)?.why).toContain(WHY)
    expect(await submit()).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        message: expect.stringMatching(/not sure since \d\d:\d\d:\d\d UTC: a trade/),
      },
    })
    expect(broker.sent).toEqual([])
    // The trade that could not be read is in the list, with its row.
    broker.venueTrades = [tradeOf('t2', { referenceId: null, createdAt: 2_000 }), ...broker.venueTrades]
    broker.venueLedger = [rowOf('t2', { ...ROW, createdAt: 2_000 }), ...broker.venueLedger]
    await desk.clock.run(10_000, 500)
    expect(position()).toMatchObject({ size: '2', complete: true, unsure: null })
    expect(open()).toEqual([C1, C2])
    void submit()
    await desk.settle()
    expect(broker.sent).toHaveLength(1)
  })

  it('stays closed while the venue’s list of trades holds more, and opens once all are shown', async () => {
    const { desk, broker, position, open } = await startCore()
    broker.venueTrades = [tradeOf('t2', { referenceId: null, createdAt: 2_000 }), ...broker.venueTrades]
    broker.venueLedger = [rowOf('t2', { ...ROW, createdAt: 2_000 }), ...broker.venueLedger]
    await desk.clock.run(40_000, 1_000)
    let why: string | null = 'the venue counts 3 and showed 2'
    beside(broker, () => ({ behind: () => why }))
    // A page for each trade: reading the newest in does not come to the end of the list.
    broker.pageSize = 1
    broker.listener?.tradeLost(C1, WHY)
    await desk.clock.run(120_000, 1_000)
    expect(open()).toEqual([C2])
    expect(position()?.complete).toBe(false)
    why = null
    await desk.clock.run(130_000, 1_000)
    expect(position()).toMatchObject({ complete: true, unsure: null })
    expect(open()).toEqual([C1, C2])
  })

  it('is every customer where the list of trades holds more than it shows', async () => {
    const { desk, broker, position, open, submit } = await startCore()
    let why: string | null = 'the venue counts 3 and showed 1'
    beside(broker, () => ({ behind: () => why }))
    await desk.clock.run(40_000, 1_000)
    expect(open()).toEqual([])
    expect(position()).toMatchObject({
      complete: false,
      unsure: { why: expect.stringContaining('counts 3') },
    })
    expect((await submit(C2)).ok).toBe(false)
    why = null
    await desk.clock.run(130_000, 1_000)
    expect(open()).toEqual([C1, C2])
  })

  it('is every customer, also a later one, where the trade names no customer', async () => {
    const { desk, broker, open } = await startCore()
    beside(broker, () => ({ behind: () => 'the venue counts 3 and showed 1' }))
    broker.listener?.tradeLost(null, WHY)
    expect(open()).toEqual([])
    const C3 = 'C3003' as CustomerCode
    void desk.call('order.submit', {
      intentId: 'intent-new-customer',
      draft: draftOf({ customerCode: C3 }),
      typed: null,
    })
    await desk.settle()
    expect(broker.sent).toEqual([])
    expect(open()).toEqual([])
  })

  it('is flattened by the known contracts once the dealer typed its code', async () => {
    const { desk, broker, flatten } = await startCore()
    beside(broker, () => ({ behind: () => 'the venue counts 3 and showed 1' }))
    broker.listener?.tradeLost(C1, WHY)
    expect(await flatten(null)).toMatchObject({
      ok: true,
      value: { outcome: 'warned', type: C1, warnings: [expect.stringContaining(WHY), expect.any(String)] },
    })
    expect(broker.sent).toEqual([])
    const reply = flatten(C1)
    await desk.clock.run(1_000, 100)
    expect(await reply).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    expect(broker.sent[0]?.draft).toMatchObject({ side: 'sell', amount: '1', type: 'market' })
  })

  it('may be flattened although a limit bounds its exposure', async () => {
    const { desk, broker, flatten } = await startCore([
      { ...NO_LIMITS[0], bounds: { exposure: { warn: '1000', block: null } } } as never,
    ])
    broker.listener?.tradeLost(C1, WHY)
    const reply = flatten(C1)
    await desk.clock.run(1_000, 100)
    expect(await reply).toMatchObject({ ok: true, value: { outcome: 'taken' } })
  })
})

describe('a fill whose trade the stream never brings', () => {
  const filled = reportOf('ref', 'closed', { filledAmount: text('1'), filledQuote: text('60000') })
  const theTrade = tradeOf('t2', { createdAt: 2_000 })
  const theRow = rowOf('t2', { ...ROW, createdAt: 2_000 })

  it('is looked for after three seconds, and found in the list without a notice', async () => {
    const { desk, broker, position, open } = await startCore()
    broker.listener?.order(filled)
    broker.venueTrades = [theTrade, ...broker.venueTrades]
    broker.venueLedger = [theRow, ...broker.venueLedger]
    await desk.clock.run(3_500, 100)
    expect(position()).toMatchObject({ size: '2', unsure: null })
    expect(open()).toContain(C1)
  })

  it('flags the position and closes the customer while the list does not show it either', async () => {
    const { desk, broker, position, open } = await startCore()
    const honest = broker.trades.bind(broker)
    broker.listener?.order(filled)
    broker.trades = async () => fail({ kind: 'unreachable', code: null, message: 'No answer.' })
    await desk.clock.run(4_000, 100)
    expect(position()).toMatchObject({
      complete: false,
      unsure: { why: expect.stringContaining('order ref') },
    })
    expect(open()).not.toContain(C1)
    broker.trades = honest
    broker.venueTrades = [theTrade, ...broker.venueTrades]
    broker.venueLedger = [theRow, ...broker.venueLedger]
    await desk.clock.run(130_000, 1_000)
    expect(position()).toMatchObject({ size: '2', complete: true, unsure: null })
    expect(open()).toEqual([C1, C2])
  })
})

describe('a trade that comes again and says something else', () => {
  it.each([
    ['amount', { amount: text('0') }],
    ['price', { price: text('1') }],
    ['side', { side: 'sell' as const }],
    ['instrument', { symbol: 'ETHUSDC_PERP' as typeof BTC }],
  ])('another %s: it is said, and its customer is closed', async (name, other) => {
    const { desk, broker, position, open } = await startCore()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    broker.trades = async () => fail({ kind: 'unreachable', code: null, message: 'No answer.' })
    broker.listener?.trade(tradeOf('t1', { referenceId: 'old' as ReferenceId, ...other }))
    await desk.settle()
    expect(position()).toMatchObject({
      complete: false,
      unsure: { why: expect.stringMatching(new RegExp(`trade t1 .* ${name} `)) },
    })
    expect(open()).toEqual([C2])
    expect([...notices.values()].filter(mustAcknowledge).map(({ message }) => message)).toEqual([
      expect.stringMatching(/trade t1 .*C1042 takes no new orders until .* read again/),
    ])
    await desk.clock.run(60_000, 1_000)
    expect(open()).toEqual([C2])
  })

  it('equals the whole list once the list was read after its last version', async () => {
    const { desk, broker, position, open } = await startCore()
    broker.listener?.trade(tradeOf('t1', { referenceId: 'old' as ReferenceId, amount: text('0') }))
    await desk.settle()
    expect(open()).toEqual([C2])
    await desk.clock.run(10_000, 500)
    expect(position()).toMatchObject({ size: '1', complete: true, unsure: null })
    expect(open()).toEqual([C1, C2])
  })

  it('counts as equal where it writes its figures in another way, or leaves some out', async () => {
    const { desk, broker, position, open } = await startCore()
    broker.listener?.trade(tradeOf('t1', { amount: text('1.0'), price: null, side: null }))
    await desk.settle()
    expect(position()).toMatchObject({ size: '1', complete: true, unsure: null })
    expect(open()).toEqual([C1, C2])
  })
})
