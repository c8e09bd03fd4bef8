/** The lines that a dealing terminal of this kind is expected to understand, row by row (docs/keyboard.md#grammar). */

import { describe, expect, it } from 'vitest'
import { readLine } from '../../../renderer/commandline/grammar/grammar.ts'
import type { LineContext, LineReading } from '../../../renderer/commandline/grammar/lineReading.ts'
import { readStatements, statementsOf } from '../../../renderer/commandline/grammar/statements.ts'
import { orderBody } from '../../../shared/broker/requests.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { NO_CHANGES } from '../../../shared/domain/orders/order.ts'
import { NOW, customerOf, instrumentOf, sym, tickerOf } from '../../fakes/window/scriptedCore.ts'
import { lineContext } from './lineContext.ts'

const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })

/** A customer who is long in both instruments: `pos` sells, `rev` reverses. */
const context: LineContext = {
  ...lineContext,
  customers: ['C1042', 'C2007', 'C3311', 'C3312'].map((word) => ({
    ...customerOf(word, ''),
    group: word === 'C2007' ? '' : 'macro',
  })),
  instruments: [...lineContext.instruments, instrumentOf('SOL', '0.01', '0.1')],
  marketOf: (symbol) =>
    symbol === 'SOLUSDC_PERP'
      ? { ticker: tickerOf('SOLUSDC_PERP', '148.2', '148.21'), book: 'live', now: NOW }
      : lineContext.marketOf(symbol),
  positionOf: (customer, symbol) =>
    customer === 'C1042' ? decimal(symbol === 'BTCUSDC_PERP' ? '2.5' : '12') : null,
  heldSymbols: () => [sym('BTCUSDC_PERP'), sym('ETHUSDC_PERP')],
}

/** `body`: the JSON that the venue receives, without its reference id; prices are text. `reads`: what the terminal understood. `says`: the refusal, under `under`. */
type Row = {
  readonly n: number
  readonly typed: string
} & (
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly reads: object }
  | { readonly says: RegExp; readonly under: string }
)

