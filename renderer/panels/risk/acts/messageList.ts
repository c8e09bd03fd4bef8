/** The chosen rows as one message line for each customer, ready to paste. A figure that is not known or may be wrong says so. Pure. */

import { visibleLine } from '../../../../shared/base/visibleText.ts'
import type { Decimal } from '../../../../shared/base/decimal.ts'
import type { Figure } from '../../../../shared/domain/accounts/customerFigures.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { RiskRow } from '../../../../shared/domain/risk/riskRows.ts'
import { distanceText, shareText } from '../../../format/figures/accountLevels.ts'
import { exact, grouped, signed } from '../../../format/numbers.ts'
import { pricePlaces } from '../../../format/priceText.ts'

export interface MessageNames {
  readonly customer: (code: string) => string
  readonly instrument: (symbol: RiskRow['symbol']) => Instrument | undefined
}

const NOT_KNOWN = 'not known'

/** `~` before a value that may be wrong. `none`: what stands where there is no such value. */
function words({ value, why }: Figure, write: (value: Decimal) => string, none = 'none'): string {
  if (value === null) return why === null ? none : NOT_KNOWN
  return `${why === null ? '' : '~'}${write(value)}`
}

function positionWords(row: RiskRow, instrument: Instrument | undefined): string {
  const places = pricePlaces(instrument)
  const price = (value: Decimal) => grouped(value, places)
  const name = shownCode(instrument?.underlying ?? row.symbol)
  const { position } = row
  if (position === null) return `${name} no position`
  const { distance } = position
  const away = distance.value === null ? '' : ` (${distanceText(distance.value)} away)`
  return [
    `${name} ${words(row.size, (value) => `${value > 0n ? '+' : ''}${exact(value)}`)}`,
    `entry ${words(row.entry, price)}`,
    `mark ${words(row.mark, price)}`,
    `unrealised ${words(position.unrealised, (value) => signed(value, 2))} USDC`,
    `liquidation ${words(position.liquidation, price)}${away}`,
  ].join(', ')
}

/** `C3311 Nord Capital · margin used 84.0 %, equity 79,730 USDC · BTC +14, entry …`: a line for each customer, in the order of the rows. */
export function messageList(
  rows: readonly RiskRow[],
  names: MessageNames,
): { readonly text: string; readonly customers: number } {
  const lines = [...Map.groupBy(rows, ({ customerCode }) => customerCode)].map(([code, own]) => {
    const figures = own[0]?.account.figures
    // A line break in a name would begin another customer’s line.
    const name = visibleLine(names.customer(code))
    const account = figures
      ? `margin used ${words(figures.usedShare, shareText)}, equity ${words(figures.equity, (value) => grouped(value, 2))} USDC`
      : NOT_KNOWN
    const positions = own.map((row) => positionWords(row, names.instrument(row.symbol)))
    return `${shownCode(code)}${name === '' ? '' : ` ${name}`} · ${account} · ${positions.join('; ')}`
  })
  return { text: lines.join('\n'), customers: lines.length }
}
