import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeTicket,
  emptyTicket,
  readTicket,
  typeRefusal,
  type TextField,
  type TicketChange,
  type TicketForm,
} from '../../../../renderer/state/ticket/ticketForm.ts'
import type { TicketContext } from '../../../../renderer/state/ticket/ticketContext.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { orderProblems } from '../../../../shared/domain/orders/orderFieldRules.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { orderType } from '../../../../shared/domain/orders/order.ts'
import { NOW, instrumentOf, tickerOf } from '../../../fakes/window/scriptedCore.ts'

const instrument = instrumentOf('BTC', '0.5', '0.001')
const context: TicketContext = {
  instrument,
  ticker: tickerOf('BTCUSDC_PERP', '62149.5', '62150.5'),
  position: decimal('1'),
  leverage: decimal('3'),
  customerKnown: true,
  rules: DEFAULT_RULES,
  book: 'live',
  now: NOW,
}
const typed = (...changes: readonly TicketChange[]): TicketForm =>
  changes.reduce(changeTicket, { ...emptyTicket, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy' })
const text = (field: TextField, value: string): TicketChange => ({
  kind: 'typed',
  field,
  text: value,
})

describe('the two size boxes', () => {
  it('never merge: typing in one empties the other and shows its counterpart in grey [4.rule.1]', () => {
    const amount = typed(text('cashAmount', '25k'), text('amount', '2.5'), text('limitPrice', '62150'))
    expect(amount).toMatchObject({ amount: '2.5', cashAmount: '' })
    expect(readTicket(amount, context).equivalent).toEqual({ amount: '', cashAmount: '155,375.00' })
    const cash = typed(text('amount', '2.5'), text('cashAmount', '25k'), text('limitPrice', '62150'))
    expect(cash).toMatchObject({ amount: '', cashAmount: '25k' })
    expect(readTicket(cash, context).equivalent).toEqual({ amount: '0.402', cashAmount: '' })
    expect(readTicket(cash, context)).toMatchObject({
      timeInForce: 'IOC',
      draft: { cashAmount: '25000', amount: null },
    })
  })
})

describe('estimates', () => {
  const at = (form: TicketForm, more: Partial<TicketContext>) => readTicket(form, { ...context, ...more })
  const market = (...changes: readonly TicketChange[]) => typed({ kind: 'type', type: 'market' }, ...changes)
  const SENTENCE = 'C1042 · BUY 2 BTCUSDC_PERP MARKET'

  it('of a market order name the age of an old price, in sentence, button and grey box', () => {
    const form = market(text('amount', '2'))
    expect(at(form, { now: NOW + 4_999 })).toMatchObject({
      sentence: `${SENTENCE} ≈ 124,301 USDC`,
      equivalent: { cashAmount: '124,301.00' },
    })
    expect(at(form, { now: NOW + 12_000 })).toMatchObject({
      sentence: `${SENTENCE} ≈ ~124,301 USDC (price 12 s old)`,
      button: { value: '≈ ~124,301 USDC (price 12 s old)' },
      equivalent: { cashAmount: '~124,301.00 (price 12 s old)' },
    })
  })

  it('of a cash order name the age too', () => {
    expect(at(market(text('cashAmount', '25k')), { now: NOW + 60_000 })).toMatchObject({
      sentence: 'C1042 · BUY 25,000 USDC of BTCUSDC_PERP MARKET IOC ≈ ~0.402 BTC (price 1 min old)',
      equivalent: { amount: '~0.402 (price 1 min old)' },
    })
  })

  it('with a price of the order itself never age', () => {
    const form = typed(text('amount', '2.5'), text('limitPrice', '62150'))
    expect(at(form, { now: NOW + 60_000 })).toMatchObject({
      equivalent: { cashAmount: '155,375.00' },
    })
  })

  it('prefer a fresh mark to an old touch, and never take a touch before a trade as fresh', () => {
    const ticker = { ...tickerOf('BTCUSDC_PERP', '62149.5', '62150.5', '62000'), touchAt: NOW - 9_000 }
    expect(at(market(text('amount', '2')), { ticker }).sentence).toBe(`${SENTENCE} ≈ 124,000 USDC`)
    const traded = { ...ticker, receivedAt: NOW, listedAt: NOW - 9_000, lastPrice: null }
    expect(at(market(text('amount', '2')), { ticker: traded }).sentence).toBe(
      `${SENTENCE} ≈ ~124,301 USDC (price 9 s old)`,
    )
  })
})

describe('the button', () => {
  it('shows the whole sentence [gap.22]', () => {
    const form = typed(text('amount', '2.5'), text('limitPrice', '62,150.0'))
    expect(readTicket(form, context).sentence).toBe(
      'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,150.0 GTC ≈ 155,375 USDC',
    )
  })

  it.each([
    ['customer', { customerCode: '' }, 'Choose a customer.'],
    ['side', { side: '' }, 'Choose buy or sell.'],
    ['amount', { amount: '' }, 'Give an amount (contracts) or a cash amount (notional).'],
    ['a word for a number', { amount: 'lots' }, 'Amount: "lots" is not a number.'],
    ['price', { limitPrice: '' }, 'Limit price is needed for this type.'],
    ['leverage 11 [8.leverage]', { leverage: '11' }, 'Leverage must be a whole number from 1 to 13, not 11.'],
  ] as const)('is disabled without %s, with the reason', (_name, gone, sentence) => {
    const form = { ...typed(text('amount', '2.5'), text('limitPrice', '62150')), ...gone } as TicketForm
    const reading = readTicket(form, context)
    expect(reading.draft).toBeNull()
    expect(reading.button).toBeNull()
    expect(reading.problems.map((problem) => problem.sentence)).toContain(sentence)
  })

  it('is disabled for an unknown customer and a halted instrument [2.instrument.tradeHalt]', () => {
    const form = typed(text('amount', '1'), text('limitPrice', '62150'))
    expect(readTicket(form, { ...context, customerKnown: false }).draft).toBeNull()
    expect(
      readTicket(form, { ...context, instrument: { ...instrument, status: 'trade_halt' } }).draft,
    ).toBeNull()
  })
})

describe('the status of the instrument', () => {
  it.each(orderType.options)('post_only lets %s through only when it is a plain limit order', (type) =>
    expect(typeRefusal({ ...instrument, status: 'post_only' }, type) === null).toBe(type === 'limit'),
  )

  it('trade_halt refuses all of them, post_only a cash order too, and an unknown word none', () => {
    for (const type of orderType.options) {
      expect(typeRefusal({ ...instrument, status: 'trade_halt' }, type)).toContain('trade_halt')
      expect(typeRefusal({ ...instrument, status: 'resting' }, type)).toBeNull()
    }
    const cash = typed(text('cashAmount', '1000'), text('limitPrice', '62150'))
    const quiet = { ...context, instrument: { ...instrument, status: 'post_only' } }
    expect(readTicket(cash, quiet).problems.map((problem) => problem.field)).toEqual(['cashAmount'])
  })
})

describe('changes', () => {
  it('a new type drops its unused fields', () => {
    const form = typed(text('amount', '1'), text('limitPrice', '62150'), { kind: 'type', type: 'market' })
    expect(form.limitPrice).toBe('')
    expect(readTicket(form, context).draft).toMatchObject({
      type: 'market',
      limitPrice: null,
      timeInForce: null,
    })
  })

  it('steps by ticks from the touch and never below one tick', () => {
    const step = {
      kind: 'step',
      field: 'limitPrice',
      step: decimal('0.5'),
      from: decimal('62149.5'),
    } as const
    expect(typed({ ...step, steps: 1 }).limitPrice).toBe('62150')
    expect(typed({ ...step, steps: -10 }).limitPrice).toBe('62144.5')
    expect(typed(text('limitPrice', '1'), { ...step, steps: -10 }).limitPrice).toBe('0.5')
  })

  it('a ticket follows the window until it is begun, then keeps its customer', () => {
    const follow = { kind: 'follow', customerCode: 'C2007', symbol: 'ETHUSDC_PERP' } as const
    expect(typed(follow)).toMatchObject({ customerCode: 'C2007', symbol: 'ETHUSDC_PERP' })
    expect(typed(text('amount', '1'), follow)).toMatchObject({
      customerCode: 'C1042',
      symbol: 'BTCUSDC_PERP',
    })
  })

  it('a customer or an instrument that the dealer typed stays, until it is sent or emptied', () => {
    const follow = (customerCode: string, symbol: string) =>
      ({ kind: 'follow', customerCode, symbol }) as const
    const customer = text('customerCode', 'C7719')
    expect(typed(customer, follow('C2007', 'ETHUSDC_PERP'))).toMatchObject({
      customerCode: 'C7719',
      symbol: 'ETHUSDC_PERP',
    })
    expect(typed(text('symbol', 'SOLUSDC_PERP'), follow('C2007', 'ETHUSDC_PERP'))).toMatchObject({
      customerCode: 'C2007',
      symbol: 'SOLUSDC_PERP',
    })
    for (const end of [{ kind: 'sent' } as const, text('customerCode', ''), follow('C7719', 'ETHUSDC_PERP')])
      expect(typed(customer, end, follow('C2007', 'ETHUSDC_PERP')).customerCode).toBe('C2007')
  })

  it('a sent ticket keeps customer and side, not size, price or leverage', () => {
    const form = typed(text('amount', '1'), text('limitPrice', '1'), text('leverage', '5'), { kind: 'sent' })
    expect(form).toMatchObject({
      customerCode: 'C1042',
      side: 'buy',
      amount: '',
      limitPrice: '',
      leverage: '',
    })
  })

  // oxlint-disable-next-line vitest/expect-expect -- the property asserts
  it('a draft it gives always passes the rules of the API [4.rule.6]', () => {
    const number = fc.constantFrom('', '1', '2.5k', '0', '-1', 'x', '62,150', '0.00000001', '1,5')
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom('' as const, 'buy' as const, 'sell' as const),
          type: fc.constantFrom(...orderType.options),
          amount: number,
          cashAmount: number,
          limitPrice: number,
          triggerPrice: number,
          takeProfitPrice: number,
          stopLossPrice: number,
          timeInForce: fc.constantFrom('' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
          leverage: fc.constantFrom('', '5', '5x', '11', '99'),
        }),
        (fields) => {
          const { draft } = readTicket(
            { ...emptyTicket, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', ...fields },
            context,
          )
          expect(draft === null ? [] : orderProblems(draft)).toEqual([])
        },
      ),
    )
  })
})

