/** What lost and recovered links mean to a dealer. A pure fold over link states; never reports a link that was not live before. */

import type { Connection, LinkState } from '../../../shared/contract/status.ts'
import type { News } from '../../../shared/domain/notice.ts'

/** Since when a link that was live is not, ms; null while it is. */
export type Links = ReadonlyMap<string, number | null>

export const NO_LINKS: Links = new Map()

const REST = 'REST'
const MARKET = 'market data'

/** Public channels stand together: one lost network is one notice, not one per instrument. */
const nameOf = (channel: string): string => (channel.includes(':') ? MARKET : channel)

const LOST: Readonly<Record<string, string>> = {
  [REST]: 'Nothing new can be sent or read until it answers. Orders at the venue stay live.',
  [MARKET]:
    'Prices on screen may be old, and ladders on them are not armed. Orders and positions are not touched.',
  orders: 'What happens to orders is not heard until it is back; then everything is read again.',
  trades: 'Fills are not heard until it is back; then everything is read again.',
  'balance-changes': 'Movements of money are not heard until it is back; then everything is read again.',
}
const BACK: Readonly<Record<string, string>> = {
  [MARKET]:
    'Public trades of that time may be missing on charts and tapes. Orders and positions were not touched.',
}

/** The worst state of each named link. */
function statesOf(
  connection: Connection,
): Map<string, { live: boolean; down: readonly string[]; why: string | null }> {
  const states = new Map<string, { live: boolean; down: readonly string[]; why: string | null }>()
  const note = (channel: string, state: LinkState, why: string | null) => {
    const name = nameOf(channel)
    const known = states.get(name) ?? { live: true, down: [], why: null }
    states.set(
      name,
      state === 'live' ? known : { live: false, down: [...known.down, channel], why: known.why ?? why },
    )
  }
  note(REST, connection.rest.state, connection.rest.message)
  for (const of of connection.streams) note(of.channel, of.state, of.message)
  return states
}

const lengthOf = (ms: number): string =>
  ms < 60_000
    ? `${Math.round(ms / 1000)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`

const newsOf = (name: string, told: Pick<News, 'level' | 'message' | 'detail' | 'counts'>): News => ({
  key: `connection ${name}`,
  kind: 'connection',
  customerCode: null,
  symbol: null,
  referenceId: null,
  action: null,
  total: null,
  ...told,
})

const MOST_NAMED = 3

function lostNews(name: string, down: readonly string[], why: string | null): News {
  const more = down.length > MOST_NAMED ? ` and ${down.length - MOST_NAMED} more` : ''
  const which = name === MARKET ? ` (${down.slice(0, MOST_NAMED).join(', ')}${more})` : ''
  return newsOf(name, {
    level: 'warning',
    message:
      name === MARKET
        ? `Market data is not live${which}.`
        : name === REST
          ? 'The venue does not answer requests.'
          : `The ${name} stream is down.`,
    detail: [why, LOST[name] ?? 'What it tells is not heard until it is back.']
      .filter((of) => of !== null)
      .join(' '),
    counts: 'change',
  })
}

const backNews = (name: string, ms: number): News =>
  newsOf(name, {
    level: 'warning',
    message: `${name === MARKET ? 'Market data is' : name === REST ? 'The venue answers requests again: it is' : `The ${name} stream is`} back after ${lengthOf(ms)}.`,
    detail: BACK[name] ?? 'Everything of that time is read back from the venue.',
    counts: 'never',
  })

/** `now`: core's monotonic clock, ms. */
export function foldLinks(
  known: Links,
  connection: Connection,
  now: number,
): { readonly links: Links; readonly news: readonly News[] } {
  const links = new Map<string, number | null>()
  const news: News[] = []
  for (const [name, { live, down, why }] of statesOf(connection)) {
    const lostAt = known.get(name)
    if (live) {
      links.set(name, null)
      if (lostAt !== undefined && lostAt !== null) news.push(backNews(name, now - lostAt))
    } else if (lostAt !== undefined) {
      links.set(name, lostAt ?? now)
      if (lostAt === null) news.push(lostNews(name, down, why))
    }
  }
  return { links, news }
}
