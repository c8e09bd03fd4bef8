/** A check of single venues: what it finds, what it asks, and how it fails. Over real HTTP and WebSocket. `mixes.test.ts` tries mixes. */

import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { checkVenue, STOPPED } from '../../../../electron/broker/check/checkVenue.ts'
import { openBroker } from '../../../../electron/broker/broker.ts'
import { PLAIN_VARIANT, type VariantChoices } from '../../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import { customerCode, decimalText } from '../../../../shared/domain/scalars.ts'
import { PROBES, type ProbeProgress } from '../../../../shared/domain/venueCheck/venueCheck.ts'
import { freely } from '../../../fakes/venue/alwaysDispatch.ts'
import { openCountingProxy } from '../../../fakes/venue/countingProxy.ts'
import { startLivePaper } from '../../../fakes/venue/livePaper.ts'
import { NAMED_LISTS, profileOf } from '../../../fakes/venue/secondVariant.ts'

const clock = clockOf(globalThis)
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function startVenue(variant: VariantChoices) {
  const paper = await startLivePaper({ variant, transferDelayMs: 20 })
  stops.push(() => paper.close())
  return paper
}

/** Passes requests on to the venue, and records method and path of each. */
async function countRequests(restUrl: string) {
  const proxy = await openCountingProxy(restUrl)
  stops.push(() => proxy.close())
  return proxy
}

/** Deposits and withdraws at the venue, as a dealer did before the check. */
async function moveCash(
  profile: VenueProfile,
  credentials: { username: string; password: string },
  customer: string,
) {
  const broker = openBroker({ clock, random: seededRandom(4), WebSocket })(profile)
  stops.push(() => broker.close())
  expect((await broker.signIn(credentials)).ok).toBe(true)
  for (const kind of ['deposit', 'withdrawal'] as const) {
    const moved = await broker.transfer(
      { customerCode: customerCode.parse(customer), kind, amount: decimalText.parse('10'), asset: 'USDC' },
      freely,
    )
    expect(moved.kind).toBe('accepted')
  }
}

/** Checks a venue that is known by name, addresses and paths alone. */
async function check(variant: VariantChoices) {
  const paper = await startVenue(variant)
  const { username, password, customers } = paper
  const fitting = profileOf(variant, paper)
  await moveCash(fitting, { username, password }, customers[0]!)
  const proxy = await countRequests(paper.restUrl)
  const known = venueProfile.parse({
    name: 'Unknown venue',
    kind: 'paper',
    restUrl: proxy.restUrl,
    streamUrl: paper.streamUrl,
    paths: variant.paths,
  })
  const checked = await checkVenue({
    profile: known,
    credentials: { username, password },
    customer: customers[0]!,
    clock,
    random: seededRandom(3),
    WebSocket,
  })
  if (!checked.ok) throw new Error(checked.failure)
  return {
    ...checked.value,
    fitting,
    requests: proxy.requests,
    credentials: { username, password },
    customer: customers[0]!,
  }
}

test('a venue that writes everything differently is read, and the new profile reads its records', async () => {
  const { profile, fitting, report, credentials, customer } = await check(NAMED_LISTS)
  expect(profile.lists.items).toContain(NAMED_LISTS.listName)
  expect(profile.paging.cursors[0]).toBe(NAMED_LISTS.cursorName)
  expect(profile.directions.in).toContain(NAMED_LISTS.directions.in)
  expect(profile.directions.out).toContain(NAMED_LISTS.directions.out)
  expect(profile.capabilities.openOrders).toBe(false)
  expect(profile.stream).toMatchObject({ compression: 'permessage-deflate' })
  for (const name of ['channel', 'type', 'data', 'snapshot', 'update'] as const)
    expect(profile.stream[name][0]).toBe(fitting.stream[name][0])
  expect(report).toMatch(/capabilities\.amend \(not known\)/)
  // The adapter reads with it what it could not read before.
  const broker = openBroker({ clock, random: seededRandom(5), WebSocket })(profile)
  stops.push(() => broker.close())
  expect((await broker.signIn(credentials)).ok).toBe(true)
  const ledger = await broker.ledger({ customer: customerCode.parse(customer) })
  expect(ledger.ok && ledger.value.items.map(({ signedAmount }) => signedAmount)).not.toContain(null)
})

test('the plain venue needs no change, and the check sends the sign-in and reads alone', async () => {
  const { profile, requests, findings } = await check(PLAIN_VARIANT)
  const usual = venueProfile.parse({
    name: 'Unknown venue',
    kind: 'paper',
    restUrl: profile.restUrl,
    streamUrl: profile.streamUrl,
  })
  expect(profile).toEqual(usual)
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual(['POST /auth/jwt/login'])
  expect(findings.filter(({ certainty }) => certainty === 'sure').length).toBeGreaterThan(8)
  const others = ['market trades', 'customer trades', 'fee profile', 'margin profile', 'webhooks']
  expect(
    others
      .map((about) => findings.find((finding) => finding.about === about))
      .map((finding) => [finding?.certainty, finding?.sentence.replace(/\d+ rows/, 'N rows')]),
  ).toEqual([
    ['sure', '/v1/market-trades: read, N rows, a bare list.'],
    ['sure', '/v1/customers/C1042/trades: read, N rows, under “items”.'],
    ['sure', '/v1/customers/C1042/fee-profile: read, N rows, a bare list.'],
    [
      'sure',
      '/v1/customers/C1042/margin-profile: read, with “initial_margin”, “maintenance_margin”, “max_leverage”, “instrument_margins”.',
    ],
    ['sure', '/webhooks: read, N rows, under “items”.'],
  ])
})

