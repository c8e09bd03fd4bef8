/** What the limits say to a change of a block, in the sheet before the send, and the number that they ask for at the send. */

import { describe, expect, it } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import type { ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { CODES, blockOf, keys, orderFor, text, underWay } from './blockWindow.ts'

const LARGE = 'Notional 8,000,000 USDC is above the warning of 1,000,000 USDC.'
const TOO_LARGE = 'Notional 40,000,000 USDC is above the block of 10,000,000 USDC.'
const FINDING = { level: 'warn' as const, limit: 'notional', sentence: LARGE }
const WARNED = {
  outcome: 'warned' as const,
  warnings: [FINDING],
  type: '8000',
  means: 'notional' as const,
  notional: text('8000000'),
}

const warns = (desk: ScriptedCore) => {
  desk.answer('block.checkAmend', () => ok({ refusal: null, findings: [FINDING], notional: null }))
  desk.answer('block.amend', ({ typed }) =>
    typed === undefined ? ok(WARNED) : ok({ outcome: 'taken' as const, orders: 3 }),
  )
}
const refuses = (desk: ScriptedCore) =>
  desk.answer('block.checkAmend', () =>
    ok({
      refusal: TOO_LARGE,
      findings: [{ level: 'block' as const, limit: 'notional', sentence: TOO_LARGE }],
      notional: null,
    }),
  )
/** Each customer gets a tenth of a contract more. */
const splits = (desk: ScriptedCore) =>
  desk.answer('block.splitAnew', () =>
    ok({
      sentence: null,
      from: text('0.3'),
      rows: CODES.map((word) => ({
        customerCode: word as never,
        referenceId: `x-B7k-${word}` as never,
        filled: text('0'),
        from: text('0.1'),
        to: text('0.2'),
        why: null,
      })),
    }),
  )

const opened = async (sheet: 'price' | 'amount', more: (desk: ScriptedCore) => void) => {
  const block = blockOf({ state: 'sent' })
  const rows = block.rows.map((row) => ({
    ...row,
    referenceId: `x-B7k-${row.customerCode}` as never,
    state: 'requested' as const,
  }))
  const staged = await underWay(
    { ...block, rows },
    CODES.map((word) => orderFor(word, {})),
    (desk) => {
      splits(desk)
      more(desk)
    },
  )
  await keys(sheet === 'price' ? 'm' : 'a')
  const form = staged.screen.getByRole('dialog')
  await (
    sheet === 'price' ? form.getByLabelText('Limit price') : form.getByLabelText(/^Amount of the block/)
  ).fill(sheet === 'price' ? '61990' : '0.6')
  return { ...staged, form }
}

describe.each(['price', 'amount'] as const)('the sheet of a new %s of a block', (sheet) => {
  it('shows what the limits refuse, and offers no review', async () => {
    const { form } = await opened(sheet, refuses)
    await expect
      .element(form.getByRole('region', { name: 'Limits of the whole' }).getByText(`✕ ${TOO_LARGE}`))
      .toBeVisible()
    expect(form.getByRole('button', { name: /^Review/ }).elements()).toEqual([])
  })

  it('shows a warning before the send, asks for its number, and sends the same change with it', async () => {
    const { desk, form, screen, clock } = await opened(sheet, warns)
    await expect.element(form.getByText(`△ ${LARGE}`)).toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    const review = screen.getByRole('group', { name: 'Review' })
    await expect.element(review.getByText(LARGE)).toBeVisible()
    clock.advance(400)
    await keys('3{Enter}')
    await expect.poll(() => desk.callsOf('block.amend')).toHaveLength(1)
    await expect.element(screen.getByText(LARGE)).toBeVisible()
    clock.advance(400)
    await keys('8000{Enter}')
    await expect.poll(() => desk.callsOf('block.amend')).toHaveLength(2)
    const [first, second] = desk.callsOf('block.amend') as readonly object[]
    expect(second).toEqual({ ...first, typed: '8000' })
    await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  })
})
