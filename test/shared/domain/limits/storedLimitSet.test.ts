import { expect, test } from 'vitest'
import { DEFAULT_RULES, limitChange } from '../../../../shared/domain/limits/limits.ts'
import { readLimitSet } from '../../../../shared/domain/limits/storedLimitSet.ts'

const scope = { customerCode: null, symbol: null }
const good = { scope, limit: 'notional', level: 'block', from: null, to: '10000000', loosens: false }
const list = { ...good, limit: 'instruments', from: 'BTCUSDC_PERP, ETHUSDC_PERP', to: '' }

const setWith = (changes: readonly unknown[]) => ({
  version: 2,
  rules: DEFAULT_RULES,
  history: [{ version: 2, at: 1, by: 'dealer', changes }],
})

test('a change of a bound takes decimal text or null, and one of the list takes instruments', () => {
  for (const change of [good, list, { ...list, from: null }])
    expect(limitChange.safeParse(change).success).toBe(true)
  for (const change of [
    { ...good, to: 'ten' },
    { ...good, from: '1e7' },
    { ...good, from: '-1' },
    { ...good, to: '' },
    { ...list, from: 'no instrument at all' },
  ])
    expect([change, limitChange.safeParse(change).success]).toEqual([change, false])
})

test('a stored change that is no number stays as its words, and rules and other changes are read', () => {
  const bad = { ...good, to: `ten ${'millions '.repeat(60)}` }
  const read = readLimitSet(setWith([good, bad, list, 7]))
  expect(read).toMatchObject({ version: 2, rules: DEFAULT_RULES })
  expect(read?.history[0]?.changes).toEqual([
    good,
    { unread: JSON.stringify(bad).slice(0, 300) },
    list,
    { unread: '7' },
  ])
  // What was read so is stored with the next save, and read the same again.
  expect(readLimitSet(structuredClone(read))).toEqual(read)
})

test('a set without readable rules or with a broken revision is not read', () => {
  for (const broken of [
    { ...setWith([]), rules: [] },
    { ...setWith([]), history: [{ version: 'two', at: 1, by: 'dealer', changes: [] }] },
    null,
    'limits',
  ])
    expect(readLimitSet(broken)).toBeNull()
})
