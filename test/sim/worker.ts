/** Runs schedules in a thread of its own: gets seeds, answers outcomes. */

import { parentPort } from 'node:worker_threads'
import { runSchedule } from './schedule.ts'
import type { WorkerOutcome } from './tally.ts'

/** Every so many schedules one runs twice. */
const TWICE_EVERY = 20

async function run(seed: number): Promise<WorkerOutcome> {
  const { lines: _, ...first } = await runSchedule(seed)
  const again = seed % TWICE_EVERY === 0 ? (await runSchedule(seed)).hash : null
  return { ...first, again }
}

parentPort?.on('message', (seed: number) => {
  run(seed).then(
    (outcome) => parentPort?.postMessage(outcome, []),
    (error: unknown) => {
      throw new Error(`schedule ${seed} broke`, { cause: error })
    },
  )
})
