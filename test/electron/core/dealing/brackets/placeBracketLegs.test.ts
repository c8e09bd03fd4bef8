import { describe, expect, it } from 'vitest'
import { add, decimal, toText, ZERO } from '../../../../../shared/base/decimal.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../../fakes/core/noLimits.ts'
import { takenId } from '../../../../fakes/core/acceptedOrderId.ts'
import type { FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'
import {
  BRACKET,
  answerLeg,
  enter,
  fill,
  legsOf,
  said,
  sizes,
  startDesk,
  trade,
  type Stage,
} from './bracketStage.ts'

describe('a bracket', () => {
  it('places nothing before its entry fills, then one combo of the fill on the other side', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    expect(stage.orders.get(id)).toMatchObject({ bracket: { ...BRACKET, released: '0' } })
    await stage.desk.clock.run(60_000, 1_000)
    expect(stage.broker.sent).toHaveLength(1)
    await fill(stage, id, '4')
    expect(legsOf(stage.broker)).toHaveLength(1)
    const [leg] = legsOf(stage.broker)
    expect(leg?.draft).toMatchObject({
      customerCode: C1,
      symbol: BTC,
      side: 'sell',
      type: 'take_profit_stop_loss',
      amount: '4',
      takeProfitPrice: '66000',
      stopLossPrice: '58000',
      triggerPriceType: 'mark_price',
    })
    expect(stage.orders.get(leg?.id ?? '')).toMatchObject({ legOf: id, phase: 'sent' })
  })

  it('journals the bracket with the entry and each leg before the leg is sent', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    const intents = stage.desk.journal.bodies('order').filter(({ event }) => event.kind === 'intent')
    expect(intents.map(({ event }) => event)).toMatchObject([{ bracket: BRACKET }, { legOf: id }])
  })

  it('gives each further fill its own leg, and never more than filled', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    await answerLeg(stage, 0)
    await fill(stage, id, '4')
    await fill(stage, id, '10', 'filled')
    expect(sizes(stage.broker)).toEqual(['4', '6'])
  })

  it('sends one leg for fills that arrive while a leg has no answer', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '1')
    await fill(stage, id, '2')
    await fill(stage, id, '5')
    expect(sizes(stage.broker)).toEqual(['1'])
    await answerLeg(stage, 0)
    expect(sizes(stage.broker)).toEqual(['1', '4'])
  })

  it('places legs for a fill that came with the cancel of its entry, and none for a cancel without one', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '3', 'canceled')
    expect(sizes(stage.broker)).toEqual(['3'])
    const other = await enter(stage, 'intent-0002')
    await fill(stage, other, '0', 'canceled')
    await stage.desk.clock.run(20_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['3'])
  })

  it('counts a leg without an answer as placed, and places no second one', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    legsOf(stage.broker)[0]?.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await stage.desk.clock.run(60_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['4'])
    await fill(stage, id, '10', 'filled')
    expect(sizes(stage.broker)).toEqual(['4', '6'])
  })

  it('tells loudly of a refused leg and does not send it again', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    legsOf(stage.broker)[0]?.answer.resolve({ kind: 'refused', code: 'ORDER_REJECTED', message: 'no' })
    await stage.desk.clock.run(60_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['4'])
    const [alarm] = said(stage.notices, /was refused: ORDER_REJECTED/)
    expect(alarm).toMatchObject({ level: 'error', acknowledged: false })
    expect(alarm?.action).toContain(`The position of order ${id} stands without it.`)
  })

  it('says that the position stands without a leg that the dealer wrote off, and sends no other', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    const leg = legsOf(stage.broker)[0]!
    leg.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await stage.desk.clock.run(300_000, 1_000)
    const typed = leg.id.slice(-4)
    await stage.desk.call('order.writeOff', { customerCode: C1, referenceId: leg.id, typed })
    await stage.desk.clock.run(10_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['4'])
    expect(said(stage.notices, /was written off/)[0]?.action).toContain(
      `The position of order ${id} stands without it.`,
    )
  })

  it('places a leg anew that never left, later each time', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    legsOf(stage.broker)[0]?.answer.resolve({ kind: 'not-sent', message: 'no connection' })
    await stage.desk.settle()
    expect(sizes(stage.broker)).toEqual(['4'])
    await stage.desk.clock.run(2_000, 500)
    expect(sizes(stage.broker)).toEqual(['4', '4'])
    const ids = legsOf(stage.broker).map((leg) => leg.id)
    expect(new Set(ids).size).toBe(2)
    legsOf(stage.broker)[1]?.answer.resolve({ kind: 'not-sent', message: 'no connection' })
    await stage.desk.clock.run(1_500, 500)
    expect(sizes(stage.broker)).toHaveLength(2)
    await stage.desk.clock.run(2_000, 500)
    expect(sizes(stage.broker)).toHaveLength(3)
  })

  it('leaves a leg canceled that a dealer canceled', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    await answerLeg(stage, 0)
    const leg = legsOf(stage.broker)[0]!
    await stage.desk.call('order.cancel', { customerCode: C1, referenceId: leg.id })
    stage.broker.listener?.order({ ...reportOf(leg.id, 'canceled'), ...leg.draft, customerCode: C1 })
    await stage.desk.clock.run(20_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['4'])
  })
})

