/** What an order would do to the book, in the words of the ticket's table. Pure. */

import { ZERO, decimal, type Decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../shared/domain/accounts/fees.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import { averagePrice, type ExpectedFill } from '../../shared/domain/preview/expectedFill.ts'
import { UNKNOWN, exact, grouped } from './numbers.ts'
import { amountText } from './orderSentence.ts'
import { pricePlaces } from './priceText.ts'

/** The moment that the figures after are for. */
export function momentWords({ waits, rests, taken, caution }: ExpectedFill): string {
  if (waits) return 'once filled at its trigger'
  if (rests.amount !== ZERO) return 'once filled in full at the limit'
  if (taken.amount !== ZERO) return 'filled from the book as it is now'
  return caution === null ? 'it would fill nothing' : 'it may fill nothing'
}

/** `0.3 at once, 0.2 rests`, `rests`, `0.3 at once, 0.2 dropped`. */
export function fillWords({ waits, taken, rests, dropped }: ExpectedFill, instrument: Instrument): string {
  if (waits) return taken.amount === ZERO ? 'waits, then rests' : 'waits, then takes'
  const parts: readonly (readonly [Decimal, string])[] = [
    [taken.amount, 'at once'],
    [rests.amount, 'rests'],
    [dropped, 'dropped'],
  ]
  const present = parts.filter(([amount]) => amount !== ZERO)
  const [only] = present
  if (present.length === 1 && only) return `all ${only[1]}`
  return present.map(([amount, word]) => `${amountText(amount, instrument)} ${word}`).join(', ')
}

/** `62,150.7 · 0.012 % slippage`; null for an order that takes nothing now. */
export function averageWords(
  { waits, taken, slippage }: ExpectedFill,
  instrument: Instrument,
): string | null {
  const average = averagePrice(taken)
  if (waits || average === null) return null
  const price = grouped(average, pricePlaces(instrument))
  return slippage === null ? price : `${price} · ${grouped((slippage * 100n) as Decimal, 3)} % slippage`
}

/** `taker 4 bps`, `maker -0.5 bps`, or both where a part takes and a part rests. */
export function rateWords({ taken, rests }: ExpectedFill, rates: FeeProfileItem | undefined): string {
  const rate = (word: string, bps: DecimalText | null | undefined) =>
    `${word} ${bps ? exact(decimal(bps)) : UNKNOWN}`
  const used = [
    ...(taken.amount === ZERO ? [] : [rate('taker', rates?.takerFee)]),
    ...(rests.amount === ZERO ? [] : [rate('maker', rates?.makerFee)]),
  ]
  return used.length === 0 ? '' : `${used.join(', ')} bps`
}
