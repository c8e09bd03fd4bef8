/** A short piece of dealing as the core records it, for the tests of export and commands. */

import { z } from 'zod'
import { journalEntry } from '../../../../shared/domain/journalEntry.ts'

const at = (day: number, seconds: number) => Date.UTC(2026, 0, day, 9, 0, 0) + seconds * 1000
const draft = {
  customerCode: 'C1042',
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: '2',
  cashAmount: null,
  limitPrice: '62000',
  triggerPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  triggerPriceType: null,
  timeInForce: 'GTC',
  leverage: null,
}
const other = {
  ...draft,
  customerCode: 'C2007',
  symbol: 'ETHUSDC_PERP',
  side: 'sell',
  amount: '1',
  limitPrice: '3000',
}
const report = (
  item: typeof draft,
  referenceId: string,
  status: string,
  filledAmount: string,
  filledQuote: string,
) => ({
  ...item,
  referenceId,
  status,
  filledAmount,
  filledQuote,
  origin: undefined,
  createdAt: null,
})
const finding = { level: 'warn', limit: 'maxNotional', sentence: 'Notional 124,000 is over 100,000' }
const accountKey = 'venue/ann'
const order = (
  customerCode: string,
  referenceId: string,
  event: Readonly<Record<string, unknown>> & { readonly at: number },
) => ({
  at: event.at,
  whose: accountKey,
  body: { type: 'order', customerCode, referenceId, event },
})
const shown = (
  kind: string,
  when: number,
  item: typeof draft,
  id: string,
  status: string,
  filled: string,
  quote: string,
) => {
  const { origin: _, ...shownReport } = report(item, id, status, filled, quote)
  return order(item.customerCode, id, {
    kind: 'shown',
    by: kind,
    stale: false,
    report: shownReport,
    at: when,
  })
}

export const dealing = z.array(journalEntry).parse([
  { at: at(5, 0), whose: '', body: { type: 'started', install: 'i1', run: 'r1' } },
  {
    at: at(5, 0.5),
    whose: accountKey,
    body: {
      type: 'limit',
      customerCode: 'C1042',
      intentId: 'intent-1',
      version: 3,
      findings: [finding],
      what: 'buy 2 BTCUSDC_PERP',
    },
  },
  order('C1042', 'v1-one', {
    kind: 'intent',
    intentId: 'intent-1',
    draft,
    check: { version: 3, findings: [finding], typed: '124000', notional: '124000' },
    at: at(5, 1),
  }),
  order('C2007', 'v1-two', {
    kind: 'intent',
    intentId: 'intent-2',
    draft: other,
    check: { version: 3, findings: [], typed: null, notional: '3000' },
    at: at(5, 1.5),
  }),
  order('C1042', 'v1-one', {
    kind: 'sending',
    act: 'order',
    method: 'POST',
    path: '/v1/orders',
    bodyHash: 'ab12',
    nonce: '17',
    validUntil: at(5, 32),
    at: at(5, 2),
  }),
  order('C1042', 'v1-one', {
    kind: 'unproven',
    act: 'order',
    message: 'No answer within 10 s',
    at: at(5, 12),
  }),
  shown('stream', at(5, 13), draft, 'v1-one', 'partially_filled', '0.5', '31000'),
  {
    at: at(5, 14),
    whose: accountKey,
    body: {
      type: 'deed',
      deed: 'transfer',
      intentId: 'intent-3',
      customerCode: 'C2007',
      stage: 'accepted',
      what: 'deposit 500 USDC',
      detail: 'code T-9',
    },
  },
  {
    at: at(5, 15),
    whose: accountKey,
    body: { type: 'reconciled', customerCode: 'C2007', ties: false, detail: 'position differs' },
  },
  shown('list', at(6, 0), other, 'v1-two', 'open', '0', '0'),
  {
    at: at(6, 1),
    whose: accountKey,
    body: {
      type: 'carried',
      whose: accountKey,
      intents: {},
      orders: [
        {
          ...other,
          referenceId: 'v1-two',
          phase: 'working',
          pending: null,
          status: 'open',
          filledAmount: '0',
          filledQuote: '0',
          refusal: null,
          origin: 'desk',
          validUntil: null,
          createdAt: at(5, 1.5),
          updatedAt: at(6, 0),
        },
      ],
    },
  },
])
