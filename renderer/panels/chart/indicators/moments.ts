/** Moments as a dealer types them on a chart, in UTC. Pure. */

const DAY = 86_400_000
const MINUTE = 60_000

/** `09:30` of the day of `newest`, or `2026-01-05 09:30`; null for other text. Ms since epoch. */
export function momentOf(text: string, newest: number): number | null {
  const [, date, hours = '', minutes = ''] = /^(?:(\d{4}-\d\d-\d\d)[ t])?(\d\d):?(\d\d)$/.exec(text) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59 || hours === '') return null
  const day = date === undefined ? Math.floor(newest / DAY) * DAY : Date.parse(`${date}T00:00Z`)
  return Number.isNaN(day) ? null : day + (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/** `2026-01-05 09:30` */
export const momentText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
