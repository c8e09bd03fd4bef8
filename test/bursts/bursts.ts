/** Bursts of one intent from two windows over the real gateway to a real paper broker, counted at the broker's door. Decides nothing about orders. */

import { randomBytes } from 'node:crypto'
import { openBroker } from '../../electron/broker/broker.ts'
import type { ListedVenue } from '../../electron/core/ports/listedVenue.ts'
import { openLoopbackGateway } from '../../electron/gateway/browserGateway.ts'
import { simulatedExchange } from '../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../electron/paper/paperBroker.ts'
import type { DecimalText } from '../../shared/base/decimal.ts'
import { seededRandom, type Random } from '../../shared/base/random.ts'
import { venueProfile } from '../../shared/broker/venueProfile.ts'
import { connectContract } from '../../shared/contract/client/client.ts'
import type { Request, Snapshot } from '../../shared/contract/contract.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { plainDraft, type OrderDraft } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { createCoreInMemory } from '../electron/core/coreInMemory.ts'
import { clock, dial, pageFolder, proofOf } from '../contract/transports.ts'
import { until } from '../support/until.ts'
import { openCountingProxy } from '../fakes/venue/countingProxy.ts'
import { NO_LIMITS } from '../fakes/core/noLimits.ts'

/** What happens to the intent of a burst besides ten times the same. */
export const KINDS = [
  'plain',
  'reconnects',
  'another draft',
  'refused by the venue',
  'after its answer',
] as const
export type Kind = (typeof KINDS)[number]

export interface BurstSummary {
  readonly bursts: number
  readonly seed: number
  readonly calls: number
  /** Orders that came through the broker's door. */
  readonly posted: number
  readonly byKind: Readonly<Record<Kind, number>>
  readonly faults: readonly string[]
}

const CALLS = 10
const BTC = 'BTCUSDC_PERP' as Symbol

/** A window that can lose its transport and open another. */
function openWindow(port: number, token: string) {
  let cut = () => {}
  const client: ContractClient = connectContract({
    openTransport: async () => {
      const transport = await dial(port)
      cut = () => transport.close('cut by the burst')
      return transport
    },
    clock,
    proof: proofOf(token),
  })
  let up = false
  client.onLink((state) => (up = state === 'up'))
  return {
    client,
    cut: () => cut(),
    ready: () => until('the link of a window', () => (up ? true : null)),
    close: () => client.close(),
  }
}

async function startCore(seed: number) {
  const paper = await startPaperBroker({
    exchange: simulatedExchange({ seed, clock, historyHours: 0 }),
    clock,
    randomBytes,
    onFault: (error) => {
      throw error
    },
  })
  const door = await openCountingProxy(paper.restUrl)
  const venue: ListedVenue = {
    id: 'bursts',
    profile: venueProfile.parse({
      name: 'Bursts',
      kind: 'paper',
      restUrl: door.restUrl,
      streamUrl: paper.streamUrl,
    }),
    builtIn: { username: paper.username, password: paper.password },
  }
  const core = createCoreInMemory({
    clock,
    random: seededRandom(seed),
    openBroker: openBroker({ clock, random: seededRandom(seed + 1) }),
    venues: [venue],
    startingLimits: NO_LIMITS,
  })
  const page = pageFolder()
  const gateway = await openLoopbackGateway({
    desk: Promise.resolve({ handlers: core.handlers, sources: core.sources, allows: () => true }),
    clock,
    page: page.url,
    port: 0,
    report: (sentence) => {
      throw new Error(sentence)
    },
  })
  return {
    gateway,
    door,
    customers: paper.customers,
    async close() {
      await gateway.close()
      core.close()
      await door.close()
      await paper.close()
      page.remove()
    },
  }
}

/** A price of its own for every draft, so that the door shows whose an order is. The refused one costs more than the customer has. */
const draftOf = (customer: string, n: number, kind: Kind): OrderDraft =>
  plainDraft({
    customerCode: customer as CustomerCode,
    symbol: BTC,
    side: 'buy',
    type: 'limit',
    amount: (kind === 'refused by the venue' ? '900000' : '0.001') as DecimalText,
    limitPrice: String(10_000 + n) as DecimalText,
    timeInForce: 'GTC',
  })

type Windows = readonly [ReturnType<typeof openWindow>, ReturnType<typeof openWindow>]

