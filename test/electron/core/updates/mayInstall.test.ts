import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayInstall, type InstallFacts } from '../../../../electron/core/updates/mayInstall.ts'

/** A quiet desk with a downloaded release: nothing is live, and every list was read. */
const QUIET: InstallFacts = {
  downloaded: { version: '0.2.0', isOlder: false },
  isLocked: false,
  unknownOrders: 0,
  leavingOrders: 0,
  unconfirmedChanges: 0,
  leavingScales: 0,
  leavingBlocks: 0,
  flattening: 0,
  unknownTransfers: 0,
  liveOrders: 0,
  unseen: null,
  positions: 0,
  otherAccounts: [],
  typed: '',
}
const ELSEWHERE = {
  accountKey: 'live https://venue.example ann',
  unknownOrders: 0,
  liveOrders: 0,
  unknownTransfers: 0,
}
const judge = (facts: Partial<InstallFacts>) => mayInstall({ ...QUIET, ...facts })

/** One row for each reason that no word overrides. */
const REFUSALS: readonly (readonly [string, Partial<InstallFacts>, string])[] = [
  [
    'no download',
    { downloaded: null },
    'No update is downloaded, so there is nothing to install. Check for one and download it first.',
  ],
  [
    'a locked session',
    { isLocked: true },
    'The session is locked, so nobody can agree to close Openpit. Unlock it, then try again.',
  ],
  [
    'an order of unknown status',
    { unknownOrders: 1, liveOrders: 1 },
    '1 order has an unknown status, and nobody looks orders up while Openpit is closed. Wait until the status is known, or decide on the order.',
  ],
  [
    'orders of unknown status',
    { unknownOrders: 2, liveOrders: 2 },
    '2 orders have an unknown status, and nobody looks orders up while Openpit is closed. Wait until the status is known, or decide on the order.',
  ],
  [
    'an order on its way',
    { leavingOrders: 1, liveOrders: 1 },
    '1 order is on the way to the venue. Wait for the answer.',
  ],
  ['a scale', { leavingScales: 1 }, '1 scale is being sent. Wait until each order is answered.'],
  [
    'blocks',
    { leavingBlocks: 2 },
    '2 blocks are being sent. Wait for the last row, or pause or stop the block.',
  ],
  [
    'a flatten that waits for a fill',
    { flattening: 1, positions: 1 },
    '1 position is being flattened, and the market order may still have to leave. Wait for the answer.',
  ],
  [
    'a cancel without an answer',
    { unconfirmedChanges: 1, liveOrders: 1 },
    '1 cancel or amend is not confirmed by the venue. Wait for the answer.',
  ],
  [
    'a transfer of unknown outcome',
    { unknownTransfers: 1 },
    '1 deposit or withdrawal has no known outcome. Wait until the ledger shows it.',
  ],
  [
    'orders of unknown status of another account',
    { otherAccounts: [{ ...ELSEWHERE, unknownOrders: 2, liveOrders: 2 }] },
    '2 orders of the account “live https://venue.example ann”, which is not in use, have an unknown status. Openpit looks orders up for the account in use alone: sign in there.',
  ],
  [
    'a transfer of another account without an outcome',
    { otherAccounts: [{ ...ELSEWHERE, accountKey: 'paper', unknownTransfers: 1 }] },
    '1 deposit or withdrawal of the account “paper”, which is not in use, has no known outcome. Sign in there, and wait until the ledger shows it.',
  ],
]

