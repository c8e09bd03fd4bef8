/** The adapter to the broker API, and this folder's door: puts session, queue, HTTP and streams together. Repeats no mutation; decides no fate beyond the table. */

import type { Clock } from '../../shared/base/clock.ts'
import { parseExact } from '../../shared/base/json.ts'
import type { Random } from '../../shared/base/random.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import {
  readFeeProfileItem,
  readMarginProfile,
  readOrder,
  readTransfer,
} from '../../shared/broker/accountRecords.ts'
import type { Unread } from '../../shared/broker/fields.ts'
import { readList } from '../../shared/broker/lists/lists.ts'
import { readInstrument, readMarketTrade, readTicker } from '../../shared/broker/marketRecords.ts'
import {
  amendBody,
  feeBody,
  feeProfilePath,
  instrumentsPath,
  marginProfilePath,
  marketTradesPath,
  orderBody,
  orderPath,
  ordersPath,
  transferBody,
  transferPath,
} from '../../shared/broker/requests.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { contradictionOf } from '../../shared/domain/orders/orderContradiction.ts'
import type { Broker, BrokerListener, OpenBroker, ReadFailure } from '../core/ports.ts'
import type { SocketMaker } from '../net/supervisedSocket.ts'
import { openAuthentication } from './authentication/authentication.ts'
import { about } from './rest/classify.ts'
import { createConnectionStatus } from './connectionStatus.ts'
import { createHistoryReads } from './historyReads.ts'
import {
  HTTP_LIMITS,
  openHttp,
  type HttpAnswer,
  type HttpLimits,
  type HttpOutcome,
  type HttpRequest,
} from './rest/http.ts'
import { memoryNonceStore, type NonceStore } from './authentication/nonces.ts'
import { openPrivateStreams, type PrivateStreams } from './privateStreams.ts'
import { createRequestQueue } from './rest/requestQueue.ts'
import { createServerClock } from './authentication/serverClock.ts'
import { createVenueClock } from './authentication/venueClock.ts'
import { createVenueRest } from './venueRest.ts'
import { createWebhooks } from './webhooks.ts'

export interface BrokerOptions {
  readonly clock: Clock
  readonly random: Random
  /** Where the nonces of signed requests are kept from run to run; without one they are unique within this run. */
  readonly nonces?: NonceStore
  /** Shorter limits, for tests and slow lines. */
  readonly limits?: Partial<HttpLimits>
  /** Silence that ends a stream, ms. */
  readonly livenessMs?: number
  /** Connections for requests and for streams unless they are the real ones: for a simulated network. */
  readonly openHttp?: typeof openHttp
  readonly WebSocket?: SocketMaker
}

// What could not be read, kept for a listener that is not there yet.
const EARLY_NEWS = 50

/** Makes the adapter; `broker` of one profile connects only when asked to sign in. */
export const openBroker = (dependencies: BrokerOptions): OpenBroker => {
  // One for all sessions of this run: the next may sign with the same key.
  const nonces = dependencies.nonces ?? memoryNonceStore()
  return (profile) => connect({ ...dependencies, nonces }, profile)
}

