/** A venue that fills every gap of docs/api.md#gaps in another way than the defaults, and the venue profile that fits it. */

import type { VariantChoices } from '../../../electron/paper/apiVariants.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'

export const SECOND_VARIANT: VariantChoices = {
  paths: {
    login: '/api/login',
    webhooks: '/api/v1/webhooks',
    customers: '/api/v2/clients',
    trades: '/api/v2/executions',
    transactions: '/api/v2/ledger',
    instruments: '/api/v2/contracts',
    tickers: '/api/v2/quotes',
    marketTrades: '/api/v2/prints',
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
export const NAMED_LISTS: VariantChoices = { ...SECOND_VARIANT, lists: 'named' }

/** The venue profile that fits a broker of this variant. */
export const profileOf = (
  variant: VariantChoices,
  at: { readonly restUrl: string; readonly streamUrl: string },
): VenueProfile =>
  venueProfile.parse({
    name: 'Second variant',
    kind: 'paper',
    restUrl: at.restUrl,
    streamUrl: at.streamUrl,
    paths: variant.paths,
    lists: { items: [variant.listName] },
    paging: { cursors: [variant.cursorName] },
    directions: { in: [variant.directions.in], out: [variant.directions.out] },
    capabilities: { amend: variant.amend, openOrders: variant.openOrders },
    numbers:
      variant.numbers === 'json'
        ? { amounts: 'string', prices: 'number', transfers: 'number', leverage: 'string' }
        : {},
    stream: {
      channel: [variant.stream.channel],
      type: [variant.stream.type],
      data: [variant.stream.data],
      snapshot: [variant.stream.snapshot],
      update: [variant.stream.update],
      compression: variant.stream.compression === 'required' ? 'permessage-deflate' : 'none',
    },
  })
