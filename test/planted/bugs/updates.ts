/** Bugs of updates: an install that nobody agreed to, or that ends a desk in the middle of an order. */

import type { PlantedBug } from '../bug.ts'

const TEST = 'test/electron/core/updates/updates.test.ts'

export const updateBugs: readonly PlantedBug[] = [
  {
    name: 'typed word overrides an unknown order',
    wrong:
      'An update that the dealer confirmed with the word is installed while an order has an unknown status.',
    file: 'electron/core/updates/mayInstall.ts',
    edits: [
      { find: 'if (facts.unknownOrders > 0)', put: "if (facts.unknownOrders > 0 && facts.typed === '')" },
    ],
    test: { file: TEST, title: 'is refused, also with the word, while an order has no answer' },
  },
  {
    name: 'update installed on quit',
    wrong: 'A downloaded update is installed when the dealer closes the terminal, without a decision.',
    file: 'electron/shell/updates/electronUpdater.ts',
    edits: [{ find: 'updater.autoInstallOnAppQuit = false', put: '' }],
    test: { file: TEST, title: 'is announced once, and downloaded only when asked' },
  },
  {
    name: 'installer before the desk closed',
    wrong:
      'The installer starts while the journal is open, and may end the terminal in the middle of a record.',
    file: 'electron/shell/updates/electronUpdater.ts',
    edits: [{ find: '    await leave()', put: '    void leave()' }],
    test: { file: TEST, title: 'waits until the desk has closed' },
  },
  {
    name: 'channel brings an older release',
    wrong: 'A check offers an older release as an update, because naming a channel allows it.',
    file: 'electron/shell/updates/electronUpdater.ts',
    edits: [
      { find: "updater.allowDowngrade = next === 'older'", put: '' },
      { find: "isOlder === (search === 'older')", put: 'true' },
    ],
    test: { file: TEST, title: 'comes from the file of the channel alone, and never an older one' },
  },
  {
    name: 'channel file without a bound',
    wrong: 'A check for updates takes in an answer of any length, until the memory of the program is full.',
    file: 'electron/shell/updates/boundedAnswers.ts',
    edits: [{ find: 'if (bytes <= LONGEST_CHANNEL_FILE) return', put: 'if (bytes >= 0) return' }],
    test: {
      file: 'test/electron/shell/updates/boundedAnswers.test.ts',
      title: 'a channel file as long as the bound is read whole, and one byte more is refused',
    },
  },
]
