/** The amount of a block under way in its sheet: what a dealer sees after a refusal, and while the window lacks an order. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { code, reference } from '../../../fakes/window/scriptedCore.ts'
import { CODES, blockOf, keys, orderFor, text, underWay } from './blockWindow.ts'

beforeEach(() => page.viewport(1920, 1080))

const SENT = blockOf({
  state: 'sent',
  rows: CODES.map((word) => ({
    customerCode: code(word),
    amount: text('0.1'),
    referenceId: reference(`x-B7k-${word}`),
    state: 'requested' as const,
    why: null,
    isRetried: false,
  })),
})

const splitOf = (amounts: readonly string[]) =>
  ok({
    sentence: null,
    from: text('0.3'),
    rows: CODES.map((word, at) => ({
      customerCode: code(word),
      referenceId: reference(`x-B7k-${word}`),
      filled: text('0'),
      from: text('0.1'),
      to: text(amounts[at] ?? '0.1'),
      why: null,
    })),
  })

/** The sheet with a new amount of 0.6 typed. `splits`: what the core answers to each question about it, the last for ever. */
async function typed(splits: readonly (readonly string[])[], read: readonly string[] = CODES) {
  let asked = 0
  const staged = await underWay(
    SENT,
    read.map((word) => orderFor(word, {})),
    (core) =>
      core.answer('block.splitAnew', ({ total }) =>
        total === '0.6' ? splitOf(splits[Math.min(asked++, splits.length - 1)] ?? []) : splitOf([]),
      ),
  )
  await keys('a')
  const sheet = staged.screen.getByRole('dialog', { name: 'New amount of block B7k' })
  await sheet.getByLabelText('Amount of the block, contracts').fill('0.6')
  const table = sheet.getByRole('table', { name: 'Each customer before and after' })
  await expect.element(table).toBeVisible()
  return { ...staged, sheet, table }
}

describe('the sheet with a new amount of a block', () => {
  it('asks for the split again after a refusal, and sends the new amounts the next time', async () => {
    const { sheet, table, screen, desk, clock } = await typed([
      ['0.2', '0.2', '0.2'],
      ['0.3', '0.2', '0.1'],
    ])
    const review = screen.getByRole('group', { name: 'Review' })
    const send = async (count: string) => {
      await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
      await keys('{Control>}{Enter}{/Control}')
      await expect.element(review).toBeVisible()
      clock.advance(400)
      await keys(`${count}{Enter}`)
    }
    desk.answer('block.amend', () => fail(failureOf('refused', 'The split is another one now.')))
    await send('3')
    await expect.element(sheet).toMatchTextContent(/The split is another one now\./)
    await expect.element(table.getByRole('row', { name: /C1042/ })).toMatchTextContent(/0\.1000\.300\+0\.200/)
    desk.answer('block.amend', () => ok({ outcome: 'taken' as const, orders: 2 }))
    await send('2')
    await expect
      .poll(() => desk.callsOf('block.amend').at(-1))
      .toMatchObject({
        orders: [
          { customerCode: 'C1042', amount: '0.3' },
          { customerCode: 'C2007', amount: '0.2' },
        ],
      })
  })

  it('asks for the split again only after the last answer, however often orders fill', async () => {
    const questions: (() => void)[] = []
    const { desk } = await underWay(
      SENT,
      CODES.map((word) => orderFor(word, {})),
      (core) =>
        core.answer(
          'block.splitAnew',
          () => new Promise((resolve) => questions.push(() => resolve(splitOf([])))),
        ),
    )
    await keys('a')
    await expect.poll(() => questions.length).toBe(1)
    for (const filled of ['0.01', '0.02', '0.03']) {
      desk.delta('orders', [orderFor('C1042', { status: 'partially_filled', filledAmount: text(filled) })])
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
    expect(questions).toHaveLength(1)
    questions.splice(0).forEach((answer) => answer())
    await expect.poll(() => questions.length).toBe(1)
  })

  it('names the order that the window has not read, and offers no review', async () => {
    const { sheet } = await typed([['0.2', '0.2', '0.2']], ['C1042', 'C2007'])
    await expect
      .element(sheet.getByRole('button', { name: /^This window has not read the order of C3311\. Wait/ }))
      .toBeVisible()
  })
})
