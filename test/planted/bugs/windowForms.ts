/** Bugs of what a window lets a dealer choose, review and believe before anything is sent. */

import type { PlantedBug } from '../bug.ts'

export const formBugs: readonly PlantedBug[] = [
  {
    name: 'first of several customers',
    wrong: 'Enter in the search for a customer takes the first of several that fit.',
    file: 'renderer/ui/rankItems.ts',
    edits: [
      { find: 'return meant.length === 1 ? (meant[0] ?? null) : null', put: 'return meant[0] ?? null' },
    ],
    test: {
      file: 'test/renderer/ui/rankItems.test.ts',
      title: 'is none while several or none can be meant: "%s"',
      one: 'is none while several or none can be meant: "c104"',
    },
  },
  {
    name: 'amend past the limits on price',
    wrong: 'An amend to a price that the limits block is reviewed without a word.',
    file: 'renderer/state/marketProblems.ts',
    edits: [{ find: '  ...blockedPrices(amendedDraft(order, changes), view),\n', put: '' }],
    test: {
      file: 'test/renderer/panels/orders/orders.test.ts',
      title: 'a price that the limits in force block is marked at its field',
    },
  },
  {
    name: 'unread position is flat',
    wrong: 'A customer without a known position counts as flat although the trades were not read.',
    file: 'renderer/state/accounts/knownPositions.ts',
    edits: [{ find: '  if (unread !== null) return unread\n', put: '' }],
    test: {
      file: 'test/renderer/state/session.test.ts',
      title: 'says why the size is not known where %s',
      one: 'says why the size is not known where the trades were not read',
    },
  },
  {
    name: 'reached trigger waits',
    wrong: 'A stop or take profit that the present price triggers at once is taken for one that waits.',
    file: 'shared/domain/orders/triggerFit.ts',
    edits: [
      {
        find: "if (side === 'above' ? away < 0 : away > 0) return null",
        put: "if (side === 'above' || away >= 0) return null",
      },
    ],
    test: {
      file: 'test/shared/domain/orders/marketFit.test.ts',
      title: '%s %s at %s is refused: it would trigger at once',
      one: 'buy stop_loss at 60500 is refused: it would trigger at once',
    },
  },
  {
    name: 'combo the wrong way round',
    wrong: 'A combo that takes its profit where it stops its loss is read back as fine.',
    file: 'shared/domain/orders/triggerFit.ts',
    edits: [{ find: '  if (wrong) return [wrong]\n', put: '' }],
    test: {
      file: 'test/shared/domain/orders/marketFit.test.ts',
      title: '%s %s/%s is refused, with which number is which',
      one: 'sell 60500/66000 is refused, with which number is which',
    },
  },
  {
    name: 'cancel counts a part as all',
    wrong: 'A cancel states the orders known here as all of them although the list is not whole.',
    file: 'renderer/format/openOrderWords.ts',
    edits: [
      {
        find: "unseenIn(reading.state === 'whole' ? [] : [reading])",
        put: 'unseenIn(reading.shown >= 0 ? [] : [reading])',
      },
    ],
    test: {
      file: 'test/renderer/state/cancelSentence.test.ts',
      title: 'says "at least" where the customer’s list is not whole',
    },
  },
  {
    name: 'old price refuses a stop',
    wrong: 'A stop is refused as triggered by a price that nobody has heard for a minute.',
    file: 'shared/domain/orders/triggerFit.ts',
    edits: [{ find: ' && isYoung(at, now) ?', put: ' && now >= at ?' }],
    test: {
      file: 'test/renderer/state/ticket/ticketForm.test.ts',
      title: 'are not refused for a price that is 5 s old',
    },
  },
  {
    name: 'book makes an old mark young',
    wrong:
      'A live book makes a mark fresh that nobody has heard for a minute, and an order is held against it.',
    file: 'renderer/state/marketProblems.ts',
    edits: [{ find: 'markAt: ticker?.listedAt ?? null', put: 'markAt: ticker?.receivedAt ?? null' }],
    test: {
      file: 'test/renderer/state/ticket/ticketForm.test.ts',
      title: 'a price that a limit blocks is marked at its field, in the words of the limit',
    },
  },
  {
    name: 'F10 arms on an old book',
    wrong: 'F10 arms a ladder without asking whether its book may be dealt on.',
    file: 'renderer/state/actions/workspaceActions.ts',
    edits: [{ find: ' ?? bookRefusal(session, id)', put: '' }],
    test: {
      file: 'test/renderer/state/session.test.ts',
      title: 'arms neither on a book that may not be dealt on, nor on a hidden ladder',
    },
  },
  {
    name: 'an armed ladder goes along to another instrument',
    wrong: 'A ladder stays armed although another instrument or customer came to it.',
    file: 'renderer/state/stores/workspaceStore.ts',
    edits: [{ find: 'return withoutStrayed(was, next)', put: 'return next' }],
    test: {
      file: 'test/renderer/state/stores/armedTargets.test.ts',
      title:
        'no sequence of changes leaves a ladder armed on another instrument or customer than it was armed on',
    },
  },
  {
    name: 'a live book makes 24 h figures fresh',
    wrong: 'A quote whose list nobody has read for a minute looks fresh while its book moves.',
    file: 'renderer/panels/quoteboard/quoteFigures.ts',
    edits: [
      {
        find: "return source === 'list' ? ticker.listedAt : ticker.receivedAt",
        put: 'return ticker.receivedAt',
      },
    ],
    test: {
      file: 'test/renderer/panels/quoteboard/quoteFigures.test.ts',
      title: 'every figure is old after 5 s of silence of its own source, whatever the others do',
    },
  },
  {
    name: 'missing prints leave no line',
    wrong: 'Time and sales joins the prints before and after a lost link as if none were missing.',
    file: 'renderer/live/salesLog.ts',
    edits: [
      {
        find: 'append(linked, log.linkLostAt === null ? UNREAD : lost, trades)',
        put: 'append(linked, null, trades)',
      },
    ],
    test: {
      file: 'test/renderer/live/salesLog.test.ts',
      title: 'a snapshot after a cut shows every print once, and a gap only where prints may be missing',
    },
  },
  {
    name: 'an order outlives the position that sized it',
    wrong:
      'R on a long position waits for Enter, the position is closed, and Enter opens a short of twice the size.',
    file: 'renderer/state/actions/proposalBasis.ts',
    edits: [
      {
        find: 'if (basis === null) return null',
        put: "if (basis === null || basis.kind === 'position') return null",
      },
    ],
    test: {
      file: 'test/renderer/state/session.test.ts',
      title: 'an order that the position sizes is dropped once the position changes, and never sent',
    },
  },
  {
    name: 'a reverse leaves although the position changed',
    wrong:
      'The position changes while the core fetches the book, and a reverse of the old size opens more than was held.',
    file: 'electron/core/dealing/submitOrder.ts',
    edits: [{ find: 'if (sizedBy === undefined) return', put: 'if (sizedBy !== null) return' }],
    test: {
      file: 'test/electron/core/dealing/sizedByPosition.test.ts',
      title: 'an order of %s contracts sends nothing where the position changes while its book is fetched',
      one: 'an order of 4 contracts sends nothing where the position changes while its book is fetched',
    },
  },
  {
    name: 'a press acts on a ladder that another window just moved',
    wrong:
      'F10 pressed to disarm arms the ladder for the customer or instrument that another window chose meanwhile.',
    file: 'renderer/state/presses/unaskedChanges.ts',
    edits: [
      {
        find: 'if (enters.follows(change.showing, UNASKED_CHANGE_MS)) {',
        put: 'if (enters.follows(change.showing, 0)) {',
      },
    ],
    test: {
      file: 'test/renderer/state/actions/shareLinks.test.ts',
      title: 'never arms a ladder by the F10 that was to disarm the ladder, and does so again after a look',
    },
  },
  {
    name: 'a link takes a typed customer out of the ticket',
    wrong:
      'A customer typed into the ticket becomes that of the window when a link changes, and the order leaves for that one.',
    file: 'renderer/state/ticket/ticketForm.ts',
    edits: [
      {
        find: 'const pinned = form.pinned.filter((field) => form[field] !== window[field])',
        put: 'const pinned = form.pinned.filter(() => false)',
      },
    ],
    test: {
      file: 'test/renderer/state/ticket/ticketForm.test.ts',
      title: 'a customer or an instrument that the dealer typed stays, until it is sent or emptied',
    },
  },
  {
    name: 'a press deals for what the ladder became',
    wrong: 'A click that was pressed for one size deals in the size that came before its release.',
    file: 'renderer/panels/ladder/mouse/answerClick.ts',
    edits: [
      {
        find: 'terms.armed === armed && terms.express === express && terms.size === size ? null : CHANGED',
        put: 'terms.armed === armed || terms.express === express || terms.size === size ? null : CHANGED',
      },
    ],
    test: {
      file: 'test/renderer/panels/ladder/mouse/answerClick.test.ts',
      title: 'deals in nothing: another %s',
      one: 'deals in nothing: another size',
    },
  },
  {
    name: 'unknown transfer called unsettled',
    wrong: 'A transfer whose status is an unknown word is said not to have moved, so the dealer repeats it.',
    file: 'renderer/panels/customers/transferOutcome.ts',
    edits: [
      {
        find: '`The venue calls it "${row.status}". What became of it is not known. Do not repeat it; ask the broker.`',
        put: "'The venue did not settle the transfer. The balance is unchanged.'",
      },
    ],
    test: {
      file: 'test/renderer/panels/customers/transferOutcome.test.ts',
      title: 'any other word proves nothing, and says not to repeat the transfer',
    },
  },
]
