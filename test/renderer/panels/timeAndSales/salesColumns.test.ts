import { expect, test } from 'vitest'
import { salesColumns } from '../../../../renderer/panels/timeAndSales/salesColumns.tsx'

/** The least width of a CSS grid track, px. */
const least = (track: string): number => Number(/\d+/.exec(track)?.[0])

test.each([340, 384, 400, 500, 549, 550, 900])('a panel of %d px cuts no column', (width) => {
  const columns = salesColumns(undefined, width)
  expect(columns.reduce((sum, column) => sum + least(column.width), 0)).toBeLessThanOrEqual(width - 12)
  expect(columns.map(({ id }) => id).slice(0, 4)).toEqual(['time', 'side', 'price', 'amount'])
})

test('value and run are left out last to first', () => {
  const ids = (width: number | null) => salesColumns(undefined, width).map(({ id }) => id)
  expect(ids(384)).not.toContain('value')
  expect(ids(450)).toContain('value')
  expect(ids(450)).not.toContain('run')
  expect(ids(null)).toEqual(['time', 'side', 'price', 'amount', 'value', 'run'])
})
