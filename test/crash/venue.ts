/** A paper broker in a process of its own with a folder of its own, behind a door that counts; and its record, asked over the API or read from its file. */

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { decimal, toText } from '../../shared/base/decimal.ts'
import { openCountingProxy, type PassedOrder } from '../fakes/venue/countingProxy.ts'
import type { SignIn } from './killableTerminal.ts'

export type Mode = 'signed' | 'bearer'

/** An order as the broker has it. */
export interface Row {
  readonly customerCode: string
  readonly referenceId: string
  readonly status: string
  readonly filledAmount: string
  readonly limitPrice: string
}

export interface CrashVenue {
  readonly venueFile: string
  readonly signIn: SignIn
  readonly customers: readonly string[]
  /** Every order that came through the door, in order. */
  readonly posted: readonly PassedOrder[]
  /** The order as the broker tells it now; null where it knows none. */
  ask(customerCode: string, referenceId: string): Promise<Row | null>
  /** Ends the broker, once, and reads every order out of its file. */
  endAndRead(): Promise<readonly Row[]>
}

interface Printed {
  readonly restUrl: string
  readonly streamUrl: string
  readonly username: string
  readonly password: string
  readonly customers: readonly string[]
  readonly signing: { readonly publicKey: string; readonly privateKeyPem: string }
}

const entry = resolve(import.meta.dirname, '../../electron/paper/main.ts')
const plain = (text: unknown): string => toText(decimal(String(text)))

function readRecord(file: string): readonly Row[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare('SELECT customerCode, referenceId, status, filledAmount, limitPrice FROM orders')
    .all()
  database.close()
  return rows.map((row) => ({
    customerCode: String(row['customerCode']),
    referenceId: String(row['referenceId']),
    status: String(row['status']),
    filledAmount: plain(row['filledAmount']),
    limitPrice: plain(row['limitPrice']),
  }))
}

export async function startCrashVenue(folder: string, mode: Mode, seed: number): Promise<CrashVenue> {
  const state = join(folder, 'paper')
  const child = spawn(
    process.execPath,
    [entry, '--parent', '--data-dir', state, '--seed', String(seed), '--token-minutes', '600'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const line = await new Promise<string>((read, reject) => {
    createInterface({ input: child.stdout }).once('line', read)
    child.once('exit', (code) => reject(new Error(`The paper broker ended with code ${code}.`)))
  })
  const printed = JSON.parse(line) as Printed
  const door = await openCountingProxy(printed.restUrl)
  const venueFile = join(folder, 'venue.json')
  const { restUrl } = door
  const profile = { name: 'Crash', kind: 'paper', restUrl, streamUrl: printed.streamUrl, auth: mode }
  writeFileSync(venueFile, JSON.stringify(profile))

  const { username, password } = printed
  const login = await fetch(`${printed.restUrl}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }

  let record: Promise<readonly Row[]> | null = null
  const end = async () => {
    child.stdin.end()
    await ended
    await door.close()
  }

  return {
    venueFile,
    signIn: {
      username,
      password,
      signingKey:
        mode === 'signed'
          ? { publicKey: printed.signing.publicKey, privateKeyPem: printed.signing.privateKeyPem }
          : null,
      keep: 'run',
    },
    customers: printed.customers,
    posted: door.orders,
    async ask(customerCode, referenceId) {
      const answer = await fetch(`${printed.restUrl}/v1/customers/${customerCode}/orders/${referenceId}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const body = (await answer.json()) as Record<string, unknown>
      if (answer.status === 404 && JSON.stringify(body).includes('"NOT_FOUND"')) return null
      if (!answer.ok) throw new Error(`The broker answered ${answer.status} of ${referenceId}.`)
      return {
        customerCode,
        referenceId,
        status: String(body['status']),
        filledAmount: plain(body['filled_amount']),
        limitPrice: plain(body['limit_price']),
      }
    },
    endAndRead() {
      record ??= end().then(() => readRecord(join(state, 'paper.sqlite')))
      return record
    },
  }
}