function connect(
  dependencies: BrokerOptions & { readonly nonces: NonceStore },
  profile: VenueProfile,
): Broker {
  const { clock, random } = dependencies
  const limits = { ...HTTP_LIMITS, ...dependencies.limits }
  const http = (dependencies.openHttp ?? openHttp)(profile.restUrl, clock, limits)
  const queue = createRequestQueue(clock, limits.connections)
  const serverClock = createServerClock()
  const venueClock = createVenueClock(clock, serverClock)
  let listener: BrokerListener | null = null
  let streams: PrivateStreams | null = null
  const early: ((to: BrokerListener) => void)[] = []

  const tell = (news: (to: BrokerListener) => void) => {
    if (listener) news(listener)
    else if (early.length < EARLY_NEWS) early.push(news)
  }
  const unreadable = (sentence: string) => tell((to) => to.unreadable(sentence))
  const unread = (of: Unread) => tell((to) => to.unread(of))

  const board = createConnectionStatus(clock, serverClock, () => authentication.expiresAt())

  const send = async (request: HttpRequest): Promise<HttpOutcome> => {
    const outcome = await http.send(request)
    if (outcome.kind === 'answered') venueClock.hear(outcome)
    board.heard(outcome)
    return outcome
  }

  const authentication = openAuthentication({
    profile,
    clock,
    random,
    send,
    venueTime: () => venueClock.now(),
    nonces: dependencies.nonces,
    onChange() {
      board.changed()
      streams?.proofChanged()
    },
    onSignedOff: (why) => {
      streams?.close()
      streams = null
      listener?.signedOff(why)
    },
  })

  const rest = createVenueRest({ profile, clock, queue, authentication, send, unreadable, unread })
  const openStreams = (to: BrokerListener) => {
    streams?.close()
    streams = openPrivateStreams({
      profile,
      clock,
      random,
      signer: () => authentication.signer(),
      listener: to,
      onLink: (channel, state, message) => board.stream(channel, state, message),
      ...(dependencies.livenessMs === undefined ? {} : { livenessMs: dependencies.livenessMs }),
      ...(dependencies.WebSocket === undefined ? {} : { WebSocket: dependencies.WebSocket }),
    })
  }

  /** What a list of instruments showed; where the list is not whole, the dealer is told why. */
  const shown = async <T extends { readonly symbol: string }>(
    name: string,
    path: Result<string, string>,
    take: (value: unknown) => Result<T, string>,
  ): Promise<Result<readonly T[], ReadFailure>> => {
    const listed = await rest.list(path, name, take, ({ symbol }) => symbol)
    if (!listed.ok) return listed
    const { items, missing } = listed.value
    if (missing === null) return ok(items)
    const message = `${name}: the list is not complete: ${missing}`
    // Nothing of a list that holds something is not an empty list.
    if (items.length === 0) return fail({ kind: 'unreadable', code: null, message: `${message}.` })
    unreadable(message)
    return ok(items)
  }

  const parsed = (answer: HttpAnswer): Result<unknown, string> => parseExact(answer.body)

  return {
    ...createHistoryReads(profile, rest, unreadable, (customer, why) =>
      tell((to) => to.tradeLost(customer, why)),
    ),
    ...createWebhooks(profile, rest),
    async signIn(credentials) {
      const done = await authentication.signIn(credentials)
      // Signed in again after the venue had ended the session: the listener is still there, its streams are not.
      if (done.ok && listener && !streams) openStreams(listener)
      return done
    },
    listen(next) {
      listener = next
      for (const news of early.splice(0)) news(next)
      board.listen((state) => next.connection(state))
      openStreams(next)
    },
    close() {
      listener = null
      streams?.close()
      streams = null
      board.close()
      authentication.close()
      queue.close()
      http.close()
    },

    instruments: (filter = {}) => shown('instruments', ok(instrumentsPath(profile, filter)), readInstrument),
    tickers: () => shown('tickers', ok(profile.paths.tickers), (value) => readTicker(value, clock.now())),
    order: (customer, id, how) =>
      rest.read(
        'look-up',
        orderPath(profile, customer, id),
        (body) => about('order', { referenceId: id, customerCode: customer }, readOrder(body, customer)),
        how,
      ),
    venueTime() {
      const known = venueClock.now()
      return known && { earliest: known.time - known.uncertaintyMs }
    },
    async openOrders(customer) {
      if (!profile.capabilities.openOrders)
        return fail({
          kind: 'refused',
          code: null,
          message: 'This venue has no list of open orders (venue profile, capabilities.openOrders).',
          absent: true,
        })
      const listed = await rest.list(
        ordersPath(profile, customer),
        'orders',
        (value) => about('order', { customerCode: customer }, readOrder(value, customer)),
        ({ referenceId }) => referenceId,
      )
      if (!listed.ok) return listed
      // A row that cannot be read may be an order.
      const { items, missing, unreadable: rows } = listed.value
      return ok({ items, missing: missing ?? rows })
    },
    marginProfile: (customer) => rest.read('read', marginProfilePath(profile, customer), readMarginProfile),
    feeProfile: (customer) => shown('fees', feeProfilePath(profile, customer), readFeeProfileItem),

    async marketTrades(symbol, before) {
      const page = await rest.page(
        marketTradesPath(profile, symbol, before ?? null),
        'trades',
        before,
        (value) => readMarketTrade(value, symbol),
      )
      // Plain data: this page goes on to the market worker.
      return page.ok ? ok({ items: page.value.items, next: page.value.next }) : page
    },

    async createOrder(id, draft, dispatchGate) {
      const { customerCode } = draft
      let contradiction: string | null = null
      const outcome = await rest.mutate(
        'order',
        'POST',
        ordersPath(profile, customerCode),
        orderBody(id, draft, profile),
        dispatchGate,
        (answer) => {
          const body = parsed(answer)
          if (!body.ok) return body
          const order = about('order', { referenceId: id }, readOrder(body.value, customerCode))
          contradiction = order.ok ? contradictionOf(draft, order.value) : null
          return contradiction === null ? order : fail(`it shows the order otherwise: ${contradiction}`)
        },
      )
      return outcome.kind === 'unknown' && contradiction !== null ? { ...outcome, contradiction } : outcome
    },
    cancelOrder: (customer, id, dispatchGate) =>
      rest.mutate('cancel', 'DELETE', orderPath(profile, customer, id), ok(null), dispatchGate, () =>
        ok(null),
      ),
    amendOrder(customer, id, changes, dispatchGate) {
      if (!profile.capabilities.amend)
        return Promise.resolve({
          kind: 'not-sent' as const,
          message: 'Not sent: this venue has no amend (venue profile, capabilities.amend).',
        })
      return rest.mutate(
        'order',
        'PATCH',
        orderPath(profile, customer, id),
        amendBody(changes, profile),
        dispatchGate,
        (answer) => {
          const body = parsed(answer)
          return body.ok
            ? about('order', { referenceId: id, customerCode: customer }, readOrder(body.value, customer))
            : body
        },
      )
    },
    transfer: (request, dispatchGate) =>
      rest.mutate(
        'order',
        'POST',
        transferPath(profile, request),
        ok(transferBody(request, profile)),
        dispatchGate,
        (answer) => {
          const body = parsed(answer)
          return body.ok ? readTransfer(body.value, request, profile) : body
        },
      ),
    writeFeeProfile: (customer, symbol, makerFee, takerFee, dispatchGate) =>
      rest.mutate(
        'order',
        'PUT',
        feeProfilePath(profile, customer, symbol),
        ok(feeBody(makerFee, takerFee, profile)),
        dispatchGate,
        (answer) => {
          const body = parsed(answer)
          if (!body.ok) return body
          if (symbol === null) {
            const list = readList(body.value, 'fees', profile, readFeeProfileItem)
            return list.ok ? ok(list.value.items) : list
          }
          const item = about('fee', { symbol }, readFeeProfileItem(body.value))
          return item.ok ? ok([item.value]) : item
        },
      ),
  }
}
