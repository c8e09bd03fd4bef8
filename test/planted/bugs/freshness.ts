/** Bugs of who may deal on what was heard: private channels, reconciliation, the age of news and of acts. */

import type { PlantedBug } from '../bug.ts'

const CHANNELS = 'test/electron/core/support/lostPrivateChannels.test.ts'
const BOARD = 'test/electron/core/orders/journaledOrderStore.test.ts'
const STREAM = 'test/electron/core/session/trading/orderStream.test.ts'
const HOSTILE = 'test/contract/hostileWindow.test.ts'
const SERVER = 'shared/contract/server/server.ts'

export const newsBugs: readonly PlantedBug[] = [
  {
    name: 'deals on a silent channel',
    wrong: 'A private channel that is silent or still being opened counts as live.',
    file: 'electron/core/support/lostPrivateChannels.ts',
    edits: [{ find: "states.get(name) !== 'live')", put: "states.get(name) === 'down')" }],
    test: {
      file: CHANNELS,
      title: 'counts as lost while it is silent, and opens only after everything was read back',
    },
    sim: {
      schedules: 300,
      says: /broken: .* was sent (while a private channel was not live|after \d+ ms of silence)/,
    },
  },
  {
    name: 'dealing goes on blind',
    wrong: 'A private channel that is down closes nobody.',
    file: 'electron/core/support/lostPrivateChannels.ts',
    edits: [{ find: 'if (names.length === 0) return null', put: 'if (names.length >= 0) return null' }],
    test: {
      file: CHANNELS,
      title: '%s closes every customer for new risk at once',
      one: 'orders closes every customer for new risk at once',
    },
    sim: {
      schedules: 300,
      says: /broken: .* was sent (while a private channel was not live|after \d+ ms of silence)/,
    },
  },
  {
    name: 'early walk counts as read back',
    wrong: 'A reading of trades that was asked for before a gap counts as the reading after it.',
    file: 'electron/core/reconciliation/tradesAndLedger/oneListReadAtATime.ts',
    edits: [
      {
        find: 'if (walking.gaps === gaps()) return walking.done',
        put: 'if (walking.gaps <= gaps()) return walking.done',
      },
    ],
    test: {
      file: CHANNELS,
      title: 'does not count a reading that was requested before the channel returned',
    },
    sim: {
      schedules: 300,
      says: /broken: .* was (?:sent|opened) before .* was read back behind the private channels/,
    },
  },
  {
    name: 'held order leaves late',
    wrong: 'An order that a slow disk held for more than 5 s leaves all the same.',
    file: 'electron/core/orders/lastCheckAndJournalBeforeSend.ts',
    edits: [
      {
        find: 'msSince(clock, pressedAt) > MAX_ACT_AGE',
        put: 'msSince(clock, pressedAt) > MAX_ACT_AGE * 1_000',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/orderJournal.test.ts',
      title: 'an order that the disk held for longer than 5 s is not sent',
    },
    sim: { schedules: 300, says: /broken: .* left \d+(\.\d+)? ms after the dealer's key/ },
  },
  {
    name: 'sleep makes no act older',
    wrong:
      'An order that waited for the disk while the machine slept leaves hours after the key, because the monotonic clock stood still.',
    file: 'shared/base/clock.ts',
    edits: [
      {
        find: 'Math.max(clock.monotonic() - monotonic, clock.now() - wall)',
        put: 'clock.monotonic() - monotonic + 0 * wall',
      },
    ],
    test: {
      file: 'test/electron/core/session/sleepBeforeSending.test.ts',
      title: 'an order never leaves, and says why',
    },
  },
  {
    name: 'stale answer undoes news',
    wrong: 'An answer or an absence that was asked for earlier changes what newer news said of an order.',
    file: 'electron/core/orders/detectStaleOrderReports.ts',
    edits: [
      {
        find: 'return newest > count ||',
        put: 'return newest < 0 ||',
      },
    ],
    test: {
      file: 'test/electron/core/orders/journaledOrderStore.test.ts',
      title: 'changes neither the amended price nor the presence of the order',
    },
    sim: {
      schedules: 300,
      says: /broken: .* (went back to .* after newer news|older than its news|after the venue had reported it)/,
    },
  },
  {
    name: 'another order ends ours',
    wrong: 'A stream message about another order under the id of ours ends ours.',
    file: 'electron/core/orders/journaledOrderStore.ts',
    edits: [
      {
        find: 'if (known && another !== null) {',
        put: 'if (known && another !== null && asked !== null) {',
      },
    ],
    test: {
      file: BOARD,
      title: 'ends nothing where its %s is another',
      one: 'ends nothing where its symbol is another',
    },
  },
  {
    name: 'older message ends an order',
    wrong:
      'A stream message with an older time of the venue ends an order of which newer news says that it rests.',
    file: 'electron/core/orders/journaledOrderStore.ts',
    edits: [
      {
        find: 'if (asked === null && staleDetector.isLate(',
        put: 'if (asked !== null && staleDetector.isLate(',
      },
    ],
    test: { file: BOARD, title: 'changes nothing: it does not even end the order' },
  },
  {
    name: 'one answer proves a life',
    wrong:
      'A single look-up that shows an ended order open halts its customer, although reads of the venue lag.',
    file: 'shared/domain/orders/orderLife.ts',
    edits: [{ find: "(isEndDoubted(known) && by === 'look-up')", put: "by === 'look-up'" }],
    test: {
      file: BOARD,
      title: 'by a first %s that was asked for afterwards',
      one: 'by a first look-up that was asked for afterwards',
    },
  },
  {
    name: 'two answers at once prove a life',
    wrong: 'A second look-up right after the first halts the customer, although reads of the venue lag.',
    file: 'electron/core/orders/detectStaleOrderReports.ts',
    edits: [{ find: 'const LAG = 5_000', put: 'const LAG = 0' }],
    test: {
      file: BOARD,
      title: 'lives again by a look-up 5 s after the first answer, not by a list or earlier look-up',
    },
  },
  {
    name: 'open after the end asks nobody',
    wrong: 'An order that the stream calls canceled and then open stays over until its customer is read.',
    file: 'electron/core/orders/streamMismatchLookUps.ts',
    edits: [
      {
        find: "if (seen === 'taken') return isLive(now) !== isOpen",
        put: "if (seen === 'taken') return false",
      },
    ],
    test: {
      file: STREAM,
      title: 'is looked up exactly once at once, and lives once a second look-up shows it',
    },
  },
  {
    name: 'list with an order twice ends it',
    wrong: 'A list that shows an order once over and once open ends it.',
    file: 'electron/core/reconciliation/openOrders/readOpenOrderLists.ts',
    edits: [{ find: 'if (isTerminal(report.status) && open.has(report.referenceId)) continue', put: '' }],
    test: { file: STREAM, title: 'that shows one order as over and as open does not end the order' },
  },
  {
    name: 'reconciliation without the turn count',
    wrong: 'A reading that was asked for before a gap opens its customer after it.',
    file: 'electron/core/reconciliation/readOneCustomer.ts',
    edits: [{ find: 'if (!done || isOver()) return', put: 'if (!done) return' }],
    test: {
      file: 'test/electron/core/reconciliation/openAndCloseCustomersByReconciliation.test.ts',
      title: 'a reading that was asked for before the gap does not open its customer',
    },
    sim: {
      schedules: 300,
      says: /broken: .* was opened before .* was read back behind the private channels/,
    },
  },
  {
    name: 'open over a gap',
    wrong: 'Customers that were open stay open after a gap while nothing was read back yet.',
    file: 'electron/core/reconciliation/openAndCloseCustomersByReconciliation.ts',
    edits: [
      {
        find: "put(entry, { state: 'reading', open: false, why })",
        put: "put(entry, { state: 'reading', why })",
      },
    ],
    test: {
      file: 'test/electron/core/reconciliation/openAndCloseCustomersByReconciliation.test.ts',
      title: 'every customer waits until it was read back, and an order at the gate does not leave',
    },
    sim: {
      schedules: 300,
      says: /broken: .* was (?:sent|opened) before .* was read back behind the private channels/,
    },
  },
  {
    name: 'intents forgotten with the process',
    wrong: 'An intent whose answer was lost with the process is sent again under another id.',
    file: 'electron/core/journal/recoverStateFromJournal.ts',
    edits: [
      {
        find: "if (body.event.kind === 'intent') records.intents.set(body.event.intentId, body.referenceId)",
        put: '',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/orderJournal.test.ts',
      title: 'an intent that a surviving window submits again is not sent again',
    },
    sim: { schedules: 300, says: /broken: one intent was sent twice|duplicated: / },
  },
  {
    name: 'filled order that no trade names passes',
    wrong: 'An order that filled counts as reconciled although no trade names it.',
    file: 'shared/domain/accounts/reconciliationRules.ts',
    edits: [
      {
        find: 'if (compare(sum, decimal(order.filledAmount)) === 0) return []',
        put: 'if (own.length === 0 || compare(sum, decimal(order.filledAmount)) === 0) return []',
      },
    ],
    test: {
      file: 'test/shared/domain/accounts/reconciliationRules.test.ts',
      title: 'names the filled order that no trade names',
    },
    // Six of 2,000 schedules show the fault: the order's fill is read, and neither its trade nor its ledger row.
    sim: { schedules: 600, says: /broken: .* counts as reconciled though no trades add up to the fill of/ },
  },
  {
    name: 'order of one user in the next one’s records',
    wrong:
      'An order whose limits were still being looked at when another user signed in is filed as that user’s.',
    file: 'electron/core/dealing/admitAndJournalOrder.ts',
    edits: [{ find: 'if (!broker || access.broker() !== broker)\n', put: 'if (!broker)\n' }],
    test: {
      file: 'test/electron/core/dealing/orderJournal.test.ts',
      title: 'an order in the limit check while another user signs in is no record of that user',
    },
  },
  {
    name: 'a frame’s id twice',
    wrong: 'A window may use the id of its last call again: the call is done twice.',
    file: SERVER,
    edits: [{ find: 'if (frame.id <= newest)', put: 'if (frame.id < newest)' }],
    test: {
      file: HOSTILE,
      title: 'is closed when it uses an id twice, and the request of the id is done once',
    },
  },
  {
    name: 'open calls without a bound',
    wrong: 'One window may have any number of calls under way.',
    file: 'shared/contract/server/serverCalls.ts',
    edits: [{ find: 'if (this.calls.size >= MAX_OPEN)', put: 'if (this.calls.size >= MAX_OPEN * 1_000)' }],
    test: {
      file: HOSTILE,
      title: 'has a maximum of open calls; one more is refused until another was answered',
    },
  },
  {
    name: 'waits for ever on a silent venue',
    wrong:
      'A venue that answers nothing to authenticate is never asked again: every customer stays closed until a restart.',
    file: 'electron/broker/streams/channelSubscriptions.ts',
    edits: [
      {
        find: 'if (!isAnswered) socket().restart(UNANSWERED)',
        put: 'if (isAnswered) socket().restart(UNANSWERED)',
      },
    ],
    test: {
      file: 'test/electron/broker/privateStreams.test.ts',
      title: 'a venue that does not answer authenticate is never live, and is tried on a new connection',
    },
  },
]
