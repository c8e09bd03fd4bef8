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
