import { expect, it } from 'vitest'
import { decimal } from '../../../../shared/base/decimal.ts'
import { changeSentence, overSentence } from '../../../../shared/domain/limits/limitWords.ts'

const DESK = { customerCode: null, symbol: null }

it.each([
  [
    'warn',
    '1',
    '0',
    'This may be a repeat: the same order was sent once in the last 10 s. The warning for the desk allows 0.',
  ],
  [
    'block',
    '3',
    '2',
    'This may be a repeat: the same order was sent 3 times in the last 10 s. The limit for the desk allows 2.',
  ],
] as const)(
  'a repeated order at a %s of %s over %s names the possible repeat first',
  (level, value, bound, words) => {
    const sentence = overSentence('duplicates', level, decimal(value), decimal(bound), DESK)
    expect(sentence).toBe(`${words} Check the orders table before you send it again.`)
  },
)

it('a change of the allowed instruments names each as no other that it looks like', () => {
  const sentence = changeSentence({
    scope: DESK,
    limit: 'instruments',
    level: 'block',
    from: null,
    to: 'ETHUSDC_PERP, \u0412TCUSDC_PERP',
    loosens: false,
  })
  expect(sentence).toBe('the desk: Allowed instruments: all → ETHUSDC_PERP, \\u{412}TCUSDC_PERP')
})
