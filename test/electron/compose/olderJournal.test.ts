/** The terminal on a backup of its folder, with the venue as it is: the venue holds orders of this terminal that the journal does not name. */

import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { NO_FOUR_EYES } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import { NO_CHANGES, type Order } from '../../../shared/domain/orders/order.ts'
import { BTC, C1, C2, draftOf, text } from '../core/deskHarness.ts'
import { takenId } from '../../fakes/core/acceptedOrderId.ts'
import type { DeskWindow } from './deskWindow.ts'
import { paperRuns, soon } from './paperRuns.ts'

const runs = paperRuns()
const CUSTOMERS = [C1, C2]

const backup = () => `${runs.data()}-backup`
const backUp = () => cpSync(runs.data(), backup(), { recursive: true })
/** As docs/operations.md#restore says, with `paper/` of the later folder: a venue does not go back. */
const restore = () => {
  const paper = join(runs.data(), 'paper')
  renameSync(paper, `${paper}-kept`.replace(runs.data(), backup()))
  rmSync(runs.data(), { recursive: true })
  cpSync(backup(), runs.data(), { recursive: true })
  rmSync(paper, { recursive: true })
  renameSync(join(runs.data(), 'paper-kept'), paper)
}

/** The journal alone of the backup: the settings are newer than it. */
const restoreJournal = () => {
  for (const name of ['journal', 'journal-head.json']) {
    rmSync(join(runs.data(), name), { recursive: true })
    cpSync(join(backup(), name), join(runs.data(), name), { recursive: true })
  }
}

const liveOf = (window: DeskWindow): Order[] =>
  window
    .follow('orders')
    .now()
    .filter(({ phase }) => phase === 'working')
/** Ids of live orders, and of trades. */
const sentOf = (window: DeskWindow): string[] => [
  ...new Set(
    [...liveOf(window), ...window.follow('trades').now()].map(({ referenceId }) => String(referenceId)),
  ),
]
const priceOf = (window: DeskWindow): number =>
  Number(
    window
      .follow('tickers')
      .now()
      .find(({ symbol }) => symbol === BTC)?.lastPrice,
  )
const noticesOf = (window: DeskWindow, level: string) =>
  window
    .follow('notices')
    .now()
    .filter((notice) => notice.level === level)
    .map(({ message, detail }) => `${message} ${detail}`)
    .join('\n')
const OLDER = /The order journal is older than the venue/

const rest = async (window: DeskWindow, intentId: string, amount: string) =>
  takenId(
    await window.call('order.submit', {
      intentId,
      typed: null,
      draft: draftOf({ amount: text(amount), limitPrice: text('50000') }),
    }),
  )

/** Whether the journal is called proven, by each reading of it. */
const proofs = async (window: DeskWindow, referenceId: Order['referenceId']) => {
  const trail = await window.call('order.auditTrail', { customerCode: C1, referenceId })
  const fairness = await window.call('block.fairness', {})
  const conflicts = await window.call('order.conflicts', {})
  return [trail, fairness, conflicts].map((reply) =>
    reply.ok ? reply.value.isProven : reply.failure.message,
  )
}

it('says once that the journal is older where a live order of this terminal is missing in it', async () => {
  const first = await runs.run()
  const named = await rest(first.window, 'known-1', '0.011')
  await vi.waitFor(() => expect(liveOf(first.window)).toHaveLength(1), soon)
  await first.desk.close()
  backUp()
  const second = await runs.run()
  expect(noticesOf(second.window, 'error')).not.toMatch(OLDER)
  expect(await proofs(second.window, named)).toEqual([true, true, true])
  const unnamed = await rest(second.window, 'later-1', '0.012')
  await rest(second.window, 'later-2', '0.013')
  await vi.waitFor(() => expect(liveOf(second.window)).toHaveLength(3), soon)
  await second.desk.close()
  restore()

  const { window } = await runs.run()
  await vi.waitFor(
    () => expect(noticesOf(window, 'error').match(/older than the venue/g)).toHaveLength(1),
    soon,
  )
  expect(noticesOf(window, 'warning')).toContain(
    `${C1} has live orders that this terminal sent and that its order journal does not name, such as `,
  )
  expect(noticesOf(window, 'warning')).not.toContain('not sent from this desk')
  expect(liveOf(window).find(({ referenceId }) => referenceId === unnamed)).toMatchObject({
    origin: 'external',
  })
  // What the journal does not name may be any order of any block.
  expect(await proofs(window, named)).toEqual([false, false, false])
}, 120_000)

