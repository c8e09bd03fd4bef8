/** The core against a real paper broker over streams that lose, double and change messages: it ends reconciled, or names the row. */

import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { SocketMaker } from '../../../../electron/net/supervisedSocket.ts'
import { PLAIN_VARIANT } from '../../../../electron/paper/apiVariants.ts'
import { add, decimal, roundToStep, toText } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, draftOf, text } from '../deskHarness.ts'
import { caller, openCoreOnPaper } from '../coreOnPaper.ts'

/** What becomes of a frame: as often and in the words as answered. */
type Meddle = (frame: string) => readonly string[]

/** A WebSocket whose incoming frames go through `meddle`. */
const through = (meddle: Meddle): SocketMaker =>
  class extends WebSocket {
    override emit(event: string | symbol, ...values: unknown[]): boolean {
      if (event !== 'message') return super.emit(event, ...values)
      const [data, ...rest] = values
      let heard = false
      for (const frame of meddle(String(data)))
        heard = super.emit(event, Buffer.from(frame), ...rest) || heard
      return heard
    }
  }

const isUpdate = (frame: string): boolean => /"(orders|trades|balance-changes)"/.test(frame)

const ONE = decimal('1')
type CoreOnPaper = Awaited<ReturnType<typeof openCoreOnPaper>>
const reconciliationOf = ({ now }: CoreOnPaper, customer: CustomerCode) =>
  now('reconciliation').find((reconciliation) => reconciliation.customerCode === customer)
async function buy(desk: CoreOnPaper, customer: CustomerCode, intentId: string, amount = '0.01') {
  const ask = desk.now('tickers').find((ticker) => ticker.symbol === BTC)?.bestAsk ?? '0'
  // A little through the market: it fills at once.
  const limitPrice = toText(add(roundToStep(decimal(ask), ONE, 'up'), decimal('100')))
  const draft = draftOf({ customerCode: customer, amount: text(amount), limitPrice })
  const reply = await desk.handlers['order.submit']({ intentId, draft, typed: null }, caller)
  return takenId(reply)
}

test('each customer is reconciled although private messages are lost and doubled', async () => {
  const random = seededRandom(21)
  const dropped: string[] = []
  const desk = await openCoreOnPaper(
    PLAIN_VARIANT,
    {},
    through((frame) => {
      if (!isUpdate(frame)) return [frame]
      const chance = random.next()
      if (chance < 0.35) dropped.push(frame)
      return chance < 0.35 ? [] : chance < 0.6 ? [frame, frame] : [frame]
    }),
  )
  const ids: string[] = []
  for (let order = 0; order < 8; order++)
    ids.push(await buy(desk, desk.customer, `intent-100${order}`, `0.01${order}`))
  await vi.waitFor(
    async () => {
      await desk.handlers['reconciliation.readAgain']({ customerCode: desk.customer }, caller)
      const orders = desk.now('orders')
      expect(ids.map((id) => orders.find((order) => order.referenceId === id)?.status)).toEqual(
        ids.map(() => 'filled'),
      )
      expect(reconciliationOf(desk, desk.customer)).toMatchObject({ state: 'agrees', open: true })
      const fills = desk.now('trades').filter((trade) => ids.some((id) => id === trade.referenceId))
      expect(new Set(fills.map((fill) => fill.referenceId)).size).toBe(ids.length)
    },
    { interval: 4_000 },
  )
  expect(dropped.length).toBeGreaterThan(0)
}, 60_000)

test('one changed amount makes only its customer differ, with the row named', async () => {
  const changed: string[] = []
  const desk = await openCoreOnPaper(
    PLAIN_VARIANT,
    {},
    through((frame) => {
      const amount = /"total_amount":("?)(-?)(\d+)/
      if (changed.length > 0 || !frame.includes('balance-changes') || !amount.test(frame)) return [frame]
      changed.push(/"code":"([^"]+)"/.exec(frame)?.[1] ?? '')
      return [frame.replace(amount, '"total_amount":$1$29')]
    }),
  )
  await buy(desk, desk.customer, 'intent-1000')
  await vi.waitFor(() => expect(changed).toHaveLength(1))
  await vi.waitFor(
    () => {
      void desk.handlers['reconciliation.readAgain']({ customerCode: null }, caller)
      expect(reconciliationOf(desk, desk.customer)).toMatchObject({ state: 'differs', open: false })
    },
    { interval: 4_000 },
  )
  expect(reconciliationOf(desk, desk.customer)?.discrepancies.map(({ row }) => row)).toContain(changed[0])
  const others = desk
    .now('reconciliation')
    .filter((reconciliation) => reconciliation.customerCode !== desk.customer)
  expect(others.length).toBeGreaterThan(0)
  expect(others.map(({ state }) => state)).toEqual(others.map(() => 'agrees'))
  const other = others[0]?.customerCode as CustomerCode
  await buy(desk, other, 'intent-1001')
  await expect(buy(desk, desk.customer, 'intent-1002')).rejects.toThrow(/not open for trading/)
}, 60_000)
