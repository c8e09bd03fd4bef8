import { expect, test } from 'vitest'
import { statusWords } from '../../../renderer/topbar/statusWords.ts'
import type { Connection, LinkState } from '../../../shared/contract/status.ts'

const link = (channel: string, state: LinkState) => ({ channel, state, lastAt: null, message: null })
const symbols = ['BTC', 'ETH', 'SOL', 'XRP']
/** A connection whose tapes have the given states, the rest in order. */
const connection = (tapes: readonly LinkState[]): Connection => ({
  rest: { state: 'live', medianMs: 7, message: null },
  streams: [
    link('orders', 'live'),
    ...symbols.map((of) => link(`orderbook-stream:${of}USDC_PERP`, 'live')),
    ...tapes.map((state, n) => link(`market-trades:${symbols[n]}USDC_PERP`, state)),
  ],
  clock: { offsetMs: 20, uncertaintyMs: 5 },
  tokenExpiresAt: 60_000 * 44,
})
const names = (tapes: readonly LinkState[]) =>
  statusWords(connection(tapes), { live: 0, unknown: 0 }, 0).lights.map((of) => of.name)

test('each private channel has its own light, books one together, quiet tapes none', () => {
  expect(names(['live', 'live', 'live', 'live'])).toEqual(['REST 7 ms', 'orders', 'books 4/4'])
})

test('a figure of the past never stands on a link that is down', () => {
  const down = { ...connection([]), rest: { state: 'down' as const, medianMs: 32, message: 'refused' } }
  const { lights } = statusWords(down, { live: 0, unknown: 0 }, 0)
  expect(lights[0]).toEqual({ name: 'REST down', state: 'down', detail: 'refused' })
})

test('a tape that is lost is named; when the connection took them all, one light says so', () => {
  expect(names(['live', 'suspect', 'live', 'live'])).toContain('market-trades ETHUSDC_PERP suspect')
  expect(names(['down', 'down', 'down', 'down'])).toEqual(['REST 7 ms', 'orders', 'books 4/4', 'tapes 0/4'])
})