describe('a fill that only trades show', () => {
  const showAtVenue = ({ broker }: Stage, id: ReferenceId, filled: string) =>
    broker.venueOrders.set(
      `${C1} ${id}`,
      reportOf(id, 'partially_filled', {
        amount: text('10'),
        filledAmount: text(filled),
        filledQuote: text(String(Number(filled) * 60_000)),
      }),
    )

  it('gets its leg within seconds: its entry is looked up, once', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    showAtVenue(stage, id, '4')
    const before = stage.broker.lookedUp.length
    trade(stage, id, '1')
    trade(stage, id, '3')
    await stage.desk.clock.run(5_000, 500)
    expect(sizes(stage.broker)).toEqual(['4'])
    expect(stage.broker.lookedUp.slice(before)).toEqual([id])
  })

  it('gets its leg although the first read of the entry lags behind the trade', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    showAtVenue(stage, id, '0')
    trade(stage, id, '4')
    await stage.desk.clock.run(5_000, 500)
    expect(sizes(stage.broker)).toEqual([])
    const [alarm] = said(stage.notices, /Trades show that order/)
    expect(alarm).toMatchObject({
      level: 'error',
      acknowledged: false,
      message: `Trades show that order ${id} of C1042 filled 4 BTCUSDC_PERP. The order itself shows 0.`,
    })
    showAtVenue(stage, id, '4')
    await stage.desk.clock.run(32_000, 500)
    expect(sizes(stage.broker)).toEqual(['4'])
    expect(said(stage.notices, /shows what its trades show now/)).toMatchObject([{ count: 1 }])
  })
})

describe('a fill that is larger than its order', () => {
  it('gets legs for the order alone until trades show the rest', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '12', 'filled')
    expect(sizes(stage.broker)).toEqual(['10'])
    trade(stage, id, '12')
    await answerLeg(stage, 0)
    await stage.desk.clock.run(2_000, 500)
    expect(sizes(stage.broker)).toEqual(['10', '2'])
  })

  it('is never covered beyond the order, with an alarm, where no trade shows the rest', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    trade(stage, id, '10')
    await fill(stage, id, '12', 'filled')
    await answerLeg(stage, 0)
    await stage.desk.clock.run(60_000, 500)
    expect(sizes(stage.broker)).toEqual(['10'])
    expect(said(stage.notices, /^No take profit and stop loss is placed for 2/)).not.toEqual([])
  })
})

describe('an entry whose fate is unknown', () => {
  it('gets no leg until the venue shows its fill', async () => {
    const stage = await startDesk()
    const draft = draftOf({ amount: text('10') })
    const id = takenId(
      await stage.desk.call('order.submit', {
        intentId: 'intent-0001',
        draft,
        typed: null,
        bracket: BRACKET,
      }),
    )
    stage.broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await stage.desk.clock.run(3_000, 1_000)
    expect(sizes(stage.broker)).toEqual([])
    stage.broker.venueOrders.set(
      `${C1} ${id}`,
      reportOf(id, 'filled', { amount: text('10'), filledAmount: text('10'), filledQuote: text('600000') }),
    )
    await stage.desk.clock.run(3_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['10'])
  })
})

