/** A window with three customers of one group, its block sheet filled in by a line, and a block under way: what the tests of blocks begin with. */

import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { startGroup } from '../../../fakes/window/accounts.ts'
import { NOW, code, orderOf, reference, sym, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

export const text = (value: string) => decimalText.parse(value)
export const keys = (words: string) => userEvent.keyboard(words)
export const line = (words: string) => keys(`{Control>}k{/Control}${words}{Enter}`)
export const CODES = ['C1042', 'C2007', 'C3311']

/** Three customers of the group macro with cash and whole records. */
export function prepare(desk: ScriptedCore): void {
  startGroup(desk, CODES, '90000')
  desk.startWith(
    'fees',
    CODES.map((word) => ({
      customerCode: code(word),
      items: [{ symbol: sym('BTCUSDC_PERP'), makerFee: text('-1'), takerFee: text('4') }],
      writes: 0,
    })),
  )
  desk.answer('order.submitBlock', () => ok({ outcome: 'taken' as const, blockId: 'B7k' }))
}

export const requestsOf = (desk: ScriptedCore) =>
  desk.callsOf('order.submitBlock') as readonly {
    intentId: string
    typed: string | null
    rows: readonly { customerCode: string; amount: string }[]
  }[]

export async function opened(words: string, more: (desk: ScriptedCore) => void = () => undefined) {
  const staged = await stage((desk) => {
    prepare(desk)
    more(desk)
  })
  await line(words)
  const sheet = staged.screen.getByRole('dialog', { name: 'Block order' })
  const rows = sheet.getByRole('grid', { name: 'Customers of the block' })
  const review = staged.screen.getByRole('group', { name: 'Review' })
  await expect.element(rows).toBeVisible()
  return { ...staged, sheet, rows, review }
}

/** Reviews, types the count and presses Enter. */
export async function confirm(
  { sheet, review, clock }: Awaited<ReturnType<typeof opened>>,
  count: string,
): Promise<void> {
  await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(review).toBeVisible()
  clock.advance(400)
  await keys(`${count}{Enter}`)
}

const {
  customerCode: _code,
  amount: _amount,
  ...draft
} = plainDraft({
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  side: 'buy',
  type: 'limit',
  limitPrice: text('61000'),
  timeInForce: 'GTC',
})

export const blockOf = (more: Partial<BlockRecord> = {}): BlockRecord => ({
  blockId: 'B7k',
  createdAt: NOW,
  group: 'macro',
  method: 'equal',
  draft,
  onRefused: 'stop',
  inFlight: 8,
  state: 'sending',
  why: null,
  rows: CODES.map((word, at) => ({
    customerCode: code(word),
    amount: text('0.1'),
    referenceId: at < 2 ? reference(`x-B7k-${word}`) : null,
    state: at < 2 ? ('requested' as const) : ('waiting' as const),
    why: null,
    isRetried: false,
  })),
  cancel: null,
  amend: null,
  ...more,
})

export const orderFor = (word: string, more: Partial<Order>): Order =>
  orderOf({ customerCode: code(word), referenceId: reference(`x-B7k-${word}`), amount: text('0.1'), ...more })

/** A block in the strip, which has the focus. */
export const underWay = async (
  block: BlockRecord,
  orders: readonly Order[],
  more: (desk: ScriptedCore) => void = () => undefined,
  size?: { readonly width: number; readonly height: number },
) => {
  const staged = await stage((desk) => {
    prepare(desk)
    desk.startWith('blocks', [block])
    desk.startWith('orders', [...orders])
    for (const act of ['block.pause', 'block.stop', 'block.resume', 'block.close'] as const)
      desk.answer(act, () => ok({}))
    desk.answer('block.retryRows', ({ customerCodes }) => ok({ taken: customerCodes.length, refused: [] }))
    desk.answer('block.cancel', () => ok({ orders: 1 }))
    desk.answer('block.amend', () => ok({ outcome: 'taken' as const, orders: 2 }))
    more(desk)
  }, size)
  const strip = staged.screen.getByRole('region', { name: 'Block B7k' })
  await expect.element(strip).toBeVisible()
  await keys('{Control>}{F9}{/Control}')
  await expect.element(strip).toHaveFocus()
  return { ...staged, strip }
}
