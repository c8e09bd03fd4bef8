/** A core on scripted ports and a clock of the test's own, and a window that mirrors its topics by the contract's rules. */

import type { HealthOptions } from '../../../electron/core/assembly/coreOptions.ts'
import { createCore, type TradingCore } from '../../../electron/core/tradingCore.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import type { Log, LogFields } from '../../../electron/core/ports/log.ts'
import type { NoticeArchive } from '../../../electron/core/ports/noticeArchive.ts'
import {
  type OrderReport,
  plainDraft,
  type Order,
  type OrderDraft,
} from '../../../shared/domain/orders/order.ts'
import type { Updater } from '../../../electron/core/ports/updates/updater.ts'
import type { Passphrases } from '../../../electron/core/ports/credentials.ts'
import type { Settings } from '../../../electron/core/ports/settings.ts'
import type { ListedVenue } from '../../../electron/core/ports/listedVenue.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { decimal, multiply, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import {
  topics,
  type CommandName,
  type Delta,
  type Reply,
  type Request,
  type Snapshot,
  type TopicName,
} from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import type { Result } from '../../../shared/base/result.ts'
import { blankTicker, type Ticker } from '../../../shared/domain/instrument.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { FakeBroker } from '../../fakes/venue/fakeBroker.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { FakeJournal } from '../../fakes/core/fakeJournal.ts'
import { FakeMarket } from '../../fakes/core/fakeMarket.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'

export const text = (word: string) => word as DecimalText
export const C1 = 'C1042' as CustomerCode
export const C2 = 'C2007' as CustomerCode
export const BTC = 'BTCUSDC_PERP' as Symbol

export const draftOf = (more: Partial<OrderDraft> = {}): OrderDraft =>
  plainDraft({
    customerCode: C1,
    symbol: BTC,
    side: 'buy',
    type: 'limit',
    amount: text('2'),
    limitPrice: text('60000'),
    ...more,
  })

export const reportOf = (id: string, status: string, more: Partial<OrderReport> = {}): OrderReport => ({
  ...draftOf(),
  timeInForce: 'GTC',
  referenceId: id as ReferenceId,
  customerCode: C1,
  status,
  filledAmount: text('0'),
  filledQuote: text('0'),
  createdAt: 1_000,
  ...more,
})

/** Where the market of these stories stands. */
const PRICE = '60000'

export const tickerOf = (symbol: Symbol, receivedAt: number): Ticker => ({
  ...blankTicker(symbol, receivedAt),
  lastPrice: text(PRICE),
  markPrice: text(PRICE),
  bestBid: text(PRICE),
  bestAsk: text(PRICE),
})

export const tradeOf = (code: string, more: Partial<Trade> = {}): Trade => ({
  code,
  customerCode: C1,
  type: 'trade',
  symbol: BTC,
  referenceId: 'ref' as ReferenceId,
  side: 'buy',
  price: text('60000'),
  amount: text('1'),
  quote: null,
  fee: text('6'),
  realisedPnl: null,
  liquidity: 'taker',
  createdAt: 1_000,
  ...more,
})

export const rowOf = (code: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  code,
  customerCode: C1,
  transactionType: 'deposit',
  status: 'completed',
  asset: 'USDC',
  symbol: null,
  signedAmount: text('100'),
  direction: 'in',
  realisedPnl: null,
  referenceId: null,
  markPrice: null,
  fundingRate: null,
  createdAt: 1_000,
  ...more,
  totalAmount: text((more.totalAmount ?? more.signedAmount ?? '100').replace('-', '')),
})

export const LIVE: ListedVenue = {
  id: 'live',
  profile: venueProfile.parse({
    name: 'Live One',
    kind: 'live',
    restUrl: 'https://venue.example',
    streamUrl: 'wss://venue.example/stream',
  }),
  builtIn: null,
}
export const PAPER: ListedVenue = {
  id: 'paper',
  profile: venueProfile.parse({
    name: 'Paper',
    kind: 'paper',
    restUrl: 'http://127.0.0.1:1',
    streamUrl: 'ws://127.0.0.1:1',
  }),
  builtIn: { username: 'paper', password: 'paper-password' },
}

type OpenTopic<T extends TopicName> = (key: null, sink: TopicSink<T>, caller: Caller) => TopicFeed

export class Desk {
  readonly clock = new FakeClock()
  readonly vault = new FakeVault()
  readonly journal: FakeJournal
  readonly settings: Settings
  readonly brokers: FakeBroker[] = []
  readonly markets: FakeMarket[] = []
  readonly logged: { event: string; fields: LogFields | undefined }[] = []
  /** Prepares each broker before the core gets it. */
  prepare: (broker: FakeBroker) => void = () => undefined
  readonly core: TradingCore
  readonly caller: Caller = { windowId: 'w1', allows: () => true }
  /** Everything that crossed to the window. */
  readonly crossed: string[] = []