describe('what a bracket refuses', () => {
  it.each([
    ['bracket.stopLossPrice', { takeProfitPrice: null, stopLossPrice: text('61000') }],
    ['bracket.takeProfitPrice', { takeProfitPrice: text('59000'), stopLossPrice: null }],
  ])('prices on the wrong side of the entry, by field: %s', async (field, bracket) => {
    const { desk, broker } = await startDesk()
    const request = { draft: draftOf(), bracket }
    const reply = await desk.call('order.submit', { intentId: 'intent-0001', typed: null, ...request })
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', field } })
    expect(broker.sent).toHaveLength(0)
    const check = await desk.call('order.check', request)
    expect(check.ok && check.value.refusal).toMatch(/would close the position at once/)
  })

  it('a larger amount of a leg, and an entry moved past its own legs', async () => {
    const { whyBracketForbids } =
      await import('../../../../../electron/core/dealing/brackets/amendsOfBracketOrders.ts')
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    const none = { limitPrice: null, triggerPrice: null, stopLossPrice: null, takeProfitPrice: null }
    const leg = stage.orders.get(legsOf(stage.broker)[0]?.id ?? '') as Order
    expect(whyBracketForbids(leg, { ...none, amount: text('5') })).toMatch(/cannot grow/)
    expect(whyBracketForbids(leg, { ...none, amount: text('3') })).toBeNull()
    const entry = stage.orders.get(id) as Order
    expect(whyBracketForbids(entry, { ...none, amount: null, limitPrice: text('57000') })).toMatch(
      /stop loss/,
    )
    expect(whyBracketForbids(entry, { ...none, amount: text('20') })).toBeNull()
  })
})

describe('the limits', () => {
  it('judge the prices of a bracket with its entry', async () => {
    const { desk, broker } = await startDesk(new Desk())
    const reply = await desk.call('order.submit', {
      intentId: 'intent-0001',
      draft: draftOf(),
      typed: null,
      bracket: { takeProfitPrice: null, stopLossPrice: text('40000') },
    })
    expect(reply.ok ? '' : reply.failure.message).toMatch(/^Trigger away from the mark 33\.3/)
    expect(broker.sent).toHaveLength(0)
  })

  it('count a leg and never stop it', async () => {
    const oneOrder = { ordersInMinute: { warn: null, block: text('1') } }
    const stage = await startDesk(
      new Desk({ limits: [{ customerCode: null, symbol: null, instruments: null, bounds: oneOrder }] }),
    )
    const id = await enter(stage)
    await fill(stage, id, '4')
    expect(sizes(stage.broker)).toEqual(['4'])
    const [, leg] = stage.desk.journal.bodies('order').filter(({ event }) => event.kind === 'intent')
    expect(leg?.event).toMatchObject({ check: { findings: [{ limit: 'ordersInMinute', level: 'block' }] } })
  })
})

describe('while nothing may be sent', () => {
  it('a halt keeps the leg back, the dealer is alarmed, and the leg goes out once it is lifted', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    const scope = { kind: 'customer' as const, customerCode: C1 }
    const halt = await stage.desk.call('halt.start', { scope, mode: 'halted' })
    await fill(stage, id, '4', 'canceled')
    trade(stage, id, '4')
    await stage.desk.clock.run(5_000, 1_000)
    expect(sizes(stage.broker)).toEqual([])
    const [alarm] = said(stage.notices, /^No take profit and stop loss is placed for 4 BTCUSDC_PERP/)
    expect(alarm).toMatchObject({
      level: 'error',
      referenceId: id,
      detail: expect.stringMatching(/is halted/) as string,
    })
    await stage.desk.call('halt.lift', { id: halt.ok ? halt.value.id : '', typed: C1 })
    await stage.desk.clock.run(3_000, 1_000)
    expect(sizes(stage.broker)).toEqual(['4'])
    await answerLeg(stage, 0)
    expect(said(stage.notices, /^Openpit sent the take profit and stop loss/)).toHaveLength(1)
  })

  it('a reduce-only halt lets the leg out: it closes what its entry filled', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await stage.desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'reducing' })
    await fill(stage, id, '4')
    expect(sizes(stage.broker)).toEqual(['4'])
  })

  it('the trade lock keeps the leg back', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await stage.desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'locked' })
    await fill(stage, id, '4')
    await stage.desk.clock.run(5_000, 1_000)
    expect(sizes(stage.broker)).toEqual([])
    expect(said(stage.notices, /^No take profit and stop loss is placed/)[0]?.level).toBe('error')
  })

  it('a lost channel keeps the leg back until fills can be seen again', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    stage.broker.lose('trades')
    await fill(stage, id, '4')
    expect(sizes(stage.broker)).toEqual([])
    trade(stage, id, '4')
    stage.broker.restore('trades')
    await stage.desk.clock.run(10_000, 500)
    expect(sizes(stage.broker)).toEqual(['4'])
  })
})

