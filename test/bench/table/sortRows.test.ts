/** What a table's sort costs beside the language's own sort of the same keys. */

import { expect, it } from 'vitest'
import { compare, decimal } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { orderOfValues } from '../../../renderer/panels/tables/sort/sortRows.ts'

const ROWS = 100_000
const random = seededRandom(7)
const amounts = Array.from({ length: ROWS }, () => `${random.integer(90_000)}.${random.integer(1_000_000)}`)

/** The least time of each in several rounds, in ms. The rounds alternate, so that both meet the same load. */
function leastMs(...runs: readonly (() => unknown)[]): readonly number[] {
  const least = runs.map(() => Infinity)
  for (let round = 0; round < 7; round++)
    for (const [index, run] of runs.entries()) {
      const began = performance.now()
      run()
      least[index] = Math.min(least[index] ?? Infinity, performance.now() - began)
    }
  return least
}

it('sorts 100,000 exact amounts in less than the time of Array.prototype.sort of the same keys', () => {
  const keys = amounts.map(decimal)
  const [peer = 0, own = 0, ofText = 0] = leastMs(
    () => keys.toSorted(compare),
    () => orderOfValues(keys, 'decimal', false),
    () => orderOfValues(amounts, 'decimal', false),
  )
  console.log(
    `100,000 rows: ${own.toFixed(1)} ms of decimals, ${ofText.toFixed(1)} ms of their text; Array.prototype.sort ${peer.toFixed(1)} ms`,
  )
  expect(own / peer).toBeLessThan(0.7)
  expect(ofText / peer).toBeLessThan(0.7)
})

it('sorts 100,000 references in less than the time of Array.prototype.sort of the same keys', () => {
  const references = amounts.map((amount) => `v1-${amount}`)
  const [peer = 0, own = 0] = leastMs(
    () => references.toSorted(),
    () => orderOfValues(references, 'text', true),
  )
  console.log(`100,000 references: ${own.toFixed(1)} ms; Array.prototype.sort ${peer.toFixed(1)} ms`)
  expect(own / peer).toBeLessThan(0.9)
})
