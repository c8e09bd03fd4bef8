/** How numbers and times appear in this window or worker: one format, set by the session. Shown text only: it never changes what a typed number means. */

import type { EpochMs } from '../../shared/base/clock.ts'
import { marksOf, type DateForm, type NumberMarks } from '../../shared/domain/settings/settingList.ts'

export interface DisplayFormat {
  readonly marks: NumberMarks
  readonly dates: DateForm
  /** Minutes that the shown zone is ahead of UTC at a moment; null: times are shown in UTC. */
  readonly aheadOfUtc: ((at: EpochMs) => number) | null
}

export const PLAIN_FORMAT: DisplayFormat = { marks: 'comma-point', dates: 'iso', aheadOfUtc: null }

let inForce = PLAIN_FORMAT

export const displayFormat = (): DisplayFormat => inForce

/** Texts made before keep the earlier format: the caller draws again. */
export function setDisplayFormat(format: DisplayFormat): void {
  inForce = format
}

/** `62,150.5` in the marks of the format. */
export function marked(text: string): string {
  if (inForce.marks === 'comma-point') return text
  const { thousands, decimal } = marksOf(inForce.marks)
  return text.replaceAll(/[,.]/g, (mark) => (mark === ',' ? thousands : decimal))
}

/** Numbers on screen have a comma for decimals, so a typed comma is doubtful. */
export const decimalsShowComma = (): boolean => marksOf(inForce.marks).decimal === ','