describe('a leg never opens a position', () => {
  it('is not placed for a fill that only closed a short, and a notice says so', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    desk.prepare = (broker) => {
      broker.venueTrades = [
        tradeOf('t0', { side: 'sell', amount: text('10'), referenceId: 'old' as ReferenceId }),
      ]
      broker.venueLedger = [rowOf('t0', { transactionType: 'trade', symbol: BTC, signedAmount: text('-6') })]
    }
    const stage = await startDesk(desk)
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    await stage.desk.clock.run(10_000, 1_000)
    expect(sizes(stage.broker)).toEqual([])
    expect(stage.orders.get(id)?.bracket?.released).toBe('4')
    expect(said(stage.notices, /^No take profit and stop loss is placed for 4/)[0]).toMatchObject({
      level: 'warning',
      detail: expect.stringMatching(/no longer holds them/) as string,
    })
  })

  it('is placed before the trade of its fill arrives', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    expect(sizes(stage.broker)).toEqual(['4'])
  })
})

describe('another order that closes the same position', () => {
  const stop = (status: string) => ({
    ...reportOf('ownstop', status, { amount: text('10') }),
    side: 'sell' as const,
    type: 'stop_loss' as const,
    timeInForce: 'IOC' as const,
    limitPrice: null,
    triggerPrice: text('57000'),
  })

  it('keeps no leg back while it waits for its trigger, and does once it is triggered', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    const { broker, desk } = stage
    broker.venueOrders.set(`${C1} ownstop`, stop('untriggered'))
    broker.listener?.order(stop('untriggered'))
    await fill(stage, id, '4')
    expect(sizes(broker)).toEqual(['4'])
    await answerLeg(stage, 0)
    broker.venueOrders.set(`${C1} ownstop`, stop('triggered'))
    broker.listener?.order(stop('triggered'))
    await fill(stage, id, '10', 'filled')
    await desk.clock.run(2_000, 500)
    expect(sizes(broker)).toEqual(['4'])
  })
})

