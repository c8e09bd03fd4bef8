/** Bugs of four eyes: an act that leaves without the second dealer, or not as the second dealer read it. */

import type { PlantedBug } from '../bug.ts'

const TEST = 'test/electron/core/approvals/fourEyes.test.ts'

export const approvalBugs: readonly PlantedBug[] = [
  {
    name: 'maker approves their own act',
    wrong: 'A dealer approves their own request with their own passphrase.',
    file: 'electron/core/approvals/approvals.ts',
    edits: [
      {
        find: 'if (isSameDealer(found.shown.maker, { name }))',
        put: 'if (found.shown.maker.name === name + windowId)',
      },
    ],
    test: { file: TEST, title: 'is not approved by %s', one: 'the maker' },
  },
  {
    name: 'approval lent to another act',
    wrong: 'An act that was sent again with another amount leaves under the approval of the first.',
    file: 'electron/core/approvals/approvals.ts',
    edits: [{ find: 'if (acts.has(key)) {', put: 'if (acts.has(shown.what)) {' }],
    test: { file: TEST, title: 'is not done where the window has begun to send the same id once more' },
  },
  {
    name: 'unknown value counts as small',
    wrong: 'A withdrawal of an asset without a known value needs no second dealer.',
    file: 'shared/domain/fourEyes/fourEyesRules.ts',
    edits: [{ find: 'value === null || compare', put: 'value !== null && compare' }],
    test: { file: TEST, title: 'leaves at once below the bound, and a deposit always' },
  },
  {
    name: 'unread four-eyes rules foretell nothing',
    wrong: 'A ticket says nothing of a second dealer where the four-eyes rules cannot be read.',
    file: 'electron/core/approvals/ruling.ts',
    edits: [{ find: 'isOff: () => register.problem === null && !isInForce', put: 'isOff: () => !isInForce' }],
    test: {
      file: 'test/electron/core/approvals/foretell.test.ts',
      title: 'is not "nothing" where the rules cannot be read',
    },
  },
  {
    name: 'anybody takes a request back',
    wrong: 'A dealer who did not make a request takes it back without a passphrase.',
    file: 'electron/core/approvals/takeBack.ts',
    edits: [{ find: 'by.named === null || !isSameDealer(by.named, maker)', put: 'by.named === null' }],
    test: {
      file: 'test/electron/core/approvals/takeBack.test.ts',
      title: 'is refused to another dealer, and the request waits on',
    },
  },
  {
    name: 'import waits for nobody',
    wrong: 'A file changes how much of a block each customer gets, and no second dealer reads the change.',
    file: 'electron/core/administration/customers/importCustomers.ts',
    edits: [{ find: "whyHeld(importKey(importId), 'import', changes)", put: 'null' }],
    test: {
      file: 'test/electron/core/administration/customers/heldImports.test.ts',
      title: 'waits, shows each change, and changes nothing before a second dealer approved it',
    },
  },
  {
    name: 'approved order called done',
    wrong: 'An order that a second dealer approved is called done, also where the venue refused it.',
    file: 'shared/domain/fourEyes/fourEyesWords.ts',
    edits: [
      {
        find: "outcome === 'done' && isAboutOrders(kind)",
        put: "outcome === 'unknown' && isAboutOrders(kind)",
      },
    ],
    test: {
      file: 'test/electron/core/approvals/heldActs.test.ts',
      title:
        'that is an order is never called done, also where the venue refuses it: Orders says what became of it',
    },
  },
]