describe('warnings', () => {
  it('warns of a price through the touch, a turned position and a lasting leverage [4.rule.5]', () => {
    const form = typed(
      { kind: 'side', side: 'sell' },
      text('amount', '2'),
      text('limitPrice', '61000'),
      text('leverage', '5'),
    )
    expect(readTicket(form, context).warnings.map((warning) => warning.title)).toEqual([
      '1.8 % through the touch',
      'Flips the position from long to short',
      'Leverage 3× → 5×, and stays',
    ])
  })

  it('states that a touch that is 5 s old gives no warning, however far the price is', () => {
    const form = typed({ kind: 'side', side: 'sell' }, text('amount', '1'), text('limitPrice', '61000'))
    const at = (now: number) => readTicket(form, { ...context, now }).warnings.map((warning) => warning.title)
    expect(at(NOW + 4_999)).toEqual(['1.8 % through the touch'])
    expect(at(NOW + 5_000)).toEqual(['No fresh best bid is known'])
  })
})

describe('what the venue must refuse', () => {
  it.each([
    [
      'a price between two ticks',
      [text('amount', '1'), text('limitPrice', '62000.25')],
      'limitPrice',
      '62000',
    ],
    [
      'an amount below one lot',
      [text('amount', '0.0000001'), text('limitPrice', '62000')],
      'amount',
      '0.001',
    ],
    ['an amount between two lots', [text('amount', '2.5004'), text('limitPrice', '62000')], 'amount', '2.5'],
  ] as const)('%s has no draft, and the value that fits has one', (_name, changes, field, offer) => {
    const form = typed(...changes)
    const reading = readTicket(form, context)
    expect(reading.draft).toBeNull()
    expect(reading.problems).toMatchObject([{ field, offer }])
    expect(readTicket(changeTicket(form, text(field, offer)), context).draft).not.toBeNull()
  })

  it('a price that a limit blocks is marked at its field, in the words of the limit', () => {
    const form = typed(text('amount', '1'), text('limitPrice', '59000'), { kind: 'side', side: 'sell' })
    expect(readTicket(form, context)).toMatchObject({
      draft: null,
      problems: [
        {
          field: 'limitPrice',
          sentence: 'Price through the touch 5.07 %, over the limit of 3 % for the desk.',
        },
        { field: 'limitPrice' },
      ],
    })
    expect(readTicket(form, { ...context, now: NOW + 5_000 }).problems).toEqual([])
    // A live book makes no old mark young: it reports the touch only.
    const ticker = {
      ...tickerOf('BTCUSDC_PERP', '62149.5', '62150.5'),
      touchAt: NOW + 60_000,
      receivedAt: NOW + 60_000,
    }
    expect(readTicket(form, { ...context, ticker, now: NOW + 60_000 }).problems).toMatchObject([
      { sentence: 'Price through the touch 5.07 %, over the limit of 3 % for the desk.' },
    ])
    // A trade makes no old touch young.
    const traded = { ...ticker, touchAt: NOW }
    expect(readTicket(form, { ...context, ticker: traded, now: NOW + 60_000 }).problems).toEqual([])
    const far = typed(text('amount', '1'), text('limitPrice', '620'), { kind: 'side', side: 'sell' })
    expect(readTicket(far, context).problems[0]?.sentence).toBe(
      'SELL at 620.0 is less than a tenth of the market of 62,149.5: check the digits.',
    )
  })
})

