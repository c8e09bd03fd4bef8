/** The amounts and prices with which rows of a block are sent once more, in words. Pure. */

import { ZERO, add, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { BlockDraft, RowPrices } from '../../../shared/domain/block/blockRecord.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { amountText } from '../orderSentence.ts'
import { blockPriceWords } from './blockPriceWords.ts'

interface Retried extends RowPrices {
  /** Contracts. */
  readonly amount: Decimal
}

/** `0.3 BTC at 61,990.0` · `0.3 BTC at 2 prices` · `0.3 BTC` where the orders have no price. Contracts while the instrument is not known. */
export function retryWords(
  { limitPrice, triggerPrice }: Pick<BlockDraft, 'limitPrice' | 'triggerPrice'>,
  rows: readonly Retried[],
  instrument: Instrument | undefined,
): string {
  const whole = rows.reduce((sum, { amount }) => add(sum, amount), ZERO)
  const amount = instrument
    ? `${amountText(whole, instrument)} ${instrument.underlying}`
    : `${toText(whole)} contracts`
  if (limitPrice === null && triggerPrice === null) return amount
  const prices = new Set(rows.map((row) => blockPriceWords(row, instrument)))
  const [price] = prices
  return `${amount} at ${prices.size === 1 ? price : `${prices.size} prices`}`
}
