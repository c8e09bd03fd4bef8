/** Entry of the paper broker's process: reads the command line, starts the broker, prints its addresses, and ends with its parent. */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { clockOf, type Clock } from '../../shared/base/clock.ts'
import { readReplayLine, type ReplayStatus } from '../../shared/contract/replay.ts'
import { HELP, readCommandLine, type CommandLine } from './commandLine.ts'
import type { Exchange } from './exchange/exchange.ts'
import { recordedExchange, type RecordedExchange } from './exchange/recorded/recordedExchange.ts'
import { simulatedExchange } from './exchange/simulatedExchange.ts'
import { onParentLine, onEndOfLife } from './parentProcess.ts'
import { startPaperBroker, type PaperBroker } from './paperBroker.ts'
import { whyNotStored } from './store/database.ts'

process.umask(0o077)

const MINUTE_MS = 60_000
const BAD_START = 2
const BAD_END = 1

const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)

/** Opens the recording to play; null where a model makes the market. */
const openRecorded = async (
  { replay, speed, parent }: CommandLine,
  clock: Clock,
): Promise<RecordedExchange | null> =>
  replay === null
    ? null
    : await recordedExchange({
        file: replay,
        clock,
        speed,
        // Only a terminal that started this process reads lines after the first, which gives the addresses.
        ...(parent
          ? {
              onEnd: (problem: string) => say({ problem }),
              onReplay: (status: ReplayStatus) => say({ replay: status }),
            }
          : {}),
      })

/** A key pair for clients that sign. The public key (32 bytes) and the signatures (64 bytes) are in `encoding`. */
function signingKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    encoding: 'base64',
  }
}

const sayFault = (clock: Clock) => (sentence: string) =>
  console.error(`fault ${new Date(clock.now()).toISOString()} ${sentence}`)

async function start(
  options: CommandLine,
  clock: Clock,
  exchange: Exchange,
  publicKey: string,
): Promise<PaperBroker> {
  return startPaperBroker({
    exchange,
    clock,
    randomBytes,
    onFault: (error) => console.error(error),
    ...(options.faults ? { faults: { seed: options.seed, say: sayFault(clock) } } : {}),
    port: options.port,
    // A terminal that started this process does not use the control endpoint.
    ...(options.parent ? {} : { controlToken: randomBytes(24).toString('base64url') }),
    dataDirectory: options.dataDirectory,
    auth: options.auth,
    signingKeys: [publicKey],
    tokenLifetimeMs: options.tokenMinutes * MINUTE_MS,
    settlementEveryMs: options.settlementHours === 0 ? null : options.settlementHours * 60 * MINUTE_MS,
    ...(options.username === null ? {} : { username: options.username }),
    ...(options.password === null ? {} : { password: options.password }),
  })
}

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
  if (!options.ok) throw new Error(options.failure)
  if (options.value.help) {
    process.stdout.write(HELP)
    return
  }
  // Watched from the start: the parent may end while the recording is still being read.
  const ended = new Promise<void>((resolve) => onEndOfLife(process, options.value.parent, resolve))
  const signing = signingKey()
  const clock = clockOf(globalThis)
  const { seed, speed, parent } = options.value
  const recorded = await openRecorded(options.value, clock)
  const exchange = recorded ?? simulatedExchange({ seed, clock, speed })
  const broker = await start(options.value, clock, exchange, signing.publicKey)
  const { restUrl, streamUrl, username, password, customers, control } = broker
  say({
    restUrl,
    streamUrl,
    username,
    password,
    customers,
    signing,
    ...(control ? { control } : {}),
    ...(recorded && parent ? { replay: recorded.replay() } : {}),
  })
  // A terminal shows them as notices.
  for (const problem of broker.losses)
    if (parent) say({ problem })
    else console.error(`paper: ${problem}`)
  if (recorded && parent)
    onParentLine(process, (line) => {
      const act = readReplayLine(line)
      if (act) recorded.control(act)
    })
  await ended
  await broker.close()
  process.exit(0)
}

/** A fill or a transfer that cannot be stored must not be followed by others: the next start goes on from what is stored. */
process.on('uncaughtException', (error) => {
  console.error(error)
  console.error(`paper: ${whyNotStored(error) ?? `The broker failed: ${error.message}.`}`)
  process.exit(BAD_END)
})

main().catch((error: unknown) => {
  console.error(`paper: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(BAD_START)
})