const ROWS: readonly Row[] = [
  {
    n: 1,
    typed: 'C1042 b 2.5 btc @62150 x5',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'buy',
      type: 'limit',
      amount: 2.5,
      limit_price: '62150',
      time_in_force: 'GTC',
      leverage: 5,
    },
  },
  {
    n: 2,
    typed: '# s 0.4 btc m',
    body: { symbol: 'BTCUSDC_PERP', side: 'sell', type: 'market', amount: 0.4 },
  },
  {
    n: 3,
    typed: 'C1042 b $25k btc m',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'buy',
      type: 'market',
      cash_amount: 25000,
      time_in_force: 'IOC',
    },
  },
  {
    n: 4,
    typed: 'C2007 b 40k$ eth @3120',
    body: {
      symbol: 'ETHUSDC_PERP',
      side: 'buy',
      type: 'limit',
      cash_amount: 40000,
      limit_price: '3120',
      time_in_force: 'IOC',
    },
  },
  {
    n: 4,
    typed: 'C2007 b 40k$ eth @3120 gtc',
    says: /^cash orders are IOC only$/,
    under: 'gtc',
  },
  {
    n: 5,
    typed: '# b 1 btc bid+1t fok',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'buy',
      type: 'limit',
      amount: 1,
      limit_price: '62148.5',
      time_in_force: 'FOK',
    },
  },
  {
    n: 6,
    typed: '# s 2.5 btc stop 60500',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'stop_loss',
      amount: 2.5,
      trigger_price: '60500',
      trigger_price_type: 'trade_price',
    },
  },
  {
    n: 7,
    typed: '# s 2.5 btc stop 60500 @60420',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'stop_loss_limit',
      amount: 2.5,
      limit_price: '60420',
      trigger_price: '60500',
      trigger_price_type: 'trade_price',
    },
  },
  {
    n: 8,
    typed: '# s 1 btc tp 66000',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'take_profit',
      amount: 1,
      trigger_price: '66000',
      trigger_price_type: 'trade_price',
    },
  },
  {
    n: 9,
    typed: '# s 1 btc tp 66000 @65980 gtc',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'take_profit_limit',
      amount: 1,
      limit_price: '65980',
      trigger_price: '66000',
      trigger_price_type: 'trade_price',
      time_in_force: 'GTC',
    },
  },
  {
    n: 10,
    typed: '# s pos btc oco 66000/60500',
    body: {
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'take_profit_stop_loss',
      amount: 2.5,
      take_profit_price: '66000',
      stop_loss_price: '60500',
      trigger_price_type: 'mark_price',
    },
  },
  {
    n: 11,
    typed: 'C1042 b 2.5 btc @62150 x5 then oco 66000/60500',
    reads: {
      kind: 'order',
      bracket: { takeProfitPrice: '66000', stopLossPrice: '60500' },
    },
  },
  // Rows 12 to 16 fill in the sheet of a block, which previews every customer and sends behind a typed count.
  {
    n: 12,
    typed: 'C1042:4,C2007:2,C3311:1,C3312:1 b 8 btc @62150',
    reads: {
      kind: 'block',
      customers: 4,
      form: {
        group: '',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '8',
        cash: '',
        limitPrice: '62150',
        triggerPrice: '',
        timeInForce: 'GTC',
        leverage: '',
        method: 'ratio',
        numbers: 'C1042 4\nC2007 2\nC3311 1\nC3312 1',
        onRefused: 'stop',
      },
    },
  },
  {
    n: 13,
    typed: 'C1042=1.5,C2007=0.5 s eth m',
    reads: {
      kind: 'block',
      customers: 2,
      form: {
        group: '',
        symbol: 'ETHUSDC_PERP',
        side: 'sell',
        type: 'market',
        amount: '',
        cash: '',
        limitPrice: '',
        triggerPrice: '',
        timeInForce: '',
        leverage: '',
        method: 'list',
        numbers: 'C1042 1.5\nC2007 0.5',
        onRefused: 'stop',
      },
    },
  },
  {
    n: 13,
    typed: 'C1042=$25k,C2007=1500$ b btc @62150',
    reads: {
      kind: 'block',
      customers: 2,
      form: {
        group: '',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '',
        cash: '',
        limitPrice: '62150',
        triggerPrice: '',
        timeInForce: 'GTC',
        leverage: '',
        method: 'cash',
        numbers: 'C1042 25000\nC2007 1500',
        onRefused: 'stop',
      },
    },
  },
  {
    n: 13,
    typed: 'C1042=$25k,C2007=0.5 b btc @62150',
    says: /^one kind of split only: parts, percents, amounts or cash$/,
    under: 'C1042=$25k,C2007=0.5',
  },
  {
    n: 13,
    typed: 'C1042=$25k%,C2007=$10k b btc @62150',
    says: /^a split is /,
    under: 'C1042=$25k%,C2007=$10k',
  },
  {
    n: 13,
    typed: 'C1042:$25k,C2007:$10k b btc @62150',
    says: /^a split is /,
    under: 'C1042:$25k,C2007:$10k',
  },
  {
    n: 14,
    typed: '@macro/grow b +25% btc m',
    reads: {
      kind: 'block',
      customers: 3,
      form: {
        group: 'macro',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'market',
        amount: '25',
        cash: '',
        limitPrice: '',
        triggerPrice: '',
        timeInForce: '',
        leverage: '',
        method: 'grow',
        numbers: '',
        onRefused: 'stop',
      },
    },
  },
  {
    n: 14,
    typed: '@macro/cash b 25k btc m',
    says: /^cash each names each customer: C1042=\$25k,C2007=\$10k$/,
    under: '@macro/cash',
  },
  {
    n: 14,
    typed: '@macro/eq b 10 sol ask ioc x3 onfail=continue',
    reads: {
      kind: 'block',
      customers: 3,
      form: {
        group: 'macro',
        symbol: 'SOLUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '10',
        cash: '',
        limitPrice: '148.21',
        triggerPrice: '',
        timeInForce: 'IOC',
        leverage: '3',
        method: 'equal',
        numbers: '',
        onRefused: 'continue',
      },
    },
  },
  {
    n: 15,
    typed: 'C1042:60%,C2007:40% b $100k btc m',
    reads: {
      kind: 'block',
      customers: 2,
      form: {
        group: '',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'market',
        amount: '',
        cash: '100000',
        limitPrice: '',
        triggerPrice: '',
        timeInForce: '',
        leverage: '',
        method: 'percent',
        numbers: 'C1042 60\nC2007 40',
        onRefused: 'stop',
      },
    },
  },
  {
    n: 16,
    typed: 'flat @macro btc',
    reads: {
      kind: 'block',
      customers: 3,
      form: {
        group: 'macro',
        symbol: 'BTCUSDC_PERP',
        side: 'sell',
        type: 'market',
        amount: '100',
        method: 'position',
      },
    },
  },
  // One order of twice the position; the cancel before it is a line of its own: `cx C1042 eth ; rev C1042 eth`.
  {
    n: 17,
    typed: 'rev C1042 eth',
    body: { symbol: 'ETHUSDC_PERP', side: 'sell', type: 'market', amount: 24 },
  },
  {
    n: 18,
    typed: 'am sel px 62155',
    reads: { kind: 'amend', changes: { ...NO_CHANGES, limitPrice: '62155' } },
  },
  { n: 18, typed: 'am sel qty 1.5', reads: { kind: 'amend', changes: { ...NO_CHANGES, amount: '1.5' } } },
  {
    n: 19,
    typed: 'cx # btc b',
    reads: { kind: 'cancelAll', customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy' },
  },
  {
    n: 19,
    typed: 'cx C1042',
    reads: { kind: 'cancelAll', customerCode: 'C1042', symbol: null, side: null },
  },
  // The second statement waits for the venue's word about the first: statementOutcome.test.ts.
  {
    n: 20,
    typed: 'cx # btc ; # b 1 btc @62000',
    reads: { kind: 'cancelAll', customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: null },
  },
  {
    n: 21,
    typed: 'C1042 b 2.5 btc @62150 x11',
    says: /^leverage 11 is not accepted \(1–13, not 11\)$/,
    under: 'x11',
  },
  {
    n: 22,
    typed: 'C1042 b 58m btc m',
    says: /^58,000,000 contracts ≈ 3,6\d\d,\d{3},\d{3},\d{3} USDC; for money write \$58m$/,
    under: '58m',
  },
  { n: 23, typed: 'C1042 b 2.5 btc', reads: { kind: 'unfinished', next: 'price or m' } },
]

