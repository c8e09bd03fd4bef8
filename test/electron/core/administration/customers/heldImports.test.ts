/** Four eyes over imports of customers: one that changes a ratio or a group waits, as its undo does, and what the second dealer read is what is done. */

import { describe, expect, it } from 'vitest'
import { MOST_READ } from '../../../../../electron/core/administration/customers/importToHold.ts'
import {
  blankCustomer,
  entryOf,
  type Customer,
  type CustomerChange,
} from '../../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { approve, startDesk } from '../../approvals/fourEyesDesk.ts'
import { C1, C2, text } from '../../deskHarness.ts'

const entry = (code: CustomerCode, more: Partial<Customer> = {}): Customer => ({
  ...blankCustomer(code, 'hand'),
  ...more,
})

async function started(rules: Parameters<typeof startDesk>[0] = { bulk: true }) {
  const { desk, call, topic, stages } = await startDesk(rules)
  const list = desk.follow('customers')
  const entryNow = (code: CustomerCode) => {
    const listed = list.now().find((each) => each.code === code)
    return listed ? entryOf(listed) : null
  }
  let imports = 0
  const importAll = (afters: readonly Customer[], windowId = 'w1') => {
    const changes: CustomerChange[] = afters.map((after) => ({ before: entryNow(after.code), after }))
    return call('customer.import', { importId: `import-${++imports}`, part: 1, parts: 1, changes }, windowId)
  }
  return { call, topic, stages, entryNow, importAll }
}

const waits = { ok: false, failure: { message: expect.stringMatching(/waits 10 min for a second dealer/) } }

describe('an import that changes a ratio or a group', () => {
  it('waits, shows each change, and changes nothing before a second dealer approved it', async () => {
    const { call, topic, stages, entryNow, importAll } = await started()
    const before = [entryNow(C1), entryNow(C2)]
    const afters = [entry(C1, { ratio: text('2.5') }), entry(C2, { name: 'Zed' })]
    expect(await importAll(afters)).toMatchObject(waits)
    expect([entryNow(C1), entryNow(C2)]).toEqual(before)
    expect(topic.now().waiting).toMatchObject([
      {
        kind: 'customers',
        what: expect.stringMatching(
          /^import of customers: another ratio or group for 1: C1042 .*ratio: .*2\.5\. It changes 1 other customer in /,
        ),
        changes: [
          { customerCode: C1, words: expect.stringContaining('2.5') },
          { customerCode: C2, words: expect.stringContaining('Zed') },
        ],
      },
    ])
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect([entryNow(C1), entryNow(C2)]).toEqual(afters)
    expect(stages()).toContain('1 done A. Okafor')
  })

  it.each<readonly [string, Partial<Customer>, boolean]>([
    ['ratio', { ratio: text('2') }, true],
    ['group', { group: 'macro' }, true],
    ['name', { name: 'Acme' }, false],
    ['tags', { tags: ['vip'] }, false],
  ])('waits or not by the field that it changes: %s', async (_, more, isHeld) => {
    const { topic, importAll } = await started()
    expect((await importAll([entry(C1, more)])).ok).toBe(!isHeld)
    expect(topic.now().waiting).toHaveLength(isHeld ? 1 : 0)
  })

  it('marks a code that looks like another code, in its line and in its list', async () => {
    const { topic, importAll } = await started()
    await importAll([entry(C1, { name: 'Acme' })])
    await importAll([entry('C1O42' as CustomerCode, { group: 'macro' })])
    expect(topic.now().waiting).toMatchObject([
      {
        what: expect.stringContaining('C1O42 ≈ looks like C1042 · '),
        changes: [
          { customerCode: 'C1O42', words: expect.stringMatching(/^≈ looks like C1042 · .*group: macro/) },
        ],
      },
    ])
  })

  it('leaves no entry that the next start would blank', async () => {
    const { entryNow, importAll } = await started()
    expect((await importAll([entry(C1, { origin: 'seen', name: 'Acme' })])).ok).toBe(true)
    expect(entryNow(C1)).toMatchObject({ name: 'Acme', origin: 'hand' })
  })

  it('waits under the rule on bulk alone', async () => {
    const { importAll } = await started({ orders: text('0'), limits: true })
    expect((await importAll([entry(C1, { ratio: text('2') })])).ok).toBe(true)
  })

  it('that is refused has changed nothing, and sends nothing anyway', async () => {
    const { call, topic, importAll } = await started()
    await importAll([entry(C1, { ratio: text('2') })])
    await call('approval.decide', { ...approve(1), decision: 'refuse', reason: 'No.' }, 'w2')
    expect(topic.now().ended).toMatchObject([{ outcome: 'refused', detail: 'No. Nothing was changed.' }])
  })

  it('is not done where an entry changed between the request and its approval', async () => {
    const { call, topic, entryNow, importAll } = await started()
    await importAll([entry(C1, { ratio: text('2') })])
    await call('customer.save', { customer: entry(C1, { name: 'Acme' }) })
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: false })
    expect(entryNow(C1)).toEqual(entry(C1, { name: 'Acme' }))
    expect(topic.now().ended).toMatchObject([{ outcome: 'not-done' }])
  })

  it('asked for twice is one request, and another import is another', async () => {
    const { topic, importAll } = await started()
    expect(await importAll([entry(C1, { ratio: text('2') })])).toMatchObject({
      failure: {
        message:
          'Nothing was changed yet: request 1 waits 10 min for a second dealer. Another dealer decides it in Approvals, in another window.',
      },
    })
    expect(await importAll([entry(C1, { ratio: text('2') })])).toMatchObject({
      failure: { message: expect.stringContaining('request 1 asks for the same act') },
    })
    await importAll([entry(C1, { ratio: text('3') })])
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([1, 2])
  })

  it('is refused where it has more customers than a second dealer reads', async () => {
    const { topic, entryNow, importAll } = await started()
    const many = Array.from({ length: MOST_READ + 1 }, (_, n) =>
      entry(`N${n}` as CustomerCode, { group: 'macro' }),
    )
    // One message holds 200 changes: the window would send three parts.
    expect(await importAll(many)).toMatchObject({
      failure: {
        message: expect.stringMatching(/at most 500 customers of one import, and this one has 501/),
      },
    })
    expect(topic.now().waiting).toEqual([])
    expect(entryNow('N0' as CustomerCode)).toBeNull()
  })

  it('is foretold as it is done: above the bound a refusal, at the bound a wait', async () => {
    const { call } = await started()
    const foretold = async (customers: number) => {
      const reply = await call('approval.foretell', { act: { kind: 'import', customers } })
      return reply.ok ? reply.value.sentence : null
    }
    expect(await foretold(MOST_READ)).toBe('This import will wait for a second dealer.')
    expect(await foretold(MOST_READ + 1)).toBe(
      'This import would be refused, and nothing would be changed: a second dealer reads at most 500 customers of one import, and this one has 501. Split the file, and import the parts one after another.',
    )
  })
})

