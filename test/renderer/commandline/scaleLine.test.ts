/** A scale on the command line: the same rows as in the ticket, and the first word that cannot be split is named. */

import { describe, expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import { readLine } from '../../../renderer/commandline/grammar/grammar.ts'
import { changeTicket, emptyTicket } from '../../../renderer/state/ticket/ticketForm.ts'
import { readTicketScale } from '../../../renderer/state/ticket/ticketScale.ts'
import { NOW } from '../../fakes/window/scriptedCore.ts'
import { lineContext as context } from './lineContext.ts'

const rowsOf = (line: string) => {
  const reading = readLine(line, context)
  return reading.kind === 'order' ? reading.scale?.map((row) => [row.limitPrice, row.amount]) : reading
}

describe('a scale', () => {
  it('is one order of all contracts with its rows', () => {
    expect(readLine('scale # b 2 btc 61000..62000 5', context)).toEqual({
      kind: 'order',
      draft: expect.objectContaining({
        customerCode: 'C1042',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '2',
        limitPrice: '61000',
        timeInForce: 'GTC',
        leverage: null,
      }) as unknown,
      scale: ['61000', '61250', '61500', '61750', '62000'].map((limitPrice) => ({
        limitPrice,
        amount: '0.4',
      })),
    })
  })

  it.each([
    ['rising', ['0.01', '0.02', '0.03']],
    ['falling x5', ['0.03', '0.02', '0.01']],
    ['x5 EVEN', ['0.02', '0.02', '0.02']],
  ])('%s behind it says how the amounts go', (words, amounts) => {
    const rows = rowsOf(`scale C2007 s 0.06 btc @63000..@62500 3 ${words}`)
    expect(rows).toEqual(['63000', '62750', '62500'].map((price, at) => [price, amounts[at]]))
  })

  it('reaches from a price of the market to one with an offset', () => {
    expect(rowsOf('scale # b 3 btc bid..bid-20t 3')).toEqual([
      ['62148', '1'],
      ['62143', '1'],
      ['62138', '1'],
    ])
  })

  it('has the rows of the ticket with the same values', () => {
    const form = changeTicket(
      { ...emptyTicket, amount: '1.003', limitPrice: '61000', scaleTo: '62000', scaleCount: '7' },
      { kind: 'scaleWeights', weights: 'rising' },
    )
    const { rows } = readTicketScale(form, context.instruments[0])
    expect(readLine('scale # b 1.003 btc 61000..62000 7 rising', context)).toMatchObject({ scale: rows })
  })

  it.each([
    ['scale', 'customer or #'],
    ['scale #', 'b or s'],
    ['scale # b', 'size of all orders together'],
    ['scale # b 2 btc', 'first and last price, such as 61000..62000'],
    ['scale # b 2 btc 61000..', 'the last price'],
    ['scale # b 2 btc 61000..62000', 'how many orders'],
  ])('%s names what comes next', (line, next) =>
    expect(readLine(line, context)).toEqual({ kind: 'unfinished', next }),
  )

  it.each([
    ['scale C9 b 2 btc 61000..62000 5', 'C9', 'is no customer of this desk'],
    ['scale # b $25k btc 61000..62000 5', '$25k', 'no cash amount'],
    ['scale # b pos btc 61000..62000 5', 'pos', 'takes a typed size'],
    ['scale # b 2 btc 61000 62000 5', '61000', 'such as 61000..62000'],
    ['scale # b 2 btc ..62000 5', '..62000', 'such as 61000..62000'],
    ['scale # b 2 btc 61000..soon 5', '61000..soon', 'is not a number'],
    ['scale # b 2 btc 61000.2..62000 5', '61000.2..62000', 'is not a multiple of the tick'],
    ['scale # b 2 btc 61000..61000 5', '61000..61000', 'both prices are the same'],
    ['scale # b 2 btc 61000..62000 31', '31', 'from 2 to 30'],
    ['scale # b 2 btc 61000..62000 2.5', '2.5', 'from 2 to 30'],
    ['scale C2007 b 2 btc 61000..62000 21', '21', 'over the limit of 20 for the desk: type fewer orders'],
    ['scale # b 0.004 btc 61000..62000 5', '0.004', 'Type at least 0.005'],
    ['scale # b 2 btc 61000..62000 5 x11', 'x11', 'not accepted'],
    ['scale # b 2 btc 61000..62000 5 even rising', 'rising', 'given twice'],
    ['scale # b 2 btc 61000..62000 5 ioc', 'ioc', 'The orders of a scale are GTC'],
    ['scale # b 2 btc 61000..62000 5 ?', '?', 'is none of even, rising, falling'],
    ['scale # b 58m btc 61000..62000 5', '58m', 'for money write $58m'],
    // The last order alone lies further through the market than the limits let pass.
    ['scale # b 2 btc 61000..66000 5', '61000..66000', 'worse than the mark'],
  ])('%s', (line, word, reason) => {
    const reading = readLine(line, context)
    expect(reading).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining(reason) as string,
      offer: null,
    })
    expect(reading.kind === 'bad' && line.slice(reading.start, reading.end)).toBe(word)
  })

  it('is refused where a price of the market is old', () => {
    const old = {
      ...context,
      marketOf: (symbol: Parameters<typeof context.marketOf>[0]) => ({
        ...context.marketOf(symbol),
        now: NOW + 12_400,
      }),
    }
    expect(readLine('scale # b 3 btc bid..61000 3', old)).toMatchObject({
      kind: 'bad',
      reason: 'bid of BTCUSDC_PERP is 12 s old; type a price',
    })
  })

  it.each([
    ['sca', 'scale '],
    ['scale C10', 'scale C1042 '],
    ['scale # bu', 'scale # buy '],
    ['scale # b 2 b', 'scale # b 2 btc '],
    ['scale # b 2 btc 61000..62000 5 r', 'scale # b 2 btc 61000..62000 5 rising '],
  ])('Tab makes %s into %s', (line, completed) => expect(completeLine(line, context)).toBe(completed))
})