describe('after a restart', () => {
  /** The next run of the same desk: what the venue has stays. */
  async function restart(stage: Stage, entries = stage.desk.journal.entries) {
    const { venueOrders, venueTrades, venueLedger } = stage.broker
    const desk = new Desk({
      limits: NO_LIMITS,
      journal: new FakeJournal(JSON.parse(JSON.stringify(entries))),
    })
    desk.prepare = (broker) => {
      for (const [key, report] of venueOrders) broker.venueOrders.set(key, report)
      broker.venueTrades = venueTrades
      broker.venueLedger = venueLedger
    }
    // Later than the run before, so that no id of it comes again.
    desk.clock.setWall(stage.desk.clock.now() - desk.clock.now())
    // Nobody is signed in when the core sees the step.
    desk.clock.advance(1_000)
    const next = await startDesk(desk)
    await desk.clock.run(4_000, 500)
    return next
  }

  it('places the leg of a fill that came while the desk was down', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    const filled = reportOf(id, 'filled', {
      amount: text('10'),
      filledAmount: text('10'),
      filledQuote: text('600000'),
    })
    stage.broker.venueOrders.set(`${C1} ${id}`, filled)
    trade(stage, id, '10')
    const next = await restart(stage)
    expect(sizes(next.broker)).toEqual(['10'])
    expect(next.orders.get(legsOf(next.broker)[0]?.id ?? '')).toMatchObject({ legOf: id })
  })

  it('places no second leg for one that may have arrived', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    const next = await restart(stage)
    await next.desk.clock.run(30_000, 1_000)
    expect(sizes(next.broker)).toEqual([])
  })

  it('places a leg again whose request never began, and only that', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    const isSending = (index: number) => {
      const { body } = stage.desk.journal.entries[index]!
      return body.type === 'order' && body.event.kind === 'sending' && body.referenceId !== id
    }
    const cut = stage.desk.journal.entries.findIndex((_, index) => isSending(index))
    const next = await restart(stage, stage.desk.journal.entries.slice(0, cut))
    expect(sizes(next.broker)).toEqual(['4'])
  })

  it('places no leg for a position that was closed meanwhile', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    const filled = reportOf(id, 'filled', {
      amount: text('10'),
      filledAmount: text('10'),
      filledQuote: text('600000'),
    })
    stage.broker.venueOrders.set(`${C1} ${id}`, filled)
    trade(stage, id, '10')
    trade(stage, 'elsewhere' as ReferenceId, '7', 'sell')
    const next = await restart(stage)
    await next.desk.clock.run(10_000, 1_000)
    expect(sizes(next.broker)).toEqual(['3'])
    expect(next.orders.get(id)?.bracket?.released).toBe('7')
  })

  it('knows its brackets from the first entry of a new segment', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    await answerLeg(stage, 0)
    const next = await restart(stage, stage.desk.journal.carried() as FakeJournal['entries'])
    await fill(next, id, '10', 'filled')
    expect(sizes(next.broker)).toEqual(['6'])
  })

  describe('and a fill that the entry’s end did not show', () => {
    const canceled = (id: ReferenceId, filled: string) =>
      reportOf(id, 'canceled', {
        amount: text('10'),
        filledAmount: text(filled),
        filledQuote: text(String(Number(filled) * 60_000)),
      })
    /** The run before knows that the entry ended with nothing filled. */
    async function endEntry(stage: Stage) {
      const id = await enter(stage)
      await fill(stage, id, '0', 'canceled')
      expect(stage.orders.get(id)).toMatchObject({ phase: 'closed', filledAmount: '0' })
      return id
    }
    const journals = [
      ['the same segment', (stage: Stage) => stage.desk.journal.entries],
      ['a new segment', (stage: Stage) => stage.desk.journal.carried() as FakeJournal['entries']],
    ] as const

    it.each(journals)('gets its leg when its trade comes over the stream, in %s', async (_, journal) => {
      const stage = await startDesk()
      const id = await endEntry(stage)
      const next = await restart(stage, journal(stage))
      next.broker.venueOrders.set(`${C1} ${id}`, canceled(id, '4'))
      trade(next, id, '4')
      await next.desk.clock.run(10_000, 500)
      expect(sizes(next.broker)).toEqual(['4'])
      expect(next.orders.get(legsOf(next.broker)[0]?.id ?? '')).toMatchObject({ legOf: id })
    })

    it.each(journals)(
      'gets its leg when its trade came while the desk was down, in %s',
      async (_, journal) => {
        const stage = await startDesk()
        const id = await endEntry(stage)
        const entries = journal(stage)
        stage.broker.venueOrders.set(`${C1} ${id}`, canceled(id, '4'))
        trade(stage, id, '4')
        const next = await restart(stage, entries)
        await next.desk.clock.run(10_000, 500)
        expect(sizes(next.broker)).toEqual(['4'])
      },
    )
  })

  it('sums all legs of all runs to the fill', async () => {
    let stage = await startDesk()
    const id = await enter(stage)
    /** The journal of every run so far. */
    const whole: FakeJournal['entries'] = []
    let sum = ZERO
    for (const filled of ['1.5', '4', '4.25', '10']) {
      await fill(stage, id, filled, filled === '10' ? 'filled' : 'partially_filled')
      for (const [index] of legsOf(stage.broker).entries()) await answerLeg(stage, index)
      for (const amount of sizes(stage.broker)) sum = add(sum, decimal(amount ?? '0'))
      expect(toText(sum)).toBe(filled)
      stage.broker.venueTrades = [tradeOf('t1', { referenceId: id, amount: text(filled), createdAt: 2_000 })]
      stage.broker.venueLedger = [
        rowOf('t1', { transactionType: 'trade', symbol: BTC, signedAmount: text('-6') }),
      ]
      whole.push(...stage.desk.journal.entries)
      stage = await restart(stage, whole)
    }
  })
})

