/** Moments as a dealer types them on a chart, in UTC. Pure. */

const DAY = 86_400_000
const MINUTE = 60_000
const SECOND = 1_000

/** `09:30` or `09:30:15` of the day of `newest`, or behind a date as in `2026-01-05 09:30`; null for other text, and for a time alone while `newest` is null. Ms since epoch. */
export function momentOf(text: string, newest: number | null): number | null {
  const [, date, hours = '', minutes = '', seconds = '0'] =
    /^(?:(\d{4}-\d\d-\d\d)[ t])?(\d\d):?(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 || hours === '') return null
  const day = date === undefined ? newest && Math.floor(newest / DAY) * DAY : dayOfDate(date)
  return day === null
    ? null
    : day + (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * SECOND
}

/** 00:00 UTC of a date; null for a date that no month has. */
function dayOfDate(date: string): number | null {
  const day = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(date) ? day : null
}

/** `2026-01-05 09:30`, with the seconds where there are any; the plain number where no date has this moment. */
export const momentText = (at: number): string =>
  Number.isNaN(new Date(at).getTime())
    ? String(at)
    : new Date(at)
        .toISOString()
        .slice(0, at % MINUTE === 0 ? 16 : 19)
        .replace('T', ' ')
