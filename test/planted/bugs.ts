/** Every planted bug of docs/reliability.md#planted-bugs. */

import type { PlantedBug } from './bug.ts'
import { formBugs } from './forms.ts'
import { orderPathBugs } from './orderPath.ts'
import { memoryBugs } from './memory.ts'
import { newsBugs } from './news.ts'
import { readingBugs } from './reading.ts'
import { recordBugs } from './records.ts'
import { wireBugs } from './wire.ts'

export const bugs: readonly PlantedBug[] = [
  ...orderPathBugs,
  ...newsBugs,
  ...wireBugs,
  ...recordBugs,
  ...readingBugs,
  ...memoryBugs,
  ...formBugs,
]
