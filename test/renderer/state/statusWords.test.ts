import { expect, test } from 'vitest'
import { statusWords } from '../../../renderer/state/statusWords.ts'
import { whyCustomersUnknown } from '../../../shared/contract/status.ts'
import { neverRead, unseenIn, type OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { code } from '../../fakes/window/scriptedCore.ts'
import type { Connection, LinkState, VenueRead } from '../../../shared/contract/status.ts'

const link = (channel: string, state: LinkState) => ({ channel, state, lastAt: null, message: null })
const symbols = ['BTC', 'ETH', 'SOL', 'XRP']
/** A connection whose channels have the given states, the rest in order. */
const connection = (channels: readonly LinkState[]): Connection => ({
  rest: { state: 'live', medianMs: 7, message: null },
  streams: [
    link('orders', 'live'),
    ...symbols.map((symbol) => link(`orderbook-stream:${symbol}USDC_PERP`, 'live')),
    ...channels.map((state, n) => link(`market-trades:${symbols[n]}USDC_PERP`, state)),
  ],
  clock: { offsetMs: 20, uncertaintyMs: 5 },
  tokenExpiresAt: 60_000 * 44,
})
const names = (channels: readonly LinkState[]) =>
  statusWords(connection(channels), { live: 0, unknown: 0, unseen: unseenIn([]) }, 0).lights.map(
    (light) => light.name,
  )

test('each private channel has its own light, books one together, quiet ones none', () => {
  expect(names(['live', 'live', 'live', 'live'])).toEqual(['REST 7 ms', 'orders', 'books 4/4'])
})

test('a figure of the past never stands on a link that is down', () => {
  const down = { ...connection([]), rest: { state: 'down' as const, medianMs: 32, message: 'refused' } }
  const { lights } = statusWords(down, { live: 0, unknown: 0, unseen: unseenIn([]) }, 0)
  expect(lights[0]).toEqual({ name: 'REST down', state: 'down', detail: 'refused' })
})

test('a channel that is lost is named; when the connection took them all, one light says so', () => {
  expect(names(['live', 'suspect', 'live', 'live'])).toContain('market-trades ETHUSDC_PERP suspect')
  expect(names(['down', 'down', 'down', 'down'])).toEqual(['REST 7 ms', 'orders', 'books 4/4', 'trades 0/4'])
})

test('live orders are counted only where every list of open orders is whole', () => {
  const partial = {
    ...neverRead(code('C1042')),
    state: 'partial' as const,
    shown: 7,
    reason: 'its cursor leads nowhere',
  }
  const bar = (live: number, unseen: readonly OpenOrderReading[]) =>
    statusWords(connection([]), { live, unknown: 0, unseen: unseenIn(unseen) }, 0).resting
  expect(bar(0, [])).toEqual({
    text: '0 orders stay live at the venue if this terminal closes',
    detail: null,
  })
  expect(bar(7, [partial])).toEqual({
    text: 'at least 7 orders stay live at the venue if this terminal closes',
    detail: 'The list of C1042 is not complete (7 orders shown): its cursor leads nowhere.',
  })
  expect(bar(0, [neverRead(code('C2007'))])).toEqual({
    text: 'no live order known, but not every list of open orders is read',
    detail: 'The list of C2007 is not read: not requested yet.',
  })
})

test('live orders are counted only where every customer is known, without a light', () => {
  const reads = [
    { name: 'customers' as const, readAt: null, why: 'trades and ledger are not read to the first record.' },
  ]
  const unseen = { lists: [], customers: whyCustomersUnknown(reads) }
  const { resting, lights } = statusWords(connection([]), { live: 2, unknown: 0, unseen }, 0, reads)
  expect(resting).toEqual({
    text: 'at least 2 orders stay live at the venue if this terminal closes',
    detail:
      'There may be customers that are not known here: trades and ledger are not read to the first record.',
  })
  expect(lights[0]?.state).toBe('live')
})

test('lists and private channels in the same trouble share one light, which keeps every reason', () => {
  const lost = {
    ...connection([]),
    streams: [
      { ...link('orders', 'down'), message: 'closed by the venue' },
      link('trades', 'live'),
      { ...link('balance-changes', 'down'), message: 'no answer' },
    ],
  }
  const reads = [
    { name: 'instruments' as const, readAt: 1, why: 'refused' },
    { name: 'trades' as const, readAt: 1, why: 'refused' },
    { name: 'ledger' as const, readAt: null, why: 'no list' },
  ]
  const lightsOf = (read: readonly VenueRead[]) =>
    statusWords(lost, { live: 0, unknown: 0, unseen: unseenIn([]) }, 0, read).lights
  const lights = lightsOf(reads)
  expect(lights.slice(1)).toEqual([
    { name: 'instruments, trades not read again', state: 'suspect', detail: 'refused' },
    { name: 'ledger not read', state: 'suspect', detail: 'no list' },
    { name: 'trades', state: 'live', detail: null },
    { name: 'orders, balance-changes down', state: 'down', detail: 'closed by the venue\nno answer' },
  ])
  expect(lightsOf([...reads, { name: 'tickers', readAt: 1, why: 'no answer' }])[1]).toEqual({
    name: '3 lists not read again',
    state: 'suspect',
    detail: 'instruments, trades, prices not read again\nrefused\nno answer',
  })
})

test('a list that could not be read has its own light, and its link is not green', () => {
  const reads = [
    { name: 'instruments' as const, readAt: 1, why: null },
    { name: 'trades' as const, readAt: null, why: 'no list' },
    { name: 'tickers' as const, readAt: 1, why: 'gone' },
  ]
  const { lights } = statusWords(connection([]), { live: 0, unknown: 0, unseen: unseenIn([]) }, 0, reads)
  expect(lights.slice(0, 3)).toEqual([
    { name: 'REST 7 ms', state: 'suspect', detail: 'no list' },
    { name: 'trades not read', state: 'suspect', detail: 'no list' },
    { name: 'prices not read again', state: 'suspect', detail: 'gone' },
  ])
})
