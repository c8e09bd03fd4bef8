/** Bugs of brackets: a leg too large, twice, or forgotten. */

import type { PlantedBug } from '../bug.ts'

const LEGS = 'test/electron/core/dealing/brackets/placeBracketLegs.test.ts'

export const bracketBugs: readonly PlantedBug[] = [
  {
    name: 'refused leg sent again',
    wrong: 'A leg that the venue refused counts as never sent, so that another one leaves by itself.',
    file: 'shared/domain/orders/bracket/bracket.ts',
    edits: [{ find: "(fate === 'not-sent' ? sum", put: "(fate === 'not-sent' || fate === 'refused' ? sum" }],
    test: { file: LEGS, title: 'tells loudly of a refused leg and does not send it again' },
  },
  {
    name: 'canceled leg placed again',
    wrong: 'A leg that was canceled before it was sent counts as never sent, and comes back.',
    file: 'shared/domain/orders/bracket/bracket.ts',
    edits: [{ find: "return before?.pending === 'cancel' ? 'done' : known", put: 'return known' }],
    test: {
      file: 'test/shared/domain/orders/bracket/bracket.test.ts',
      title: 'counts a leg of unknown fate at full size, and needs another only for a leg that never left',
    },
  },
  {
    name: 'brackets forgotten with the segment',
    wrong: 'A new segment of the journal begins without the brackets, so that later fills get no stop.',
    file: 'electron/core/journal/accountEntriesForNewSegment.ts',
    edits: [{ find: '!isBracketOver(each) || late.has(key)', put: 'false' }],
    test: { file: LEGS, title: 'knows its brackets from the first entry of a new segment' },
  },
  {
    name: 'ended entry forgotten with the segment',
    wrong:
      'A new segment begins without the entries that ended unfilled, so that a fill which comes to light later gets no stop.',
    file: 'shared/domain/orders/bracket/bracket.ts',
    edits: [{ find: 'entry.bracket !== undefined &&', put: 'false && entry.bracket !== undefined &&' }],
    test: { file: LEGS, title: 'gets its leg when its trade came while the desk was down' },
  },
  {
    name: 'leg kept back by a stop that rests',
    wrong: 'An own stop that waits for its trigger keeps every leg of the position back.',
    file: 'electron/core/dealing/brackets/positionForLegs.ts',
    edits: [{ find: '!mayWaitForTrigger(order) &&', put: '' }],
    test: {
      file: LEGS,
      title: 'keeps no leg back while it waits for its trigger, and does once it is triggered',
    },
  },
  {
    name: 'leg that opens a position',
    wrong:
      'A leg is placed for a fill that the position no longer holds, and opens a position when it triggers.',
    file: 'shared/domain/orders/bracket/bracket.ts',
    edits: [
      {
        find: 'minimum(uncovered(subject), maximum(ZERO, subtract(held, openLegs)))',
        put: 'uncovered(subject)',
      },
    ],
    test: { file: LEGS, title: 'places no leg for a position that was closed meanwhile' },
  },
  {
    name: 'held fill given up',
    wrong:
      'A fill whose leg a halt or a lost channel held back for 5 s is given up, and the position never gets its stop.',
    file: 'electron/core/dealing/brackets/placeBracketLegs.ts',
    edits: [
      {
        find: 'fills.lacks(key, false)',
        put: 'if (fills.lacks(key, true)) return release(key, subject, missing)',
      },
    ],
    test: {
      file: LEGS,
      title: 'a halt keeps the leg back, the dealer is alarmed, and the leg goes out once it is lifted',
    },
    sim: { schedules: 300, says: /of its fill were released, the position held at least/ },
  },
  {
    name: 'leg without a halt',
    wrong: 'A leg leaves although a halt or the trade lock holds everything new back.',
    file: 'electron/core/risk/tradingGate.ts',
    edits: [
      {
        find: 'killSwitch.whyBlocked(subject, closes) ??',
        put: "(purpose === 'leg' ? null : killSwitch.whyBlocked(subject, closes)) ??",
      },
    ],
    test: {
      file: LEGS,
      title: 'a halt keeps the leg back, the dealer is alarmed, and the leg goes out once it is lifted',
    },
  },
]
