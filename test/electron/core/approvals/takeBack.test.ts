/** A waiting request is taken back by its maker alone: by nobody else, from no other window, and not by a name without its passphrase. */

import { describe, expect, it } from 'vitest'
import { C1, text } from '../deskHarness.ts'
import { approve, OKAFOR, OKAFORS, restOrder, SMITH, SMITHS, startDesk, withdrawal } from './fourEyesDesk.ts'

const messageOf = (reply: { ok: boolean; failure?: { message: string } }) =>
  reply.ok ? 'ok' : (reply.failure?.message ?? '')

/** A withdrawal that waits: J. Smith asked for it in window w1. */
async function asked() {
  const stage = await startDesk({ withdrawals: text('0') })
  await stage.call('transfer.submit', withdrawal('transfer-1'))
  return stage
}

describe('taking a request back', () => {
  it('is done by its maker in the window of the act', async () => {
    const { call, topic, stages, broker } = await asked()
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toBe('ok')
    expect(topic.now().waiting).toEqual([])
    expect(stages()).toEqual(['1 asked', '1 taken-back'])
    expect(broker.transfers).toHaveLength(0)
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toBe('Request 1 is over.')
  })

  it('is refused to another dealer, and the request waits on', async () => {
    const { call, topic, stages } = await asked()
    await call('dealer.prove', { name: OKAFOR.name, passphrase: OKAFORS })
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toMatch(
      /^Only J\. Smith, who made request 1, may take it back\./,
    )
    expect(topic.now().waiting).toHaveLength(1)
    expect(stages()).toEqual(['1 asked'])
    // Back in charge, the maker may.
    await call('dealer.prove', { name: SMITH.name, passphrase: SMITHS })
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toBe('ok')
  })

  it('is refused in another window, where the second dealer sits; there it is decided', async () => {
    const { call, topic, stages } = await asked()
    expect(messageOf(await call('approval.takeBack', { id: 1 }, 'w2'))).toMatch(
      /^J\. Smith takes request 1 back in the window in which it was made\./,
    )
    expect(topic.now().waiting).toHaveLength(1)
    const refusal = approve(1, { decision: 'refuse', reason: 'No.' })
    expect(messageOf(await call('approval.decide', refusal, 'w2'))).toBe('ok')
    expect(stages()).toEqual(['1 asked', '1 refused A. Okafor'])
  })

  it('is refused to the name of the maker without its passphrase, and where nobody is named', async () => {
    const { call, topic } = await asked()
    await call('session.nameDealer', { dealer: null })
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toMatch(/^Only J\. Smith/)
    await call('session.nameDealer', { dealer: SMITH })
    expect(messageOf(await call('approval.takeBack', { id: 1 }))).toMatch(
      /^J\. Smith has not typed their passphrase/,
    )
    expect(topic.now().waiting).toHaveLength(1)
  })

  it('is not done by another dealer’s act either that would replace the request', async () => {
    const { desk, call, broker, topic } = await startDesk({ orders: text('100000') }, { hasAmend: true })
    const referenceId = await restOrder({ desk, call, broker })
    const amend = (amount: string) => ({
      customerCode: C1,
      referenceId,
      changes: {
        amount: text(amount),
        limitPrice: null,
        triggerPrice: null,
        stopLossPrice: null,
        takeProfitPrice: null,
      },
    })
    expect(messageOf(await call('order.amend', amend('50')))).toMatch(/request 1 waits/)
    await call('dealer.prove', { name: OKAFOR.name, passphrase: OKAFORS })
    expect(messageOf(await call('order.amend', amend('60')))).toMatch(
      /^Nothing was sent: .* Only J\. Smith, who made request 1/,
    )
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([1])
    // The maker's own change takes the place of the first.
    await call('dealer.prove', { name: SMITH.name, passphrase: SMITHS })
    expect(messageOf(await call('order.amend', amend('60')))).toMatch(/request 2 waits/)
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([2])
  })
})
