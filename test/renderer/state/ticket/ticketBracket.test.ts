import { describe, expect, it } from 'vitest'
import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { plainDraft, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { emptyTicket, type TicketForm } from '../../../../renderer/state/ticket/formFields.ts'
import { readTicketBracket } from '../../../../renderer/state/ticket/ticketBracket.ts'
import { instrumentOf } from '../../../fakes/venue/fakeBroker.ts'

const text = (word: string) => word as DecimalText
const BTC: Instrument = { ...instrumentOf('BTCUSDC_PERP'), tickSize: text('0.5'), lotSize: text('0.001') }

function read(typed: Partial<TicketForm>, more: Partial<OrderDraft> = {}, mark = '60000') {
  const form: TicketForm = {
    ...emptyTicket,
    side: 'buy',
    type: 'limit',
    amount: '2',
    limitPrice: '60000',
    ...typed,
  }
  const draft = plainDraft({
    customerCode: 'C1042' as CustomerCode,
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: form.side === 'sell' ? 'sell' : 'buy',
    type: form.type,
    amount: text('2'),
    limitPrice: form.type === 'market' ? null : text('60000'),
    ...more,
  })
  return readTicketBracket({ form, draft, instrument: BTC, mark: decimal(mark) })
}
const shown = ({ profit, stop, prices, problem }: ReturnType<typeof read>) => ({
  profit: profit.result === null ? null : toText(profit.result),
  stop: stop.result === null ? null : toText(stop.result),
  prices,
  problem,
})

describe('the bracket of a ticket', () => {
  it('is none while nothing is typed', () => {
    expect(read({})).toMatchObject({ prices: null, problem: null })
  })

  it('reads prices, and says what each leg would win or lose', () => {
    expect(shown(read({ bracketProfit: '62,000', bracketStop: '59000.5' }))).toEqual({
      profit: '4000',
      stop: '-1999',
      prices: { takeProfitPrice: '62000', stopLossPrice: '59000.5' },
      problem: null,
    })
  })

  it.each([
    ['buy', '62000', '59700'],
    ['sell', '58000', '60300'],
  ] as const)(
    'reads distances of a %s in ticks and percent, away from the entry',
    (side, takeProfitPrice, stopLossPrice) => {
      const bracket = read({ side, bracketProfit: '4000t', bracketStop: '0.5%' })
      expect(bracket.prices).toEqual({ takeProfitPrice, stopLossPrice })
      expect(shown(bracket)).toMatchObject({ profit: '4000', stop: '-600' })
    },
  )

  it('rounds a percentage to the tick', () => {
    expect(read({ bracketProfit: '0.0013%' }).prices).toEqual({
      takeProfitPrice: '60001',
      stopLossPrice: null,
    })
  })

  it('marks results of a market entry as estimates, and none of a resting limit', () => {
    expect(read({ type: 'market', bracketStop: '59000' }).isEstimate).toBe(true)
    expect(read({ bracketStop: '59000' }).isEstimate).toBe(false)
    expect(read({ bracketStop: '59000' }, {}, '59900').isEstimate).toBe(true)
  })

  it.each([
    [{ bracketStop: '61000' }, /must be below that price/],
    [{ bracketProfit: '59000' }, /must be above that price/],
    [{ bracketStop: '59000.3' }, /not a multiple of the tick/],
    [{ bracketStop: 'x' }, /a price, or a distance such as 200t or 1.5%/],
    [{ bracketStop: '100%' }, /further than the price of the entry/],
    [{ bracketStop: '0' }, /above 0/],
  ])('refuses %o at its own field', (typed, sentence) => {
    const bracket = read(typed)
    expect(bracket.prices).toBeNull()
    expect(bracket.problem).toMatch(sentence)
    expect('bracketStop' in typed ? bracket.stop.problem : bracket.profit.problem).toMatch(sentence)
  })

  it('has none for a combo', () => {
    expect(read({ type: 'take_profit_stop_loss', bracketStop: '59000' })).toMatchObject({
      prices: null,
      problem: null,
    })
  })
})
