/** Every planted bug of docs/reliability.md#planted-bugs. */

import type { PlantedBug } from './bug.ts'
import { bracketBugs } from './bugs/brackets.ts'
import { formBugs } from './bugs/windowForms.ts'
import { orderPathBugs } from './bugs/orderPath.ts'
import { memoryBugs } from './bugs/persistence.ts'
import { newsBugs } from './bugs/freshness.ts'
import { readingBugs } from './bugs/venueReading.ts'
import { blockBugs } from './bugs/blocks.ts'
import { approvalBugs } from './bugs/approvals.ts'
import { updateBugs } from './bugs/updates.ts'
import { scaleBugs } from './bugs/scales.ts'
import { recordBugs } from './bugs/records.ts'
import { wireBugs } from './bugs/wire.ts'

export const bugs: readonly PlantedBug[] = [
  ...orderPathBugs,
  ...bracketBugs,
  ...scaleBugs,
  ...approvalBugs,
  ...updateBugs,
  ...blockBugs,
  ...newsBugs,
  ...wireBugs,
  ...recordBugs,
  ...readingBugs,
  ...memoryBugs,
  ...formBugs,
]
