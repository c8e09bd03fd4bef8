/** One simulated day: lets dealer and faults loose on a world, heals everything, and holds desk and venue together. */

import type { Result } from '../../shared/base/result.ts'
import type { Reply } from '../../shared/contract/contract.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { add, decimal, fromInteger, toText } from '../../shared/base/decimal.ts'
import { wordOfScope, type HaltScope } from '../../shared/domain/orders/halt.ts'
import { NO_CHANGES, isLive, isUnproven, type Order } from '../../shared/domain/orders/order.ts'
import { markOf, type Act, type Intent } from './plan/dealer.ts'
import type { SimTerminal } from './world/terminal.ts'
import { callerOf } from './world/windowView.ts'
import { seatBlockDealer } from './blockDealer.ts'
import { ordersOf } from './plan/scales.ts'
import { judge, noFindings, type Findings, type IntentReplies } from './rules/oracles.ts'
import { planOf, type Plan } from './plan/plan.ts'
import { openWorld, type World, type WorldOptions } from './world/world.ts'

export interface Outcome extends Findings {
  readonly seed: number
  readonly auth: Plan['kind']['auth']
  readonly intents: number
  readonly faults: number
  readonly crashes: number
  /** Of the disk, while dealer and faults were at work. */
  readonly operations: number
  /** Legs of brackets that left. */
  readonly legs: number
  /** Orders of scales that left. */
  readonly scaleOrders: number
  /** Orders of blocks that left. */
  readonly blockOrders: number
  /** Virtual ms from the first sign-in to the end. */
  readonly lasted: number
  readonly events: number
  readonly hash: string
  readonly lines: readonly string[]
}

/** After healing: when the first judgement is, how often it is again, and how long it may take at most (docs/reliability.md#the-simulator), ms. */
const FIRST_JUDGEMENT = 20_000
const JUDGE_EVERY = 5_000
const LONGEST_HEALING = 180_000
const READY_PATIENCE = 120_000
const LIFT_AGAIN = 1_000

/** The ids of the orders that a reply took; empty for any other reply. */
function takenOf(
  reply: Result<Reply<'order.submit'> | Reply<'order.submitScale'>, Failure>,
): readonly string[] {
  if (!reply.ok || reply.value.outcome !== 'taken') return []
  return 'orders' in reply.value ? reply.value.orders : [reply.value.referenceId]
}

/** Acts for a dealer on whichever desk runs, and keeps what his windows heard. */
function seatDealer(world: World, plan: Plan) {
  const random = seededRandom(plan.seed ^ 0xdea1)
  const repliesByIntent = new Map<string, IntentReplies>()
  const { time, trace, watch } = world

  const submit = async (intent: Intent, window: string): Promise<void> => {
    const { desk } = world
    if (!desk) return
    const orders = ordersOf(intent)
    const entries = orders.map((order) => {
      const known = repliesByIntent.get(order.id)
      const entry = known ?? { intent: order, taken: new Set<string>(), refused: false, open: 0 }
      repliesByIntent.set(order.id, entry)
      entry.open += 1
      world.news.onKey(markOf(order.draft), time.elapsed)
      return entry
    })
    trace.note('dealer', `${window} submits ${intent.id} ${JSON.stringify(intent.draft)}`)
    const reply = await (intent.rows === undefined
      ? desk.submit(intent, callerOf(window))
      : desk.submitScale(intent, callerOf(window)))
    if (!desk.machine.isOn) return
    const taken = takenOf(reply)
    for (const [at, entry] of entries.entries()) {
      entry.open -= 1
      const id = taken[at]
      if (id === undefined) entry.refused = true
      else {
        entry.taken.add(id)
        world.records.onTaken(entry.intent.id)
      }
    }
    const words = reply.ok ? taken.join(' ') || 'a warning' : reply.failure.message
    trace.note('dealer', `${window} hears of ${intent.id}: ${words}`)
  }
  const anyLive = ({ orders }: SimTerminal): Order | undefined => {
    const live = [...orders.values()].filter(isLive)
    return live[random.integer(Math.max(1, live.length))]
  }
  const amendOne = (desk: SimTerminal, ticks: number, window: string): void => {
    const order = anyLive(desk)
    if (!order || order.limitPrice === null) return
    const { customerCode, referenceId } = order
    const limitPrice = toText(add(decimal(order.limitPrice), fromInteger(ticks * 5, 1)))
    trace.note('dealer', `${window} amends ${referenceId} to ${limitPrice}`)
    const changes = { ...NO_CHANGES, limitPrice }
    world.news.onKey(referenceId, time.elapsed)
    void desk.core.handlers['order.amend']({ customerCode, referenceId, changes }, callerOf(window))
  }
  const cancelOne = (desk: SimTerminal, window: string): void => {
    const order = anyLive(desk)
    if (!order) return
    const { core } = desk
    const { customerCode, referenceId } = order
    trace.note('dealer', `${window} cancels ${referenceId}`)
    void core.handlers['order.cancel']({ customerCode, referenceId }, callerOf(window))
  }
  /** In force from the answer on: then nothing in its scope may leave until the answer that it was lifted. */
  const halt = async ({ scope, mode, ms, window }: Extract<Act, { does: 'halt' }>): Promise<void> => {
    const { desk } = world
    if (!desk) return
    const started = await desk.core.handlers['halt.start']({ scope, mode }, callerOf(window))
    if (!started.ok || !desk.machine.isOn) return
    const { id } = started.value
    trace.note('dealer', `${window} halts ${JSON.stringify(scope)} as ${id}`)
    watch.onHalt(id, { scope, mode }, time.elapsed)
    time.after(ms, () => void lift(id, scope, window))
  }
  const lift = async (id: string, scope: HaltScope, window: string): Promise<void> => {
    const { desk } = world
    if (!desk) return void time.after(LIFT_AGAIN, () => void lift(id, scope, window))
    // The dealer who lifts it expects orders to leave from now on, though the answer may never come.
    watch.onLift(id)
    trace.note('dealer', `${window} lifts ${id}`)
    await desk.core.handlers['halt.lift']({ id, typed: wordOfScope(scope) }, callerOf(window))
  }
  world.onEnd(() => {
    // Windows whose reply never came ask again with the same intent, some of them.
    for (const intentReplies of repliesByIntent.values())
      if (intentReplies.open > 0 && random.next() < 0.5)
        time.after(
          3_000 + random.integer(20_000),
          () => void submit(intentReplies.intent.partOf ?? intentReplies.intent, 'left'),
        )
  })
  return {
    repliesByIntent,
    act(item: Act): void {
      if (item.does === 'submit') {
        for (const { after, window } of item.copies) time.after(after, () => void submit(item.intent, window))
        return
      }
      const { desk } = world
      if (!desk) return
      if (item.does === 'cancel') return cancelOne(desk, item.window)
      if (item.does === 'amend') return amendOne(desk, item.ticks, item.window)
      if (item.does === 'halt') return void halt(item)
      trace.note('dealer', `${item.window} cancels all of ${item.customer}`)
      void desk.core.handlers['order.cancelAll'](
        { customerCode: item.customer, symbol: null, side: null },
        callerOf(item.window),
      )
    },
  }
}