describe('a flatten', () => {
  it('keeps legs back while it closes the position, and leaves none behind', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    await answerLeg(stage, 0)
    const flat = stage.desk.call('position.flatten', {
      intentId: 'intent-flat',
      customerCode: C1,
      symbol: BTC,
      typed: null,
    })
    await stage.desk.settle()
    // The entry fills further while it is canceled.
    await fill(stage, id, '6', 'canceled')
    trade(stage, id, '2')
    const leg = legsOf(stage.broker)[0]!
    stage.broker.listener?.order({ ...reportOf(leg.id, 'canceled'), ...leg.draft, customerCode: C1 })
    await stage.desk.clock.run(300, 50)
    const reply = await flat
    expect(reply).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    const market = stage.broker.sent.at(-1)
    expect(market?.draft).toMatchObject({ type: 'market', side: 'sell', amount: '6' })
    expect(sizes(stage.broker)).toEqual(['4', '6'])
    const value = {
      ...reportOf(market?.id ?? '', 'filled', { filledAmount: text('6'), filledQuote: text('360000') }),
      ...market?.draft,
      customerCode: C1,
    }
    market?.answer.resolve({ kind: 'accepted', value })
    trade(stage, market?.id as ReferenceId, '6', 'sell')
    await stage.desk.clock.run(10_000, 1_000)
    expect(legsOf(stage.broker).filter(({ draft }) => draft.type === 'take_profit_stop_loss')).toHaveLength(1)
    expect(stage.orders.get(id)?.bracket?.released).toBe('2')
  })
})

describe('a position that other orders may close', () => {
  const combosOf = (broker: FakeBroker) =>
    broker.sent.flatMap(({ draft }) => (draft.type === 'take_profit_stop_loss' ? [draft.amount] : []))
  const writeOff = async (stage: Stage, referenceId: ReferenceId) => {
    const typed = referenceId.slice(-4)
    expect(await stage.desk.call('order.writeOff', { customerCode: C1, referenceId, typed })).toMatchObject({
      ok: true,
    })
    await stage.desk.clock.run(2_000, 1_000)
  }
  /** A second entry, filled and traded whole with 4. */
  async function enterAgain(stage: Stage): Promise<ReferenceId> {
    const id = await enter(stage, 'intent-0002')
    await fill(stage, id, '4')
    trade(stage, id, '4')
    await stage.desk.settle()
    return id
  }

  it('keeps its claim to a stop while a closing order of unknown status may have closed nothing', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    const draft = draftOf({ type: 'market', side: 'sell', amount: text('4'), limitPrice: null })
    const closing = takenId(
      await stage.desk.call('order.submit', { intentId: 'intent-close', draft, typed: null }),
    )
    stage.broker.sent
      .find((each) => each.id === closing)
      ?.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await fill(stage, id, '4')
    trade(stage, id, '4')
    await stage.desk.clock.run(10_000, 1_000)
    expect(combosOf(stage.broker)).toEqual([])
    expect(stage.orders.get(id)?.bracket?.released).toBe('0')
    expect(said(stage.notices, /^No take profit and stop loss is placed for 4/)[0]).toMatchObject({
      level: 'error',
      detail: expect.stringMatching(/Orders that are not over/) as string,
    })
    await stage.desk.clock.run(300_000, 1_000)
    await writeOff(stage, closing)
    expect(combosOf(stage.broker)).toEqual(['4'])
  })

  it('counts no leg as live that trades show as filled', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    const leg = legsOf(stage.broker)[0]!
    leg.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await stage.desk.settle()
    trade(stage, leg.id, '4', 'sell')
    const other = await enterAgain(stage)
    await stage.desk.clock.run(10_000, 1_000)
    expect(stage.orders.get(other)?.bracket?.released).toBe('0')
    expect(combosOf(stage.broker)).toEqual(['4', '4'])
  })

  it('waits for a leg of unknown status of another bracket instead of giving up its own', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    await fill(stage, id, '4')
    trade(stage, id, '4')
    const leg = legsOf(stage.broker)[0]!
    leg.answer.resolve({ kind: 'unknown', message: 'timed out' })
    await stage.desk.settle()
    trade(stage, 'elsewhere' as ReferenceId, '4', 'sell')
    const other = await enterAgain(stage)
    await stage.desk.clock.run(10_000, 1_000)
    expect(stage.orders.get(other)?.bracket?.released).toBe('0')
    await stage.desk.clock.run(300_000, 1_000)
    await writeOff(stage, leg.id)
    expect(combosOf(stage.broker)).toEqual(['4', '4'])
  })
})
