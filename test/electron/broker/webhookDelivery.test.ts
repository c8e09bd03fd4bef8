/** A webhook from registration to its verified delivery: the adapter registers, the paper broker delivers, a receiver on loopback hears. */

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const clock = clockOf(globalThis)

async function receiver() {
  const deliveries: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      deliveries.push({ body, signature: String(request.headers['x-signature']) })
      response.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`, deliveries }
}

test.each(['/webhooks', '/api/v1/webhooks'])(
  'registered under %s: delivered, verified with the stored key, and silent once removed [5.webhooks gap.27 3.webhook.deleted 4.prefix.webhooks]',
  async (webhooks) => {
    const paper = await startPaperBroker({
      exchange: simulatedExchange({ seed: 7, clock, historyHours: 0 }),
      clock,
      randomBytes,
      plainWebhooks: true,
      onFault: (error) => {
        throw error
      },
    })
    onTestFinished(() => paper.close())
    const { restUrl, streamUrl, username, password } = paper
    const broker = openBroker({ clock, random: seededRandom(1) })(
      venueProfile.parse({ name: 'Hooks', kind: 'paper', restUrl, streamUrl, paths: { webhooks } }),
    )
    onTestFinished(() => broker.close())
    await broker.signIn({ username, password })

    const [all, listed] = [await receiver(), await receiver()]
    const forAll = await broker.registerWebhook(
      { url: all.url, includeAllEvents: true, eventTypes: [] },
      freely,
    )
    const forListed = await broker.registerWebhook(
      {
        url: listed.url,
        includeAllEvents: false,
        eventTypes: ['entitlementCompleted'],
      },
      freely,
    )
    if (forAll.kind !== 'accepted' || forListed.kind !== 'accepted') throw new Error('not registered')
    const key = forAll.value.publicKey ?? ''

    paper.emitWebhook('requirementsQuestionnaire', { customer_code: 'C1042', questions: ['größer?'] })
    paper.emitWebhook('entitlementCompleted', { customer_code: 'C1042' })
    await vi.waitFor(() => expect([all.deliveries.length, listed.deliveries.length]).toEqual([2, 1]))
    for (const { body, signature } of all.deliveries) {
      expect(broker.verifyDelivery(key, body, signature)).toEqual({ ok: true, value: true })
      expect(broker.verifyDelivery(key, `${body} `, signature)).toEqual({ ok: true, value: false })
      expect(broker.verifyDelivery(forListed.value.publicKey ?? '', body, signature)).toEqual({
        ok: true,
        value: false,
      })
    }

    expect((await broker.removeWebhook(forAll.value.id, freely)).kind).toBe('accepted')
    paper.emitWebhook('entitlementCompleted', { customer_code: 'C2007' })
    await vi.waitFor(() => expect(listed.deliveries).toHaveLength(2))
    expect(all.deliveries).toHaveLength(2)
    const page = await broker.webhooks(1)
    expect(page.ok && page.value).toMatchObject({
      items: [{ id: forListed.value.id, publicKey: null, eventTypes: ['entitlementCompleted'] }],
      total: 1,
      page: 1,
      size: 50,
      pages: 1,
    })
  },
)
