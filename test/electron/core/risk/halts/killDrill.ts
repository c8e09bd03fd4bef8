/** The kill switch as a drill: real windows over loopback, the real core and adapter, the real paper broker behind a slow road. Measures; asserts nothing. */

import { openBroker } from '../../../../../electron/broker/broker.ts'
import type { Broker, Log, Venue } from '../../../../../electron/core/ports.ts'
import { createCore } from '../../../../../electron/core/tradingCore.ts'
import { memoryNotices } from '../../../../../electron/storage/memoryNotices.ts'
import { openLoopbackGateway } from '../../../../../electron/gateway/browserGateway.ts'
import { PLAIN_DOUBTS } from '../../../../../electron/paper/apiVariants.ts'
import { memoryJournal } from '../../../../../electron/storage/memoryJournal.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { clockOf } from '../../../../../shared/base/clock.ts'
import { decimal, multiply, toText, type DecimalText } from '../../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../../shared/base/random.ts'
import { ok } from '../../../../../shared/base/result.ts'
import { connectContract } from '../../../../../shared/contract/client.ts'
import type { Snapshot } from '../../../../../shared/contract/contract.ts'
import type { ContractClient } from '../../../../../shared/contract/ports.ts'
import type { HaltState } from '../../../../../shared/domain/orders/halt.ts'
import { plainDraft, isLive, type OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../../shared/domain/scalars.ts'
import { startLivePaper } from '../../../../fakes/venue/livePaper.ts'
import { dial, pageFolder, proofOf } from '../../../../contract/roads.ts'
import { DEFAULT_RULES } from '../../../../../shared/domain/limits/limits.ts'
import { FakeMarket } from '../../../../fakes/core/fakeMarket.ts'
import { FakeVault } from '../../../../fakes/core/fakeVault.ts'
import { profileOf } from '../../../../fakes/venue/secondVariant.ts'
import { openSlowRoad } from '../../../../fakes/venue/slowTransport.ts'

const WINDOWS = 3
/** Ms after which a drill is given up. */
const PATIENCE = 90_000

export interface Drill {
  /** Orders that rested at the venue when the key was pressed. */
  readonly resting: number
  /** Ms from the call to the moment each window had heard of the halt. */
  readonly haltedIn: readonly number[]
  /** Ms from the call until every order was proven over. */
  readonly verifiedIn: number
  readonly halt: HaltState
  /** Live orders that the venue still has, by its own word to another session. */
  readonly aliveAtVenue: number
  readonly cancelsSent: number
  readonly cancelsAtOnce: number
  /** What a new order met in another window. */
  readonly refusal: string | null
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const BTC = 'BTCUSDC_PERP' as Symbol

/** Resting orders of every kind, far from a market at `mark`. */
function restingDraft(customerCode: CustomerCode, n: number, mark: DecimalText): OrderDraft {
  const times = (factor: string) => toText(multiply(decimal(mark), decimal(factor)))
  const whole = (price: DecimalText) => price.replace(/\..*$/, '') as DecimalText
  const [low, lower, high] = [whole(times('0.7')), whole(times('0.69')), whole(times('1.4'))]
  const base: OrderDraft = plainDraft({
    customerCode,
    symbol: BTC,
    side: 'buy',
    type: 'limit',
    amount: '0.001' as DecimalText,
  })
  const kinds: readonly Partial<OrderDraft>[] = [
    { limitPrice: low, timeInForce: 'GTC' },
    { type: 'stop_loss', side: 'sell', triggerPrice: low, triggerPriceType: 'trade_price' },
    {
      type: 'stop_loss_limit',
      side: 'sell',
      triggerPrice: low,
      limitPrice: lower,
      triggerPriceType: 'trade_price',
    },
    { type: 'take_profit', side: 'sell', triggerPrice: high, triggerPriceType: 'trade_price' },
    {
      type: 'take_profit_stop_loss',
      side: 'sell',
      takeProfitPrice: high,
      stopLossPrice: low,
      triggerPriceType: 'mark_price',
    },
  ]
  return { ...base, ...kinds[n % kinds.length] }
}

/** Rests `orders` at the paper broker, halts the desk over a road of `latencyMs` per request, and waits for the proof. */
export async function killDrill({
  orders,
  latencyMs,
}: {
  orders: number
  latencyMs: number
}): Promise<Drill> {
  const clock = clockOf(globalThis)
  const closers: (() => unknown)[] = []
  const until = async (holds: () => boolean): Promise<void> => {
    const end = clock.monotonic() + PATIENCE
    while (!holds()) {
      if (clock.monotonic() > end) throw new Error('The drill took too long.')
      await new Promise<void>((resolve) => void clock.after(1, resolve))
    }
  }
  try {
    const paper = await startLivePaper({ clock })
    closers.push(() => paper.close())
    const road = await openSlowRoad(paper.restUrl, latencyMs, clock)
    closers.push(() => road.close())
    const credentials = { username: paper.username, password: paper.password }
    const direct = profileOf(PLAIN_DOUBTS, paper)
    const open = openBroker({ clock, random: seededRandom(4) })

    const other: Broker = open(direct)
    closers.push(() => other.close())
    await other.signIn(credentials)
    const tickers = await other.tickers()
    const mark = tickers.ok ? tickers.value.find(({ symbol }) => symbol === BTC)?.markPrice : null
    if (!mark) throw new Error('The paper broker tells no mark price.')
    const customers = paper.customers.slice(0, 4)
    const place = async (n: number): Promise<void> => {
      const customer = customers[n % customers.length]
      if (customer === undefined) throw new Error('The paper broker has no customer.')
      const sent = await other.createOrder(
        `drill-${n}` as ReferenceId,
        restingDraft(customer, n, mark),
        async () => ok(null),
      )
      if (sent.kind !== 'accepted') throw new Error(`Order ${n} did not rest: ${JSON.stringify(sent)}`)
    }
    for (let n = 0; n < orders; n++) await place(n)

    const venue: Venue = {
      id: 'drill',
      profile: { ...direct, restUrl: road.url },
      builtIn: credentials,
    }
    const core = createCore({
      clock,
      random: seededRandom(3),
      openBroker: open,
      openMarket: () => new FakeMarket(),
      vault: new FakeVault(),
      settings: memorySettings(),
      journal: memoryJournal(),
      notices: memoryNotices(),
      venues: [venue],
      startingLimits: DEFAULT_RULES,
      venueIdOf: () => 'another',
      log: silent,
    })
    closers.push(() => core.close())
    const page = pageFolder()
    closers.push(() => page.remove())
    const gateway = await openLoopbackGateway({
      desk: Promise.resolve({ handlers: core.handlers, sources: core.sources, allows: () => true }),
      clock,
      page: page.url,
      port: 0,
      report: (sentence, error) => {
        throw error instanceof Error ? error : new Error(sentence)
      },
    })
    closers.push(() => gateway.close())

    const windows = Array.from({ length: WINDOWS }, (): ContractClient => {
      const client = connectContract({
        openTransport: () => dial(gateway.port),
        proof: proofOf(gateway.token),
        clock,
        random: seededRandom(5),
        report: (error: unknown) => {
          throw error instanceof Error ? error : new Error(String(error))
        },
      })
      closers.push(() => client.close())
      return client
    })
    const [first, second] = windows
    if (!first || !second) throw new Error('A drill needs two windows.')
    let phase = ''
    const takeSession = (of: Snapshot<'session'>) => void (phase = of.phase)
    first.open('session', null, { snapshot: takeSession, delta: takeSession })
    const live = new Set<string>()
    const takeOrders = (all: Snapshot<'orders'>) => {
      for (const order of all)
        if (isLive(order)) live.add(order.referenceId)
        else live.delete(order.referenceId)
    }
    first.open('orders', null, { snapshot: takeOrders, delta: takeOrders })
    const heard: (number | null)[] = windows.map(() => null)
    let halt: HaltState | null = null
    let verifiedAt: number | null = null
    windows.forEach((client, at) => {
      const takeHalts = ([of]: Snapshot<'halts'>) => {
        if (!of) return
        heard[at] ??= clock.monotonic()
        if (at > 0) return
        halt = of
        if (of.orders > 0 && of.verified === of.orders) verifiedAt ??= clock.monotonic()
      }
      client.open('halts', null, { snapshot: takeHalts, delta: takeHalts })
    })
    await until(() => phase !== '')
    const signedIn = await first.call('session.signIn', {
      venueId: 'drill',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    if (!signedIn.ok) throw new Error(signedIn.failure.message)
    await until(() => phase === 'ready' && live.size === orders)

    const pressed = clock.monotonic()
    await first.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await until(() => heard.every((at) => at !== null))
    const [customer] = customers
    const refused = await second.call('order.submit', {
      intentId: 'drill-after-halt',
      draft: restingDraft(customer as CustomerCode, 0, mark),
      typed: null,
    })
    await until(() => verifiedAt !== null)

    let aliveAtVenue = 0
    for (const code of paper.customers) {
      const still = await other.openOrders(code)
      if (!still.ok) throw new Error(still.failure.message)
      aliveAtVenue += still.value.items.length
    }
    if (halt === null || verifiedAt === null) throw new Error('No halt was heard of.')
    return {
      resting: orders,
      haltedIn: heard.map((at) => (at ?? Number.POSITIVE_INFINITY) - pressed),
      verifiedIn: verifiedAt - pressed,
      halt,
      aliveAtVenue,
      cancelsSent: road.count('DELETE'),
      cancelsAtOnce: road.mostAtOnce('DELETE'),
      refusal: refused.ok ? null : refused.failure.message,
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}