  constructor(
    options: {
      venues?: readonly ListedVenue[]
      settings?: Settings
      areSettingsLost?: boolean
      vaultAvailable?: boolean
      journal?: FakeJournal
      isJournalLost?: boolean
      notices?: NoticeArchive
      /** The limits that come with the terminal, unless a story needs others. */
      limits?: readonly LimitRule[]
      /** Left out: no dealer can have one. */
      passphrases?: Passphrases
      /** What watches the health of the run; left out: nothing does. */
      health?: (clock: FakeClock) => HealthOptions
      /** Installs other releases; left out: this run has none. */
      updates?: (clock: FakeClock) => Updater | string
    } = {},
  ) {
    this.settings = options.settings ?? memorySettings()
    this.journal = options.journal ?? new FakeJournal()
    this.vault.available = options.vaultAvailable ?? true
    const write = (event: string, fields?: LogFields) => void this.logged.push({ event, fields })
    const log: Log = { info: write, warn: write, error: write }
    this.core = createCore({
      clock: this.clock,
      random: seededRandom(7),
      openBroker: () => {
        const broker = new FakeBroker()
        broker.tickersAnswer = () => [tickerOf(BTC, this.clock.now())]
        this.prepare(broker)
        this.brokers.push(broker)
        return broker
      },
      openMarket: () => {
        const market = new FakeMarket()
        market.walkAnswer = () => ({
          bestPrice: text(PRICE),
          averagePrice: text(PRICE),
          worstPrice: text(PRICE),
          filled: text('1000'),
          quote: toText(multiply(decimal(PRICE), decimal('1000'))),
          whole: true,
          ranOut: false,
        })
        this.markets.push(market)
        return market
      },
      vault: this.vault,
      settings: this.settings,
      areSettingsLost: options.areSettingsLost ?? false,
      journal: this.journal,
      isJournalLost: options.isJournalLost ?? false,
      notices: options.notices ?? memoryNotices(),
      venues: options.venues ?? [PAPER, LIVE],
      startingLimits: options.limits ?? DEFAULT_RULES,
      passphrases: options.passphrases ?? null,
      program: { version: '0.0.0', dataFolder: null, manual: null },
      venueIdOf: ({ restUrl }) => `venue-${restUrl.replaceAll(/[^a-z0-9]/gi, '')}`,
      log,
      ...(options.health ? { health: options.health(this.clock) } : {}),
      ...(options.updates ? { updates: options.updates(this.clock) } : {}),
    })
  }

  get broker(): FakeBroker {
    const last = this.brokers.at(-1)
    if (!last) throw new Error('nobody signed in')
    return last
  }

  async call<C extends CommandName>(name: C, request: Request<C>): Promise<Result<Reply<C>, Failure>> {
    const handler = this.core.handlers[name] as (
      request: Request<C>,
      caller: Caller,
    ) => Promise<Result<Reply<C>, Failure>>
    const reply = await handler(request, this.caller)
    // What the desk took goes on by itself: to the journal, then to the venue.
    await this.settle()
    this.crossed.push(JSON.stringify(reply))
    return reply
  }

  /** A window's view of a topic whose deltas replace the whole. */
  follow<T extends TopicName>(name: T): { now(): Snapshot<T>; deltas: Delta<T>[] } {
    let now: Snapshot<T> | undefined
    const deltas: Delta<T>[] = []
    const sink: TopicSink<T> = {
      snapshot: (value) => {
        topics[name].snapshot.parse(value)
        this.crossed.push(JSON.stringify(value))
        now = value
      },
      delta: (change) => {
        topics[name].delta.parse(change)
        this.crossed.push(JSON.stringify(change))
        deltas.push(change)
        now = change as unknown as Snapshot<T>
      },
      end: () => undefined,
    }
    const source = this.core.sources[name] as unknown as OpenTopic<T>
    source(null, sink, this.caller)
    return { now: () => now as Snapshot<T>, deltas }
  }

  /** A window's view of a topic of records. */
  mirror<
    T extends
      | 'orders'
      | 'trades'
      | 'ledger'
      | 'positions'
      | 'balances'
      | 'reconciliation'
      | 'tickers'
      | 'notices'
      | 'blocks',
  >(name: T, keyOf: (record: Snapshot<T>[number]) => string): Map<string, Snapshot<T>[number]> {
    const records = new Map<string, Snapshot<T>[number]>()
    const take = (list: readonly Snapshot<T>[number][]) => {
      for (const record of list) records.set(keyOf(record), record)
    }
    const sink: TopicSink<T> = {
      snapshot: (value) => {
        topics[name].snapshot.parse(value)
        this.crossed.push(JSON.stringify(value))
        records.clear()
        take(value)
      },
      delta: (change) => {
        topics[name].delta.parse(change)
        this.crossed.push(JSON.stringify(change))
        take(change)
      },
      end: () => undefined,
    }
    const source = this.core.sources[name] as unknown as OpenTopic<T>
    source(null, sink, this.caller)
    return records
  }

  orders(): Map<string, Order> {
    return this.mirror('orders', (order) => order.referenceId)
  }

  /** Lets promises settle without time passing. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  }

  /** A user of the venue `live` signs in, also in place of the user before. */
  async signInAs(username: string) {
    const reply = await this.call('session.signIn', {
      venueId: 'live',
      username,
      password: 'pw',
      signingKey: null,
      keep: 'run',
    })
    await this.settle()
    return reply
  }

  async ready(): Promise<FakeBroker> {
    await this.call('session.signIn', {
      venueId: 'paper',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    await this.settle()
    return this.broker
  }
}
