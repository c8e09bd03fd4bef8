import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import { findSession, sessionRecords } from '../../../electron/record/sessionFiles.ts'
import { openSessionRecording } from '../../../electron/record/sessionRecording.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { draftOf } from '../core/deskHarness.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const CANARY = 'canary-Zq7x-9431-password'

it('no recorded file holds a secret: password, tokens, signatures, nonces, keys, webhook keys', async () => {
  const clock = clockOf(globalThis)
  const random = seededRandom(4)
  const folder = join(mkdtempSync(join(tmpdir(), 'openpit-recording-')), 'recording')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const privateKeyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const paper = await startPaperBroker({
    exchange: simulatedExchange({ seed: 3, clock, historyHours: 1 }),
    clock,
    randomBytes,
    onFault: (error) => expect.fail(String(error)),
    username: 'dealer',
    password: CANARY,
    signingKeys: [publicKey],
    auth: 'both',
  })
  onTestFinished(() => paper.close())
  const withUser = (address: string) => address.replace('://', `://dealer:${CANARY}@`)
  const profile = venueProfile.parse({
    name: 'V',
    kind: 'paper',
    auth: 'both',
    restUrl: paper.restUrl,
    streamUrl: paper.streamUrl,
  })
  const recording = openSessionRecording(
    { clock, random, folder, size: 1 << 26, onProblem: (sentence) => expect.fail(sentence) },
    // An address may hold a password; the connections below do without.
    {
      ...profile,
      restUrl: withUser(profile.restUrl),
      streamUrl: `${withUser(profile.streamUrl)}?token=${CANARY}`,
    },
  )
  const secrets = new Set<string>([CANARY, publicKey, privateKeyPem.split('\n')[1] ?? ''])
  const { openHttp, WebSocket } = recording.wires
  const broker = openBroker({
    clock,
    random,
    openHttp: (...words) => {
      const http = openHttp(...words)
      return {
        ...http,
        send(request) {
          for (const [name, value] of Object.entries(request.headers))
            if (!/^(accept|content-type)$/.test(name)) secrets.add(value.replace('Bearer ', ''))
          return http.send(request)
        },
      }
    },
    WebSocket: class extends WebSocket {
      override send(text: string): void {
        const frame = JSON.parse(text) as Record<string, string>
        if (frame['op'] === 'authenticate')
          for (const [name, value] of Object.entries(frame)) if (name !== 'op') secrets.add(value)
        super.send(text)
      }
    },
  })(profile)
  const orders: unknown[] = []
  const live = new Set<string>()
  expect(
    await broker.signIn({ username: 'dealer', password: CANARY, signingKey: { publicKey, privateKeyPem } }),
  ).toMatchObject({ ok: true })
  broker.listen({
    order: (order) => orders.push(order),
    trade: () => undefined,
    balanceChange: () => undefined,
    resumed: (channel) => live.add(channel),
    channel: () => undefined,
    unreadable: () => undefined,
    unread: () => undefined,
    tradeLost: () => undefined,
    signedOff: () => undefined,
    connection: () => undefined,
  })
  await vi.waitFor(() => expect(live.size).toBe(3), 5_000)
  const hook = await broker.registerWebhook(
    { url: 'https://hooks.example/x', includeAllEvents: true, eventTypes: [] },
    freely,
  )
  if (hook.kind !== 'accepted') throw new Error(hook.kind)
  secrets.add(hook.value.publicKey ?? '')
  expect(await broker.webhooks(1)).toMatchObject({ ok: true })
  const customer = paper.customers[0]!
  await broker.createOrder('canary-1' as ReferenceId, draftOf({ customerCode: customer }), freely)
  await vi.waitFor(() => expect(orders).not.toEqual([]), 5_000)
  await broker.openOrders(customer)
  broker.close()

  const records = () => {
    const found = findSession(folder)
    return found.ok ? [...sessionRecords(found.value.files, () => undefined)] : []
  }
  const kinds = () => records().map((record) => record.kind)
  await vi.waitFor(
    () => expect(kinds()).toEqual(expect.arrayContaining(['answer', 'in', 'opened', 'out'])),
    5_000,
  )
  expect(secrets.size).toBeGreaterThan(10)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const names = readdirSync(folder)
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600))
  const shapes = (secret: string) => [
    secret,
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
  ]
  const whole = names.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n')
  const unpacked = records()
    .map((record) => record.payload.toString('latin1'))
    .join('\n')
  const text = `${whole}\n${unpacked}`
  expect(unpacked).toContain('"channel":"orders"')
  expect([...secrets].filter((secret) => shapes(secret).some((shape) => text.includes(shape)))).toEqual([])
  expect(unpacked).not.toMatch(/authenticate|whsec|public_key/i)
}, 30_000)
