import { expect, test } from 'vitest'
import { sendMalformed } from '../../../fuzz/malformedRun.ts'
import { openTestBroker } from '../testBroker.ts'

const MEBIBYTE = 1024 * 1024
/** By hand, with other seeds: `node test/tools/malformed.ts --count 50000 --seed 2`. */
const COUNT = Number(process.env['OPENPIT_MALFORMED'] ?? 5000)

test(
  'malformed requests and frames are refused with a 4xx and change nothing',
  { timeout: 120_000 },
  async () => {
    const report = await sendMalformed(COUNT, 1)
    expect(report.wrong).toEqual([])
    expect(report.unansweredFrames).toBe(0)
    expect(report.faults).toEqual([])
    expect(report.after).toBe(report.before)
    expect(Object.keys(report.statuses).toSorted()).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '405', '413', '415', '422']),
    )
    expect((report.heapEnd - report.heapWarm) / MEBIBYTE).toBeLessThan(8)
  },
)

test('200 orders at once are each answered exactly once', async () => {
  const desk = await openTestBroker()
  const references = Array.from({ length: 200 }, (_, n) => `at-once-${n}`)
  const answers = await Promise.all(
    references.map((reference, n) =>
      desk.order(
        reference,
        n % 2 === 0 ? { amount: '0.001' } : { type: 'limit', limit_price: 59000, amount: '0.001' },
        n % 3 === 0 ? 'C2007' : 'C1042',
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(references.map(() => 200))
  expect(answers.map(({ body }) => body.reference_id)).toEqual(references)
  expect(answers.map(({ body }) => body.status)).toEqual(
    references.map((_, n) => (n % 2 === 0 ? 'filled' : 'open')),
  )
  const trades = (await desk.get('/v1/trades?limit=1000')).body.items
  expect(trades.map((trade: { reference_id: string }) => trade.reference_id).toSorted()).toEqual(
    references.filter((_, n) => n % 2 === 0).toSorted(),
  )
  const again = await Promise.all(
    references.map((reference, n) =>
      desk.order(reference, { amount: '0.001' }, n % 3 === 0 ? 'C2007' : 'C1042'),
    ),
  )
  expect(new Set(again.map(({ body }) => body.code))).toEqual(new Set(['ORDER_REJECTED']))
  expect(desk.faults).toEqual([])
})
