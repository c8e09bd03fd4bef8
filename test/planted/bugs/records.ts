/** Bugs of money, journal, secrets and authority. */

import type { PlantedBug } from '../bug.ts'

const TRADE_TESTS = 'test/electron/core/accounts/tradePositions.test.ts'
const LEDGER_TESTS = 'test/electron/core/accounts/cashLedger.test.ts'
const LEDGER = 'electron/core/accounts/cashLedger.ts'
const TRADES = 'electron/core/accounts/tradeBook.ts'
const TRADE_KEY = 'const code = keyOf(arrived)'

export const recordBugs: readonly PlantedBug[] = [
  {
    name: 'dedupe trades by (price,size,time)',
    wrong: 'Two executions that are alike in price, amount and time count as one.',
    file: TRADES,
    edits: [
      {
        find: TRADE_KEY,
        put: 'const code = `${arrived.customerCode} ${arrived.price} ${arrived.amount} ${arrived.createdAt}`',
      },
    ],
    test: {
      file: 'test/electron/core/accounts/tradeBook.test.ts',
      title: 'two executions with equal price, amount and time are two; one reported twice is one',
    },
  },
  {
    name: 'forced fill counted twice',
    wrong: 'A liquidation that the list calls a trade counts once more under that name.',
    file: TRADES,
    edits: [{ find: TRADE_KEY, put: 'const code = `${keyOf(arrived)} ${arrived.type}`' }],
    test: {
      file: TRADE_TESTS,
      title: 'count a forced fill once, by its own type, whether list or stream reports it first',
    },
  },
  {
    name: 'fee subtracted twice',
    wrong:
      'The realised PnL of a position, which is shown before fees with the fees beside it, has them taken off already.',
    file: 'shared/domain/accounts/position.ts',
    edits: [
      {
        find: 'toText(add(decimal(known.realisedPnl), gained))',
        put: "toText(subtract(add(decimal(known.realisedPnl), gained), decimal(fill.fee ?? '0')))",
      },
    ],
    test: {
      file: 'test/shared/domain/accounts/position.test.ts',
      title: 'opens, adds, closes a part, closes all',
    },
  },
  {
    name: 'direction guessed',
    wrong: 'A ledger row whose direction is an unknown word is summed as money that came in.',
    file: 'electron/core/accounts/learnSignsOfDirectionWords.ts',
    edits: [
      {
        find: 'if (sign === null) return row',
        put: 'if (sign === null) return { ...row, signedAmount: row.signedAmount ?? row.totalAmount }',
      },
    ],
    test: {
      file: LEDGER_TESTS,
      title: 'leaves a row with an unknown direction out of sums and reports the row',
    },
  },
  {
    name: 'balance nulled by cancelled event',
    wrong: 'A cancelled movement, which carries no balance, makes the known balance unknown.',
    file: LEDGER,
    edits: [
      {
        find: "if (row.status !== 'completed') account.reported = earlier",
        put: 'account.reported = null',
      },
    ],
    test: {
      file: LEDGER_TESTS,
      title: 'keeps the newest balance when an older event comes late, or a cancelled one has none',
    },
  },
  {
    name: 'lock only in UI',
    wrong: 'Whether a window may trade is held by the window alone: the core does what it is asked.',
    file: 'shared/contract/server/serverCalls.ts',
    edits: [
      {
        find: 'if (!caller.allows(command.scope))',
        put: "if (command.scope === 'desktop' && !caller.allows(command.scope))",
      },
    ],
    test: {
      file: 'test/contract/conformance.test.ts',
      title: 'C6: a scope is asked at every call, so losing it takes effect at once',
    },
  },
  {
    name: 'session lock only in UI',
    wrong: 'Windows hide behind the session lock, but the core sends what a window asks.',
    file: 'electron/core/session/lock/refuseWhileLocked.ts',
    edits: [{ find: 'isLocked()\n', put: "isLocked() && name.startsWith('session.')\n" }],
    test: {
      file: 'test/electron/core/session/lock/sessionLock.test.ts',
      title: 'no order, amend, cancel or halt reaches the venue; what was sent before goes on',
    },
  },
  {
    name: 'secret in error object log',
    wrong: 'Fields that are not on the list go into the log, the headers of a failed request among them.',
    file: 'electron/log.ts',
    edits: [
      {
        find: "if (Object.hasOwn(ALLOWED, name) && (typeof value === 'string' || typeof value === 'number'))",
        put: '',
      },
    ],
    test: {
      file: 'test/electron/log.test.ts',
      title: 'drops every field that is not on the list, whatever a caller passes',
    },
  },
  {
    name: 'torn tail overwritten',
    wrong:
      'The torn end of the journal is cut off without being kept, and the next record is written over it.',
    file: 'electron/storage/journal/opening.ts',
    edits: [
      {
        find: '? await putTailAside(disk, name, file.subarray(size), size) : null',
        put: '? (await disk.truncate(`${FOLDER}/${name}`, size), null) : null',
      },
    ],
    test: {
      file: 'test/electron/storage/journal/crashes.test.ts',
      title: 'at every byte is set aside whole, reported, and never lost',
    },
    sim: { schedules: 300, says: /broken: \d+ bytes were cut off .* and are nowhere else/ },
  },
  {
    name: 'checkpoint without count',
    wrong:
      'A checkpoint and the head kept apart are signed without the number of records that they stand for.',
    file: 'electron/storage/journal/proof/seal.ts',
    edits: [{ find: '${hash}\\n${count}\\n`', put: '${hash}\\n`' }],
    test: {
      file: 'test/electron/storage/journal/proof/seal.test.ts',
      title: 'a checkpoint is signed for one purpose, journal, number, hash and count of records',
    },
  },
  {
    name: 'paper base_url fallback',
    wrong: 'A venue that is not on the list any more is replaced by the built-in one, without a word.',
    file: 'electron/core/session/signInAndOut.ts',
    edits: [
      {
        find: 'const listed = venues.find(request.venueId)',
        put: `const listed =
      venues.find(request.venueId) ?? venues.all.find(({ builtIn }) => builtIn !== null)`,
      },
    ],
    test: {
      file: 'test/electron/core/session/venueChoice.test.ts',
      title: 'a sign-in to a venue that is not on the list is refused; no other address is tried',
    },
  },
  {
    name: 'limits believe the settings',
    wrong: 'A copy of the limits that does not agree with the order journal passes without a word.',
    file: 'electron/core/risk/limits/restoreLimitsOrAskToConfirm.ts',
    edits: [{ find: 'if (isSame(recorded, read)) return null', put: 'return null' }],
    test: {
      file: 'test/electron/core/risk/limits/checkAndCountOrders.test.ts',
      title: 'are those of the journal; with a copy that is',
      one: 'loosened',
    },
  },
  {
    name: 'limits not carried over',
    wrong: 'A new segment of the journal begins without the limits in force.',
    file: 'electron/core/assembly/venuesSignInAndClockSteps.ts',
    edits: [{ find: '      ...limits.carried(),\n', put: '' }],
    test: {
      file: 'test/electron/core/risk/limits/restoreLimitsOrAskToConfirm.test.ts',
      title: 'a run on a new segment of the journal finds the carried limits',
    },
  },
  {
    name: 'windows of a day begin anew',
    wrong:
      'A new segment of the journal begins without what was sent in the day before: a limit counts too little after a restart.',
    file: 'electron/core/risk/limits/checkAndCountOrders.ts',
    edits: [{ find: '[...revisions.carried(), ...sent.carried()]', put: 'revisions.carried()' }],
    test: {
      file: 'test/electron/core/risk/limits/windowsRestart.test.ts',
      title: 'counts every order and amount of the day, however many segments ago',
    },
  },
  {
    name: 'unknown count passes for none',
    wrong:
      'Where an earlier segment may hold more sends than are known, the limits of a day let orders out without a word.',
    file: 'electron/core/risk/limits/sentOrderTotals.ts',
    edits: [
      { find: "if (body.type === 'carried') since = at", put: "if (body.type === 'carried') since = null" },
    ],
    test: {
      file: 'test/electron/core/risk/limits/windowsRestart.test.ts',
      title: 'warns of every order for a day where an earlier segment may hold more than is known',
    },
  },
  {
    name: 'cut-off statement sums to zero',
    wrong: 'A statement from a ledger that was cut off gives its sums as 0.',
    file: 'shared/domain/statements/statement.ts',
    edits: [
      { find: 'const isKnown = isRead && !unsure.has(name)', put: 'const isKnown = !unsure.has(name)' },
    ],
    test: {
      file: 'test/shared/domain/statements/statement.test.ts',
      title: 'has no sum while rows are missing, and says no movement only where all were read',
    },
  },
  {
    name: 'unnamed fills count as compared',
    wrong: 'Fills that no order can be compared with, because their trades name none, are called proven.',
    file: 'shared/domain/accounts/proof/uncomparedRecords.ts',
    edits: [
      { find: 'if (!first) return null', put: 'if (!first || first.referenceId === null) return null' },
    ],
    test: {
      file: 'test/shared/domain/accounts/proof/uncomparedRecords.test.ts',
      title: 'names the trades that name no order, and the instruments whose fills are not compared',
    },
  },
  {
    name: 'timeless row counts as 0 today',
    wrong: 'A trade without a time is left out of the PnL of the day without a mark.',
    file: 'shared/domain/accounts/cashSums.ts',
    edits: [{ find: 'if (createdAt === null) return null', put: 'if (createdAt === null) return false' }],
    test: {
      file: 'test/electron/core/accounts/cashSums.test.ts',
      title: 'a row without a time makes the day unknown, not 0, until its time is known',
    },
  },
]
