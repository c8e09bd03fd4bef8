/** Bugs of what must outlive a run, a lost file or a second terminal: halts, limits, confirmations, the lock. */

import type { PlantedBug } from './bug.ts'

export const memoryBugs: readonly PlantedBug[] = [
  {
    name: 'halt of a group believes the settings',
    wrong: 'A halt of a group covers only those whom the settings name in the group now.',
    file: 'shared/domain/halt.ts',
    edits: [
      {
        find: 'groupOf(code) === group || (members?.some(({ customerCode: member }) => member === code) ?? false)',
        put: 'groupOf(code) === group && members !== null',
      },
    ],
    test: {
      file: 'test/electron/core/halts/groupHalts.test.ts',
      title: '%s still covers its customers, and says so',
      one: 'were deleted still covers its customers, and says so',
    },
  },
]
