/** A clock that was far ahead while an account was followed must not silence what happens at the venue after it was put right. Real files of notices. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHistory, type OpenedHistory } from '../../../../electron/storage/history/history.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { Desk, rowOf, tradeOf } from '../deskHarness.ts'

const workerUrl = new URL('../../../../electron/storage/history/worker.ts', import.meta.url)
const YEARS = 10 * 365 * 86_400_000
let folder = ''
let history: OpenedHistory | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ahead-'))
})
afterEach(async () => {
  await history?.close()
  rmSync(folder, { recursive: true })
})

/** Begins a run on the notices of the run before. */
async function run() {
  await history?.close()
  history = openHistory({ workerUrl, directory: folder, onProblem: () => undefined })
  const desk = new Desk({ notices: await history.notices(), limits: NO_LIMITS })
  const notices = desk.mirror('notices', ({ id }) => String(id))
  const said = () => [...notices.values()].map(({ message }) => message).join('\n')
  const kinds = () => [...notices.values()].map(({ kind }) => kind)
  return { desk, said, kinds }
}

it('a liquidation while the terminal was closed is reported, although an earlier run had a clock years ahead', async () => {
  const first = await run()
  first.desk.clock.setWall(YEARS)
  await first.desk.ready()
  first.desk.core.close()

  const second = await run()
  await second.desk.ready()
  expect(second.said()).toMatch(/clock of this machine is behind the time to which Openpit followed/)
  expect(second.said()).toContain('Look through Trades and Ledger of each customer.')
  second.desk.core.close()

  const third = await run()
  third.desk.clock.advance(3_600_000)
  const createdAt = third.desk.clock.now() - 600_000
  third.desk.prepare = (broker) => {
    broker.venueTrades = [tradeOf('t1', { type: 'liquidation', referenceId: null, createdAt })]
    broker.venueLedger = [rowOf('d1', { createdAt })]
  }
  await third.desk.ready()
  await third.desk.clock.run(2_000, 100)
  expect(third.kinds()).toEqual(expect.arrayContaining(['forced fill', 'transfer']))
  // It is said once, and stays in the list.
  expect(third.said().match(/clock of this machine is behind/g)).toHaveLength(1)
  third.desk.core.close()
})

it('a clock that is put right during a run silences no list that is read afterwards', async () => {
  const { desk, kinds } = await run()
  desk.clock.setWall(YEARS)
  const broker = await desk.ready()
  await desk.clock.run(2_000, 500)
  desk.clock.setWall(-YEARS)
  await desk.clock.run(5_000, 500)
  const createdAt = desk.clock.now()
  broker.venueTrades = [tradeOf('t1', { type: 'liquidation', referenceId: null, createdAt })]
  broker.venueLedger = [rowOf('d1', { createdAt })]
  await desk.clock.run(130_000, 1_000)
  expect(kinds()).toContain('forced fill')
  desk.core.close()
})