it('holds new orders from the proof that the journal is older until a dealer confirms, over restarts', async () => {
  const first = await runs.run()
  await first.desk.close()
  backUp()
  const second = await runs.run()
  const unnamed = await rest(second.window, 'later-1', '0.012')
  await rest(second.window, 'later-2', '0.013')
  await vi.waitFor(() => expect(liveOf(second.window)).toHaveLength(2), soon)
  await second.desk.close()
  restore()

  const refusalOf = async (window: DeskWindow, customerCode = C2) => {
    const draft = draftOf({ customerCode, amount: text('0.011'), limitPrice: text('50000') })
    const sent = await window.call('order.submit', { intentId: 'held-1', typed: null, draft })
    return sent.ok ? '' : sent.failure.message
  }
  const HELD = /older than the venue.*Halts, limits and four-eyes rules.*Open the Limits panel/
  const third = await runs.run()
  const session = third.window.follow('session')
  await vi.waitFor(() => expect(session.now().restriction).toMatch(HELD), soon)
  expect(third.window.follow('limits').now().unconfirmed).toMatch(HELD)
  // A customer whose halt the journal does not know has no missing order of its own.
  expect(await refusalOf(third.window)).toMatch(HELD)
  expect((await third.window.call('order.cancel', { customerCode: C1, referenceId: unnamed })).ok).toBe(true)
  await vi.waitFor(() => expect(liveOf(third.window)).toHaveLength(1), soon)
  await third.desk.close()

  const fourth = await runs.run()
  expect(fourth.restriction).toMatch(HELD)
  expect(await refusalOf(fourth.window)).toMatch(HELD)
  const { version, rules, unconfirmed } = fourth.window.follow('limits').now()
  const save = (typed: string | null) =>
    fourth.window.call('limits.save', { baseVersion: version, rules, typed, unconfirmed })
  expect((await save(null)).ok).toBe(false)
  expect((await save('confirm')).ok).toBe(true)
  expect(fourth.window.follow('session').now().restriction).toBeNull()
  expect(await refusalOf(fourth.window)).toBe('')
  await fourth.desk.close()

  // The order that the dealer left is live still. It was sent before the confirmation.
  const fifth = await runs.run()
  await vi.waitFor(() => expect(noticesOf(fifth.window, 'error')).toMatch(OLDER), soon)
  expect(fifth.restriction).toBeNull()
  expect(fifth.window.follow('session').now().restriction).toBeNull()
}, 120_000)

it('places no second stop loss beside one that the journal does not name, and says why', async () => {
  const first = await runs.run()
  const price = priceOf(first.window)
  const at = (factor: number) => text(String(Math.floor(price * factor)))
  const entry = takenId(
    await first.window.call('order.submit', {
      intentId: 'entry-1',
      typed: null,
      draft: draftOf({ amount: text('0.01'), limitPrice: at(0.97) }),
      bracket: { takeProfitPrice: null, stopLossPrice: at(0.9) },
    }),
  )
  await vi.waitFor(() => expect(liveOf(first.window)).toHaveLength(1), soon)
  await first.desk.close()
  backUp()
  const stops = (window: DeskWindow) => liveOf(window).filter(({ side }) => side === 'sell')
  const second = await runs.run()
  // The market moved between the runs: the entry may have filled, or needs the price of now.
  await vi.waitFor(
    async () => {
      const limitPrice = text(String(Math.floor(priceOf(second.window) * 1.01)))
      const changes = { ...NO_CHANGES, limitPrice }
      if (stops(second.window).length === 0)
        await second.window.call('order.amend', { customerCode: C1, referenceId: entry, changes })
      expect(stops(second.window)).toHaveLength(1)
    },
    { ...soon, interval: 1_000 },
  )
  await second.desk.close()
  restore()

  const third = await runs.run()
  await vi.waitFor(() => expect(noticesOf(third.window, 'error')).toMatch(OLDER), soon)
  await vi.waitFor(
    () => expect(noticesOf(third.window, 'error')).toMatch(/No stop loss is placed.*it may be this leg/),
    soon,
  )
  const [stop] = stops(third.window)
  expect(stops(third.window)).toEqual([stop])
  // The dealer found that the order is not the leg, and cancels it.
  await third.window.call('order.cancel', {
    customerCode: C1,
    referenceId: stop?.referenceId as Order['referenceId'],
  })
  await vi.waitFor(() => expect(stops(third.window)).toMatchObject([{ origin: 'desk' }]), soon)
}, 120_000)

