/** Bugs of blocks: a row that leaves before the plan is on disk, a customer who gets the order again after a restart, a whole that nobody judged. */

import type { PlantedBug } from '../bug.ts'

export const blockBugs: readonly PlantedBug[] = [
  {
    name: 'block leaves before its plan',
    wrong: 'The first rows of a block leave before its plan is on disk.',
    file: 'electron/core/dealing/block/submitBlock.ts',
    edits: [
      {
        find: 'const written = await store.commit(',
        put: 'const written = ok(null)\n    void store.commit(',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/block/submitBlock.test.ts',
      title: 'has its whole plan on disk before the first intent of its rows',
    },
  },
  {
    name: 'block forgets who was requested',
    wrong: 'After a restart every row of a block waits again, though its order was requested.',
    file: 'electron/core/journal/recoverStateFromJournal.ts',
    edits: [
      { find: 'if (now) foldBlockOrder(records.blocks, now)', put: '' },
      {
        find: "if (body.event.kind === 'intent') records.intents.set(",
        put: "if (body.event.kind === 'intent' && !body.event.block) records.intents.set(",
      },
    ],
    test: {
      file: 'test/electron/core/dealing/block/restartedBlocks.test.ts',
      title:
        'sends after the resume what had no turn, each customer once over both runs, though it ended anywhere',
    },
  },
  {
    name: 'block judged row by row',
    wrong: 'The limits judge each order of a block, but not the whole.',
    file: 'shared/domain/limits/basketCheck.ts',
    edits: [{ find: 'worstPerLimit([...wholeFindings, ', put: 'worstPerLimit([' }],
    test: {
      file: 'test/electron/core/dealing/block/pausedBlocks.test.ts',
      title: 'block the whole by its %s, though each row alone would pass',
      one: 'block the whole by its contracts, though each row alone would pass',
    },
  },
]
