/** The figures of an indicator at one place of the time axis, in the form of lightweight-charts. */

import type { CustomData, UTCTimestamp } from 'lightweight-charts'
import type { Figures } from '../indicators/fold.ts'

export interface FigurePoint extends CustomData {
  readonly figures: Figures
}

/** `openTime`: ms since epoch. */
export const pointOf = (openTime: number, figures: Figures): FigurePoint => ({
  time: (openTime / 1000) as UTCTimestamp,
  figures,
})
