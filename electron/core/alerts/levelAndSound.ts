/** The level, the sound and the sentence of an alert that fires. Pure. */

import { decimal, decimalOf, type Decimal } from '../../../shared/base/decimal.ts'
import { directionOf, levelOf, type AlertWatch } from '../../../shared/domain/alerts/alertRule.ts'
import { firedWords } from '../../../shared/domain/alerts/alertWords.ts'
import { bandOf, type Level } from '../../../shared/domain/alerts/crossing.ts'
import type { NoticeSound } from '../../../shared/domain/notice.ts'
import type { AlertFigure } from './alertFigure.ts'

/** Seconds for which a link must be lost: a channel that opens anew within them is no news. */
const LOST_FOR = decimalOf(5)

/** Null for an alert on events. `tick`: that of the instrument; null where there is none. */
export const levelFor = (watch: AlertWatch, tick: Decimal | null): Level | null => {
  if (watch.kind === 'connection') return { direction: 'above', level: LOST_FOR, band: decimalOf(1) }
  const [direction, text] = [directionOf(watch), levelOf(watch)]
  if (direction === null || text === null) return null
  const level = decimal(text)
  return { direction, level, band: bandOf(watch.kind, level, tick) }
}

export function soundOf(watch: AlertWatch): NoticeSound {
  switch (watch.kind) {
    case 'price':
      return watch.direction === 'above' ? 'price up' : 'price down'
    case 'orderAge':
      return 'order age'
    case 'fill':
      return 'bought'
    case 'used':
    case 'equity':
      return 'margin'
    case 'spread':
    case 'funding':
    case 'liquidation':
    case 'margin':
    case 'reject':
    case 'connection':
      return watch.kind
  }
}

/** Why the alert fired: one sentence. `isSeen`: the figure was read short of the level before. */
export const sentenceOf = (watch: AlertWatch, { value, owner }: AlertFigure, isSeen: boolean): string =>
  watch.kind === 'connection'
    ? `A link to the venue is lost: ${owner ?? 'its name is not known'}.`
    : firedWords(watch, value, owner, isSeen)
