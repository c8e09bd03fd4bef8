/** What stands around rows: ordinary answers never spoil a list, and nothing that may mean more passes for its end. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiVariantOf, PLAIN_VARIANT } from '../../../../electron/paper/apiVariants.ts'
import { parseExact } from '../../../../shared/base/json.ts'
import { faultOf } from '../../../../shared/broker/lists/listFaults.ts'
import { continuationOf } from '../../../../shared/broker/lists/listPaging.ts'
import { linkEnd } from '../../../../shared/broker/lists/listLinks.ts'
import { NAMED_LISTS, profileOf, SECOND_VARIANT } from '../../../fakes/venue/secondVariant.ts'

const ADDRESS = { restUrl: 'https://venue.example/gate', streamUrl: 'wss://venue.example' }
const profile = profileOf(PLAIN_VARIANT, ADDRESS)
const PATH = '/v1/customers/C1/orders'
const answerOf = (body: unknown) => ({
  path: PATH,
  status: 200,
  headers: { date: 'Sun, 01 Mar 2026 12:00:00 GMT' },
  body,
})

const LISTS = ['orders', 'trades', 'transactions', 'webhooks', 'instruments', 'tickers', 'fees']

describe('ordinary answers', () => {
  const text = fc.string({ maxLength: 12 })
  const record = fc.record({
    code: text,
    next_funding_at: text,
    status: fc.constant('partially_filled'),
    amount: fc.nat(),
  })
  const around = fc.oneof(
    fc.constant({}),
    fc.constant({ page: 1, size: 50, pages: 1 }),
    fc.record({
      response_metadata: fc.record(
        { next: fc.constant(null), before: fc.option(text), after: fc.option(text), limit: fc.nat(10_000) },
        { requiredKeys: ['next'] },
      ),
    }),
    fc.record({
      next: fc.constant(null),
      server_time: fc.constantFrom('2026-03-01T12:00:10.5Z', '1772366400123', '1772366399'),
      request_id: fc.uuid(),
    }),
  )

  it('of the plain, the second and the named-list variant are whole, whatever their rows hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTS),
        fc.array(record, { maxLength: 4 }),
        around,
        fc.constantFrom(PLAIN_VARIANT, SECOND_VARIANT, NAMED_LISTS),
        fc.boolean(),
        (list, rows, more, variant, isBare) => {
          const said = apiVariantOf(variant).body(
            200,
            isBare ? rows : { items: rows, total: rows.length, ...more },
          )
          const read = parseExact(said)
          const body = read.ok ? read.value : null
          const rowless = Array.isArray(body) ? [] : { ...(body as object), items: [], rows: [] }
          const message = profileOf(variant, ADDRESS)
          const on = continuationOf(list, answerOf(rowless), message, { rows: rows.length, pages: 1 })
          expect([on, faultOf(answerOf(rowless), message)]).toEqual([{ kind: 'end' }, null])
        },
      ),
    )
  })
})

describe('an answer that may go on', () => {
  const word = fc.constantFrom('', 'the', 'page', 'result', 'x', 'list')
  const more = fc.constantFrom('next', 'more', 'continue', 'continuation', 'cursor', 'token', 'truncated')
  const joined = fc
    .tuple(word, more, word, fc.constantFrom('snake', 'camel', 'joined'))
    .map(([before, item, after, way]) => {
      const words = [before, item, after].filter((part) => part !== '')
      if (way === 'snake') return words.join('_')
      if (way === 'joined') return words.join('')
      return words.map((part, n) => (n === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join('')
    })
  const value = fc.oneof(
    fc.stringMatching(/^[a-z]{3,9}[0-9]$/),
    fc.record({ shard: fc.stringMatching(/^[a-z]{3,9}[0-9]$/) }),
    fc.constant(true),
  )

  it('is never at its end, whatever the name and wherever it stands', () => {
    fc.assert(
      fc.property(joined, value, fc.constantFrom([], ['meta'], ['listing', 'at']), (name, item, places) => {
        // An object of cursors is known by its own fields.
        fc.pre(typeof item !== 'object' || /next|more|continu|truncat/i.test(name))
        const inner: Record<string, unknown> = { [name]: item }
        const body = places.reduceRight((within, place) => ({ [place]: within }), inner)
        expect(
          continuationOf('orders', answerOf({ items: [], ...body }), profile, { rows: 0, pages: 1 }).kind,
        ).not.toBe('end')
      }),
    )
  })
})

describe('a link', () => {
  it.each([
    ['?cursor=a%2Fb', { kind: 'cursor', parameter: 'cursor', value: 'a/b' }],
    [`${PATH}?limit=7&page_token=t`, { kind: 'cursor', parameter: 'page_token', value: 't' }],
    [`/gate${PATH}/?page=3`, { kind: 'page', parameter: 'page', page: 3 }],
    [`https://VENUE.example/gate${PATH}?before=x`, { kind: 'cursor', parameter: 'before', value: 'x' }],
  ])('to the same list is read for its cursor or its page: %s', (link, end) => {
    expect(linkEnd(link, answerOf([]), profile)).toEqual(end)
  })

  it('leads to no other list, whatever it holds', () => {
    const host = fc.constantFrom(
      'https://elsewhere.example',
      'http://venue.example:81',
      '//venue.example@elsewhere.example',
    )
    const path = fc.constantFrom('/v1/customers/C2/orders', `${PATH}/../C2/orders`, '/v1/customers/C1', '/')
    fc.assert(
      fc.property(fc.option(host), path, fc.string({ maxLength: 8 }), (to, at, cursor) => {
        const link = `${to ?? ''}${at}?cursor=${encodeURIComponent(cursor)}`
        expect(linkEnd(link, answerOf([]), profile).kind).toBe('astray')
      }),
    )
    expect(linkEnd(`https://elsewhere.example/gate${PATH}?cursor=a`, answerOf([]), profile).kind).toBe(
      'astray',
    )
    expect(linkEnd(`//elsewhere.example/gate${PATH}?cursor=a`, answerOf([]), profile).kind).toBe('astray')
    expect(linkEnd(`${PATH}?cursor=a&page=2`, answerOf([]), profile).kind).toBe('astray')
  })
})