test('a wrong password is one sentence, and nothing else is asked', async () => {
  const paper = await startVenue(PLAIN_VARIANT)
  const proxy = await countRequests(paper.restUrl)
  const checked = await checkVenue({
    profile: venueProfile.parse({
      name: 'V',
      kind: 'paper',
      restUrl: proxy.restUrl,
      streamUrl: paper.streamUrl,
    }),
    credentials: { username: paper.username, password: 'wrong' },
    customer: null,
    clock,
    random: seededRandom(3),
    WebSocket,
  })
  expect(checked).toMatchObject({ ok: false, failure: expect.stringMatching(/^Wrong username or password/) })
  expect(new Set(proxy.requests)).toEqual(new Set(['POST /auth/jwt/login']))
})

test('each probe is reported as it begins and ends, and a stopped check sends nothing more', async () => {
  const paper = await startVenue(PLAIN_VARIANT)
  const proxy = await countRequests(paper.restUrl)
  const profile = venueProfile.parse({
    name: 'V',
    kind: 'paper',
    restUrl: proxy.restUrl,
    streamUrl: paper.streamUrl,
  })
  const run = (signal: AbortSignal, onProbe: (progress: ProbeProgress) => void) =>
    checkVenue({
      profile,
      credentials: { username: paper.username, password: paper.password },
      customer: null,
      clock,
      random: seededRandom(3),
      WebSocket,
      signal,
      onProbe,
    })
  const heard: ProbeProgress[] = []
  const whole = await run(new AbortController().signal, (progress) => heard.push(progress))
  expect(whole.ok).toBe(true)
  expect(heard.filter(({ state }) => state === 'running').map(({ probe }) => probe)).toEqual(PROBES)
  expect(heard.filter(({ state }) => state !== 'running').map(({ probe }) => probe)).toEqual(PROBES)

  const stop = new AbortController()
  const stopped = await run(stop.signal, ({ probe }) => {
    if (probe === 'tickers') stop.abort()
  })
  expect(stopped).toEqual({ ok: false, failure: STOPPED })
  const after = proxy.requests.slice(proxy.requests.lastIndexOf('POST /auth/jwt/login'))
  expect(after).toEqual(['POST /auth/jwt/login', 'GET /v1/instruments'])
})

test.each([
  [
    'an address where nothing listens',
    'http://127.0.0.1:1',
    /cannot be reached: nothing listens at the address/,
  ],
  ['a host that is unknown', 'http://venue.invalid', /cannot be reached: the host name/],
])('%s is one sentence', async (_, restUrl, sentence) => {
  const checked = await checkVenue({
    profile: venueProfile.parse({ name: 'V', kind: 'paper', restUrl, streamUrl: 'ws://127.0.0.1:1/s' }),
    credentials: { username: 'u', password: 'p' },
    customer: null,
    clock,
    random: seededRandom(3),
    WebSocket,
  })
  expect(checked).toMatchObject({ ok: false, failure: expect.stringMatching(sentence) })
})

test('a path that the venue does not have is named, and the rest is still read', async () => {
  const paper = await startVenue(PLAIN_VARIANT)
  const heard: ProbeProgress[] = []
  const checked = await checkVenue({
    profile: venueProfile.parse({
      name: 'V',
      kind: 'paper',
      restUrl: paper.restUrl,
      streamUrl: 'ws://127.0.0.1:1/stream',
      paths: { trades: '/v9/trades' },
    }),
    onProbe: (progress) => heard.push(progress),
    credentials: { username: paper.username, password: paper.password },
    customer: null,
    clock,
    random: seededRandom(3),
    WebSocket,
  })
  // The proof of a profile with a wrong path is no success.
  expect(heard.at(-1)).toEqual({
    probe: 'proof',
    state: 'failed',
    sentence: 'There is no such resource (404). Correct its path in the profile.',
  })
  expect(checked.ok && checked.value.findings.find(({ about }) => about === '/v9/trades')?.fit).toBe('misfit')
  const report = checked.ok ? checked.value.report : checked.failure
  expect(report).toMatch(/^\/v9\/trades \(read\): There is no such resource \(404\)\. Correct its path/m)
  expect(report).toMatch(/^stream \(not known\): The stream does not open\. Check streamUrl\./m)
  expect(report).toMatch(
    /^records \(read\): With this profile Openpit reads 8 instruments, 8 tickers, \d+ ledger rows/m,
  )
})
