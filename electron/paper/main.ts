/** Entry of the paper broker as a process of its own: reads the command line, builds, says where it listens, and ends with its parent. */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { clockOf, type Clock } from '../../shared/base/clock.ts'
import { HELP, readCommandLine, type CommandLine } from './commandLine.ts'
import type { Exchange } from './exchange/exchange.ts'
import { recordedExchange } from './exchange/recordedExchange.ts'
import { simulatedExchange } from './exchange/simulatedExchange.ts'
import { onEndOfLife } from './lifeline.ts'
import { startPaperBroker, type PaperBroker } from './paperBroker.ts'

process.umask(0o077)

const MINUTE_MS = 60_000
const BAD_START = 2

const openExchange = async ({ replay, seed, speed }: CommandLine, clock: Clock): Promise<Exchange> =>
  replay === null
    ? simulatedExchange({ seed, clock, speed })
    : await recordedExchange({ file: replay, clock, speed })

/** A key pair for clients that sign (gaps 6): the public key is its 32 bytes, and so are signatures their 64, in `encoding`. */
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

async function start(options: CommandLine, publicKey: string): Promise<PaperBroker> {
  const clock = clockOf(globalThis)
  return startPaperBroker({
    exchange: await openExchange(options, clock),
    clock,
    randomBytes,
    onFault: (error) => console.error(error),
    ...(options.faults ? { faults: { seed: options.seed, say: sayFault(clock) } } : {}),
    port: options.port,
    // The terminal, which started us then, has no use for it.
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
  // Listened for from the start: a parent that goes while we read a recording must be noticed too.
  const ended = new Promise<void>((resolve) => onEndOfLife(process, options.value.parent, resolve))
  const signing = signingKey()
  const broker = await start(options.value, signing.publicKey)
  const { restUrl, streamUrl, username, password, customers, control } = broker
  const ready = {
    restUrl,
    streamUrl,
    username,
    password,
    customers,
    signing,
    ...(control ? { control } : {}),
  }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
  await ended
  await broker.close()
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(`paper: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(BAD_START)
})
