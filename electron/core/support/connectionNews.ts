/** What lost and recovered links mean to a dealer: requests and market data. A pure fold over link states; never reports a link that was not live before. Private channels are told by `session/sessionPhase.ts`, which closes trading with them. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import type { News } from '../../../shared/domain/notice.ts'

/** Since when a link that was live is not, monotonic ms, and whether the dealer was told; null while it is live. */
type Links = ReadonlyMap<string, { readonly lostAt: number; readonly told: boolean } | null>

/** A link that is back within this time, ms, was not lost: books are subscribed again all the time. */
const PATIENCE = 3_000

const REST = 'REST'
const MARKET = 'market data'

/** Public channels name an instrument; private ones do not. */
const isPublic = (channel: string): boolean => channel.includes(':')

const LOST: Readonly<Record<string, string>> = {
  [REST]: 'Orders at the venue stay live. Wait until it answers, or look at them at the venue.',
  [MARKET]: 'Orders and positions are not touched. Ladders on old prices are not armed.',
}
const BACK: Readonly<Record<string, string>> = {
  [REST]: 'What was asked meanwhile is asked again; orders are never sent again.',
  [MARKET]:
    'Public trades of that time may be missing on charts and tapes. Orders and positions were not touched.',
}

/** A link, or several that stand together: one lost network is one notice, not one per instrument. */
interface Standing {
  readonly down: readonly string[]
  readonly why: string | null
}

function standings({ rest, streams }: Connection): ReadonlyMap<string, Standing> {
  const lost = streams.filter((of) => isPublic(of.channel) && of.state !== 'live')
  const market = {
    down: lost.map((of) => of.channel),
    why: lost.find((of) => of.message !== null)?.message ?? null,
  }
  const requests = { down: rest.state === 'live' ? [] : [REST], why: rest.message }
  return new Map([
    [REST, requests],
    ...(streams.some((of) => isPublic(of.channel)) ? ([[MARKET, market]] as const) : []),
  ])
}

const lengthOf = (ms: number): string =>
  ms < 60_000
    ? `${Math.round(ms / 1000)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`

const newsOf = (
  name: string,
  told: Pick<News, 'message' | 'counts'> & { readonly detail: string },
): News => ({
  key: `connection ${name}`,
  level: 'warning',
  kind: 'connection',
  customerCode: null,
  symbol: null,
  referenceId: null,
  action: null,
  total: null,
  ...told,
})

const MOST_NAMED = 3

function lostNews(name: string, { down, why }: Standing): News {
  const more = down.length > MOST_NAMED ? ` and ${down.length - MOST_NAMED} more` : ''
  return newsOf(name, {
    message:
      name === REST
        ? 'Nothing can be sent or read: the venue does not answer requests.'
        : `Prices may be old: market data is not live (${down.slice(0, MOST_NAMED).join(', ')}${more}).`,
    detail: [LOST[name], why].filter((of) => of !== null).join(' '),
    counts: 'change',
  })
}

const backNews = (name: string, ms: number): News =>
  newsOf(name, {
    message:
      name === REST
        ? `The venue answers requests again, after ${lengthOf(ms)}.`
        : `Market data is back after ${lengthOf(ms)}.`,
    detail: BACK[name] ?? '',
    counts: 'never',
  })

/** `now`: core's monotonic clock, ms. */
function foldLinks(
  known: Links,
  connection: Connection,
  now: number,
): { readonly links: Links; readonly news: readonly News[] } {
  const links = new Map<string, { readonly lostAt: number; readonly told: boolean } | null>()
  const news: News[] = []
  for (const [name, standing] of standings(connection)) {
    const before = known.get(name)
    if (standing.down.length === 0) {
      links.set(name, null)
      if (before?.told) news.push(backNews(name, now - before.lostAt))
    } else if (before !== undefined) {
      const lostAt = before?.lostAt ?? now
      const told = (before?.told ?? false) || now - lostAt >= PATIENCE
      links.set(name, { lostAt, told })
      if (told && !before?.told) news.push(lostNews(name, standing))
    }
  }
  return { links, news }
}

export interface ConnectionNews {
  /** Every state of the links; null while nobody is signed in. */
  hear(connection: Connection | null): void
  close(): void
}

export function createConnectionNews(clock: Clock, report: (news: readonly News[]) => void): ConnectionNews {
  let links: Links = new Map()
  let latest: Connection | null = null
  let stopWaiting: Stop | null = null
  const hear = (connection: Connection | null): void => {
    latest = connection
    stopWaiting?.()
    stopWaiting = null
    const folded = connection
      ? foldLinks(links, connection, clock.monotonic())
      : { links: new Map<string, null>(), news: [] }
    links = folded.links
    report(folded.news)
    if ([...links.values()].some((of) => of !== null && !of.told))
      stopWaiting = clock.after(PATIENCE, () => hear(latest))
  }
  return { hear, close: () => stopWaiting?.() }
}
