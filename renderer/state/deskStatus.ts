/** The state of the desk in a few lines, for `stat`: session, links, clock, readings, halts, limits. Reads stores; sends nothing. */

import { capital, unseenWords } from '../../shared/domain/orders/openOrderReading.ts'
import { haltedWords } from '../format/haltedWords.ts'
import { span, timeWithZone } from '../format/times.ts'
import { READ_WORDS } from '../format/unreadWords.ts'
import { statusWords } from './statusWords.ts'
import { UNKNOWN_FATE } from './stores/serverMirrors.ts'
import { unseenOrders } from './stores/unseenLists.ts'
import type { WindowSession } from './windowSession.ts'

/** `trouble`: something here keeps orders from the venue, or is not known. */
export interface StatusLine {
  readonly name: string
  readonly text: string
  readonly trouble: boolean
}

const line = (name: string, parts: readonly string[], trouble: boolean): StatusLine => ({
  name,
  text: parts.join(' · '),
  trouble,
})

/** Everything is named that keeps an order from the venue. What the core has not said is called unknown. */
export function deskStatus(session: WindowSession): readonly StatusLine[] {
  return [
    sessionLine(session),
    ...linkLines(session),
    readingLine(session),
    customerLine(session),
    haltLine(session),
    limitLine(session),
  ]
}

const NOT_KNOWN = 'not known: the core has not said so far'

function sessionLine({ server }: WindowSession): StatusLine {
  const { value } = server.session.getState()
  if (server.link.getState().state === 'down')
    return line('Session', ['the link to the core is lost: everything below is old'], true)
  if (value === null) return line('Session', [NOT_KNOWN], true)
  const venue = value.venues.find(({ id }) => id === value.venueId)
  const parts = [venue?.name ?? 'no venue', value.phase, value.username ?? 'nobody signed in']
  if (!value.mayTrade) parts.push('this window may not trade')
  if (value.restriction !== null) parts.push(value.restriction)
  if (value.message !== null && value.phase !== 'ready') parts.push(value.message)
  return line('Session', parts, value.phase !== 'ready' || value.restriction !== null || !value.mayTrade)
}

/** The lights of the status bar with their reasons, then the clock, the token and what rests. */
function linkLines({ server, clock }: WindowSession): readonly StatusLine[] {
  const orders = server.orders.getState()
  const unknown = orders.groups.get(UNKNOWN_FATE)?.keys.size ?? 0
  const words = statusWords(
    server.connection.getState().value,
    { live: orders.openKeys.size, unknown, unseen: unseenOrders(server) },
    clock.now(),
    server.reads.getState().value ?? [],
  )
  const lights = words.lights.map(({ name, state, detail }) =>
    state === 'live' || detail === null ? name : `${name} (${detail})`,
  )
  return [
    line(
      'Links',
      lights.length === 0 ? [NOT_KNOWN] : lights,
      lights.length === 0 || words.lights.some(({ state }) => state !== 'live'),
    ),
    line(
      'Clock',
      words.facts.map(({ text }) => text),
      words.facts.some(({ trouble }) => trouble),
    ),
    line('Orders', [words.resting.text, `${unknown} unknown`], words.resting.detail !== null || unknown > 0),
  ]
}

/** How old each list is, and whose open orders are not seen whole. */
function readingLine({ server, clock }: WindowSession): StatusLine {
  const reads = server.reads.getState().value
  if (reads === null) return line('Readings', [NOT_KNOWN], true)
  const unseen = unseenWords(unseenOrders(server))
  const parts = reads.map(({ name, readAt, why, missing }) => {
    const age = readAt === null ? 'not read' : `${span(clock.now() - readAt)} old`
    const lack = why ?? missing ?? null
    return `${READ_WORDS[name]} ${age}${lack === null ? '' : ` (${lack})`}`
  })
  return line(
    'Readings',
    [...parts, unseen === null ? 'open orders of every customer read whole' : capital(unseen)],
    unseen !== null ||
      reads.some(({ readAt, why, missing }) => readAt === null || why !== null || missing !== undefined),
  )
}

function customerLine({ server }: WindowSession): StatusLine {
  const records = server.reconciliation.getState().value
  const customers = server.customers.getState().value
  if (records === null || customers === null) return line('Customers', [NOT_KNOWN], true)
  const closed = customers.filter(({ code }) => !(records.get(code)?.open ?? false))
  return line(
    'Customers',
    [
      `${customers.length - closed.length} of ${customers.length} open for new orders`,
      ...closed.map(({ code }) => `${code}: ${records.get(code)?.why ?? 'not compared so far'}`),
    ],
    closed.length > 0,
  )
}

function haltLine({ server }: WindowSession): StatusLine {
  const halts = server.halts.getState().value
  if (halts === null) return line('Halts', [NOT_KNOWN], true)
  const parts = halts.map((halt) => {
    const { word, what } = haltedWords(halt)
    return `${word} ${what} since ${timeWithZone(halt.at)}`
  })
  return line('Halts', parts.length === 0 ? ['none in force'] : parts, parts.length > 0)
}

function limitLine({ server }: WindowSession): StatusLine {
  const limits = server.limits.getState().value
  if (limits === null) return line('Limits', [NOT_KNOWN], true)
  const { rules, version, unconfirmed } = limits
  const count = `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} in force, version ${version}`
  return line('Limits', unconfirmed === null ? [count] : [count, unconfirmed], unconfirmed !== null)
}