/** One row for each reason that the word overrides. */
const CONSENTS: readonly (readonly [string, Partial<InstallFacts>, string])[] = [
  [
    'live orders',
    { liveOrders: 3 },
    '3 orders stay live at the venue. Nothing watches them, and no bracket leg is placed, while Openpit is closed.',
  ],
  [
    'a live order of another account',
    { otherAccounts: [{ ...ELSEWHERE, liveOrders: 1 }] },
    '1 order of the account “live https://venue.example ann”, which is not in use, may be live at the venue. Nothing watches them.',
  ],
  [
    'lists that were not read',
    { unseen: 'nobody is signed in' },
    'More orders may be live at the venue: nobody is signed in.',
  ],
  [
    'a position',
    { positions: 1 },
    '1 position stands at the venue. Openpit neither closes nor watches them while it is away.',
  ],
  [
    'an older release',
    { downloaded: { version: '0.0.9', isOlder: true } },
    '0.0.9 is older than the release that runs. It does not start on a data folder that the newer release brought forward: read “Go back to an older release” in the manual first.',
  ],
]

describe('an install', () => {
  it('goes ahead on a quiet desk without a word', () => {
    expect(judge({})).toEqual({ kind: 'may', why: [] })
  })

  it.each(REFUSALS)('is refused by %s, also with the word', (_name, facts, sentence) => {
    expect(judge(facts)).toEqual({ kind: 'refused', why: [sentence] })
    expect(judge({ ...facts, typed: 'INSTALL' })).toEqual({ kind: 'refused', why: [sentence] })
  })

  it.each(CONSENTS)('asks for the word with %s', (_name, facts, sentence) => {
    expect(judge(facts)).toEqual({ kind: 'asks', why: [sentence] })
    for (const typed of ['install', 'INSTAL', 'INSTALL now', 'yes'])
      expect(judge({ ...facts, typed }).kind).toBe('asks')
    expect(judge({ ...facts, typed: ' INSTALL ' })).toEqual({ kind: 'may', why: [sentence] })
  })

  it('names every reason at once', () => {
    const all = Object.assign({}, ...REFUSALS.slice(3).map(([, facts]) => facts)) as Partial<InstallFacts>
    expect(judge(all).why).toHaveLength(8)
    const asked = Object.assign({}, ...CONSENTS.map(([, facts]) => facts)) as Partial<InstallFacts>
    expect(judge(asked).why).toHaveLength(5)
  })

  it('never passes an order of unknown status, a block or a scale, whatever else is true', () => {
    const count = fc.nat({ max: 3 })
    const facts = fc.record({
      downloaded: fc.constantFrom(
        null,
        { version: '1.0.0', isOlder: false },
        { version: '1.0.0', isOlder: true },
      ),
      isLocked: fc.boolean(),
      unknownOrders: count,
      leavingOrders: count,
      unconfirmedChanges: count,
      leavingScales: count,
      leavingBlocks: count,
      flattening: count,
      unknownTransfers: count,
      liveOrders: count,
      unseen: fc.constantFrom(null, 'nobody is signed in'),
      positions: count,
      otherAccounts: fc.array(
        fc.record({
          accountKey: fc.constant('paper'),
          unknownOrders: count,
          liveOrders: count,
          unknownTransfers: count,
        }),
        { maxLength: 2 },
      ),
      typed: fc.constantFrom('', 'INSTALL', 'x'),
    })
    const isMoving = (given: InstallFacts): boolean =>
      given.unknownOrders +
        given.leavingOrders +
        given.unconfirmedChanges +
        given.leavingScales +
        given.leavingBlocks +
        given.flattening +
        given.unknownTransfers +
        given.otherAccounts.reduce((sum, each) => sum + each.unknownOrders + each.unknownTransfers, 0) >
      0
    const expected = (given: InstallFacts): string => {
      if (isMoving(given) || given.isLocked || given.downloaded === null) return 'refused'
      const stays =
        given.liveOrders > 0 ||
        given.unseen !== null ||
        given.positions > 0 ||
        given.downloaded.isOlder ||
        given.otherAccounts.some((each) => each.liveOrders > 0)
      return stays && given.typed !== 'INSTALL' ? 'asks' : 'may'
    }
    fc.assert(fc.property(facts, (given) => mayInstall(given).kind === expected(given)))
    expect(isMoving(QUIET)).toBe(false)
  })
})
