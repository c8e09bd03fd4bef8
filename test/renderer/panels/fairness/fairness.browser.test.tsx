/** The fairness report in a window: what it claims, who stands out, its blocks, its CSV, and what it does not know. */

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { decimal, decimalOf } from '../../../../shared/base/decimal.ts'
import type { FairnessReport } from '../../../../shared/domain/fairness/fairnessReport.ts'
import { fairnessOfCustomers } from '../../../../shared/domain/fairness/fairnessOfCustomers.ts'
import type { JudgedBlock } from '../../../../shared/domain/fairness/judgeBlock.ts'
import { PRICE, TICK, candidates, judged, splitOf } from '../../../shared/domain/fairness/fairBlocks.ts'
import { NOW, customerOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { customerCsv } from '../../../../renderer/panels/fairness/fairnessColumns.tsx'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const keys = (text: string) => userEvent.keyboard(text)

/** Twelve blocks of four customers, in each of which C1000 is first and pays two ticks more, then one of other customers and one that is not judged. */
const UNFAIR: readonly JudgedBlock[] = Array.from({ length: 12 }, (_, at) =>
  judged({
    id: `B${at + 1}`,
    allocated: splitOf('equal', 40, candidates([null, null, null, null])),
    fillOf: (n, amount) => ({ amount, price: n === 0 ? ((PRICE + 2n * TICK) as typeof PRICE) : PRICE }),
  }),
)
const OTHERS: readonly JudgedBlock[] = [
  judged({
    id: 'Bold',
    group: null,
    allocated: splitOf('ratio', 40, candidates([decimalOf(1), decimal('1')])),
    method: 'ratio',
    plan: { split: undefined },
  }),
  judged({ id: 'Bok', group: null, allocated: splitOf('equal', 40, candidates([null, null])) }),
]

const reportOf = (blocks: readonly JudgedBlock[], more: Partial<FairnessReport> = {}): FairnessReport => ({
  from: NOW - 86_400_000,
  to: NOW,
  isProven: true,
  blocks: blocks.map(({ block }) => block),
  groups: [...fairnessOfCustomers(blocks)],
  underWay: 0,
  withoutPlan: 0,
  blocksLeftOut: 0,
  customersLeftOut: 0,
  ...more,
})

async function open(report: FairnessReport | null) {
  const staged = await stage((desk: ScriptedCore) => {
    desk.startWith('customers', [customerOf('C1000', 'Alpha')])
    desk.answer('block.fairness', () =>
      report === null ? fail(failureOf('refused', 'The order journal cannot be read: EIO.')) : ok(report),
    )
  })
  await keys('{Control>}k{/Control}fairness{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Fairness by customer' })
  await expect.element(grid).toBeVisible()
  return {
    ...staged,
    grid,
    blocks: staged.screen.getByRole('grid', { name: 'Blocks judged' }),
    words: staged.screen.getByRole('status', { name: 'Fairness' }),
  }
}

test('names the span, the blocks for which one lot and one tick hold, and who stands out', async () => {
  const { words, grid, blocks } = await open(
    reportOf([...UNFAIR, ...OTHERS], { underWay: 1, withoutPlan: 2 }),
  )
  await expect
    .element(words)
    .toMatchTextContent(
      /From \d\d-\d\d [\d:]+ UTC to \d\d-\d\d [\d:]+ UTC: 14 blocks that are over\. Older ones are not in this journal\./,
    )
  await expect
    .element(words)
    .toMatchTextContent(/1 block is under way and not judged\. 2 blocks began before this journal/)
  await expect
    .element(words)
    .toMatchTextContent(
      /holds for 0 of 12 blocks\. It does not hold for 12: B1 \(C1000 by 1\.50 ticks\), .* and 9 more\./,
    )
  await expect
    .element(words)
    .toMatchTextContent(
      /4 customers stand out: C1000 \(first in 12 blocks, where turns would make it 3\.0; 1\.50 ticks worse than its blocks on average\), C1001 \(first in 0 blocks/,
    )
  await expect
    .element(grid.getByRole('row', { name: /C1000/ }))
    .toMatchTextContent(/12.*12.*3\.0.*1\.0.*2\.5.*0\.00.*\+1\.50/)
  await expect
    .element(blocks.getByRole('row').nth(1))
    .toMatchTextContent(/B1.*✕ does not hold: C1000 by 1\.50 ticks/)
})

test('judges another group by itself, and claims no more than it knows', async () => {
  const { words, screen, grid } = await open(reportOf([...UNFAIR, ...OTHERS]))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Blocks of/ }), 'single customers')
  await expect
    .element(words)
    .toMatchTextContent(
      /holds for 1 of 2 blocks\. 1 cannot be judged: Bold \(the shares were not recorded with it; the tick was not recorded with it\)\./,
    )
  await expect.element(words).toMatchTextContent(/Nobody stands out in what could be judged\./)
  await expect.element(grid.getByRole('row', { name: /C1001/ })).toBeVisible()
})

test('opens the rows of a block by Enter', async () => {
  const { screen, blocks } = await open(reportOf(UNFAIR))
  await expect.element(blocks.getByRole('row').nth(1)).toBeVisible()
  ;(blocks.element() as HTMLElement).focus()
  await keys('{Home}{Enter}')
  await expect.element(screen.getByRole('dialog', { name: /Rows of block B1/ })).toBeVisible()
})

test('saves a line of plain numbers for each customer', () => {
  const [group] = reportOf(UNFAIR).groups
  const [first] = customerCsv('macro', group?.customers ?? [])
  expect(first).toMatchObject({
    group: 'macro',
    customerCode: 'C1000',
    first: 12,
    expectedFirst: '3',
    lots: '0',
    ticks: '1.5',
    standsOut: 'first price',
  })
})

test('says that the journal could not be read', async () => {
  const failed = await open(null)
  await expect.element(failed.screen.getByText(/The order journal cannot be read: EIO\./)).toBeVisible()
  await expect
    .element(failed.screen.getByText('The journal was not read. Press Read again.').first())
    .toBeVisible()
})

test('says that a run without a journal can judge nothing', async () => {
  const { words, screen } = await open(reportOf([], { from: null }))
  await expect
    .element(words)
    .toMatchTextContent(/The journal of this run holds nothing: no block can be judged\./)
  await expect.element(screen.getByText(/^No block that is over is in this journal\./).first()).toBeVisible()
})

test('claims no empty record where the journal could not be verified whole', async () => {
  const { words, screen } = await open(reportOf([], { isProven: false }))
  await expect.element(words).toMatchTextContent(/so blocks may be missing/)
  await expect.element(screen.getByText(/^The journal could not be verified whole/).first()).toBeVisible()
})