describe('the undo of such an import', () => {
  it('waits too, and takes back what was asked for', async () => {
    const { call, topic, entryNow, importAll } = await started()
    await importAll([entry(C1, { ratio: text('2') })])
    await call('approval.decide', approve(1), 'w2')
    expect(await call('customer.undoImport', {})).toMatchObject(waits)
    expect(entryNow(C1)?.ratio).toBe('2')
    expect(topic.now().waiting[0]?.what).toMatch(/^undo of an import of customers: .*ratio: 2 → none/)
    expect(await call('approval.decide', approve(2), 'w2')).toMatchObject({ ok: true })
    expect(entryNow(C1)?.ratio ?? null).toBeNull()
  })

  it('is not done where another import came between', async () => {
    const { call, entryNow, importAll } = await started()
    await importAll([entry(C1, { ratio: text('2') })])
    await call('approval.decide', approve(1), 'w2')
    await call('customer.undoImport', {})
    await importAll([entry(C2, { name: 'Zed' })])
    expect(await call('approval.decide', approve(2), 'w2')).toMatchObject({
      ok: false,
      failure: {
        message:
          'Nothing was changed: this import can no longer be taken back. It was taken back already, another import came after it, or the venue is another.',
      },
    })
    expect([entryNow(C1)?.ratio, entryNow(C2)?.name]).toEqual(['2', 'Zed'])
  })

  it('is not done where an entry changed between the request and its approval', async () => {
    const { call, entryNow, importAll } = await started()
    await importAll([entry(C1, { ratio: text('2') })])
    await call('approval.decide', approve(1), 'w2')
    await call('customer.undoImport', {})
    await call('customer.save', { customer: entry(C1, { ratio: text('3') }) })
    expect(await call('approval.decide', approve(2), 'w2')).toMatchObject({ ok: false })
    expect(entryNow(C1)?.ratio).toBe('3')
  })
})

it('a form learns beforehand that its import waits, and for whom', async () => {
  const { call } = await started()
  expect(await call('approval.foretell', { act: { kind: 'import', customers: 2 } })).toEqual({
    ok: true,
    value: { sentence: 'This import will wait for a second dealer.' },
  })
  const free = await started({ orders: text('0') })
  expect(await free.call('approval.foretell', { act: { kind: 'import', customers: 2 } })).toEqual({
    ok: true,
    value: { sentence: null },
  })
})