/** Ten calls of one intent, in an order and from windows of the seed; answers the ids that the desk gave it. */
async function burst(
  random: Random,
  windows: Windows,
  kind: Kind,
  request: Request<'order.submit'>,
): Promise<{ readonly ids: ReadonlySet<string>; readonly refusals: ReadonlySet<string> }> {
  const ids = new Set<string>()
  const refusals = new Set<string>()
  const calls: Promise<void>[] = []
  const call = async (which: 0 | 1, draft = request.draft) => {
    const reply = await windows[which].client.call('order.submit', { ...request, draft })
    if (reply.ok && reply.value.outcome === 'taken') ids.add(reply.value.referenceId)
    else if (!reply.ok) refusals.add(reply.failure.message)
  }
  const turn = 1 + random.integer(CALLS - 1)
  for (let n = 0; n < CALLS; n++) {
    const which = random.integer(2) === 0 ? 0 : 1
    if (n === turn && kind === 'reconnects') {
      windows[which].cut()
      await windows[which].ready()
    }
    if (n === turn && (kind === 'refused by the venue' || kind === 'after its answer'))
      await Promise.all(calls)
    const other =
      kind === 'another draft' && n >= turn ? { ...request.draft, amount: '0.002' as DecimalText } : undefined
    calls.push(call(which, other))
    // Now and then the answer of one is waited for, or other work gets its turn.
    if (random.integer(3) === 0) await new Promise<void>((next) => void clock.after(0, next))
  }
  await Promise.all(calls)
  return { ids, refusals }
}

/** Runs `bursts` of them from a seed; leaves nothing open. */
export async function runBursts(
  bursts: number,
  seed: number,
  tell: (line: string) => void = () => {},
): Promise<BurstSummary> {
  const random = seededRandom(seed)
  const desk = await startCore(seed)
  const { port, token } = desk.gateway
  const windows: Windows = [openWindow(port, token), openWindow(port, token)]
  const byKind: Record<Kind, number> = {
    plain: 0,
    reconnects: 0,
    'another draft': 0,
    'refused by the venue': 0,
    'after its answer': 0,
  }
  const faults: string[] = []
  try {
    for (const window of windows) await window.ready()
    const [{ client }] = windows
    let phase = ''
    client.open('session', null, {
      snapshot: (session) => (phase = session.phase),
      delta: (session) => (phase = session.phase),
    })
    await client.call('session.signIn', {
      venueId: 'bursts',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    await until('the reconcile', () => (phase === 'ready' ? true : null))
    // Without a price no limit can be held, and every order is refused.
    let priced = false
    const hear = (snapshot: Snapshot<'tickers'>) => {
      priced ||= snapshot.some(({ symbol, lastPrice }) => symbol === BTC && lastPrice !== null)
      tickers.painted()
    }
    const tickers = client.open('tickers', null, {
      snapshot: (list) => void clock.after(0, () => hear(list)),
      delta: hear,
    })
    await until('a price', () => (priced ? true : null))
    tickers.close()
    for (let n = 0; n < bursts; n++) {
      const kind = KINDS[random.integer(KINDS.length)] ?? 'plain'
      const customer = desk.customers[n % desk.customers.length] ?? ''
      const draft = draftOf(customer, n, kind)
      const request = { intentId: `burst-${String(n).padStart(6, '0')}`, draft, typed: null }
      const { ids, refusals } = await burst(random, windows, kind, request)
      const mine = () => desk.door.orders.filter((order) => order.limitPrice === draft.limitPrice)
      await until(`the order of burst ${n}`, () => (mine().length > 0 ? true : null), 10_000).catch(
        () => null,
      )
      byKind[kind] += 1
      if (mine().length !== 1) faults.push(`burst ${n} (${kind}): ${mine().length} requests`)
      if (ids.size !== 1)
        faults.push(`burst ${n} (${kind}): taken under ${ids.size} ids ${[...refusals].join(' ')}`)
      if ((n + 1) % 100 === 0)
        tell(`${n + 1} bursts, ${desk.door.orders.length} requests, ${faults.length} faults`)
    }
    // Whatever would still go out a second time gets its time.
    const { length } = desk.door.orders
    await new Promise<void>((waited) => void clock.after(500, waited))
    if (desk.door.orders.length !== length || length !== bursts)
      faults.push(`${desk.door.orders.length} requests of ${bursts} intents at the end`)
    return { bursts, seed, calls: bursts * CALLS, posted: desk.door.orders.length, byKind, faults }
  } finally {
    for (const window of windows) window.close()
    await desk.close()
  }
}
