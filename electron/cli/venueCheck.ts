/** `npm run venue:check`: compares a venue with its profile by reads alone. Exits with 0, 1 where the sign-in fails, 2 for bad usage. Never writes at the venue. */

import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { WebSocket } from 'ws'
import { clockOf } from '../../shared/base/clock.ts'
import { seededRandom } from '../../shared/base/random.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { customerCode, type CustomerCode } from '../../shared/domain/scalars.ts'
import { checkVenue } from '../broker/check/checkVenue.ts'
import type { Credentials, SigningKey } from '../core/ports/credentials.ts'
import { readVenueFile } from '../launch/venueFile.ts'
import { BadUsage, readArguments, runCommand } from './journalCommand.ts'

const HELP = `Compares a venue with its profile. Sends the sign-in and reads; changes nothing at the venue.

  npm run venue:check -- FILE [--customer CODE] [--signing-key KEYFILE] [--write NEWFILE]

  FILE                  the venue profile to begin with: addresses and paths must be right
  --customer CODE       a customer whose open orders, trades, fees and margin are read; default: one that a trade or a ledger row names
  --signing-key FILE    JSON with publicKey and privateKeyPem, for profiles with auth "signed" or "both"
  --write NEWFILE       writes the profile with what was found, in comments too, and the report beside it as NEWFILE.txt
  --help                show this text

Reads the username and the password from standard input, a line each. On a terminal it asks and shows no password.
`
const SIGN_IN_FAILED = 1

async function run(): Promise<number> {
  const { values, positionals } = readArguments({
    customer: { type: 'string' },
    'signing-key': { type: 'string' },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BadUsage('name one venue profile. Try --help.')
  const target = values.write ?? null
  if (target !== null && existsSync(target))
    throw new BadUsage(`--write: ${target} exists already. Name a new file.`)
  const profile = readVenueFile(file)
  const checked = await checkVenue({
    profile,
    credentials: await readCredentials(profile, values['signing-key'] ?? null),
    customer: readCustomer(values.customer),
    clock: clockOf(globalThis),
    random: seededRandom(randomInt(2 ** 32)),
    WebSocket,
  })
  if (!checked.ok) {
    console.error(`venue:check: ${checked.failure} Nothing else was asked.`)
    return SIGN_IN_FAILED
  }
  const { report, text } = checked.value
  console.log(report)
  if (target === null) return 0
  writeFileSync(target, text)
  writeFileSync(`${target}.txt`, `${report}\n`)
  console.log(`Written: ${target}, and this report beside it. Try it with npm start -- --venue ${target}`)
  return 0
}

function readCustomer(text: string | undefined): CustomerCode | null {
  if (text === undefined) return null
  const read = customerCode.safeParse(text)
  if (!read.success) throw new BadUsage(`--customer: “${text}” is no customer code.`)
  return read.data
}

function readSigningKey(path: string): SigningKey {
  try {
    const { publicKey, privateKeyPem } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    if (typeof publicKey === 'string' && typeof privateKeyPem === 'string')
      return { publicKey, privateKeyPem }
  } catch {
    // The sentence below says what the file must hold.
  }
  throw new BadUsage(`--signing-key: ${path} is no JSON with publicKey and privateKeyPem.`)
}

async function readCredentials(profile: VenueProfile, keyFile: string | null): Promise<Credentials> {
  const signingKey = keyFile === null ? null : readSigningKey(keyFile)
  if (profile.auth !== 'bearer' && signingKey === null)
    throw new BadUsage('this venue signs requests: name the key with --signing-key FILE.')
  if (profile.auth === 'signed') return { username: '', password: '', signingKey }
  const isTerminal = process.stdin.isTTY
  // What is typed is not echoed: the output of the line reader leads nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  const reader = lines[Symbol.asyncIterator]()
  const ask = async (what: string): Promise<string> => {
    if (isTerminal) process.stderr.write(`${what}: `)
    const { value, done } = await reader.next()
    if (isTerminal) process.stderr.write('\n')
    if (done || typeof value !== 'string' || value === '')
      throw new BadUsage(`the ${what.toLowerCase()} is missing on standard input.`)
    return value
  }
  try {
    return { username: await ask('Username'), password: await ask('Password'), signingKey }
  } finally {
    lines.close()
  }
}

await runCommand('venue:check', run)
