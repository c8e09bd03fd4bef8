/** The sentences of a block order. Reads no store. */

import { ZERO, negate, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { METHOD_WORDS, type BlockMethod } from '../../../shared/domain/block/blockMethods.ts'
import type { RowFate } from '../../../shared/domain/block/blockProgress.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { signed } from '../numbers.ts'
import { NO_VALUE, orderSentence } from '../orderSentence.ts'

const NO_MARKET = { ticker: undefined, book: null, now: 0 }

/** `BUY 32.18 BTCUSDC_PERP LIMIT 62,150.0 GTC`: the order of the whole. */
export const wholeWords = (draft: OrderDraft, amount: Decimal, instrument: Instrument): string =>
  orderSentence({ ...draft, amount: toText(amount), cashAmount: null }, instrument, NO_MARKET, NO_VALUE)

export interface BlockSentence {
  readonly group: string
  readonly draft: OrderDraft
  readonly instrument: Instrument
  readonly amount: Decimal
  readonly count: number
  readonly members: number
  readonly method: BlockMethod
}

/** `@macro · BUY 32.18 BTCUSDC_PERP LIMIT 62,150.0 GTC · 198 of 200 customers by ratio`. */
export function blockSentence(block: BlockSentence): string {
  const { group, draft, instrument, amount, count, members, method } = block
  const customers = count === members ? `${count} customers` : `${count} of ${members} customers`
  const who = group === '' ? '' : `@${group} · `
  return `${who}${wholeWords(draft, amount, instrument)} · ${customers} by ${METHOD_WORDS[method].name.toLowerCase()}`
}

/** A fee as the customer sees it: what is paid has a minus, a rebate a plus. */
export const feeText = (fee: Decimal): string => signed(fee === ZERO ? fee : negate(fee), 2)

/** What became of a row, as mark and word: color never stands alone. */
export const FATE_WORDS: Readonly<Record<RowFate, { readonly mark: string; readonly word: string }>> = {
  filled: { mark: '■', word: 'filled' },
  part: { mark: '◧', word: 'part filled' },
  resting: { mark: '□', word: 'resting' },
  leaving: { mark: '›', word: 'on the way' },
  unknown: { mark: '?', word: 'unknown' },
  refused: { mark: '✕', word: 'refused' },
  'never-arrived': { mark: '⊘', word: 'never arrived' },
  ended: { mark: '–', word: 'ended' },
  'not-sent': { mark: '∅', word: 'not sent' },
  waiting: { mark: '·', word: 'waiting' },
}
