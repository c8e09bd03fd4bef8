/** Bugs of what must outlive a run, a lost file or a second terminal: halts, limits, confirmations, the lock. */

import type { PlantedBug } from '../bug.ts'

export const memoryBugs: readonly PlantedBug[] = [
  {
    name: 'unknown customers pass for none',
    wrong: 'The program goes without a question though records that may name more customers are not read.',
    file: 'electron/shell/quitting/restingOrdersWatch.ts',
    edits: [
      {
        find: 'customers: whyCustomersUnknown(this.reads),',
        put: 'customers: this.reads.length < 0 ? null : null,',
      },
    ],
    test: {
      file: 'test/electron/shell/shell.test.ts',
      title: 'asks where no order is known and there may be unknown customers',
    },
  },
  {
    name: 'halt of a group believes the settings',
    wrong: 'A halt of a group covers only those whom the settings name in the group now.',
    file: 'shared/domain/orders/halt.ts',
    edits: [
      {
        find: 'groupOf(code) === group || (members?.some(({ customerCode: member }) => member === code) ?? false)',
        put: 'groupOf(code) === group && members !== null',
      },
    ],
    test: {
      file: 'test/electron/core/risk/halts/groupHalts.test.ts',
      title: '%s still covers its customers, and says so',
      one: 'were deleted still covers its customers, and says so',
    },
  },
  {
    name: 'lost journal passes for a new folder',
    wrong:
      'A used folder whose journal is gone lets new orders out under the limits that Openpit comes with.',
    file: 'electron/core/risk/limits/changeLimitsInForce.ts',
    edits: [
      {
        find: 'const recorded = options.isJournalLost ? LOST : options.recovered.rules(LIMITS)',
        put: 'const recorded = options.recovered.rules(LIMITS)',
      },
    ],
    test: {
      file: 'test/electron/compose/lostFolder.test.ts',
      title: 'a folder without %s blocks new orders before the limits are confirmed',
      one: 'a folder without anything but the notices',
    },
  },
  {
    name: 'unread journal proves orders foreign',
    wrong: 'Orders are called not sent from this desk though the order journal could not be read.',
    file: 'electron/core/orders/mayBeOwnOrder.ts',
    edits: [{ find: 'if (!journal.isRecoveredWhole) return true', put: '' }],
    test: {
      file: 'test/electron/core/journal/unreadableJournal.test.ts',
      title: 'leaves it unknown whether this desk sent an order: it is not called "not sent from this desk"',
    },
  },
  {
    name: 'failed journal ends the watch on the lock',
    wrong: 'A terminal whose journal failed does not notice that another one took its folder.',
    file: 'electron/storage/folderWatch.ts',
    edits: [{ find: 'if (isJournalWatching()) return', put: 'if (isJournalWatching() || lost) return' }],
    test: {
      file: 'test/electron/compose/lostFolder.test.ts',
      title: 'a terminal whose journal failed still reports that its folder was taken',
    },
  },
  {
    name: 'notices left open to other accounts',
    wrong: 'A file of the data folder that other accounts may read stays so.',
    file: 'electron/storage/dataFolder.ts',
    edits: [{ find: '(?:history|notices|paper)', put: '(?:history|paper)' }],
    test: {
      file: 'test/electron/compose/compose.test.ts',
      title: 'is closed to other accounts, with every file of a run, also after it was open to them',
    },
  },
  {
    name: 'halt cleared before the customers are known',
    wrong:
      'A halt of the desk says that no order was live though customers may stand on pages that were not read.',
    file: 'electron/core/session/trading/tradingSession.ts',
    edits: [
      {
        find: 'isOfOneCustomer(scope) ? null : readBack.whyCustomersUnknown()',
        put: "isOfOneCustomer(scope) || scope.kind === 'desk' || readBack.whyCustomersUnknown() === null ? null : 'not known'",
      },
    ],
    test: {
      file: 'test/electron/core/risk/halts/unknownCustomers.test.ts',
      title: 'says that it has not seen all, reads on, and cancels a customer’s orders once it is known',
    },
  },
  {
    name: 'lock removed unseen',
    wrong: 'A terminal whose lock file was removed deals on, beside another one in the same folder.',
    file: 'electron/storage/journal/files/lock.ts',
    edits: [{ find: 'if (holder === own) return null', put: 'if (holder !== undefined) return null' }],
    test: {
      file: 'test/electron/storage/folderLock.test.ts',
      title: 'a terminal that lost its lock to another writes nothing more, and leaves the other’s lock',
    },
  },
  {
    name: 'look-alike closes whom it looks like',
    wrong: 'A record of a customer whose code looks like a known one closes the known customer too.',
    file: 'electron/core/accounts/customers/confirmLookAlikeCodes.ts',
    edits: [
      {
        find: 'if (settled.has(code) && !isConfirmed(code))',
        put: 'if (settled.has(code) && isConfirmed(code))',
      },
    ],
    test: {
      file: 'test/electron/core/risk/lookAlikeCodes.test.ts',
      title: 'a record with a look-alike of a known code closes the new customer, not the known one',
    },
  },
  {
    name: 'confirmed codes not carried over',
    wrong: 'A new segment of the journal begins without the confirmed customer codes.',
    file: 'electron/core/assembly/venuesSignInAndClockSteps.ts',
    edits: [{ find: '      ...journal.confirmedCodes.carried(),\n', put: '' }],
    test: {
      file: 'test/electron/core/risk/lookAlikeCodes.test.ts',
      title: 'a customer with a look-alike code is not dealt for before its code was typed',
    },
  },
  {
    name: 'journal file replaced unseen',
    wrong: 'A terminal whose journal file was replaced goes on writing into the file that has no name.',
    file: 'electron/storage/journal/files/nodeDisk.ts',
    edits: [{ find: 'if (!handle) return null', put: 'if (handle || !handle) return null' }],
    test: {
      file: 'test/electron/storage/folderLock.test.ts',
      title: 'a terminal with a journal file that was %s takes nothing more, and reports it',
      one: 'a terminal with a journal file that was replaced takes nothing more, and reports it',
    },
  },
  {
    name: 'unread week of health is empty',
    wrong: 'A history of health that cannot be read is shown as a week in which nothing was stored.',
    file: 'electron/health/historyFiles.ts',
    edits: [{ find: "if (error.code === 'ENOENT') return []", put: 'if (error) return []' }],
    test: {
      file: 'test/electron/health/historyFiles.test.ts',
      title: 'a folder that cannot be read is no empty week',
    },
  },
]
