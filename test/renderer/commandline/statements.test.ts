import { expect, it } from 'vitest'
import { readStatements, statementsOf } from '../../../renderer/commandline/grammar/statements.ts'
import { lineContext as context } from './lineContext.ts'

it('20: reads the first statement, and leaves the rest for later', () => {
  const line = 'cx # btc ; # b 1 btc @62000'
  expect(readStatements(line, context)).toMatchObject({ kind: 'cancelAll', symbol: 'BTCUSDC_PERP' })
  expect(statementsOf(line)).toMatchObject({ rest: '# b 1 btc @62000', count: 2 })
  expect(readStatements('# b 1 btc @62000', context)).toMatchObject({ kind: 'order' })
})

it.each([
  ['cx # btc ; # b 1 doge m', 'doge'],
  ['cx # btc ; # b 1 btc @62000 ; C9 b 1 btc m', 'C9'],
  ['halts;halts;halts;halts;halts;halts', ';halts'],
])('%s is refused whole, at %s', (line, wrong) => {
  const reading = readStatements(line, context)
  expect(reading.kind === 'bad' && line.slice(reading.start, reading.end)).toBe(wrong)
})

it.each(['cx # btc ; # b 1 btc', 'cx # btc ;', '; cx # btc'])('%s is not finished', (line) => {
  expect(['unfinished', 'empty']).toContain(readStatements(line, context).kind)
})

const remarked = (line: string) => {
  const reading = readStatements(line, context)
  return reading.kind === 'order' ? reading.remarks : reading
}

it('reads ref= and note=, with spaces and semicolons inside quotation marks', () => {
  expect(remarked('# b 1 btc @62000 ref=DESK7 note="client; 2nd call" gtc')).toEqual({
    reference: 'DESK7',
    note: 'client; 2nd call',
  })
  expect(remarked('# b 1 btc @62000 NOTE=call')).toEqual({ reference: null, note: 'call' })
  const line = '# b 1 btc @62000 note="a ; b" ; cx # btc'
  expect(statementsOf(line)).toMatchObject({ rest: 'cx # btc', count: 2 })
  expect(remarked('# b 1 btc @62000')).toBeUndefined()
})

it.each([
  ['# b 1 btc @62000 ref=DESK7-CLIENT', 'ref=DESK7-CLIENT'],
  ['# b 1 btc @62000 ref=Ünal', 'ref=Ünal'],
  ['# b 1 btc @62000 ref=', 'ref='],
  ['# b 1 btc @62000 ref=a ref=b', 'ref=b'],
  ['# b 1 btc @62000 note=a note=b', 'note=b'],
  ['# b 1 btc @62000 note=""', 'note=""'],
  ['# b 1 btc @62000 note="a"b', 'note="a"b'],
  ['# b 1 btc @62000 note="a\u202eb"', 'note="a\u202eb"'],
  [`# b 1 btc @62000 note=${'x'.repeat(81)}`, `note=${'x'.repeat(81)}`],
])('%s is refused at %s', (line, wrong) => {
  const reading = readStatements(line, context)
  expect(reading.kind === 'bad' && line.slice(reading.start, reading.end)).toBe(wrong)
})

it('a note without its last quotation mark is not finished, and takes no statement behind it', () => {
  const line = '# b 1 btc @62000 note="call ; cx # btc'
  expect(readStatements(line, context).kind).toBe('unfinished')
  expect(statementsOf(line).count).toBe(1)
})
