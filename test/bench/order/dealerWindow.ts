/** A dealer's window in a thread of its own, as a window has a process of its own: signs in or finds the desk signed in, looks at ladders, sends orders on request. Measures when. */

import { parentPort, type MessagePort } from 'node:worker_threads'
import { countWireToPixel } from '../../../renderer/paint/wireToPixel.ts'
import { clockOf, momentOf } from '../../../shared/base/clock.ts'
import { invariant } from '../../../shared/base/result.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import type { Request, Snapshot } from '../../../shared/contract/contract.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import type { BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { until } from '../../support/until.ts'
import { LADDERS, SYMBOLS } from '../venue/words.ts'

const clock = clockOf(globalThis)
const FRAME_MS = 16

export type ToWindow =
  /** `venueId`: where the window signs in; null: another window did. */
  | {
      readonly kind: 'join'
      readonly port: MessagePort
      readonly venueId: string | null
      /** Those for whom the window waits until they can be dealt for. */
      readonly customers: readonly string[]
      /** Trades of each that must have been compared before. */
      readonly tradesEach: number
      /** Whether the window reports from wire to pixel, as a paint worker does. */
      readonly countsDrawn: boolean
    }
  | { readonly kind: 'block'; readonly request: Request<'order.submitBlock'> }
  | { readonly kind: 'order'; readonly intentId: string; readonly draft: OrderDraft }
type Join = Extract<ToWindow, { kind: 'join' }>
/** `at`: ns of `process.hrtime` when the window asked. */
export type FromWindow =
  | { readonly kind: 'joined' }
  | { readonly kind: 'taken'; readonly referenceId: string; readonly at: bigint }
  | { readonly kind: 'blockTaken'; readonly blockId: string; readonly at: bigint }
  | { readonly kind: 'failed'; readonly why: string }

invariant(parentPort, 'A dealer’s window runs in a thread')
const owner = parentPort
const tell = (what: FromWindow) => owner.postMessage(what, [])
let client: ContractClient | null = null

const nothing = { snapshot: () => {}, delta: () => {} }

/** Looks at ladders with a credit each frame. */
function look(at: ContractClient, countsDrawn: boolean): void {
  const counter = countsDrawn
    ? countWireToPixel(clock, (durations) => void at.call('health.addDrawn', durations))
    : null
  const views = SYMBOLS.slice(0, LADDERS).map((symbol) => {
    let news: BookFrame | null = null
    let arrived = momentOf(clock)
    const take = (frame: BookFrame) => {
      news = frame
      arrived = momentOf(clock)
    }
    const view = at.open(
      'book',
      { symbol: symbol as Symbol, grouping: 1, rows: 40 },
      { snapshot: take, delta: take },
    )
    return () => {
      if (news !== null) counter?.drawn(news, arrived)
      news = null
      view.painted()
    }
  })
  clock.every(FRAME_MS, () => {
    for (const draw of views) draw()
  })
}

/** Follows what a real window does, and signs in; done when each customer can be dealt for. */
async function signIn(
  to: ContractClient,
  { venueId, customers, tradesEach }: Pick<Join, 'venueId' | 'customers' | 'tradesEach'>,
): Promise<void> {
  let up = false
  let phase = ''
  let priced = 0
  const closed = new Set(customers)
  to.onLink((state) => (up = state === 'up'))
  const session = (item: { readonly phase: string }) => (phase = item.phase)
  to.open('session', null, { snapshot: session, delta: session })
  for (const topic of ['orders', 'notices', 'connection'] as const) to.open(topic, null, nothing)
  const prices = (all: readonly unknown[]) => {
    priced = Math.max(priced, all.length)
    clock.after(0, () => tickers.painted())
  }
  const tickers = to.open('tickers', null, { snapshot: prices, delta: prices })
  await until('the link', () => (up ? true : null))
  if (venueId !== null) {
    const done = await to.call('session.signIn', {
      venueId,
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    if (!done.ok) throw new Error(`Not signed in: ${done.failure.message}`)
  }
  await until('the desk', () => (phase === 'ready' && priced > 0 ? true : null))
  const follow = (all: Snapshot<'reconciliation'>) => {
    for (const { customerCode, open, compared } of all)
      if (open && compared.trades >= tradesEach) closed.delete(customerCode)
  }
  to.open('reconciliation', null, { snapshot: follow, delta: follow })
  await until('the customers', () => (closed.size === 0 ? true : null))
}

async function hear(message: ToWindow): Promise<void> {
  if (message.kind === 'join') {
    const { port, countsDrawn } = message
    client = connectContract({ openTransport: () => Promise.resolve(portTransport(port)), clock })
    await signIn(client, message)
    look(client, countsDrawn)
    return tell({ kind: 'joined' })
  }
  invariant(client, 'An order came before the window was in')
  const at = process.hrtime.bigint()
  if (message.kind === 'block') {
    const taken = await client.call('order.submitBlock', message.request)
    if (!taken.ok) throw new Error(taken.failure.message)
    if (taken.value.outcome !== 'taken') throw new Error('A block was warned of.')
    return tell({ kind: 'blockTaken', blockId: taken.value.blockId, at })
  }
  const { intentId, draft } = message
  const reply = await client.call('order.submit', { intentId, draft, typed: null })
  if (!reply.ok) throw new Error(reply.failure.message)
  if (reply.value.outcome !== 'taken') throw new Error('An order was warned of.')
  tell({ kind: 'taken', referenceId: reply.value.referenceId, at })
}

owner.on('message', (message: ToWindow) => {
  hear(message).catch((error: unknown) => tell({ kind: 'failed', why: String(error) }))
})
