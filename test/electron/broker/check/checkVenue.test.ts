/** A check of venues that write their answers differently: the paper broker in two variants of the API, over real HTTP and WebSocket. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { checkVenue } from '../../../../electron/broker/check/checkVenue.ts'
import { openBroker } from '../../../../electron/broker/broker.ts'
import { PLAIN_VARIANT, type VariantChoices } from '../../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile, type VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import { customerCode, decimalText } from '../../../../shared/domain/scalars.ts'
import { freely } from '../../../fakes/venue/alwaysDispatch.ts'
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

/** Passes requests on to the venue and notes method and path of each. */
async function noteRequests(restUrl: string) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      requests.push(`${request.method} ${request.url?.split('?')[0]}`)
      const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
      const answer = await fetch(new URL(request.url ?? '/', restUrl), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stops.push(() => new Promise((closed) => server.close(closed)))
  stops.push(() => server.closeAllConnections())
  return { restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
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
  const noted = await noteRequests(paper.restUrl)
  const known = venueProfile.parse({
    name: 'Unknown venue',
    kind: 'paper',
    restUrl: noted.restUrl,
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
    requests: noted.requests,
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
})

test('a wrong password is one sentence, and nothing else is asked', async () => {
  const paper = await startVenue(PLAIN_VARIANT)
  const noted = await noteRequests(paper.restUrl)
  const checked = await checkVenue({
    profile: venueProfile.parse({
      name: 'V',
      kind: 'paper',
      restUrl: noted.restUrl,
      streamUrl: paper.streamUrl,
    }),
    credentials: { username: paper.username, password: 'wrong' },
    customer: null,
    clock,
    random: seededRandom(3),
    WebSocket,
  })
  expect(checked).toMatchObject({ ok: false, failure: expect.stringMatching(/^Wrong username or password/) })
  expect(new Set(noted.requests)).toEqual(new Set(['POST /auth/jwt/login']))
})
