/** The kill switch as a drill: real windows over loopback, the real core and adapter, the real paper broker behind a slow transport. Measures; asserts nothing. */

import { openBroker } from '../../../../../electron/broker/broker.ts'
import type { Broker } from '../../../../../electron/core/ports/broker.ts'
import type { ListedVenue } from '../../../../../electron/core/ports/listedVenue.ts'
import { openLoopbackGateway } from '../../../../../electron/gateway/browserGateway.ts'
import { PLAIN_VARIANT } from '../../../../../electron/paper/apiVariants.ts'
import { clockOf, type Clock } from '../../../../../shared/base/clock.ts'
import { decimal, multiply, toText, type DecimalText } from '../../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../../shared/base/random.ts'
import { ok } from '../../../../../shared/base/result.ts'
import { connectContract } from '../../../../../shared/contract/client/client.ts'
import type { VenueProfile } from '../../../../../shared/broker/venueProfile.ts'
import type { Snapshot } from '../../../../../shared/contract/contract.ts'
import type { ContractClient } from '../../../../../shared/contract/ports.ts'
import type { HaltState } from '../../../../../shared/domain/orders/halt.ts'
import { plainDraft, isLive, type OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../../shared/domain/scalars.ts'
import { startLivePaper } from '../../../../fakes/venue/livePaper.ts'
import { dial, pageFolder, proofOf } from '../../../../contract/transports.ts'
import { createCoreInMemory } from '../../coreInMemory.ts'
import { profileOf } from '../../../../fakes/venue/secondVariant.ts'
import { openSlowTransport } from '../../../../fakes/venue/slowTransport.ts'

const WINDOWS = 3
/** Ms after which a drill is given up. */
const PATIENCE = 90_000

export interface Drill {
  /** Orders that rested at the venue when the key was pressed. */
  readonly resting: number
  /** Ms from the call until each window showed the halt. */
  readonly haltedIn: readonly number[]
  /** Ms from the call until every order was proven terminal. */
  readonly verifiedIn: number
  readonly halt: HaltState
  /** Live orders that the venue still has, as another session reads them. */
  readonly aliveAtVenue: number
  readonly cancelsSent: number
  readonly cancelsAtOnce: number
  /** Why a new order in another window was refused. */
  readonly refusal: string | null
}

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

/** Called in reverse order at the end. */
type Closers = (() => unknown)[]

/** Rests `count` orders at the venue over a session of its own. Returns the mark price that they were placed around. */
async function restOrders(
  broker: Broker,
  codes: readonly CustomerCode[],
  count: number,
): Promise<DecimalText> {
  const tickers = await broker.tickers()
  const mark = tickers.ok ? tickers.value.find(({ symbol }) => symbol === BTC)?.markPrice : null
  if (!mark) throw new Error('The paper broker tells no mark price.')
  for (let n = 0; n < count; n++) {
    const customer = codes[n % codes.length]
    if (customer === undefined) throw new Error('The paper broker has no customer.')
    const sent = await broker.createOrder(
      `drill-${n}` as ReferenceId,
      restingDraft(customer, n, mark),
      async () => ok(null),
    )
    if (sent.kind !== 'accepted') throw new Error(`Order ${n} did not rest: ${JSON.stringify(sent)}`)
  }
  return mark
}

interface DrillTerminal {
  readonly clock: Clock
  readonly open: (profile: VenueProfile) => Broker
  readonly venue: ListedVenue
  readonly closers: Closers
}

/** The core behind a real gateway, and a way to open its windows. */
async function startCore({ clock, open, venue, closers }: DrillTerminal): Promise<() => ContractClient> {
  const core = createCoreInMemory({
    clock,
    random: seededRandom(3),
    openBroker: open,
    venues: [venue],
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
  return () => {
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
  }
}

/** What the windows of the drill show; changes in place. */
interface DrillViews {
  phase: string
  readonly live: Set<string>
  /** By window: when it first showed the halt. */
  readonly heard: (number | null)[]
  halt: HaltState | null
  verifiedAt: number | null
}

/** Follows session and orders in the first window, and halts in all of them. */
function watchWindows(windows: readonly [ContractClient, ...ContractClient[]], clock: Clock): DrillViews {
  const [first] = windows
  const views: DrillViews = {
    phase: '',
    live: new Set(),
    heard: windows.map(() => null),
    halt: null,
    verifiedAt: null,
  }
  const takeSession = (session: Snapshot<'session'>) => void (views.phase = session.phase)
  first.open('session', null, { snapshot: takeSession, delta: takeSession })
  const takeOrders = (all: Snapshot<'orders'>) => {
    for (const order of all)
      if (isLive(order)) views.live.add(order.referenceId)
      else views.live.delete(order.referenceId)
  }
  first.open('orders', null, { snapshot: takeOrders, delta: takeOrders })
  windows.forEach((client, at) => {
    const takeHalts = ([halt]: Snapshot<'halts'>) => {
      if (!halt) return
      views.heard[at] ??= clock.monotonic()
      if (at > 0) return
      views.halt = halt
      if (halt.orders > 0 && halt.verified === halt.orders) views.verifiedAt ??= clock.monotonic()
    }
    client.open('halts', null, { snapshot: takeHalts, delta: takeHalts })
  })
  return views
}

/** Live orders that the venue has, over every customer. */
async function aliveAt(broker: Broker, codes: readonly CustomerCode[]): Promise<number> {
  let alive = 0
  for (const code of codes) {
    const still = await broker.openOrders(code)
    if (!still.ok) throw new Error(still.failure.message)
    alive += still.value.items.length
  }
  return alive
}

/** Rests `orders` at the paper broker, halts the desk over a transport of `latencyMs` per request, and waits for the proof. */
export async function killDrill({
  orders,
  latencyMs,
}: {
  orders: number
  latencyMs: number
}): Promise<Drill> {
  const clock = clockOf(globalThis)
  const closers: Closers = []
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
    const transport = await openSlowTransport(paper.restUrl, latencyMs, clock)
    closers.push(() => transport.close())
    const credentials = { username: paper.username, password: paper.password }
    const direct = profileOf(PLAIN_VARIANT, paper)
    const open = openBroker({ clock, random: seededRandom(4) })

    const other = open(direct)
    closers.push(() => other.close())
    await other.signIn(credentials)
    const customers = paper.customers.slice(0, 4)
    const mark = await restOrders(other, customers, orders)

    const venue: ListedVenue = {
      id: 'drill',
      profile: { ...direct, restUrl: transport.url },
      builtIn: credentials,
    }
    const openWindow = await startCore({ clock, open, venue, closers })
    const [first, second] = [openWindow(), openWindow()]
    const rest = Array.from({ length: WINDOWS - 2 }, openWindow)
    const views = watchWindows([first, second, ...rest], clock)
    await until(() => views.phase !== '')
    const signedIn = await first.call('session.signIn', {
      venueId: 'drill',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    if (!signedIn.ok) throw new Error(signedIn.failure.message)
    await until(() => views.phase === 'ready' && views.live.size === orders)

    const pressed = clock.monotonic()
    await first.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await until(() => views.heard.every((at) => at !== null))
    const [customer] = customers
    const refused = await second.call('order.submit', {
      intentId: 'drill-after-halt',
      draft: restingDraft(customer as CustomerCode, 0, mark),
      typed: null,
    })
    await until(() => views.verifiedAt !== null)

    const aliveAtVenue = await aliveAt(other, paper.customers)
    const { halt, verifiedAt } = views
    if (halt === null || verifiedAt === null) throw new Error('No halt was heard of.')
    return {
      resting: orders,
      haltedIn: views.heard.map((at) => (at ?? Number.POSITIVE_INFINITY) - pressed),
      verifiedIn: verifiedAt - pressed,
      halt,
      aliveAtVenue,
      cancelsSent: transport.count('DELETE'),
      cancelsAtOnce: transport.mostAtOnce('DELETE'),
      refusal: refused.ok ? null : refused.failure.message,
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}
