/** The send order of blocks goes round once a block is sent, directly or by a second dealer's approval, and only then. */

import { describe, expect, it } from 'vitest'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import { allocate } from '../../../../shared/domain/block/allocate.ts'
import { ROTATION_SETTING, readRotation } from '../../../../shared/domain/block/rotation.ts'
import type { FourEyesRules } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { answerAll, customer, letRowsStart } from '../dealing/block/blockStage.ts'
import { draftOf, text } from '../deskHarness.ts'
import { approve, startDesk } from './fourEyesDesk.ts'

const CUSTOMERS = [1, 2, 3].map(customer)

async function start(rules: Partial<FourEyesRules> = { bulk: true }) {
  const stage = await startDesk(rules)
  const { desk, call, broker, topic } = stage
  const settings = desk.follow('settings')
  const stored = () => settings.now()[ROTATION_SETTING]
  let blocks = 0
  /** A block of 4 contracts in equal parts, as a window sizes it now. */
  const sized = (): Request<'order.submitBlock'> => {
    const made = allocate({
      method: 'equal',
      side: 'buy',
      parent: decimal('4'),
      rows: CUSTOMERS.map((customerCode) => ({ customerCode, measure: null, why: null, out: null })),
      lot: decimal('1'),
      rotation: readRotation(stored(), 'A'),
    })
    if (!made.ok) throw new Error(made.sentence)
    const rows = made.value.rows.map(({ customerCode, amount }) => ({
      customerCode,
      amount: text(toText(amount)),
    }))
    return {
      intentId: `intent-000${++blocks}`,
      group: 'A',
      method: 'equal',
      draft: draftOf({ ...rows[0] }),
      rows,
      onRefused: 'continue',
      inFlight: 2,
      typed: null,
      rotation: made.value.move,
    }
  }
  const submit = (request: Request<'order.submitBlock'>) => call('order.submitBlock', request)
  const newest = () => topic.now().waiting.at(-1)?.id ?? 0
  /** Approves what waits, and lets every row leave. */
  const approved = async () => {
    expect(await call('approval.decide', approve(newest()), 'w2')).toMatchObject({ ok: true })
    await letRowsStart(desk)
    await answerAll(desk, broker)
  }
  return { ...stage, sized, submit, stored, newest, approved }
}

/** Who is first, and who gets the lot that remains. */
const turnsOf = ({ rows }: Request<'order.submitBlock'>) => ({
  first: rows[0]?.customerCode,
  extra: rows.find(({ amount }) => amount === '2')?.customerCode,
})

describe('the rotation of a group', () => {
  it('moves on with every approved block, as far as it moves with blocks that wait for nobody', async () => {
    const held = await start()
    const direct = await start({})
    const turns = { held: [] as unknown[], direct: [] as unknown[] }
    for (let block = 0; block < 4; block++) {
      const request = held.sized()
      turns.held.push(turnsOf(request))
      await held.submit(request)
      await held.approved()
      const same = direct.sized()
      turns.direct.push(turnsOf(same))
      expect(await direct.submit(same)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    }
    expect(turns.held).toEqual([1, 2, 3, 1].map((n) => ({ first: customer(n), extra: customer(n) })))
    expect(turns.direct).toEqual(turns.held)
    expect(held.broker.sent.filter((_, n) => n % 3 === 0).map(({ draft }) => draft.customerCode)).toEqual(
      [1, 2, 3, 1].map(customer),
    )
  })

  it('stays where a second dealer refuses the block, and where nobody decides in time', async () => {
    const { desk, call, topic, sized, submit, stored, newest } = await start()
    await submit(sized())
    await call('approval.decide', approve(newest(), { decision: 'refuse' }), 'w2')
    await submit(sized())
    desk.clock.advance(60_000)
    await desk.settle()
    expect(
      topic
        .now()
        .ended.map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['expired', 'refused'])
    expect(stored()).toBeUndefined()
  })

  it('stays where the plan of an approved block does not reach the disk', async () => {
    const { desk, call, sized, submit, stored, newest } = await start()
    await submit(sized())
    const write = desk.journal.write.bind(desk.journal)
    desk.journal.write = async (entries) =>
      JSON.stringify(entries).includes('"planned"')
        ? { ok: false, failure: 'the disk is full' }
        : write(entries)
    expect(await call('approval.decide', approve(newest()), 'w2')).toMatchObject({ ok: false })
    expect(stored()).toBeUndefined()
  })

  it('moves once for a block that its window sends again under the same id', async () => {
    const { sized, submit, stored, approved } = await start()
    const first = sized()
    await submit(first)
    await approved()
    await submit(sized())
    await approved()
    const after = stored()
    expect(readRotation(after, 'A').first).toBe(customer(3))
    expect(await submit(first)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    expect(stored()).toBe(after)
  })
})

describe('a rotation that the disk refuses', () => {
  it('moves for this run, and a notice says what a restart would do', async () => {
    const { desk, sized, submit, stored } = await start({})
    const notices = desk.mirror('notices', ({ id }) => String(id))
    const save = desk.settings.save.bind(desk.settings)
    desk.settings.save = (name, value) => {
      const saved = save(name, value)
      return name === ROTATION_SETTING ? { ok: false, failure: 'The disk is full.' } : saved
    }
    await submit(sized())
    expect(readRotation(stored(), 'A').first).toBe(customer(2))
    expect([...notices.values()].map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/After a restart of Openpit.* the same customers: The disk is full\.$/),
    )
  })
})