describe('orders that wait for a price', () => {
  const set = (field: 'triggerPrice' | 'takeProfitPrice' | 'stopLossPrice', value: string): TicketChange => ({
    kind: 'typed',
    field,
    text: value,
  })
  const waiting = (type: TicketForm['type'], ...prices: readonly TicketChange[]) =>
    typed({ kind: 'type', type }, ...prices, text('amount', '0.2'))

  it('have no button while the present price would trigger them at once', () => {
    const reading = readTicket(waiting('stop_loss', set('triggerPrice', '60500')), context)
    expect(reading).toMatchObject({ draft: null, button: null, problems: [{ field: 'triggerPrice' }] })
  })

  it('state that they may trigger at once while their trigger price is unknown', () => {
    const form = waiting('stop_loss', set('triggerPrice', '60500'))
    const ticker = { ...tickerOf('BTCUSDC_PERP', '62149.5', '62150.5'), lastPrice: null }
    for (const known of [ticker, undefined])
      expect(readTicket(form, { ...context, ticker: known }).sentence).toBe(
        'C1042 · BUY 0.2 BTCUSDC_PERP STOP at 60,500.0 ≈ 12,100 USDC · no fresh last trade known: may trigger at once',
      )
  })

  it('are not refused for a price that is 5 s old', () => {
    const stop = waiting('stop_loss', set('triggerPrice', '60500'))
    const combo = waiting(
      'take_profit_stop_loss',
      set('takeProfitPrice', '60500'),
      set('stopLossPrice', '62149'),
    )
    const at = (form: TicketForm, now: number) => readTicket(form, { ...context, now })
    expect(at(stop, NOW + 4_999)).toMatchObject({ problems: [{ field: 'triggerPrice' }] })
    expect(at(combo, NOW + 4_999)).toMatchObject({ problems: [{ field: 'stopLossPrice' }] })
    expect(at(stop, NOW + 5_000).sentence).toMatch(/ · no fresh last trade known: may trigger at once$/)
    expect(at(combo, NOW + 5_000).sentence).toMatch(/ · no fresh mark known: may trigger at once$/)
    // A book that goes on makes no old mark young.
    const ticker = {
      ...tickerOf('BTCUSDC_PERP', '62149.5', '62150.5'),
      touchAt: NOW + 60_000,
      receivedAt: NOW + 60_000,
    }
    expect(readTicket(combo, { ...context, ticker, now: NOW + 60_000 }).sentence).toMatch(/no fresh mark/)
  })

  it('name the take profit and the stop loss of a combo', () => {
    const form = waiting(
      'take_profit_stop_loss',
      set('takeProfitPrice', '60500'),
      set('stopLossPrice', '66000'),
    )
    expect(readTicket(form, context).sentence).toBe(
      'C1042 · BUY 0.2 BTCUSDC_PERP OCO TP 60,500.0 / SL 66,000.0 ≈ 12,430 USDC',
    )
  })
})
