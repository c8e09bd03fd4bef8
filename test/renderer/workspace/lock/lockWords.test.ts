import { expect, test } from 'vitest'
import { lockLines, type DeskCounts } from '../../../../renderer/workspace/lock/lockWords.ts'
import { neverRead, unseenIn } from '../../../../shared/domain/orders/openOrderReading.ts'
import { code } from '../../../fakes/window/scriptedCore.ts'

const ordersLine = (counts: Partial<DeskCounts>) =>
  lockLines(
    {
      isKnown: true,
      live: 0,
      unknown: 0,
      unseen: unseenIn([]),
      positions: 0,
      isEveryTradeRead: true,
      halts: 0,
      mustAcknowledge: 0,
      ...counts,
    },
    [],
  )[0]?.text

test('the lock counts an order of unknown status as one that may stay', () => {
  expect(ordersLine({ live: 2 })).toBe('2 orders stay live at the venue.')
  expect(ordersLine({ live: 3, unknown: 1 })).toBe(
    '2 orders stay and 1 of unknown status may stay live at the venue.',
  )
  expect(ordersLine({ live: 1, unknown: 1, unseen: unseenIn([neverRead(code('C1042'))]) })).toBe(
    '1 order of unknown status may stay live at the venue, and there may be others.',
  )
})
