/** Entry of the replay process: reads the command line, prints its address and progress, and ends with its parent. */

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createInterface } from 'node:readline'
import { clockOf } from '../../shared/base/clock.ts'
import { readReplayLine, type ReplayStatus } from '../../shared/contract/replay.ts'
import { openReplay } from './replayServer.ts'

const BAD_START = 2

interface UtilityHost {
  readonly parentPort?: { on(event: 'message', listener: (event: { data: unknown }) => void): void }
}

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      session: { type: 'string' },
      speed: { type: 'string', default: '1' },
      parent: { type: 'boolean', default: false },
    },
  })
  const speed = Number(values.speed)
  if (values.session === undefined) throw new Error('--session FILE_OR_FOLDER is needed.')
  if (!(speed > 0 && speed <= 1_000)) throw new Error('--speed must be above 0 and at most 1000.')
  return { session: values.session, speed, parent: values.parent }
}

async function main(): Promise<void> {
  const { session, speed, parent } = readCommandLine()
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve)
    if (!parent) return
    // As a utility process of Electron this process has a port to its parent and no standard input.
    const { parentPort } = process as UtilityHost
    if (parentPort) parentPort.on('message', ({ data }) => data === 'end' && resolve())
    else process.stdin.on('end', resolve).on('close', resolve).on('error', resolve).resume()
  })
  const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
  const token = randomBytes(24).toString('base64url')
  const replay = await openReplay({
    path: session,
    speed,
    clock: clockOf(globalThis),
    token,
    onNews: (news: ReplayStatus) => say({ replay: news }),
    onProblem: (sentence) => say({ problem: sentence }),
  })
  if (!replay.ok) throw new Error(replay.failure)
  const { restUrl, streamUrl, profile, news, control, close } = replay.value
  say({ restUrl, streamUrl, username: 'replay', password: token, profile, replay: news() })
  const hear = (line: unknown) => {
    const act = typeof line === 'string' ? readReplayLine(line) : null
    if (act) control(act)
  }
  const { parentPort } = process as UtilityHost
  if (parent && parentPort) parentPort.on('message', ({ data }) => hear(data))
  else if (parent) createInterface({ input: process.stdin }).on('line', hear)
  await ended
  await close()
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(`replay: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(BAD_START)
})
