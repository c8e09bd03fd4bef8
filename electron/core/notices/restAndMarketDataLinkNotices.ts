/** Reports lost and recovered links of requests and market data. Never reports a link that was not live before. `session/trading/privateChannelNotices.ts` reports the private channels. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import type { News } from '../../../shared/domain/notice.ts'

interface LostLink {
  /** Monotonic ms. */
  readonly lostAt: number
  /** A notice reports the loss. */
  readonly isReported: boolean
}

/** By name of the link; null while it is live. A link that was never live is missing. */
type Links = ReadonlyMap<string, LostLink | null>

/** Ms within which a link may return without counting as lost: books are subscribed again all the time. */
const PATIENCE = 3_000

const REST = 'REST'
const MARKET = 'market data'

/** Public channels name an instrument; private channels do not. */
const isPublic = (channel: string): boolean => channel.includes(':')

const LOST: Readonly<Record<string, string>> = {
  [REST]: 'Orders at the venue stay live. Wait until the venue answers, or look at the orders at the venue.',
  [MARKET]: 'Orders and positions do not change. A ladder with old prices cannot be armed.',
}
const BACK: Readonly<Record<string, string>> = {
  [REST]: 'Openpit repeats the reads that failed. It never sends an order again.',
  [MARKET]:
    'Charts and time and sales may miss public trades of that time. Orders and positions did not change.',
}

/** The state of a link, or of several links together: one lost network is one notice, not one per instrument. */
interface LinkStatus {
  readonly down: readonly string[]
  readonly why: string | null
}

function linkStatuses({ rest, streams }: Connection): ReadonlyMap<string, LinkStatus> {
  const publicStreams = streams.filter(({ channel }) => isPublic(channel))
  const lost = publicStreams.filter(({ state }) => state !== 'live')
  const market = {
    down: lost.map(({ channel }) => channel),
    why: lost.find(({ message }) => message !== null)?.message ?? null,
  }
  const requests = { down: rest.state === 'live' ? [] : [REST], why: rest.message }
  return new Map([[REST, requests], ...(publicStreams.length > 0 ? ([[MARKET, market]] as const) : [])])
}

const lengthOf = (ms: number): string =>
  ms < 60_000
    ? `${Math.round(ms / 1000)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`

const newsOf = (
  name: string,
  news: Pick<News, 'message' | 'counts'> & { readonly detail: string },
): News => ({
  key: `connection ${name}`,
  level: 'warning',
  kind: 'connection',
  customerCode: null,
  symbol: null,
  referenceId: null,
  action: null,
  total: null,
  ...news,
})

const MOST_NAMED = 3

function lostNews(name: string, { down, why }: LinkStatus): News {
  const more = down.length > MOST_NAMED ? ` and ${down.length - MOST_NAMED} more` : ''
  return newsOf(name, {
    message:
      name === REST
        ? 'Nothing can be sent or read: the venue does not answer requests.'
        : `Prices may be old: market data is not live (${down.slice(0, MOST_NAMED).join(', ')}${more}).`,
    detail: [LOST[name], why].filter((text) => text !== null).join(' '),
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
  const links = new Map<string, LostLink | null>()
  const news: News[] = []
  for (const [name, status] of linkStatuses(connection)) {
    const before = known.get(name)
    if (status.down.length === 0) {
      links.set(name, null)
      if (before?.isReported) news.push(backNews(name, now - before.lostAt))
    } else if (before !== undefined) {
      const lostAt = before?.lostAt ?? now
      const isReported = (before?.isReported ?? false) || now - lostAt >= PATIENCE
      links.set(name, { lostAt, isReported })
      if (isReported && !before?.isReported) news.push(lostNews(name, status))
    }
  }
  return { links, news }
}

export interface RestAndMarketDataLinkNotices {
  /** Takes every state of the links; null while nobody is signed in. */
  take(connection: Connection | null): void
  close(): void
}

export function createRestAndMarketDataLinkNotices(
  clock: Clock,
  report: (news: readonly News[]) => void,
): RestAndMarketDataLinkNotices {
  let links: Links = new Map()
  let latest: Connection | null = null
  let stopWaiting: Stop | null = null
  const take = (connection: Connection | null): void => {
    latest = connection
    stopWaiting?.()
    stopWaiting = null
    const folded = connection
      ? foldLinks(links, connection, clock.monotonic())
      : { links: new Map<string, null>(), news: [] }
    links = folded.links
    report(folded.news)
    if ([...links.values()].some((link) => link !== null && !link.isReported))
      stopWaiting = clock.after(PATIENCE, () => take(latest))
  }
  return { take, close: () => stopWaiting?.() }
}
