/** Writes the legend of a chart: the candle under the pointer, the newest candle, or the reason for a gap. Changes only texts that differ. */

import type { Candle, CandleGap } from '../../../shared/domain/candles/candle.ts'
import { gapWords, isUp, legendOf, type ChartedInstrument } from './chartModel.ts'

export function writeLegend(
  at: HTMLElement,
  candle: Candle | null,
  gap: CandleGap | null,
  instrument: ChartedInstrument,
): void {
  const parts = [
    ...(candle === null ? [] : legendOf(candle, instrument)),
    ...(gap === null ? [] : [{ name: gapWords(gap), text: '' }]),
  ]
  while (at.children.length < parts.length) at.append(document.createElement('span'))
  while (at.children.length > parts.length) at.lastElementChild?.remove()
  parts.forEach(({ name, text }, n) => {
    const part = at.children[n]
    const words = `${name} ${text}`.trim()
    if (part && part.textContent !== words) part.textContent = words
  })
  at.dataset['direction'] = candle === null ? '' : isUp(candle) ? 'up' : 'down'
}
