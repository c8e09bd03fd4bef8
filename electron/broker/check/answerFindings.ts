/** Findings about answers as such: times, clock, compression, size and limits of rate. Pure. */

import { misfit, open, quoted, sure, type Finding } from './findings.ts'
import { timeForm } from './listForm.ts'
import type { VenueRead } from './reads.ts'

/** Seconds by which the venue's clock may differ before signed requests are in danger. */
const CLOCK_NEAR = 2

const TIMES = ['created_at', 'time', 'timestamp', 'updated_at', 'next_funding_at']
const LIMITS = /^(x-)?ratelimit|^retry-after$/i

/** `isLimited`: a read was refused as too frequent. */
export function answerFindings(shown: readonly VenueRead[], isLimited: boolean): readonly Finding[] {
  if (shown.length === 0)
    return [
      ...['times', 'clock', 'compression', 'body sizes'].map((about) =>
        open(about, 'No list could be read.'),
      ),
      limits(shown, isLimited),
    ]
  const largest = Math.max(0, ...shown.map(({ answer }) => answer.body.length))
  const isPacked = shown.some(({ answer }) => answer.headers['content-encoding'] !== undefined)
  return [
    ...times(shown),
    clock(shown),
    sure(
      'compression',
      isPacked
        ? 'Answers come compressed, although Openpit asks for plain ones; it reads both.'
        : 'Answers come uncompressed, as Openpit asks.',
    ),
    sure('body sizes', `The largest answer has ${Math.ceil(largest / 1024)} kB. Openpit reads up to 16 MB.`),
    limits(shown, isLimited),
  ]
}

function times(shown: readonly VenueRead[]): readonly Finding[] {
  const forms = new Set<string>()
  const strange = new Set<string>()
  for (const row of shown.flatMap(({ form }) => form?.rows ?? []))
    for (const name of TIMES) {
      const value = row[name]
      if (value === undefined || value === null || value === '') continue
      const form = timeForm(value)
      if (form === null) strange.add(`${name}: ${JSON.stringify(value).slice(0, 40)}`)
      else forms.add(form)
    }
  if (forms.size === 0 && strange.size === 0) return [open('times', 'No row carried a time.')]
  const read =
    forms.size === 0 ? [] : [sure('times', `Written as ${[...forms].join(', ')}. Openpit reads these.`)]
  const unread = `Not readable: ${[...strange].slice(0, 5).join('; ')}. Such a time is unknown on screen.`
  return strange.size === 0 ? read : [...read, misfit('times', unread)]
}

/** Each answer is compared with the moment at which it came: the reads of a check may take minutes. */
function clock(shown: readonly VenueRead[]): Finding {
  const dated = shown.find(({ answer }) => answer.headers['date'] !== undefined)
  const seconds = dated ? (Date.parse(dated.answer.headers['date'] ?? '') - dated.answeredAt) / 1000 : NaN
  if (Number.isNaN(seconds)) return open('clock', 'The venue sends no time of its own (Date).')
  return Math.abs(seconds) <= CLOCK_NEAR
    ? sure('clock', 'The clocks agree within two seconds.')
    : sure(
        'clock',
        `The venue's clock is ${Math.round(seconds)} s from this machine's. Set this machine's clock.`,
      )
}

/** Values of one header in a sentence: a count that runs down has another one in each answer. */
const VALUES_SHOWN = 3

function limits(shown: readonly VenueRead[], isLimited: boolean): Finding {
  const about = 'rate limits'
  const values = new Map<string, Set<string>>()
  for (const { answer } of shown)
    for (const [name, value] of Object.entries(answer.headers))
      if (LIMITS.test(name) && value !== undefined)
        values.set(name, (values.get(name) ?? new Set()).add(value))
  const carried = [...values]
    .map(([name, seen]) => {
      const [...all] = seen
      return `${quoted([name])}: ${quoted(all.slice(0, VALUES_SHOWN))}${all.length > VALUES_SHOWN ? ' and others' : ''}`
    })
    .join('; ')
  const says = carried === '' ? '' : ` Answers carry ${carried}.`
  if (isLimited)
    return sure(
      about,
      `The venue refused a read as too frequent (429).${says} Ask the broker how many it takes.`,
    )
  return carried === ''
    ? open(about, 'No answer names a limit. Ask the broker.')
    : sure(about, `Answers carry ${carried}.`)
}
