/** The real desk in a process of its own, with one window on it, until it is killed. Judges nothing. */

import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { connectContract } from '../../shared/contract/client/client.ts'
import type { Request, Snapshot } from '../../shared/contract/contract.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { orderKey, type Order } from '../../shared/domain/orders/order.ts'
import { clock, dial, proofOf } from '../contract/transports.ts'
import { until } from '../support/until.ts'

export type SignIn = Omit<Request<'session.signIn'>, 'venueId'>

export class KillableTerminal {
  readonly client: ContractClient
  readonly orders = new Map<string, Order>()
  private session: Snapshot<'session'> | null = null
  private known = false
  private readonly openByCustomer = new Map<string, boolean>()
  private readonly child: ChildProcess
  private readonly ended: Promise<void>

  private constructor(child: ChildProcess, url: string) {
    const { port, hash } = new URL(url)
    this.child = child
    this.ended = new Promise((done) => child.once('exit', () => done()))
    this.client = connectContract({
      openTransport: () => dial(Number(port)),
      clock,
      proof: proofOf(hash.slice(1)),
    })
    const put = (orders: readonly Order[]) => {
      for (const order of orders) this.orders.set(orderKey(order), order)
    }
    this.client.open('session', null, {
      snapshot: (value) => (this.session = value),
      delta: (value) => (this.session = value),
    })
    const follow = (customers: Snapshot<'reconciliation'>) => {
      for (const { customerCode, open } of customers) this.openByCustomer.set(customerCode, open)
    }
    this.client.open('reconciliation', null, { snapshot: follow, delta: follow })
    this.client.open('orders', null, {
      snapshot: (value) => {
        this.orders.clear()
        put(value)
        this.known = true
      },
      delta: put,
    })
  }

  /** `recordFolder`: where the session is recorded; not at all when left out. */
  static async start(dataDirectory: string, venueFile: string, recordFolder = ''): Promise<KillableTerminal> {
    const child = spawn(
      process.execPath,
      [new URL('deskMain.ts', import.meta.url).pathname, dataDirectory, venueFile, recordFolder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve)
      child.once('exit', (code) => reject(new Error(`The desk ended with code ${code} at its start.`)))
    })
    return new KillableTerminal(child, url)
  }

  /** Signs in to the venue of the file and waits until every customer is open. */
  async signIn(how: SignIn): Promise<void> {
    const venueId = await until(
      'the venues',
      () => this.session?.venues.find((venue) => venue.credentials !== 'built-in')?.id ?? null,
    )
    const signedIn = await this.client.call('session.signIn', { ...how, venueId })
    if (!signedIn.ok) throw new Error(`Not signed in: ${signedIn.failure.message}`)
    const isOpen = () => this.openByCustomer.size > 0 && ![...this.openByCustomer.values()].includes(false)
    await until('the reconcile', () =>
      this.session?.phase === 'ready' && this.known && isOpen() ? true : null,
    )
  }

  /** Ends it as a power cut would, whatever it was doing. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
    this.client.close()
  }
}