it.each([
  ['live', 0.9],
  ['filled', 1.01],
])(
  'resumes no block whose row has a %s order at the venue that the journal does not name',
  async (_, factor) => {
    const first = await runs.run()
    const price = priceOf(first.window)
    const limitPrice = text(String(Math.floor(price * factor)))
    const submitted = await first.window.call('order.submitBlock', {
      intentId: 'block-1',
      group: null,
      method: 'equal',
      onRefused: 'continue',
      inFlight: 1,
      draft: draftOf({ amount: text('0.01'), limitPrice }),
      rows: CUSTOMERS.map((customerCode) => ({ customerCode, amount: text('0.01') })),
      typed: null,
    })
    if (!submitted.ok || submitted.value.outcome !== 'taken') throw new Error(JSON.stringify(submitted))
    const { blockId } = submitted.value
    expect((await first.window.call('block.pause', { blockId })).ok).toBe(true)
    const blockOf = (window: DeskWindow) => window.follow('blocks').now()[0]
    await vi.waitFor(() => expect(sentOf(first.window)).toHaveLength(1), soon)
    expect(blockOf(first.window)?.rows.map(({ state }) => state)).toContain('waiting')
    await first.desk.close()
    backUp()
    const second = await runs.run()
    expect(await second.window.call('block.resume', { blockId })).toEqual({ ok: true, value: {} })
    await vi.waitFor(() => expect(sentOf(second.window)).toHaveLength(2), soon)
    await second.desk.close()
    restore()

    const { window } = await runs.run()
    const before = sentOf(window)
    const resumed = await window.call('block.resume', { blockId })
    expect(resumed.ok ? '' : resumed.failure.message).toMatch(
      /orders of this block that the order journal does not name: C2007 \(op-/,
    )
    expect(blockOf(window)?.state).toBe('paused')
    expect((await window.call('block.stop', { blockId })).ok).toBe(true)
    const retried = await window.call('block.retryRows', { blockId, customerCodes: [C2] })
    expect(retried).toMatchObject({ ok: true, value: { taken: 0 } })
    expect(sentOf(window)).toEqual(before)
  },
  120_000,
)

it('holds new orders until a dealer confirms, where the journal lacks the four eyes in force', async () => {
  const first = await runs.run()
  await first.desk.close()
  backUp()
  const second = await runs.run()
  const named = await second.window.call('session.nameDealer', { dealer: { name: 'Ann', role: '' } })
  expect(named.ok).toBe(true)
  for (const name of ['Ann', 'Bob']) {
    const registered = { dealer: { name, role: '' }, passphrase: `the passphrase of ${name}` }
    expect(await second.window.call('dealer.register', registered)).toEqual({ ok: true, value: {} })
  }
  const { rulesVersion } = second.window.follow('approvals').now()
  const rules = { ...NO_FOUR_EYES, orders: text('100000') }
  const saved = await second.window.call('fourEyes.save', { baseVersion: rulesVersion, rules })
  expect(saved).toEqual({ ok: true, value: {} })
  await second.desk.close()
  restoreJournal()

  const held = async () => {
    const run = await runs.run()
    expect(run.restriction).toMatch(/four eyes was in force.*older than the settings.*Open the Limits panel/)
    const draft = draftOf({ amount: text('0.01') })
    const sent = await run.window.call('order.submit', { intentId: 'held-1', typed: null, draft })
    expect(sent.ok ? '' : sent.failure.message).toMatch(/four eyes was in force/)
    return run
  }
  await (await held()).desk.close()
  const { desk, window } = await held()
  const { version, rules: limits, unconfirmed } = window.follow('limits').now()
  const confirm = { baseVersion: version, rules: limits, typed: 'confirm', unconfirmed }
  expect((await window.call('limits.save', confirm)).ok).toBe(true)
  await rest(window, 'free-1', '0.011')
  await desk.close()
  const { restriction } = await runs.run()
  expect(restriction).toBeNull()
}, 120_000)
