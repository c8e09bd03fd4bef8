/** Who of a closing block is flat: known to be, not known, and still to fill. */

import { describe, expect, it } from 'vitest'
import { ZERO, decimal } from '../../../../shared/base/decimal.ts'
import type { RowFate, RowProgress } from '../../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord, BlockRowState } from '../../../../shared/domain/block/blockRecord.ts'
import { flatCount, type KnownPosition } from '../../../../shared/domain/block/flatCount.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { decimalText, type Side } from '../../../../shared/domain/scalars.ts'
import { code, sym } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const FLAT: KnownPosition = { size: ZERO, why: null }
const holds = (size: string): KnownPosition => ({ size: decimal(size), why: null })
const UNREAD: KnownPosition = { size: ZERO, why: 'its trades are not all read' }

/** A row for each amount and the position that gave it. */
function blockOf(side: Side, rows: readonly (readonly [string, string | undefined])[]): BlockRecord {
  const {
    customerCode: _customer,
    amount: _amount,
    ...draft
  } = plainDraft({ customerCode: code('C1'), symbol: sym('BTCUSDC_PERP'), side, type: 'market' })
  return {
    draft,
    rows: rows.map(([amount, sizedBy], at): BlockRowState => ({
      customerCode: code(`C${at + 1}`),
      amount: text(amount),
      ...(sizedBy === undefined ? {} : { sizedBy: text(sizedBy) }),
      referenceId: null,
      state: 'requested',
      why: null,
      isRetried: false,
    })),
  } as unknown as BlockRecord
}

/** `fates` and `positions` in the order of the rows. */
const countOf = (block: BlockRecord, fates: readonly RowFate[], positions: readonly KnownPosition[]) =>
  flatCount(
    block,
    {
      rows: block.rows.map(({ customerCode }, at) => ({ customerCode, fate: fates[at] }) as RowProgress),
    },
    (customerCode) => positions[block.rows.findIndex((row) => row.customerCode === customerCode)] ?? FLAT,
  )

describe('the count of flat customers', () => {
  const three = blockOf('sell', [
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
  ])

  it('names who holds a position, and calls nobody flat whose position was not read whole', () => {
    expect(countOf(three, ['filled', 'ended', 'filled'], [FLAT, holds('0.5'), UNREAD])).toEqual({
      meant: 3,
      flat: 1,
      open: [],
      holding: [{ customerCode: 'C2', size: decimal('0.5') }],
      unread: [{ customerCode: 'C3', why: 'its trades are not all read' }],
      parts: 0,
    })
    expect(countOf(three, ['filled', 'filled', 'filled'], [FLAT, FLAT, FLAT])).toMatchObject({ flat: 3 })
    expect(
      countOf(three, ['filled', 'filled', 'filled'], [FLAT, FLAT, { size: null, why: null }]),
    ).toMatchObject({ flat: 2, unread: [{ customerCode: 'C3' }] })
  })

  it.each(['waiting', 'leaving', 'unknown', 'resting', 'part'] as const)(
    'calls no customer flat whose order is %s',
    (fate) => {
      expect(countOf(three, ['filled', 'filled', fate], [FLAT, FLAT, FLAT])).toMatchObject({
        flat: 2,
        open: ['C3'],
      })
      expect(countOf(three, ['filled', 'filled', fate], [FLAT, FLAT, holds('3')])).toMatchObject({
        flat: 2,
        holding: [],
      })
    },
  )

  it('leaves out customers of whose position the block closes a part', () => {
    const block = blockOf('buy', [
      ['1', '-1'],
      ['2', '-5'],
    ])
    expect(countOf(block, ['filled', 'filled'], [FLAT, holds('-3')])).toMatchObject({
      meant: 1,
      flat: 1,
      holding: [],
      parts: 1,
    })
  })

  it('is none of a block with a row that opens, turns round, or was sized by no position', () => {
    for (const other of [
      ['1', undefined],
      ['1', '-1'],
      ['2', '1'],
      ['1', '0'],
    ] as const)
      expect(countOf(blockOf('sell', [['1', '1'], other]), ['filled', 'filled'], [])).toBeNull()
    expect(countOf(blockOf('sell', [['1', '2']]), ['filled'], [])).toBeNull()
  })
})
