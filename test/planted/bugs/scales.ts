/** Bugs of scales: half an act, the whole unjudged, or amounts that do not add up. */

import type { PlantedBug } from '../bug.ts'

export const scaleBugs: readonly PlantedBug[] = [
  {
    name: 'scale leaves half journaled',
    wrong: 'An order of a scale leaves before every order of the scale is in the journal.',
    file: 'electron/core/dealing/scale/submitScale.ts',
    edits: [
      {
        find: 'await Promise.all(admitted.map(({ intentOnDisk }) => intentOnDisk))',
        put: 'await Promise.all(admitted.slice(0, 0).map(({ intentOnDisk }) => intentOnDisk))',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/scale/submitScale.test.ts',
      title: 'has every intent in the journal before the first order leaves',
    },
  },
  {
    name: 'scale judged row by row',
    wrong: 'The limits judge each order of a scale, but not the whole.',
    file: 'electron/core/risk/limits/checkScales.ts',
    edits: [
      {
        find: 'worstPerLimit([all, ...each].flatMap',
        put: 'worstPerLimit(each.flatMap',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/scale/submitScale.test.ts',
      title: 'block the whole by its contracts, though each order alone would pass',
    },
  },
  {
    name: 'scale loses a remainder',
    wrong: 'The lots that rounding leaves over belong to no order of a scale.',
    file: 'shared/domain/orders/scale/scaleRows.ts',
    edits: [{ find: 'whole + (more.has(at) ? 1n : 0n)', put: 'whole + (more.has(at) ? 0n : 0n)' }],
    test: {
      file: 'test/shared/domain/orders/scale/scaleRows.test.ts',
      title: 'sum exactly, each a whole lot above 0 at its own price on a tick inside the range',
    },
  },
]
