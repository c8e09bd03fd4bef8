/** Requests whose path, query or method is malformed. */

import { CODES, CUSTOMER, ORDER, PATHS, QUERIES } from './malformedParts.ts'
import { pick, type Kind, type RequestWriter } from './requestWriter.ts'

export function malformedAddresses({ random, request }: RequestWriter): readonly Kind[] {
  return [
    [
      'path trick',
      10,
      [404],
      () => {
        const code = pick(random, CODES)
        const rest = pick(random, [
          '/orders',
          '/orders/resting',
          '/deposits',
          '/fee-profile',
          '/trades',
          '/margin-profile',
        ])
        const path = Buffer.from(`/v1/customers/${code}${rest}`).toString('latin1')
        return random.next() < 0.3 && /orders$|deposits$/.test(rest)
          ? request('POST', path, JSON.stringify(rest === '/orders' ? ORDER : { amount: '5', asset: 'USDC' }))
          : request(
              rest === '/deposits' ? 'POST' : 'GET',
              path,
              rest === '/deposits' ? '{"amount":"5","asset":"USDC"}' : null,
            )
      },
    ],
    [
      'reference trick',
      4,
      [400, 404],
      () => {
        const reference = pick(random, [
          'a%20b',
          '%2e%2e',
          'x'.repeat(41),
          'a%00',
          '%E4',
          'none',
          '__proto__',
          '..',
          'resting%2f..%2fresting',
        ])
        return request(pick(random, ['GET', 'DELETE']), `${CUSTOMER}/orders/${reference}`, null)
      },
    ],
    ['query', 6, [400], () => request('GET', `${pick(random, PATHS)}?${pick(random, QUERIES)}`, null)],
    [
      'method',
      3,
      [405],
      () => request(pick(random, ['PUT', 'DELETE', 'PATCH', 'OPTIONS']), pick(random, PATHS), '{}'),
    ],
  ]
}
