/** The dealer of the blocks of a simulated day: sends them, meddles as planned, and resumes whatever paused, also after a restart. */

import { wordOfScope } from '../../shared/domain/orders/halt.ts'
import type { Midway, PlannedBlock } from './plan/blocks.ts'
import type { Act } from './plan/dealer.ts'
import { blocksOf } from './rules/blockRules.ts'
import { callerOf } from './world/windowView.ts'
import type { SimTerminal } from './world/terminal.ts'
import type { World } from './world/world.ts'

/** Ms between two looks at a block that may be paused. */
const LOOK_AGAIN = 700

/** Longer than every planned halt with its lift, ms. */
const HALTS_LAST = 30_000
/** Ms between two looks at how many orders left. */
const COUNT_AGAIN = 5

/** `act`: what the dealer of the other orders does. */
export function seatBlockDealer(
  world: World,
  planned: readonly PlannedBlock[],
  act: (what: Act) => void,
): void {
  const { time, trace } = world

  const submit = async ({ request }: PlannedBlock, window: string): Promise<void> => {
    const { desk } = world
    if (!desk) return
    trace.note('dealer', `${window} submits ${request.intentId} of ${request.rows.length} customers`)
    const reply = await desk.core.handlers['order.submitBlock'](request, callerOf(window))
    if (!desk.machine.isOn) return
    const words = reply.ok ? JSON.stringify(reply.value) : reply.failure.message
    trace.note('dealer', `${window} hears of ${request.intentId}: ${words}`)
    if (reply.ok && reply.value.outcome === 'taken') world.blocks.onTaken(reply.value.blockId)
  }
  const meddle = async (command: NonNullable<PlannedBlock['meddling']>['command']): Promise<void> => {
    const { desk } = world
    const [block] = desk ? blocksOf(desk) : []
    if (!desk || !block) return
    trace.note('dealer', `left gives ${command} ${block.blockId}`)
    await desk.core.handlers[command]({ blockId: block.blockId }, callerOf('left'))
  }
  const retriesUnsent = planned.some((block) => block.retriesUnsent)
  /** When each halt was first seen, ms after the world began. */
  const haltsSeen = new Map<string, number>()
  /** A crash may take the answer of a halt, which is in force all the same: nobody else would lift it. */
  const liftForgotten = (desk: SimTerminal): void => {
    for (const { id, scope } of desk.halts()) {
      const since = haltsSeen.get(id) ?? time.elapsed
      haltsSeen.set(id, since)
      if (time.elapsed - since < HALTS_LAST) continue
      trace.note('dealer', `left lifts ${id}, which nobody lifted`)
      world.watch.onLift(id)
      void desk.core.handlers['halt.lift']({ id, typed: wordOfScope(scope) }, callerOf('left'))
    }
  }
  const look = (): void => {
    const { desk } = world
    if (desk && retriesUnsent) liftForgotten(desk)
    for (const { blockId, state, rows } of desk ? blocksOf(desk) : []) {
      if (!desk) continue
      const unsent = rows.filter((row) => row.state === 'not-sent' && !row.isRetried)
      if (state === 'sent' && retriesUnsent && unsent.length > 0) {
        trace.note('dealer', `left sends ${unsent.length} rows of ${blockId} once more`)
        const customerCodes = unsent.map(({ customerCode }) => customerCode)
        void desk.core.handlers['block.retryRows']({ blockId, customerCodes }, callerOf('left'))
      }
      if (state !== 'paused') continue
      trace.note('dealer', `left resumes ${blockId}`)
      void desk.core.handlers['block.resume']({ blockId }, callerOf('left'))
    }
    time.after(LOOK_AGAIN, look)
  }

  const awaitMidway = (next: Midway): void => {
    if (world.blocks.orders < next.orders) return void time.after(COUNT_AGAIN, () => awaitMidway(next))
    trace.note('dealer', `${world.blocks.orders} orders of the block left`)
    if ('act' in next) act(next.act)
    else world.strike(next.fault)
  }

  for (const block of planned) {
    for (const { after, window } of block.copies)
      time.after(block.at + after, () => void submit(block, window))
    const { meddling, midway = [] } = block
    for (const each of midway) time.after(block.at, () => awaitMidway(each))
    if (meddling) time.after(block.at + meddling.after, () => void meddle(meddling.command))
  }
  if (planned.length > 0) time.after(LOOK_AGAIN, look)
}
