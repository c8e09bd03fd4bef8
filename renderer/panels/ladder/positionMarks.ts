/** The rows that a ladder marks for the position of its customer. Pure. */

import { decimal, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { placesOf, signed } from '../../format/numbers.ts'
import { averageText } from '../../format/priceText.ts'
import { breakEvenOf, type LadderMark } from '../../paint/ladder/markedRows.ts'

export interface MarkedPosition {
  readonly position: Position | null
  readonly instrument: Instrument
  /** The taker's fee, bps; null while not read. */
  readonly takerFee: DecimalText | null
  /** The price at which the venue would liquidate, an estimate; null while unknown. */
  readonly liquidation: DecimalText | null
}

/** Nothing is marked for a position that is flat or may be wrong. A figure that is not known has no row. */
export function marksOfPosition({
  position,
  instrument,
  takerFee,
  liquidation,
}: MarkedPosition): readonly LadderMark[] {
  const entry = position?.averageEntry ?? null
  if (position === null || entry === null || !position.complete || position.unsure !== null) return []
  const size = decimal(position.size)
  const isLong = size > 0n
  const markAt = (kind: LadderMark['kind'], price: DecimalText, sign: string, held = ''): LadderMark => ({
    kind,
    price,
    isLong,
    priceText: `${sign}${averageText(price, instrument)}`,
    size: held,
  })
  const even = takerFee === null ? null : breakEvenOf(entry, toText(size), takerFee)
  return [
    markAt('average', entry, '', signed(size, placesOf(instrument.lotSize, 3))),
    ...(even === null ? [] : [markAt('breakEven', even, '~')]),
    ...(liquidation === null ? [] : [markAt('liquidation', liquidation, '~')]),
  ]
}
