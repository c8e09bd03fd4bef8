import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, toText } from '../../../../../shared/base/decimal.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { NO_LIMITS } from '../../../../fakes/core/noLimits.ts'
import { BTC, C1, Desk, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'
import { answerLeg, enter, fill, legsOf, said, sizes, startDesk, trade, type Stage } from './bracketStage.ts'

const elsewhere = 'elsewhere' as ReferenceId
const LACKS = /^No take profit and stop loss is placed for/
const BEYOND = /^The take profit and stop loss orders? of C1042 in BTCUSDC_PERP would close/

const sum = ({ broker }: Stage) =>
  sizes(broker).reduce((total, amount) => add(total, decimal(amount ?? '0')), ZERO)

/** An entry of 10 that filled 4, traded, with a live leg of 4. */
async function legOf4(): Promise<Stage & { id: ReferenceId; leg: ReferenceId }> {
  const stage = await startDesk()
  const id = await enter(stage)
  await fill(stage, id, '4')
  trade(stage, id, '4')
  await answerLeg(stage, 0)
  return { ...stage, id, leg: legsOf(stage.broker)[0]!.id }
}

describe('a fill whose trade is late', () => {
  it('beyond its order keeps its claim, and gets its leg once trades show it after 20 s', async () => {
    const stage = await startDesk()
    const id = await enter(stage)
    trade(stage, id, '10')
    await fill(stage, id, '12', 'filled')
    await answerLeg(stage, 0)
    await stage.desk.clock.run(20_000, 500)
    expect(sizes(stage.broker)).toEqual(['10'])
    expect(stage.orders.get(id)?.bracket?.released).toBe('0')
    expect(said(stage.notices, LACKS)[0]).toMatchObject({ level: 'error', acknowledged: false })
    trade(stage, id, '2')
    await stage.desk.clock.run(70_000, 500)
    expect(sizes(stage.broker)).toEqual(['10', '2'])
  })

  it('has its whole leg where only a trade from before the entry names no order', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t0', { amount: text('1'), referenceId: null })]
      broker.venueLedger = [rowOf('t0', { transactionType: 'trade', symbol: BTC, signedAmount: text('-6') })]
    }
    const stage = await startDesk(desk)
    await fill(stage, await enter(stage), '4')
    expect(toText(sum(stage))).toBe('4')
  })

  it('keeps its claim where another trade of the instrument names no order', async () => {
    const stage = await startDesk(new Desk({ limits: NO_LIMITS }))
    const id = await enter(stage)
    trade(stage, null, '1')
    await fill(stage, id, '4')
    await stage.desk.clock.run(20_000, 500)
    expect(stage.orders.get(id)?.bracket?.released).toBe('0')
    expect(said(stage.notices, LACKS)[0]).toMatchObject({
      level: 'error',
      detail: expect.stringContaining(`No trade shows all of what order ${id} reports as filled.`) as string,
    })
    // The position holds 1 for certain, so a leg of 1 is out.
    await answerLeg(stage, 0)
    trade(stage, id, '4')
    await stage.desk.clock.run(70_000, 500)
    expect(stage.orders.get(id)?.bracket?.released).toBe('0')
    expect(toText(sum(stage))).toBe('4')
  })
})

describe('legs of a position that another order closed', () => {
  it('stay live, and a warning names customer, instrument, leg and what to do', async () => {
    const stage = await legOf4()
    trade(stage, elsewhere, '4', 'sell')
    await stage.desk.clock.run(4_000, 500)
    expect(said(stage.notices, BEYOND)).toEqual([])
    await stage.desk.clock.run(4_000, 500)
    expect(said(stage.notices, BEYOND)).toEqual([
      expect.objectContaining({
        level: 'warning',
        customerCode: C1,
        symbol: BTC,
        message: expect.stringMatching(/would close 4, but its position holds 0\.$/) as string,
        detail: expect.stringMatching(
          new RegExp(`order ${stage.leg}\\. .* may open a position of 4 on the other side`),
        ) as string,
        action: `Cancel what you no longer want: order ${stage.leg}.`,
      }),
    ])
    expect(stage.broker.cancels).toEqual([])
  })

  it('are warned of where the position is smaller than they are, and the warning ends with the leg', async () => {
    const stage = await legOf4()
    trade(stage, elsewhere, '1', 'sell')
    await stage.desk.clock.run(8_000, 500)
    expect(said(stage.notices, BEYOND)[0]?.message).toMatch(/would close 4, but its position holds 3\.$/)
    const leg = legsOf(stage.broker)[0]!
    await stage.desk.call('order.cancel', { customerCode: C1, referenceId: leg.id })
    stage.broker.listener?.order({ ...reportOf(leg.id, 'canceled'), ...leg.draft, customerCode: C1 })
    await stage.desk.clock.run(2_000, 500)
    expect(said(stage.notices, BEYOND)).toEqual([])
    expect(said(stage.notices, /close no more than its position again/)).toHaveLength(1)
  })

  it('give no warning while the position holds them, nor when one of them fills', async () => {
    const stage = await legOf4()
    await stage.desk.clock.run(10_000, 500)
    const leg = legsOf(stage.broker)[0]!
    trade(stage, leg.id, '4', 'sell')
    await stage.desk.clock.run(10_000, 500)
    expect(said(stage.notices, BEYOND)).toEqual([])
  })
})

describe('a leg that the desk canceled', () => {
  it.each([
    [
      'a cancel-all',
      (stage: Stage) => stage.desk.call('order.cancelAll', { customerCode: C1, symbol: null, side: null }),
    ],
    ['a halt', (stage: Stage) => stage.desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })],
  ])('by %s gives a warning that the position stands without it', async (_by, act) => {
    const stage = await legOf4()
    await act(stage)
    const leg = legsOf(stage.broker)[0]!
    stage.broker.listener?.order({ ...reportOf(leg.id, 'canceled'), ...leg.draft, customerCode: C1 })
    stage.broker.listener?.order(
      reportOf(stage.id, 'canceled', { amount: text('10'), filledAmount: text('4') }),
    )
    await stage.desk.settle()
    expect(said(stage.notices, /^SELL 4 .* is canceled: the venue shows it/)).toEqual([
      expect.objectContaining({
        level: 'warning',
        action: `What is still open of the position of order ${stage.id} stands without it. Place another stop, or close the position.`,
      }),
    ])
  })

  it('by a cancel-all is named in the notice of the cancel-all', async () => {
    const stage = await legOf4()
    await stage.desk.call('order.cancelAll', { customerCode: C1, symbol: null, side: null })
    const leg = legsOf(stage.broker)[0]!
    stage.broker.listener?.order({ ...reportOf(leg.id, 'canceled'), ...leg.draft, customerCode: C1 })
    stage.broker.listener?.order(
      reportOf(stage.id, 'canceled', { amount: text('10'), filledAmount: text('4') }),
    )
    await stage.desk.settle()
    expect(said(stage.notices, /^CANCEL ALL/)[0]).toMatchObject({
      level: 'warning',
      detail: `Take profits and stop losses of brackets were canceled: what is still open of the position of order ${stage.id} stands without them.`,
      action: 'Place other stops, or close the positions.',
    })
  })
})
