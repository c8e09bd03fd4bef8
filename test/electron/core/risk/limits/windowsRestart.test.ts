/** The windows of the limits over a restart, on real files: whatever segments of the journal lie between, nothing sent is forgotten. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '../../../../../electron/core/ports/journal.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
  type OpenedJournal,
} from '../../../../../electron/storage/journal/journal.ts'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import { venueProfile } from '../../../../../shared/broker/venueProfile.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { C1, Desk, PAPER, draftOf, reportOf, text } from '../../deskHarness.ts'

const [starting] = DEFAULT_RULES
if (!starting) throw new Error('the terminal comes with no limits')
/** At most this many orders in a day, and this many USDC. */
const ruleOf = (orders: string, value: string): LimitRule[] => [
  {
    ...starting,
    bounds: {
      ...starting.bounds,
      ordersInDay: { warn: null, block: text(orders) },
      valueInDay: { warn: null, block: text(value) },
    },
  },
]

let folder = ''
const opened: OpenedJournal[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-windows-'))
})
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a test reads of a journal on real files. */
class FileJournal extends FakeJournal {
  private readonly real: Journal
  constructor(real: Journal) {
    super(real.recovered)
    this.real = real
  }
  override async write(entries: readonly JournalEntry[]) {
    this.entries.push(...entries)
    return this.real.write(entries)
  }
  override carry(entries: () => readonly JournalEntry[]) {
    super.carry(entries)
    this.real.carry(entries)
  }
}

/** A start of the terminal on the folder; `segmentBytes` decides how soon the journal takes another file. */
async function start(limits: readonly LimitRule[], segmentBytes: number) {
  const disk = nodeDisk(folder)
  const journal = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock: new FakeClock(),
    processes: realProcesses(process.pid),
    folder,
    segmentBytes,
  })
  opened.push(journal)
  const desk = new Desk({ journal: new FileJournal(journal.journal), limits })
  await desk.ready()
  let amount = 0
  return {
    desk,
    /** An order of 60,000 USDC a contract; no two alike. */
    async buy(intentId: string, contracts?: string, typed: string | null = null) {
      const sent = await desk.call('order.submit', {
        intentId,
        draft: draftOf({ amount: text(contracts ?? `1.0${++amount}`) }),
        typed,
      })
      await journal.journal.write([])
      return sent.ok ? sent.value.outcome : sent.failure.message
    },
    async end() {
      desk.core.close()
      await opened.pop()?.close()
    },
  }
}

/** Every order begins a segment of its own. */
const SMALL = 100

describe('a restart behind a new segment of the journal', () => {
  it('counts every order and amount of the day, however many segments ago', async () => {
    const limits = ruleOf('5', '100000000')
    const first = await start(limits, SMALL)
    for (const n of [1, 2, 3, 4]) expect(await first.buy(`intent-${n}`)).toBe('taken')
    await first.end()

    const second = await start(limits, SMALL)
    expect(await second.buy('intent-5', '2.5')).toBe('taken')
    expect(await second.buy('intent-6', '2.6')).toContain('over the limit of 5')
    await second.end()

    const third = await start(ruleOf('100', '500000'), SMALL)
    // 4 × 1.0… and 2.5 contracts at 60,000: 396,000 are sent.
    expect(await third.buy('intent-7', '1.8')).toContain('Value sent in a day')
    expect(await third.buy('intent-8', '1.7')).toBe('taken')
  })

  it('warns of every order for a day where an earlier segment may hold more than is known', async () => {
    const limits = ruleOf('5', '100000000')
    const first = new Desk({ limits })
    await first.ready()
    // A version that did not count over segments began this one.
    const kept = first.journal.carried().filter(({ body }) => body.type !== 'sends')
    const next = new Desk({ limits, journal: new FakeJournal(kept) })
    await next.ready()
    const buy = (intentId: string, typed: string | null) =>
      next.call('order.submit', { intentId, draft: draftOf(), typed })
    const asked = await buy('intent-1', null)
    expect(asked).toMatchObject({
      ok: true,
      value: {
        outcome: 'warned',
        warnings: [
          {
            limit: 'ordersInDay',
            sentence: expect.stringMatching(
              /^What was sent before 2026-01-05 09:\d\d UTC is not known for certain\. Orders in a day for the desk/,
            ),
          },
        ],
      },
    })
    expect(await buy('intent-1', '120')).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    // So does the run after the next segment.
    expect(next.journal.carried().at(-1)?.body).toMatchObject({ type: 'sends', since: kept[0]?.at })
    expect(next.journal.carried().at(-1)?.body).toMatchObject({
      sends: [{ id: 'intent-1', value: '120000' }],
    })
  })

  it('counts an amend, and counts an entry once that was carried while it waited', async () => {
    const limits = ruleOf('3', '100000000')
    const first = new Desk({
      limits,
      venues: [
        { ...PAPER, profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }) },
      ],
    })
    const broker = await first.ready()
    await first.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
    const [order] = first.follow('orders').now()
    if (!order) throw new Error('no order')
    broker.listener?.order(reportOf(order.referenceId, 'open'))
    await first.settle()
    const changes = {
      amount: text('3'),
      limitPrice: null,
      triggerPrice: null,
      stopLossPrice: null,
      takeProfitPrice: null,
    }
    expect(
      await first.call('order.amend', { customerCode: C1, referenceId: order.referenceId, changes }),
    ).toMatchObject({ ok: true })
    const [intent] = first.journal.entries.filter(
      ({ body }) => body.type === 'order' && body.event.kind === 'intent',
    )
    if (!intent) throw new Error('no intent')

    for (const kept of [first.journal.entries, [...first.journal.carried(), intent]]) {
      const next = new Desk({ limits, journal: new FakeJournal(kept) })
      await next.ready()
      const buy = async (intentId: string, amount: string) => {
        const sent = await next.call('order.submit', {
          intentId,
          draft: draftOf({ amount: text(amount) }),
          typed: null,
        })
        return sent.ok ? sent.value.outcome : sent.failure.message
      }
      expect(await buy('intent-3', '1.1')).toBe('taken')
      expect(await buy('intent-4', '1.2')).toContain('over the limit of 3')
    }
  })
})
