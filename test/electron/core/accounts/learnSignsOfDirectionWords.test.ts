import { describe, expect, test } from 'vitest'
import {
  learnDirection,
  meaningOf,
  withMeaning,
  type Directions,
} from '../../../../electron/core/accounts/learnSignsOfDirectionWords.ts'
import { ledgerAnomalyNotices } from '../../../../electron/core/accounts/ledgerAnomalyNotices.ts'
import { createCashLedger } from '../../../../electron/core/accounts/cashLedger.ts'
import type { BalanceChange } from '../../../../electron/core/ports/brokerAnswers.ts'
import { C1, rowOf, text } from '../deskHarness.ts'

const listed = (code: string, word: string) =>
  rowOf(code, { direction: word, signedAmount: null, totalAmount: text('100') })
const streamed = (code: string, amount: string) =>
  rowOf(code, { direction: null, signedAmount: text(amount) })
const event = (code: string, amount: string): BalanceChange => ({
  row: streamed(code, amount),
  balance: null,
  balanceAsOf: null,
})

describe('words of direction [gap.17 2.ledger.direction]', () => {
  test('two movements reported by list and stream explain a word; one does not', () => {
    const none: Directions = new Map()
    const one = learnDirection(none, listed('a', 'raus'), streamed('a', '-100'))
    expect(meaningOf(one, 'raus')).toBeNull()
    const two = learnDirection(one, streamed('b', '-7'), listed('b', 'raus'))
    expect(meaningOf(two, 'raus')).toBe(-1)
    expect(withMeaning(two, listed('c', 'raus')).signedAmount).toBe('-100')
    expect(withMeaning(two, listed('c', 'rein')).signedAmount).toBeNull()
  })

  test('at most two agreeing movements are stored for a word', () => {
    let known: Directions = new Map()
    for (let n = 0; n < 100; n++) known = learnDirection(known, listed(`c${n}`, 'w'), streamed(`c${n}`, '5'))
    expect(known.get('w')?.size).toBe(2)
    known = learnDirection(known, listed('d', 'w'), streamed('d', '-5'))
    expect(meaningOf(known, 'w')).toBeNull()
  })

  test('the same movement twice counts once, and a contradiction takes the meaning away', () => {
    let known: Directions = new Map()
    for (const code of ['a', 'a']) known = learnDirection(known, listed(code, 'w'), streamed(code, '5'))
    expect(meaningOf(known, 'w')).toBeNull()
    known = learnDirection(known, listed('b', 'w'), streamed('b', '5'))
    expect(meaningOf(known, 'w')).toBe(1)
    known = learnDirection(known, listed('c', 'w'), streamed('c', '-5'))
    expect(meaningOf(known, 'w')).toBeNull()
  })

  test('two reports of one kind explain no word', () => {
    const none: Directions = new Map()
    expect(learnDirection(none, listed('a', 'w'), listed('a', 'w'))).toBe(none)
    expect(learnDirection(none, streamed('a', '1'), streamed('a', '1'))).toBe(none)
    expect(learnDirection(none, undefined, listed('a', 'w'))).toBe(none)
  })

  test('rows without a sign get it, and the balance appears, once the word is explained', () => {
    const warned: string[] = []
    const learned: [string, number][] = []
    const book = createCashLedger({
      now: () => 0,
      onUnknownDirection: (row) => warned.push(row.code),
      onDirectionLearned: (word, sign) => learned.push([word, sign]),
    })
    const shown = new Map<string, string | null>()
    const balances: (string | null)[] = []
    const put = (rows: readonly { code: string; signedAmount: string | null }[]) =>
      rows.forEach((row) => shown.set(row.code, row.signedAmount))
    book.ledger.source(null, { snapshot: put, delta: put, end: () => undefined }, null as never)
    book.balances.source(
      null,
      {
        snapshot: () => undefined,
        delta: (more) => balances.push(more[0]?.amount ?? null),
        end: () => undefined,
      },
      null as never,
    )
    book.setWhole(true)
    book.take([listed('old', 'rein'), listed('a', 'rein'), listed('b', 'rein')], false)
    expect([...shown.values()]).toEqual([null, null, null])
    expect(balances.at(-1)).toBeNull()
    book.takeChange(event('a', '100'))
    expect(shown.get('old')).toBeNull()
    book.takeChange(event('b', '100'))
    expect(learned).toEqual([['rein', 1]])
    expect(Object.fromEntries(shown)).toEqual({ old: '100', a: '100', b: '100' })
    expect(balances.at(-1)).toBe('300')
    book.take([listed('next', 'rein')], false)
    expect(shown.get('next')).toBe('100')
    expect(balances.at(-1)).toBe('400')
    // A third movement says otherwise: nothing of that word is summed any more.
    book.take([listed('odd', 'rein')], false)
    book.takeChange(event('odd', '-100'))
    expect(shown.get('old')).toBeNull()
    expect(balances.at(-1)).toBeNull()
    expect(warned).toContain('old')
    expect(book.rows(C1)).toHaveLength(5)
  })
})

test('the notice of two amounts names the asset behind each', () => {
  const said: string[] = []
  const { onTwoAmounts } = ledgerAnomalyNotices({ say: (_, sentence) => void said.push(sentence) })
  onTwoAmounts(
    { ...rowOf('a'), totalAmount: text('100'), asset: 'BTC' },
    { ...rowOf('a'), totalAmount: text('99'), asset: null },
  )
  expect(said[0]).toMatch(/twice, with 100 BTC and 99 USDC\./)
})

test('one movement reported with two amounts is an alarm; reported again it is none', () => {
  const alarms: string[] = []
  const book = createCashLedger({
    now: () => 0,
    onUnknownDirection: () => undefined,
    onTwoAmounts: (known, now) => alarms.push(`${known.totalAmount} ${now.totalAmount}`),
  })
  book.take([rowOf('a'), rowOf('a')], false)
  book.takeChange(event('a', '100'))
  expect(alarms).toEqual([])
  book.takeChange(event('a', '99'))
  expect(alarms).toEqual(['100 99'])
})