const bodyOf = (reading: LineReading): Record<string, unknown> => {
  if (reading.kind !== 'order') throw new Error(`no order but ${JSON.stringify(reading)}`)
  const body = orderBody('op-test' as never, reading.draft, profile)
  if (!body.ok) throw new Error(body.failure)
  const { reference_id: _id, ...rest } = JSON.parse(body.value) as Record<string, unknown>
  return rest
}

/** What the reading is, in the shape of its row: the body, the fields that the row names, or the refusal. */
function factsOf(row: Row, typed: string, reading: LineReading): unknown {
  if ('body' in row) return bodyOf(reading)
  if ('reads' in row)
    return Object.fromEntries(Object.entries(reading).filter(([field]) => field in row.reads))
  return reading.kind === 'bad'
    ? {
        says: row.says.test(reading.reason) || reading.reason,
        under: typed.slice(reading.start, reading.end),
      }
    : reading
}

/** What a row asks of its reading. */
function expectedOf(row: Row): unknown {
  if ('body' in row) return row.body
  return 'reads' in row ? row.reads : { says: true, under: row.under }
}

describe('the lines of the table', () => {
  it('none of the 23 rows is missing', () => {
    expect([...new Set(ROWS.map(({ n }) => n))]).toEqual(Array.from({ length: 23 }, (_, at) => at + 1))
  })

  it.each(ROWS.map((row) => [row.n, row.typed, row] as const))('%i: %s', (_n, typed, row) => {
    expect(factsOf(row, typed, readStatements(typed, context))).toEqual(expectedOf(row))
  })

  it('20: the second statement is read by itself when its turn comes', () => {
    const { rest } = statementsOf('cx # btc ; # b 1 btc @62000')
    expect(readLine(rest, context)).toMatchObject({ kind: 'order', draft: { limitPrice: '62000' } })
  })
})
