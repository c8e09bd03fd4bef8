/** The dealer of the blocks of a simulated day: sends them, meddles as planned, and resumes whatever paused, also after a restart. */

import type { PlannedBlock } from './plan/blocks.ts'
import { blocksOf } from './rules/blockRules.ts'
import { callerOf } from './world/windowView.ts'
import type { World } from './world/world.ts'

/** Ms between two looks at a block that may be paused. */
const LOOK_AGAIN = 700

export function seatBlockDealer(world: World, planned: readonly PlannedBlock[]): void {
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
  const look = (): void => {
    const { desk } = world
    for (const { blockId, state } of desk ? blocksOf(desk) : []) {
      if (state !== 'paused' || !desk) continue
      trace.note('dealer', `left resumes ${blockId}`)
      void desk.core.handlers['block.resume']({ blockId }, callerOf('left'))
    }
    time.after(LOOK_AGAIN, look)
  }

  for (const block of planned) {
    for (const { after, window } of block.copies)
      time.after(block.at + after, () => void submit(block, window))
    const { meddling } = block
    if (meddling) time.after(block.at + meddling.after, () => void meddle(meddling.command))
  }
  if (planned.length > 0) time.after(LOOK_AGAIN, look)
}
