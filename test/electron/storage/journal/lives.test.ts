import { describe, expect, it } from 'vitest'
import {
  customerDay,
  deskDay,
  lifeAsCsv,
  lifeAsText,
  orderLife,
} from '../../../../electron/storage/journal/journal.ts'
import { DEALER_PHASE, journalEntry, type JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import type { JournalLine } from '../../../../electron/storage/journal/lives.ts'
import { dealing } from './dealing.ts'

/** A block of two customers as its plan is journaled. */
const planOf = (createdAt: number) => {
  const intent = dealing.flatMap(({ body }) =>
    body.type === 'order' && body.event.kind === 'intent' ? [body.event.draft] : [],
  )[0]
  if (!intent) throw new Error('no intent')
  const { customerCode: _code, amount: _amount, ...draft } = intent
  return {
    blockId: 'B7k',
    intentId: 'intent-9',
    createdAt,
    group: 'macro',
    method: 'equal',
    draft,
    rows: ['C1042', 'C2007'].map((customerCode) => ({ customerCode, amount: '1' })),
    onRefused: 'continue',
    inFlight: 2,
    dealer: 'A. Maker',
    check: { version: 0, findings: [], typed: null },
  }
}

const lines = (): JournalLine[] => dealing.map((entry, n) => ({ entry, record: `000001.journal #${n + 1}` }))

describe('the life of an order', () => {
  it('lists refusals, warnings, requests and answers in order, with the state after each', () => {
    const rows = orderLife(lines(), 'v1-one')
    expect(
      rows.map(({ what, shown, limit, answer, state }) => ({ what, shown, limit, answer, state })),
    ).toEqual([
      {
        what: 'stopped by the limits: buy 2 BTCUSDC_PERP',
        shown: 'Notional 124,000 is over 100,000',
        limit: 'version 3: maxNotional (warn)',
        answer: '',
        state: '',
      },
      {
        what: 'intent: buy 2 BTCUSDC_PERP limit 62000, GTC',
        shown: 'Notional 124,000 is over 100,000 · typed 124000',
        limit: 'version 3: maxNotional (warn)',
        answer: '',
        state: 'intent, filled 0 of 2',
      },
      {
        what: 'sending order: POST /v1/orders, body SHA-256 ab12, nonce 17, valid until 2026-01-05T09:00:32.000Z',
        shown: '',
        limit: '',
        answer: '',
        state: 'sent, filled 0 of 2',
      },
      {
        what: 'order outcome unknown',
        shown: '',
        limit: '',
        answer: 'No answer within 10 s',
        state: 'unknown, filled 0 of 2',
      },
      {
        what: 'shown by stream',
        shown: '',
        limit: '',
        answer: 'partially_filled, filled 0.5 for 31000',
        state: 'working (partially_filled), filled 0.5 of 2',
      },
    ])
    expect(rows[1]).toMatchObject({
      when: '2026-01-05T09:00:01.000Z',
      who: 'venue/ann',
      customer: 'C1042',
      order: 'v1-one',
      record: '000001.journal #3',
    })
  })

  it('names who dealt at each entry, and for an intent who dealt the order', () => {
    const [started, limit, intent, , sending] = dealing
    if (!started || !limit || !sending || intent?.body.type !== 'order') throw new Error('no entries')
    const named = (message: string | null): JournalEntry => ({
      ...limit,
      body: { type: 'session', phase: DEALER_PHASE, message },
    })
    const ofBlock = { ...intent.body.event, dealer: 'B. Sender' } as OrderEvent
    const entries = [
      limit,
      named('J. Smith, senior dealer'),
      { ...intent, body: { ...intent.body, event: ofBlock } },
      sending,
      named(null),
      sending,
    ]
    const rows = orderLife(
      entries.map((entry, n) => ({ entry, record: `#${n}` })),
      'v1-one',
    )
    expect(rows.map(({ dealer }) => dealer)).toEqual(['', 'B. Sender', 'J. Smith, senior dealer', ''])
    expect(lifeAsText(rows)).toContain('\n  dealer  J. Smith, senior dealer\n')
    expect(lifeAsCsv(rows)).toContain(',venue/ann,B. Sender,C1042,')
  })

  it('is empty for an unknown order', () => {
    expect(orderLife(lines(), 'v1-none')).toEqual([])
  })

  it('begins at the carried state of a segment when earlier segments are missing', () => {
    const only = lines().filter(({ entry }) => entry.body.type === 'carried')
    expect(orderLife(only, 'v1-two')).toEqual([
      expect.objectContaining({
        what: 'known from a segment that is not here',
        state: 'working (open), filled 0 of 1',
      }),
    ])
  })
})

describe("a customer's day", () => {
  it('holds every entry of the customer on the UTC day and no other', () => {
    const rows = customerDay(lines(), 'C2007', '2026-01-05')
    expect(rows.map(({ what, answer }) => [what, answer])).toEqual([
      ['intent: sell 1 ETHUSDC_PERP limit 3000, GTC', ''],
      ['transfer accepted: deposit 500 USDC', 'code T-9'],
      ['compared with the venue', 'records differ: position differs'],
    ])
    expect(customerDay(lines(), 'C2007', '2026-01-06').map(({ what, state }) => [what, state])).toEqual([
      ['shown by list', 'working (open), filled 0 of 1'],
    ])
  })
})

describe('a day of the whole desk', () => {
  const at = Date.UTC(2026, 0, 7, 9)
  const bodies: readonly Record<string, unknown>[] = [
    { type: 'session', phase: DEALER_PHASE, message: 'A. Maker' },
    {
      type: 'approval',
      id: 3,
      stage: 'asked',
      kind: 'withdrawal',
      what: 'withdraw 50000 USDC of C1042',
      maker: { name: 'A. Maker', role: '' },
      dealer: null,
      detail: null,
    },
    {
      type: 'approval',
      id: 3,
      stage: 'refused',
      kind: 'withdrawal',
      what: 'withdraw 50000 USDC of C1042',
      maker: { name: 'A. Maker', role: '' },
      dealer: { name: 'B. Checker', role: 'senior dealer' },
      detail: '=not agreed with the customer',
    },
    { type: 'block', blockId: 'B7k', event: { kind: 'planned', at, plan: planOf(at) } },
    {
      type: 'block',
      blockId: 'B7k',
      event: { kind: 'row-not-sent', at, row: 2, why: 'C2007 is halted.' },
    },
    { type: 'block', blockId: 'B7k', event: { kind: 'paused', at, why: 'Paused by A. Maker (ann).' } },
    { type: 'block', blockId: 'B7k', event: { kind: 'resumed', at, by: 'B. Next' } },
    { type: 'block', blockId: 'B7k', event: { kind: 'cancel-asked', at, by: 'C. Late', covered: [1, 0] } },
    { type: 'block', blockId: 'B7k', event: { kind: 'amend-begun', at, orders: 2 } },
    { type: 'block', blockId: 'B7k', event: { kind: 'amend-over', at } },
    { type: 'alert', level: 'error', message: 'The channel is down.' },
  ]
  const entries = bodies.map((body, n) => ({
    entry: journalEntry.parse({ at, whose: 'venue/ann', body }),
    record: `#${n + 1}`,
  }))

  it('has each request for a second dealer, event of a block and notice, with who acted and why', () => {
    expect(deskDay(entries, '2026-01-07').map(({ dealer, what, answer }) => [dealer, what, answer])).toEqual([
      [
        'A. Maker',
        'request 3 for a second dealer (withdrawal) asked for: withdraw 50000 USDC of C1042',
        'asked by A. Maker',
      ],
      [
        'B. Checker, senior dealer',
        'request 3 for a second dealer (withdrawal) refused: withdraw 50000 USDC of C1042',
        'asked by A. Maker · decided by B. Checker, senior dealer · =not agreed with the customer',
      ],
      [
        'A. Maker',
        'block B7k sent: buy BTCUSDC_PERP limit 62000 for 2 customers',
        'amounts: equal · group macro',
      ],
      ['A. Maker', 'block B7k: no order was made for C2007', 'C2007 is halted.'],
      ['A. Maker', 'block B7k paused', 'Paused by A. Maker (ann).'],
      ['B. Next', 'block B7k resumed', ''],
      ['C. Late', 'block B7k canceled', ''],
      ['A. Maker', 'block B7k: 2 orders to be amended', ''],
      ['A. Maker', 'block B7k: the amend of its orders is over', ''],
      ['A. Maker', 'notice to acknowledge: The channel is down.', ''],
    ])
    expect(deskDay(entries, '2026-01-08')).toEqual([])
  })

  it('calls an approved order not done, which its own entries tell, and a withdrawal done', () => {
    const maker = { name: 'A. Maker', role: '' }
    const ends = (['order', 'amend', 'scale', 'block', 'withdrawal'] as const).map((kind) =>
      journalEntry.parse({
        at,
        whose: 'venue/ann',
        body: {
          type: 'approval',
          id: 3,
          stage: 'done',
          kind,
          what: 'the act',
          maker,
          dealer: maker,
          detail: null,
        },
      }),
    )
    const rows = deskDay(
      ends.map((entry, n) => ({ entry, record: `#${n + 1}` })),
      '2026-01-07',
    )
    expect(rows.map(({ what }) => what.replace('request 3 for a second dealer ', ''))).toEqual([
      '(order) approved, see its orders: the act',
      '(amend) approved, see its orders: the act',
      '(scale) approved, see its orders: the act',
      '(block) approved, see its orders: the act',
      '(withdrawal) approved and done: the act',
    ])
  })

  it("has no part in a customer's day but what names the customer", () => {
    expect(customerDay(entries, 'C2007', '2026-01-07').map(({ what }) => what)).toEqual([
      'block B7k: no order was made for C2007',
    ])
    expect(customerDay(entries, 'C1042', '2026-01-07')).toEqual([])
  })

  it('writes no cell of a request as a formula', () => {
    const [asked] = entries.slice(1).map(({ entry }) => entry)
    if (asked?.body.type !== 'approval') throw new Error('no request')
    const named = { ...asked, body: { ...asked.body, maker: { name: '=1+1', role: '' } } }
    const csv = lifeAsCsv(deskDay([{ entry: named, record: '#1' }], '2026-01-07'))
    expect(csv).toContain(",'=1+1,")
  })
})

it('a change of the customer list that nobody can read stands in the day of every customer', () => {
  const [first] = dealing
  if (!first) throw new Error('no entry')
  const entry: JournalEntry = {
    ...first,
    body: { type: 'rules', name: 'customer-changes', version: 2, json: '{"later":true}' },
  }
  expect(customerDay([{ entry, record: '#1' }], 'C2007', '2026-01-05').map(({ what }) => what)).toEqual([
    'the customer list was changed in a way that this release cannot read',
  ])
})

describe('text and CSV', () => {
  it('reads as one paragraph per row', () => {
    expect(lifeAsText(orderLife(lines(), 'v1-one')).split('\n').slice(0, 5)).toEqual([
      '2026-01-05T09:00:00.500Z  venue/ann  C1042',
      '  stopped by the limits: buy 2 BTCUSDC_PERP',
      '  shown   Notional 124,000 is over 100,000',
      '  limit   version 3: maxNotional (warn)',
      '  record  000001.journal #2',
    ])
  })

  it('quotes CSV cells where needed, and writes no cell as a formula', () => {
    const [row] = orderLife(lines(), 'v1-one')
    if (!row) throw new Error('no row')
    const csv = lifeAsCsv([{ ...row, answer: '=HYPERLINK("x")', what: 'a\nb' }])
    expect(csv.split('\r\n')[0]).toBe('when,who,dealer,customer,order,what,shown,limit,answer,state,record')
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain('a\\u{a}b')
  })

  it('lets no control character of a venue reach the terminal', () => {
    const [row] = orderLife(lines(), 'v1-one')
    if (!row) throw new Error('no row')
    expect(lifeAsText([{ ...row, answer: 'red \u001b[31m\u009b\u202e' }])).toContain(
      'answer  red \\u{1b}[31m\\u{9b}\\u{202e}\n',
    )
  })
})
