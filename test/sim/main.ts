/** `npm run sim`: many seeded schedules on all cores, or one of them in words. */

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { runSchedule } from './schedule.ts'
import { add, emptyTally, faultsOf, type Tally, type WorkerOutcome } from './tally.ts'

const HELP = `npm run sim -- [--schedules N] [--seed S] [--trace SEED] [--json]

Runs the order path against a simulated network, disk and clock, with the paper broker's own matching as the truth.
  --schedules N   how many schedules (default 1000)
  --seed S        which ones: the seeds from (S - 1) x 1 000 000 + 1 on (default 1)
  --trace SEED    one schedule, event by event
  --json          nothing but the closing line
Ends with 1 when an order was lost, sent twice, wrongly declared dead or left unknown, when a rule of every step was
broken, or when a seed went otherwise the second time; the closing line names the seeds.
`
const SEEDS_A_RUN = 1_000_000
const TELL_EVERY_MS = 5_000
const BAD_USE = 2

function readOptions() {
  const { values } = parseArgs({
    options: {
      schedules: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      trace: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const whole = (name: string, text: string): number => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`)
    return value
  }
  return {
    schedules: whole('schedules', values.schedules),
    seed: whole('seed', values.seed),
    trace: values.trace === undefined ? null : whole('trace', values.trace),
    json: values.json,
    help: values.help,
  }
}

async function trace(seed: number): Promise<boolean> {
  const outcome = await runSchedule(seed, { keepsLines: true })
  for (const line of outcome.lines) console.log(line)
  const { lines: _, ...rest } = outcome
  console.log(JSON.stringify(rest, null, 2))
  return faultsOf(outcome).length === 0
}

function runAll(first: number, count: number, onOutcome: (outcome: WorkerOutcome) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = first
    let left = count
    const workers = Array.from({ length: Math.min(count, availableParallelism()) }, () => {
      const worker = new Worker(new URL('worker.ts', import.meta.url))
      worker.on('error', (error) => {
        for (const each of workers) void each.terminate()
        reject(error)
      })
      worker.on('message', (outcome: WorkerOutcome) => {
        onOutcome(outcome)
        left -= 1
        give(worker)
        if (left === 0) {
          for (const each of workers) void each.terminate()
          resolve()
        }
      })
      return worker
    })
    const give = (worker: Worker) => {
      if (next < first + count) worker.postMessage(next++, [])
    }
    for (const worker of workers) give(worker)
  })
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) return void process.stdout.write(HELP)
  if (options.trace !== null) {
    process.exitCode = (await trace(options.trace)) ? 0 : 1
    return
  }
  const tally: Tally = emptyTally()
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const telling = setInterval(() => {
    if (!options.json)
      console.log(
        `${tally.schedules} of ${options.schedules} schedules in ${seconds()} s: ${tally.lost} lost, ${tally.duplicated} duplicated, ` +
          `${tally.wronglyDead} wrongly dead, ${tally.unknown} unknown, ${tally.unresolved} unresolved, ${tally.broken} broken rules, ${tally.failures.length} failing seeds`,
      )
  }, TELL_EVERY_MS)
  try {
    await runAll((options.seed - 1) * SEEDS_A_RUN + 1, options.schedules, (outcome) => {
      add(tally, outcome)
      const why = tally.failures.at(-1)
      if (!options.json && why?.seed === outcome.seed)
        console.log(`seed ${outcome.seed}: ${why.why.join(' · ')}`)
    })
  } finally {
    clearInterval(telling)
  }
  tally.failures.sort((a, b) => a.seed - b.seed)
  console.log(JSON.stringify({ seed: options.seed, seconds: seconds(), ...tally }))
  process.exitCode = tally.failures.length === 0 ? 0 : 1
}

main().catch((error: unknown) => {
  console.error(`sim: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = BAD_USE
})
