/** Bugs of reading a venue that differs from what the profile says. */

import type { PlantedBug } from '../bug.ts'

export const readingBugs: readonly PlantedBug[] = [
  {
    name: 'odd owner is the path’s',
    wrong: 'A record whose customer cannot be read is taken for one of the customer that was asked for.',
    file: 'shared/broker/accountRecords.ts',
    edits: [
      {
        find: "customerCode: fields.ownOne(customerCode, 'customer_code') ?? owner,",
        put: "customerCode: fields.optional(customerCode, 'customer_code') ?? owner,",
      },
    ],
    test: {
      file: 'test/shared/broker/oddFields.test.ts',
      title: 'is never replaced by a guessed value',
    },
  },
  {
    name: 'a repeat is loss',
    wrong: 'A book update that arrives twice turns the book to in doubt.',
    file: 'shared/domain/book/book.ts',
    edits: [{ find: 'return known && this.saysNothingNew()', put: 'return false' }],
    test: {
      file: 'test/shared/domain/book/book.test.ts',
      title: 'proves no loss after other messages while the book agrees with it',
    },
  },
  {
    name: 'look-alike dealt for',
    wrong: 'Orders go out for a customer whose code looks like another one, without any word.',
    file: 'electron/core/risk/tradingGate.ts',
    edits: [
      { find: 'if (other !== null) return failureOf', put: 'if (other === undefined) return failureOf' },
    ],
    test: {
      file: 'test/electron/core/risk/lookAlikeCodes.test.ts',
      title: 'a customer with a look-alike code is not dealt for before its code was typed',
    },
  },
  {
    name: 'lost trade leaves its customer open',
    wrong: 'A trade that could not be read leaves its customer open for new risk.',
    file: 'electron/core/reconciliation/openAndCloseCustomersByReconciliation.ts',
    edits: [
      { find: 'if (loss !== null && entry.status.open)', put: 'if (loss === null && entry.status.open)' },
    ],
    test: {
      file: 'test/electron/core/reconciliation/lostTrades.test.ts',
      title: 'has its position flagged and takes no new risk until everything was read back and agrees',
    },
  },
  {
    name: 'read-back of lost trades believes a cut list',
    wrong: 'Trades count as read back though the venue shows that its list holds more.',
    file: 'electron/core/reconciliation/tradesAndLedger/backwardPager.ts',
    edits: [
      {
        find: '      if (!whole.ok) return whole\n      if (isEnd) break\n      before',
        put: '      if (isEnd) break\n      before',
      },
    ],
    test: {
      file: 'test/electron/core/reconciliation/lostTrades.test.ts',
      title: 'stays closed while the venue’s list of trades holds more, and opens once all are shown',
    },
  },
  {
    name: 'swallowed frame passes',
    wrong: 'A message of the private channels that cannot be read and may have held a trade changes nothing.',
    file: 'electron/broker/privateStreams.ts',
    edits: [
      { find: "message.channel === null || message.channel === 'trades'", put: "message.channel === 'none'" },
    ],
    test: {
      file: 'test/electron/broker/privateStreams.test.ts',
      title: 'an unreadable message that may hold a trade counts as a lost trade; a heartbeat does not',
    },
  },
  {
    name: 'more rows unheard',
    wrong: 'A list counts as whole although its answer says in words of its own that there is more.',
    file: 'shared/broker/lists/listPaging.ts',
    edits: [{ find: 'return lost ?? behind', put: 'return (lost && null) ?? behind' }],
    test: {
      file: 'test/electron/broker/wholeLists.test.ts',
      title: '%s: it is not whole, with a reason',
      one: 'has_more as text: it is not whole, with a reason',
    },
  },
  {
    name: 'link followed to another list',
    wrong: 'A link to the next page is followed with its cursor although it leads to another host or path.',
    file: 'shared/broker/lists/listLinks.ts',
    edits: [{ find: 'if (!isHere || !isSame) return', put: 'if (to.path === undefined) return' }],
    test: {
      file: 'test/shared/broker/lists/listPaging.test.ts',
      title: 'leads to no other list, whatever it holds',
    },
  },
  {
    name: 'rows beside the rows unseen',
    wrong: 'Rows under a name that the profile does not hold are passed over, and the list counts as whole.',
    file: 'shared/broker/lists/listHarmless.ts',
    edits: [{ find: 'return LINKS.test(name)', put: 'return true' }],
    test: {
      file: 'test/electron/broker/wholeLists.test.ts',
      title: '%s: it is not whole, with a reason',
      one: 'another array of rows: it is not whole, with a reason',
    },
  },
  {
    name: 'webhooks that are counted pass for none',
    wrong: 'A page of webhooks that the venue counts and does not show counts as all of them.',
    file: 'electron/broker/webhooks.ts',
    edits: [{ find: "return on.kind === 'lost' ? on.why : rows", put: 'return rows' }],
    test: {
      file: 'test/electron/broker/wholeLists.test.ts',
      title: '%s are not all webhooks',
      one: 'webhooks that are counted and not shown are not all webhooks',
    },
  },
  {
    name: 'fees written over others',
    wrong: 'Fees are written over those that another window put there after the review.',
    file: 'electron/core/administration/writeFees.ts',
    edits: [
      {
        find: '    if (changed)\n      return fail(',
        put: '    if (changed && changed.symbol.length === 0)\n      return fail(',
      },
    ],
    test: {
      file: 'test/electron/core/administration/administration.test.ts',
      title: 'are not written when the venue’s fees differ from the reviewed; every window gets them',
    },
  },
  {
    name: 'intent answers for another write',
    wrong:
      'A fee write or a registration under an earlier intent is answered with the outcome of another one.',
    file: 'electron/core/support/idempotentIntents.ts',
    edits: [
      {
        find: 'if (earlier?.asked === asked) return earlier.outcome',
        put: 'if (earlier) return earlier.outcome',
      },
    ],
    test: {
      file: 'test/electron/core/administration/administration.test.ts',
      title: 'under the intent of another write are refused, and nothing is sent',
    },
  },
  {
    name: 'contradicted order works',
    wrong: 'An answer that shows an order with another amount than was sent counts as its confirmation.',
    file: 'shared/domain/orders/orderContradiction.ts',
    edits: [
      {
        find: "decimals('amount', sent.amount, shown.amount)",
        put: "decimals('amount', null, shown.amount)",
      },
    ],
    test: {
      file: 'test/electron/broker/delivery.test.ts',
      title: 'a 200 that shows the order with %s contradicts it: its fate is unknown',
      one: 'a 200 that shows the order with a hundredfold amount contradicts it: its fate is unknown',
    },
  },
  {
    name: 'ended state keeps its notice',
    wrong: 'The end of a state that was reported more than ten minutes ago leaves the old notice in place.',
    file: 'electron/core/notices/raiseAndAcknowledgeNotices.ts',
    edits: [{ find: '      if (!settles) makeWayFor(owner, key)', put: '      makeWayFor(owner, key)' }],
    test: {
      file: 'test/electron/core/support/lostPrivateChannels.test.ts',
      title: 'has no notice of the loss once all channels are live again, however long that took',
    },
  },
  {
    name: 'toast outlives its halt',
    wrong: 'A toast goes on saying that something is halted after the halt was lifted.',
    file: 'renderer/state/actions/endedHalts.ts',
    edits: [{ find: 'if (!now.has(sentence)) endState', put: 'if (now.has(sentence)) endState' }],
    test: {
      file: 'test/renderer/state/actions/halting.test.ts',
      title: 'no toast states the halt once it is lifted, and the list marks the halt as over',
    },
  },
  {
    name: 'missed trade unnoticed',
    wrong: 'A fill whose trade the stream never brings leaves the position as if it were known.',
    file: 'electron/core/reconciliation/tradesAndLedger/fillsWithoutTrade.ts',
    edits: [
      {
        find: 'orderStore.recentOf(customer))[report.side] > 0n',
        put: 'orderStore.recentOf(customer))[report.side] < 0n',
      },
    ],
    test: {
      file: 'test/electron/core/reconciliation/lostTrades.test.ts',
      title: 'flags the position and closes the customer while the list does not show it either',
    },
  },
  {
    name: 'last version of a trade wins',
    wrong:
      'A trade that comes again with another amount, price, side or instrument changes the position unsaid.',
    file: 'electron/core/accounts/howTradeRecordsContradict.ts',
    edits: [
      {
        find: 'return a !== null && b !== null && !isSame(field, a, b)',
        put: 'return a !== null && b !== null && a !== a.trim() && !isSame(field, a, b)',
      },
    ],
    test: {
      file: 'test/electron/core/reconciliation/lostTrades.test.ts',
      title: 'another %s: it is said, and its customer is closed',
      one: 'another amount: it is said, and its customer is closed',
    },
  },
  {
    name: 'unknown words beside rows pass',
    wrong: 'A list counts as whole although its answer holds a field that nobody here understands.',
    file: 'shared/broker/lists/listFaults.ts',
    edits: [
      {
        find: 'return unknownWordOf(rowless, profile)',
        put: 'return unknownWordOf({ ...rowless, body: [] }, profile)',
      },
    ],
    test: {
      file: 'test/electron/broker/wholeLists.test.ts',
      title: '%s: it is not whole, with a reason',
      one: 'an error in the words of the document: it is not whole, with a reason',
    },
  },
  {
    name: 'cancel-all takes in a later order',
    wrong: 'A cancel-all cancels an order that was sent after it, because it runs still.',
    file: 'electron/core/risk/cancelAllOrdersOfCustomer.ts',
    edits: [{ find: 'if (!isLive(now) || run.later.has(key)) return', put: 'if (!isLive(now)) return' }],
    test: {
      file: 'test/electron/core/risk/cancelAllOrdersOfCustomer.test.ts',
      title: 'includes an order sent before it that shows up later, and no order sent after it',
    },
  },
  {
    name: 'cancel-all knows only its start',
    wrong: 'An order that was sent before a cancel-all, and shows up live while it runs, stays live.',
    file: 'electron/core/risk/cancelAllOrdersOfCustomer.ts',
    edits: [{ find: 'for (const run of runs) takeEarlier(run, now, before, event)', put: '' }],
    test: {
      file: 'test/electron/core/risk/cancelAllOrdersOfCustomer.test.ts',
      title: 'includes an order with an end that comes into doubt while it runs',
    },
  },
  {
    name: 'cancel-all forgets the gap',
    wrong: 'A cancel-all whose list was not whole for a time ends as if it had known every order.',
    file: 'electron/core/risk/cancelAllOrdersOfCustomer.ts',
    edits: [{ find: 'run.gap = reading', put: '' }],
    test: {
      file: 'test/electron/core/risk/cancelAllOrdersOfCustomer.test.ts',
      title: 'states at its end that the list was not whole for a time, although it is whole again',
    },
  },
  {
    name: 'lights stay green after the session',
    wrong: 'The venue ended the session, and requests and private channels still show as live.',
    file: 'electron/core/session/trading/tradingSession.ts',
    edits: [
      {
        find: "    options.connection.endBroker('The venue ended the session. Sign in again.')\n",
        put: '',
      },
    ],
    test: {
      file: 'test/electron/core/session/trading/tradingSession.test.ts',
      title: 'leaves no green light of requests and private channels, also after news of market data',
    },
  },
  {
    name: 'connecting link is no loss',
    wrong: 'Each attempt to connect begins the five seconds of a lost link anew.',
    file: 'electron/core/alerts/readMarketFigures.ts',
    edits: [{ find: "state !== 'connecting' || known.has(name)", put: "state !== 'connecting'" }],
    test: {
      file: 'test/electron/core/alerts/figureAlerts.test.ts',
      title: 'fires for a link that connects again and again without success, and never calls it live',
    },
  },
]
