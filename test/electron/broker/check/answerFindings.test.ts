/** What a check says of answers as such: their times, limits of rate, compression, size and clock. */

import { expect, test } from 'vitest'
import { answerFindings } from '../../../../electron/broker/check/answerFindings.ts'
import { listForm } from '../../../../electron/broker/check/listForm.ts'
import type { VenueRead } from '../../../../electron/broker/check/reads.ts'

const AT = Date.UTC(2026, 0, 5, 9, 11, 28)

/** A read of a list. `length`: characters of its body; left out: those of the rows. */
function readOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  headers: Readonly<Record<string, string>> = {},
  length?: number,
): VenueRead {
  const text = JSON.stringify(rows)
  const body = length === undefined ? text : text.padEnd(length)
  return {
    path: '/orders',
    answer: { kind: 'answered', status: 200, headers, body, sentAt: 0, receivedAt: 0 },
    body: rows,
    form: listForm(rows),
    answeredAt: AT,
  }
}

/** What is said about one subject: `certainty: sentence`, in order. */
const said = (about: string, reads: readonly VenueRead[], isLimited = false): readonly string[] =>
  answerFindings(reads, isLimited)
    .filter((finding) => finding.about === about)
    .map(({ certainty, sentence }) => `${certainty}: ${sentence}`)

test('each form of a time is named once', () => {
  expect(
    said('times', [
      readOf([
        { created_at: '1767604288', updated_at: null },
        { created_at: '1767604289', time: '' },
      ]),
      readOf([{ timestamp: '2026-01-05T09:11:28.259Z' }]),
    ]),
  ).toEqual(['sure: Written as seconds since 1970, ISO 8601. Openpit reads these.'])
  expect(said('times', [readOf([{ code: 'T1' }])])).toEqual(['open: No row carried a time.'])
})

test('a time that cannot be read is quoted with its field, beside those that can', () => {
  expect(
    said('times', [readOf([{ created_at: '1767604288259' }, { next_funding_at: 'next Monday' }])]),
  ).toEqual([
    'sure: Written as milliseconds since 1970. Openpit reads these.',
    'sure: Not readable: next_funding_at: "next Monday". Such a time is unknown on screen.',
  ])
  expect(said('times', [readOf([{ time: 'soon' }])])).toEqual([
    'sure: Not readable: time: "soon". Such a time is unknown on screen.',
  ])
})

test('of many strange times five are quoted, each cut', () => {
  const rows = Array.from({ length: 9 }, (_, n) => ({ time: `${n} ${'x'.repeat(100)}` }))
  const [sentence = ''] = said('times', [readOf(rows)])
  expect(sentence.match(/time: /g)).toHaveLength(5)
  expect(sentence).not.toContain('x'.repeat(40))
})

test('headers that name a limit are quoted with their values, and other headers are not', () => {
  const headers = { 'x-ratelimit-remaining': '9', 'ratelimit-reset': '1', 'x-request-id': 'r1' }
  expect(said('rate limits', [readOf([], headers), readOf([], { 'retry-after': '2' })])).toEqual([
    'sure: Answers carry “x-ratelimit-remaining”: “9”; “ratelimit-reset”: “1”; “retry-after”: “2”.',
  ])
  const counted = ['9', '8', '8', '7', '6'].map((left) => readOf([], { 'x-ratelimit-remaining': left }))
  expect(said('rate limits', counted)).toEqual([
    'sure: Answers carry “x-ratelimit-remaining”: “9”, “8”, “7” and others.',
  ])
  expect(
    said('rate limits', [readOf([], { 'x-ratelimit-limit': '1'.repeat(5_000) })])[0]?.length,
  ).toBeLessThan(200)
  expect(said('rate limits', [readOf([], { 'x-request-id': 'r1' })])).toEqual([
    'open: No answer names a limit. Ask the broker.',
  ])
})

test('a read that was refused as too frequent is said, with the headers where there are any', () => {
  expect(said('rate limits', [readOf([], { 'ratelimit-limit': '10' })], true)).toEqual([
    'sure: The venue refused a read as too frequent (429). Answers carry “ratelimit-limit”: “10”. Ask the broker how many it takes.',
  ])
  expect(said('rate limits', [], true)).toEqual([
    'sure: The venue refused a read as too frequent (429). Ask the broker how many it takes.',
  ])
})

test('one compressed answer is enough to say that answers come compressed', () => {
  expect(said('compression', [readOf([]), readOf([], { 'content-encoding': 'gzip' })])).toEqual([
    'sure: Answers come compressed, although Openpit asks for plain ones; it reads both.',
  ])
  expect(said('compression', [readOf([])])).toEqual(['sure: Answers come uncompressed, as Openpit asks.'])
})

test('the size is that of the largest answer, rounded up to whole kB', () => {
  expect(said('body sizes', [readOf([], {}, 300), readOf([], {}, 70_000), readOf([], {}, 1_025)])).toEqual([
    'sure: The largest answer has 69 kB. Openpit reads up to 16 MB.',
  ])
})

test('the clocks agree within two seconds, in either direction', () => {
  const by = (seconds: number) =>
    said('clock', [readOf([]), readOf([], { date: new Date(AT + seconds * 1_000).toUTCString() })])
  for (const seconds of [-2, 0, 2])
    expect(by(seconds)).toEqual(['sure: The clocks agree within two seconds.'])
  for (const seconds of [-3, 40])
    expect(by(seconds)).toEqual([
      `sure: The venue's clock is ${seconds} s from this machine's. Set this machine's clock.`,
    ])
  for (const date of [undefined, 'yesterday'])
    expect(said('clock', [readOf([], date === undefined ? {} : { date })])).toEqual([
      'open: The venue sends no time of its own (Date).',
    ])
})

test('without a list that could be read nothing is sure', () => {
  expect(answerFindings([], false).map(({ about, certainty }) => [about, certainty])).toEqual(
    ['times', 'clock', 'compression', 'body sizes', 'rate limits'].map((about) => [about, 'open']),
  )
})
