/** A venue that answers every gap of docs/api.md#gaps otherwise, and the venue profile with which a client reads it. */

import type { Doubts } from '../../../electron/paper/apiVariants.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'

export const SECOND_DOUBTS: Doubts = {
  paths: {
    login: '/api/login',
    webhooks: '/api/v1/webhooks',
    customers: '/api/v2/clients',
    trades: '/api/v2/executions',
    transactions: '/api/v2/ledger',
    instruments: '/api/v2/contracts',
    tickers: '/api/v2/quotes',
    marketTrades: '/api/v2/tape',
  },
  lists: 'bare',
  listName: 'rows',
  cursorName: 'older',
  errors: 'nested',
  numbers: 'json',
  directions: { in: 'incoming', out: 'outgoing' },
  words: {
    orderStatus: { open: 'working', untriggered: 'waiting_for_trigger' },
    instrumentStatus: { open: 'trading' },
    liquidity: { maker: 'added', taker: 'removed' },
  },
  renameTriggered: true,
  unknownFields: true,
  openOrders: false,
  amend: false,
  stream: {
    channel: 'topic',
    type: 'event',
    data: 'payload',
    snapshot: 'full',
    update: 'delta',
    levels: 'pairs',
    compression: 'required',
  },
}

/** The same venue, with cursors: lists are objects under an unusual name. */
export const NAMED_LISTS: Doubts = { ...SECOND_DOUBTS, lists: 'named' }

/** The profile that reads a broker of these doubts. */
export const profileOf = (
  doubts: Doubts,
  at: { readonly restUrl: string; readonly streamUrl: string },
): VenueProfile =>
  venueProfile.parse({
    name: 'Second variant',
    kind: 'paper',
    restUrl: at.restUrl,
    streamUrl: at.streamUrl,
    paths: doubts.paths,
    lists: { items: [doubts.listName] },
    paging: { cursors: [doubts.cursorName] },
    directions: { in: [doubts.directions.in], out: [doubts.directions.out] },
    capabilities: { amend: doubts.amend, openOrders: doubts.openOrders },
    numbers:
      doubts.numbers === 'json'
        ? { amounts: 'string', prices: 'number', transfers: 'number', leverage: 'string' }
        : {},
    stream: {
      channel: [doubts.stream.channel],
      type: [doubts.stream.type],
      data: [doubts.stream.data],
      snapshot: [doubts.stream.snapshot],
      update: [doubts.stream.update],
      compression: doubts.stream.compression === 'required' ? 'permessage-deflate' : 'none',
    },
  })
