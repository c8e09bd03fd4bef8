/** Reads the paper broker's command line. Pure: touches no file and no process. */

import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../shared/base/result.ts'

export interface CommandLine {
  readonly help: boolean
  readonly port: number
  readonly seed: number
  readonly replay: string | null
  readonly speed: number
  readonly dataDirectory: string | null
  readonly username: string | null
  readonly password: string | null
  readonly tokenMinutes: number
  /** Hours from one settlement to the next, counted from midnight UTC; 0 turns settlement off. */
  readonly settlementHours: number
  /** Proof that requests must carry. */
  readonly auth: 'bearer' | 'signed' | 'both'
  /** Inject faults into answers and streams. */
  readonly faults: boolean
  /** End when the process that started this one ends. */
  readonly parent: boolean
}

export const HELP = `The paper broker: serves the whole broker API on loopback, with a simulated market.

  npm run paper -- [options]

  --port P            port on 127.0.0.1; 0 takes any free one (default 0)
  --seed N            seed of the market model (default 1)
  --replay FILE       play a recorded market instead of the model
  --speed X           speed of the market, 0.1 to 1000 (default 1)
  --data-dir DIR      store accounts, orders and ledger here; without it they are lost at the end
  --username NAME     (default: random each run)
  --password WORD     (default: random each run)
  --token-minutes M   lifetime of a token in minutes, 0.1 to 10080 (default 60)
  --auth MODE         proof that requests must carry: bearer, signed, or both (at least one of the two; default both)
  --settlement-hours H  hours between settlements of open profit and loss, from midnight UTC, 0 to 168; 0 never (default 0)
  --faults            inject faults, drawn from the seed: answers get lost, come late or come from a gateway; streams end,
                      stall or lose messages. Standard error names each fault. Signing in has no faults
  --parent            end when the process that started this one ends
  --help              show this

When ready it prints one line of JSON: addresses, credentials, customers, a signing key and a control endpoint.

The control endpoint triggers events that a venue shows rarely. It is not part of the API (docs/paper-broker.md). Send its token as
Authorization: Bearer TOKEN, and JSON to:
  GET  /instruments              POST /instruments {symbol, status: open, post_only or trade_halt}
  GET  /transfers                POST /transfers/cancel {code}
  POST /users {username, password, verified}
  GET  /webhooks/deliveries      POST /webhooks/emit {event_type, data}

To sign a request with that key, sign these four lines, joined by single line feeds, with Ed25519:
  nonce (Unix time in nanoseconds), METHOD, path with query, SHA-256 of the body in lower-case hex
and send X-Nonce, X-Public-Key and X-Signature; key and signature are base64 of their raw bytes.
`

const OPTIONS = {
  port: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  replay: { type: 'string' },
  speed: { type: 'string', default: '1' },
  'data-dir': { type: 'string' },
  username: { type: 'string' },
  password: { type: 'string' },
  'token-minutes': { type: 'string', default: '60' },
  auth: { type: 'string', default: 'both' },
  'settlement-hours': { type: 'string', default: '0' },
  faults: { type: 'boolean', default: false },
  parent: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Fails with one sentence that names the option. */
export function readCommandLine(args: readonly string[]): Result<CommandLine, string> {
  let values
  try {
    values = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    return fail(`${reason.replace(/\.$/, '')}. Try --help.`)
  }
  const port = wholeNumber(values.port, 65_535)
  if (port === null) return fail('--port must be a whole number from 0 to 65535.')
  const seed = wholeNumber(values.seed, 0xffff_ffff)
  if (seed === null) return fail('--seed must be a whole number from 0 to 4294967295.')
  const speed = numberWithin(values.speed, 0.1, 1000)
  if (speed === null) return fail('--speed must be a number from 0.1 to 1000.')
  const tokenMinutes = numberWithin(values['token-minutes'], 0.1, 10_080)
  if (tokenMinutes === null) return fail('--token-minutes must be a number from 0.1 to 10080.')
  const settlementHours = numberWithin(values['settlement-hours'], 0, 168)
  if (settlementHours === null) return fail('--settlement-hours must be a number from 0 to 168.')
  const { auth } = values
  if (auth !== 'bearer' && auth !== 'signed' && auth !== 'both')
    return fail('--auth must be bearer, signed or both.')
  for (const name of ['replay', 'data-dir', 'username', 'password'] as const)
    if (values[name] === '') return fail(`--${name} needs a value.`)
  return ok({
    help: values.help,
    port,
    seed,
    replay: values.replay ?? null,
    speed,
    dataDirectory: values['data-dir'] ?? null,
    username: values.username ?? null,
    password: values.password ?? null,
    tokenMinutes,
    settlementHours,
    auth,
    faults: values.faults,
    parent: values.parent,
  })
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : most + 1
  return value <= most ? value : null
}

function numberWithin(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : least - 1
  return value >= least && value <= most ? value : null
}