export const runSchedule = (seed: number, options: WorldOptions = {}): Promise<Outcome> =>
  runPlan(planOf(seed), options)

export async function runPlan(plan: Plan, options: WorldOptions = {}): Promise<Outcome> {
  const world = openWorld(plan, options)
  const { time, venue, requests, watch, trace } = world
  const dealer = seatDealer(world, plan)
  const isReady = () => world.desk?.session()?.phase === 'ready'

  for (const until = time.elapsed + READY_PATIENCE; !isReady() && time.elapsed < until;) await world.pass(500)
  const beganAt = time.elapsed
  const operationsBefore = world.disk.operations
  for (const { at, act } of [...plan.acts, ...plan.scales.acts]) time.after(at, () => dealer.act(act))
  seatBlockDealer(world, plan.blocks.blocks, (act) => dealer.act(act))
  for (const { at, fault } of [...plan.faults, ...plan.scales.faults, ...plan.blocks.faults])
    time.after(at, () => world.strike(fault))
  await world.pass(plan.horizon)
  const operations = world.disk.operations - operationsBefore

  world.heal()
  const healedAt = time.elapsed
  let found: Omit<Findings, 'broken'> = noFindings()
  await world.pass(FIRST_JUDGEMENT)
  for (;;) {
    const { desk } = world
    if (desk) {
      found = judge(dealer.repliesByIntent.values(), desk, venue, plan.kind.auth === 'signed', world.brackets)
      found.lost.push(...world.blocks.judge(desk, venue))
    }
    const differs = [found.lost, found.duplicated, found.wronglyDead, found.unknown].some(
      (list) => list.length > 0,
    )
    const open = [...(desk?.orders.values() ?? [])].some(
      (order) => isUnproven(order) && order.phase !== 'unresolved',
    )
    if (!differs && !open && isReady() && requests.pending() === 0) break
    if (time.elapsed - healedAt >= LONGEST_HEALING) break
    await world.pass(JUDGE_EVERY)
  }
  if (!isReady()) watch.report(`the desk is not ready ${LONGEST_HEALING / 1000} s after everything healed`)
  world.close()
  return {
    ...found,
    broken: [...watch.broken],
    seed: plan.seed,
    auth: plan.kind.auth,
    intents: dealer.repliesByIntent.size,
    faults: plan.faults.length + plan.scales.faults.length + plan.blocks.faults.length,
    crashes: world.crashes,
    operations,
    legs: world.brackets.legs,
    scaleOrders: world.scales.orders,
    blockOrders: world.blocks.orders,
    lasted: time.elapsed - beganAt,
    events: time.turns,
    hash: trace.hash(),
    lines: trace.lines,
  }
}
