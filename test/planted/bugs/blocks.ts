/** Bugs of blocks: a row that leaves before the plan is on disk, a customer who gets the order again after a restart, a whole that nobody judged. */

import type { PlantedBug } from '../bug.ts'

export const blockBugs: readonly PlantedBug[] = [
  {
    name: 'block leaves before its plan',
    wrong: 'The first rows of a block leave before its plan is on disk.',
    file: 'electron/core/dealing/block/blockStore.ts',
    edits: [
      { find: 'import type { Result } from', put: 'import { ok, type Result } from' },
      {
        find: 'const written = await journalWriter.commit(',
        put: 'const written = ok(null)\n      void journalWriter.commit(',
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
    name: 'retry survives a stop',
    wrong: 'A row that the dealer sent once more leaves after the dealer stopped or canceled its block.',
    file: 'electron/core/dealing/block/sendBlockRows.ts',
    edits: [
      {
        find: "whyStopped: () => (isStopped() ? 'The block was stopped.' : null)",
        put: 'whyStopped: () => null',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/block/retriedRows.test.ts',
      title: 'of a block that is over does not leave after %s, though it has its order',
      one: 'of a block that is over does not leave after block.stop, though it has its order',
    },
  },
  {
    name: 'split of a block unchecked',
    wrong: 'A window can have claims recorded that do not fit the rows of its block.',
    file: 'electron/core/dealing/block/submitBlock.ts',
    edits: [{ find: 'if (noSplit !== null) return refused(', put: "if (noSplit === '') return refused(" }],
    test: {
      file: 'test/electron/core/dealing/block/owedBlocks.test.ts',
      title:
        'takes no block whose split does not fit its rows, and owes nobody for it, whatever the window sends',
    },
  },
  {
    name: 'claims writable by a window',
    wrong: 'Any window can decide what the next block gives each customer, by a setting.',
    file: 'electron/core/session/windows/saveAndPublishSettings.ts',
    edits: [{ find: 'if (isOwnedByCore(name)) return', put: "if (isOwnedByCore('')) return" }],
    test: {
      file: 'test/electron/core/dealing/block/owedBlocks.test.ts',
      title: 'lets no window write what blocks owe, nor whose turn it is',
    },
  },
  {
    name: 'block cancel passes over lost orders',
    wrong: 'A cancel of a block leaves orders live that carry its id and that the journal does not name.',
    file: 'electron/core/dealing/block/cancelBlock.ts',
    edits: [{ find: ', ...unnamedOf(block)', put: '' }],
    test: {
      file: 'test/electron/core/dealing/block/canceledBlocks.test.ts',
      title: 'cancels a live order of the block that the journal does not name, and counts it',
    },
  },
  {
    name: 'new amount below the fills',
    wrong: 'A new amount of a block asks for less than an order has filled, and its sum is wrong.',
    file: 'shared/domain/block/shares/resplit.ts',
    edits: [{ find: 'return to <= filled', put: 'return to < ZERO' }],
    test: {
      file: 'test/electron/core/dealing/block/amount/amendedAmounts.test.ts',
      title: 'keeps what has filled: an order at its share or above it stays, and the reason is said',
    },
  },
  {
    name: 'new amount not as read',
    wrong: 'A block changes to amounts that the dealer did not read, because an order filled meanwhile.',
    file: 'electron/core/dealing/block/controlBlocks.ts',
    edits: [
      {
        find: 'return isAsRead(block, made.rows, request)',
        put: 'return blockId !== "" || isAsRead(block, made.rows, request)',
      },
    ],
    test: {
      file: 'test/electron/core/dealing/block/amount/amendedAmounts.test.ts',
      title: 'is refused where an order filled since the dealer read the amounts',
    },
  },
  {
    name: 'new amount owes nobody',
    wrong: 'What a new amount gives each customer of a block counts in no later split.',
    file: 'shared/domain/block/blockFold.ts',
    edits: [{ find: 'countedByChange(known, event).after', put: 'countedOf(known)' }],
    test: {
      file: 'test/electron/core/dealing/block/amount/amendedAmounts.test.ts',
      title:
        'counts in what blocks owe: each customer is owed its share of the new amount, also after a restart',
    },
  },
  {
    name: 'block sized by an old position',
    wrong: 'A row of a block leaves though the position that gave its size has changed.',
    file: 'electron/core/dealing/block/sizeByPosition.ts',
    edits: [{ find: 'if (sizedBy === undefined) return null', put: 'if (sizedBy !== null) return null' }],
    test: {
      file: 'test/electron/core/dealing/block/sizedBlocks.test.ts',
      title:
        'keeps the row back whose position changed before its turn, never resizes it, and sends the others',
    },
  },
  {
    name: 'block cancel goes on',
    wrong: 'The cancel of a block later cancels an order that was made after it.',
    file: 'electron/core/dealing/block/cancelBlock.ts',
    edits: [{ find: 'tag.attempt <= (covered[tag.row - 1] ?? 0)', put: 'tag.attempt > 0' }],
    test: {
      file: 'test/electron/core/dealing/block/canceledBlocks.test.ts',
      title: 'never cancels such a row later either, though it was refused and comes back',
    },
  },
  {
    name: 'block cancel cut off',
    wrong: 'A restart forgets the cancel of a block, whose other orders rest on.',
    file: 'electron/core/dealing/block/blocks.ts',
    edits: [{ find: 'cancels.resume(block)', put: '' }],
    test: {
      file: 'test/electron/core/dealing/block/cutOffCancels.test.ts',
      title: 'goes on after the restart with every order, also those whose cancel had not left',
    },
  },
  {
    name: 'block claims not counted',
    wrong: 'By weights of 2 and 1, blocks of one lot go to one customer for ever.',
    file: 'shared/domain/block/allocate.ts',
    edits: [{ find: 'input.claims?.lot === toText(lot) ? input.claims : null', put: 'null' }],
    test: {
      file: 'test/shared/domain/block/claims.test.ts',
      title: 'share single lots at weights of 2 and 1 as two and one',
    },
  },
  {
    name: 'block claims lost at a restart',
    wrong: 'A restart forgets what earlier blocks owe to a customer.',
    file: 'electron/core/journal/recoverStateFromJournal.ts',
    edits: [{ find: 'foldClaims(claims, before, blocks.get(body.blockId))', put: 'void [claims, before]' }],
    test: {
      file: 'test/electron/core/dealing/block/owedBlocks.test.ts',
      title:
        'owes the same after a restart, from every entry or from a new segment, whatever the settings say',
    },
  },
  {
    name: 'cut-off cancel-all unsaid',
    wrong:
      'A restart forgets a cancel-all of one customer, whose other orders rest on, and no notice says so.',
    file: 'electron/core/risk/unfinishedCancelAlls.ts',
    edits: [{ find: 'if (stored) tellOne(key, stored)', put: 'if (stored) void tellOne' }],
    test: {
      file: 'test/electron/core/risk/unfinishedCancelAlls.test.ts',
      title:
        'a crash in the middle of a cancel-all is a notice after the next sign-in, and nothing is canceled by itself',
    },
  },
  {
    name: 'block order twice unseen',
    wrong: 'A refused order of a block fills after its row was sent once more, and no notice says so.',
    file: 'electron/core/dealing/block/rowOutcomes.ts',
    edits: [{ find: 'notices.report([twiceNews(block, now)])', put: 'void twiceNews(block, now)' }],
    test: {
      file: 'test/electron/core/dealing/block/retriedRows.test.ts',
      title: 'after the row was sent once more is said loudly, is seen in the row, and lets no third one out',
    },
  },
  {
    name: 'block warning answered by name',
    wrong: 'A warning of one customer answers the same limit for every customer of a block.',
    file: 'shared/domain/limits/basketWarnings.ts',
    edits: [{ find: 'return isOwn ? known.own.includes(customerCode)', put: 'return isOwn ? true' }],
    test: {
      file: 'test/electron/core/dealing/block/warnedBlocks.test.ts',
      title: 'is not answered by the same limit of another customer',
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
  {
    name: 'own customers crossed unseen',
    wrong: 'An order may trade with the order of another customer of the desk, and nobody is warned.',
    file: 'electron/core/risk/limits/exceededLimits.ts',
    edits: [{ find: 'crossed: once(() =>', put: 'crossed: once(() => true ? [] :' }],
    test: {
      file: 'test/electron/core/risk/limits/checkAndCountOrders.test.ts',
      title: 'names the customer whose order this one may trade with, and lets it pass with the number',
    },
  },
  {
    name: 'customer first again unseen',
    wrong:
      'One customer is first of a dealer’s series again and again, and nobody is warned before the send.',
    file: 'electron/core/risk/limits/exceededLimits.ts',
    edits: [{ find: 'repeatedPreference(orderStore.newest(), ', put: 'repeatedPreference([], ' }],
    test: {
      file: 'test/electron/core/dealing/conflicts/warnedPreference.test.ts',
      title: 'is warned of before it is sent, goes with the number, and stands in the report',
    },
  },
  {
    name: 'unknown outcome called unfilled',
    wrong: 'A warning says that a customer got nothing whose newest order has an unknown outcome.',
    file: 'shared/domain/conflicts/favoredAgain.ts',
    edits: [{ find: "isSince(openAt) ? 'unsure' : 'left'", put: "'left'" }],
    test: {
      file: 'test/shared/domain/conflicts/favoredAgain.test.ts',
      title: 'name the same customers, but for those who were filled since or whose order ended long ago',
    },
  },
]
