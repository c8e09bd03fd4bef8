/** When the venue accepted the last signature, from the stored minutes of health. Pure. */

import type { MinuteOfHealth } from '../../../shared/domain/health/minute.ts'

const NONE =
  'The venue: the stored minutes of health have no accepted signature. A venue that takes no signatures has none.'

const utc = (at: number): string => new Date(at).toISOString()

/** One line. `minutes`: oldest first. */
export function lastSignature(minutes: readonly MinuteOfHealth[]): string {
  const last = minutes.findLast(({ figures }) => figures.signatureAt !== undefined)
  if (last?.figures.signatureAt === undefined) return NONE
  const { signatureAt, clockOffset, clockDoubt } = last.figures
  const clocks =
    clockOffset === undefined || clockDoubt === undefined
      ? 'The difference of the clocks was not known'
      : `The venue’s time less the time of this machine was ${Math.round(clockOffset)} ms, give or take ${Math.round(clockDoubt)} ms`
  return `The venue accepted the last signature at ${utc(signatureAt)}. ${clocks}, in the minute that ended at ${utc(last.at)}.`
}
