/** The venue of one run of the client suite: its adapter, what its streams said, and the drafts of its orders. Asserts nothing. */

import { expect } from 'vitest'
import { openBroker } from '../../../../electron/broker/broker.ts'
import type { Broker } from '../../../../electron/core/ports/broker.ts'
import type {
  BalanceChange,
  HistoryPage,
  ReadFailure,
} from '../../../../electron/core/ports/brokerAnswers.ts'
import type { Credentials } from '../../../../electron/core/ports/credentials.ts'
import type { VariantChoices } from '../../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import {
  decimal,
  decimalOf,
  divide,
  roundToStep,
  toText,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Connection } from '../../../../shared/contract/status.ts'
import {
  NO_CHANGES,
  plainDraft,
  type OrderChanges,
  type OrderDraft,
  type OrderReport,
} from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { Freedom } from '../../../fakes/venue/thirdVariant.ts'

export const clock = clockOf(globalThis)
export const BTC = 'BTCUSDC_PERP' as Symbol
export const text = (word: string): DecimalText => word as DecimalText

/** Options of a test: whether it is passed over. */
interface StepOptions {
  readonly skip?: boolean
}

/** Registers one test of the suite, as `test` of Vitest does. */
export interface Step {
  (title: string, run: () => Promise<void>): void
  (title: string, options: StepOptions, run: () => Promise<void>): void
}

/** What a venue shows to its client. */
export interface SuiteAccess {
  readonly profile: VenueProfile
  readonly credentials: Credentials
  readonly customer: CustomerCode
}

export type SuiteVenue = ReturnType<typeof createSuiteVenue>

/** Readings of a list at most, at a venue that hides a row from answer to answer. */
const MOST_READINGS = 60

/** What a venue with freedoms may leave unsaid. Every other expectation of the suite stays as it is. */
function createAllowances(freedoms: readonly Freedom[]) {
  const takes = new Set(freedoms)
  const mayBeGone = takes.has('odd-fields') || takes.has('gone-fields')
  const unreadable: readonly RegExp[] = [
    ...(takes.has('odd-fields')
      ? [/\b(leverage|time_in_force|trigger_price_type|liquidity|asset|funding_rate)\b/]
      : []),
    ...(takes.has('odd-rows') ? [/^(market trade|trade|ledger row): |row cannot be read/] : []),
    ...(takes.has('hidden-instruments') ? [/^(instrument|instruments|tickers): /] : []),
    ...(takes.has('continuations') || takes.has('bodies') ? [/^orders: /] : []),
  ]
  return {
    /** A field that no fact hangs on: as written, or unknown where the venue may leave it out. */
    optional: (value: unknown): unknown => (mayBeGone ? expect.toBeOneOf([value, null]) : value),
    /** A list that is called not whole need not show every row. */
    mayHideOrders: takes.has('continuations') || takes.has('bodies'),
    /** Sentences that no freedom of the venue explains. */
    unexplained: (sentences: readonly string[]) =>
      sentences.filter((sentence) => !unreadable.some((pattern) => pattern.test(sentence))),
    /** Reads until `isWhole`, where the venue may hide a row from answer to answer. */
    async whole<T>(read: () => Promise<T>, isWhole: (value: T) => boolean): Promise<T> {
      let value = await read()
      for (let n = 1; n < MOST_READINGS && takes.has('hidden-instruments') && !isWhole(value); n++)
        value = await read()
      return value
    },
  }
}

/** `freedoms`: what this venue does besides its variant (`test/fakes/venue/thirdVariant.ts`). */
export function createSuiteVenue(variant: VariantChoices, freedoms: readonly Freedom[] = []) {
  const allowances = createAllowances(freedoms)
  let access: SuiteAccess | null = null
  let broker: Broker | null = null
  let serial = 0
  const opened = <T>(value: T | null): T => {
    if (value === null) throw new Error('the venue of the suite is not open')
    return value
  }
  function must<T>(result: Result<T, ReadFailure>): T {
    if (!result.ok)
      throw new Error(`${result.failure.kind} ${result.failure.code}: ${result.failure.message}`)
    return result.value
  }
  const draft = (more: Partial<OrderDraft>): OrderDraft =>
    plainDraft({
      customerCode: opened(access).customer,
      symbol: BTC,
      side: 'buy',
      type: 'market',
      ...more,
    })

  /** A price half of the last one, on a whole dollar: a bid there rests. */
  async function lowPrice(): Promise<DecimalText> {
    const ticker = await allowances.whole(
      async () => must(await opened(broker).tickers()).find((one) => one.symbol === BTC),
      (shown) => shown !== undefined,
    )
    expect(ticker?.lastPrice).not.toBeNull()
    return toText(roundToStep(divide(decimal(ticker?.lastPrice ?? '0'), decimalOf(2)), decimalOf(1), 'down'))
  }

  async function all<T>(
    read: (before?: string) => Promise<Result<HistoryPage<T>, ReadFailure>>,
  ): Promise<T[]> {
    const rows: T[] = []
    let before: string | undefined
    for (let pages = 0; pages < 50; pages++) {
      const page = must(await read(before))
      expect(page.fault ?? null).toBeNull()
      rows.push(...page.items)
      if (page.next === null) return rows
      before = page.next
    }
    throw new Error('the list has no end')
  }

  return {
    variant,
    ...allowances,
    /** What this venue calls an order that rests. */
    open: variant.words.orderStatus['open'] ?? 'open',
    heard: {
      orders: [] as OrderReport[],
      trades: [] as Trade[],
      balances: [] as BalanceChange[],
      resumed: [] as string[],
      unreadable: [] as string[],
      connections: [] as Connection[],
    },
    must,
    draft,
    lowPrice,
    all,
    nextId: () => `adapter-${++serial}` as ReferenceId,
    resting: async (): Promise<OrderDraft> =>
      draft({ type: 'limit', amount: text('0.02'), limitPrice: await lowPrice(), timeInForce: 'GTC' }),
    toMore: (price: DecimalText): OrderChanges => ({
      ...NO_CHANGES,
      amount: text('0.03'),
      limitPrice: price,
    }),
    start(to: SuiteAccess) {
      access = to
      broker = openBroker({ clock, random: seededRandom(1) })(to.profile)
    },
    close: () => broker?.close(),
    get profile() {
      return opened(access).profile
    },
    get credentials() {
      return opened(access).credentials
    },
    get customer() {
      return opened(access).customer
    },
    get broker() {
      return opened(broker)
    },
  }
}
