/** A block that only reduces positions waits for no second dealer. One row that does more, or whose position was not read, makes the whole wait. */

import { describe, expect, it } from 'vitest'
import type { Request } from '../../../../shared/contract/contract.ts'
import type { FourEyesRules } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { draftOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { customer, letRowsStart } from '../dealing/block/blockStage.ts'
import { startDesk } from './fourEyesDesk.ts'

const [A, B] = [customer(1), customer(2)]

/** A sell of so many contracts for each of the two customers. */
const selling = (amounts: readonly [string, string], leverage: number | null = null) => {
  const rows = [
    { customerCode: A, amount: text(amounts[0]) },
    { customerCode: B, amount: text(amounts[1]) },
  ]
  const request: Request<'order.submitBlock'> = {
    intentId: 'intent-0001',
    group: 'A',
    method: 'equal',
    draft: draftOf({ ...rows[0], side: 'sell', leverage }),
    rows,
    onRefused: 'continue',
    inFlight: 2,
    typed: null,
  }
  return request
}

/** The first customer holds 2 contracts, the second one `heldB`. */
const start = (rules: Partial<FourEyesRules>, heldB = '2') =>
  startDesk(rules, {
    prepare: (broker) => {
      const held = [[A, '2'] as const, [B, heldB] as const].filter(([, amount]) => amount !== '0')
      broker.venueTrades = held.map(([customerCode, amount]) =>
        tradeOf(`of ${customerCode}`, { customerCode, amount: text(amount) }),
      )
      broker.venueLedger = held.map(([customerCode]) =>
        rowOf(`of ${customerCode}`, { customerCode, transactionType: 'trade', signedAmount: text('-6') }),
      )
    },
  })

/** What the form says before, and what became of the send. */
async function sent(stage: Awaited<ReturnType<typeof start>>, request: Request<'order.submitBlock'>) {
  const { draft, rows } = request
  const foretold = await stage.call('approval.foretell', { act: { kind: 'block', draft, rows } })
  await stage.call('order.submitBlock', request)
  await letRowsStart(stage.desk)
  return {
    waits: foretold.ok && foretold.value.sentence !== null,
    waiting: stage.topic.now().waiting.map(({ kind }) => kind),
    orders: stage.broker.sent.length,
  }
}

const GONE = { waits: false, waiting: [], orders: 2 }
const HELD = { waits: true, waiting: ['block'], orders: 0 }
const RULES: Partial<FourEyesRules> = { bulk: true, orders: text('0') }

describe('a block', () => {
  it.each<readonly [string, Partial<FourEyesRules>]>([
    ['every block', { bulk: true }],
    ['every order of any value', { orders: text('0') }],
  ])('that only reduces positions waits under no rule for %s', async (_, rules) => {
    expect(await sent(await start(rules), selling(['1', '2']))).toEqual(GONE)
  })

  it.each<readonly [string, readonly [string, string], string]>([
    ['goes beyond its position', ['1', '2.1'], '2'],
    ['has no position', ['1', '1'], '0'],
  ])('waits as a whole where one row %s', async (_, amounts, heldB) => {
    expect(await sent(await start(RULES, heldB), selling(amounts))).toEqual(HELD)
  })

  it('waits where the open orders of a customer close a part of the position already', async () => {
    const stage = await start({})
    const own = draftOf({ customerCode: B, side: 'sell', amount: text('1.5') })
    await stage.call('order.submit', { intentId: 'intent-0000', draft: own, typed: null })
    const { rules, rulesVersion } = stage.topic.now()
    await stage.call('fourEyes.save', { baseVersion: rulesVersion, rules: { ...rules, ...RULES } })
    expect(await sent(stage, selling(['1', '1']))).toEqual({ ...HELD, orders: 1 })
  })

  it('counts an incomplete position as not reduced: the form says that it waits, and nothing leaves', async () => {
    const stage = await start(RULES)
    stage.broker.listener?.tradeLost(B, 'a trade cannot be read')
    expect(await sent(stage, selling(['1', '1']))).toEqual({ waits: true, waiting: [], orders: 0 })
  })

  it('that sets a leverage waits under the rule for it, also where it only reduces', async () => {
    expect(await sent(await start({ leverage: true }), selling(['1', '1'], 5))).toEqual(HELD)
    expect(await sent(await start({ orders: text('1') }), selling(['1', '1'], 5))).toEqual(GONE)
  })
})
