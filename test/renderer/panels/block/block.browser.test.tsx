/** A block order by keyboard: filled in from a line, previewed, sent behind a typed count, and followed in the strip until it is closed. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  customerOf,
  orderOf,
  reference,
  sym,
  wholeReading,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

const text = (value: string) => decimalText.parse(value)
const keys = (words: string) => userEvent.keyboard(words)
const line = (words: string) => keys(`{Control>}k{/Control}${words}{Enter}`)
const CODES = ['C1042', 'C2007', 'C3311']

/** Three customers of the group macro with cash and whole records. */
function prepare(desk: ScriptedCore): void {
  desk.startWith(
    'customers',
    CODES.map((word) => ({ ...customerOf(word, `Name of ${word}`), group: 'macro' })),
  )
  desk.startWith(
    'balances',
    CODES.map((word) => ({
      customerCode: code(word),
      amount: text('90000'),
      source: 'event' as const,
      asOf: NOW,
    })),
  )
  desk.startWith(
    'cashSums',
    CODES.map((word) => ({
      customerCode: code(word),
      whole: true,
      pendingOut: text('0'),
      dayFrom: NOW,
      instruments: [],
    })),
  )
  desk.startWith('margins', CODES.map(marginOf))
  desk.startWith('reconciliation', CODES.map(reconciled))
  desk.startWith('openOrderReadings', CODES.map(wholeReading))
  desk.startWith(
    'fees',
    CODES.map((word) => ({
      customerCode: code(word),
      items: [{ symbol: sym('BTCUSDC_PERP'), makerFee: text('-1'), takerFee: text('4') }],
      writes: 0,
    })),
  )
  desk.answer('order.submitBlock', () => ok({ outcome: 'taken' as const, blockId: 'B7k' }))
}

beforeEach(() => page.viewport(1920, 1080))

const requestsOf = (desk: ScriptedCore) =>
  desk.callsOf('order.submitBlock') as readonly {
    intentId: string
    typed: string | null
    rows: readonly { customerCode: string; amount: string }[]
  }[]

async function opened(words: string, more: (desk: ScriptedCore) => void = () => undefined) {
  const staged = await stage((desk) => {
    prepare(desk)
    more(desk)
  })
  await line(words)
  const sheet = staged.screen.getByRole('dialog', { name: 'Block order' })
  const rows = sheet.getByRole('grid', { name: 'Customers of the block' })
  const review = staged.screen.getByRole('group', { name: 'Review' })
  await expect.element(rows).toBeVisible()
  return { ...staged, sheet, rows, review }
}

/** Reviews, types the count and presses Enter. */
async function confirm(
  { sheet, review, clock }: Awaited<ReturnType<typeof opened>>,
  count: string,
): Promise<void> {
  await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(review).toBeVisible()
  clock.advance(400)
  await keys(`${count}{Enter}`)
}

describe('the sheet', () => {
  it('is filled in by a line, sends nothing by itself, and sends each row in order behind the typed count', async () => {
    const staged = await opened('@macro b 0.302 btc @61000 x5')
    const { desk, sheet, rows, review, screen } = staged
    await expect.element(rows.getByText('+1').first()).toBeVisible()
    await expect.element(rows).toMatchTextContent(/3× → 5×/)
    await expect.element(rows).toMatchTextContent(/✓ within limits/)
    expect(requestsOf(desk)).toEqual([])
    await confirm(staged, '2')
    await expect.element(review.getByText('Nothing was sent: type 3.')).toBeVisible()
    expect(requestsOf(desk)).toEqual([])
    await keys('{Backspace}3{Enter}')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]).toMatchObject({
      group: 'macro',
      method: 'equal',
      draft: { customerCode: 'C1042', amount: '0.101', limitPrice: '61000', leverage: 5 },
      rows: [
        { customerCode: 'C1042', amount: '0.101' },
        { customerCode: 'C2007', amount: '0.101' },
        { customerCode: 'C3311', amount: '0.1' },
      ],
      onRefused: 'stop',
      inFlight: 8,
      typed: null,
    })
    await expect.poll(() => sheet.elements()).toEqual([])
    // The next block of the group begins with the next customer, in turn and among equal remainders.
    const saved = desk.callsOf('setting.save') as readonly { name: string; value: string }[]
    await expect
      .poll(() => saved.find(({ name }) => name === 'block.rotation')?.value)
      .toBe('{"macro":{"first":"C2007","extra":"C3311"}}')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('lets a customer that the core would refuse drop out, and sums again to the same whole', async () => {
    const { rows, sheet } = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.check', ({ draft }) =>
        ok({
          refusal: draft.customerCode === 'C2007' ? 'C2007 is halted.' : null,
          findings: [],
          notional: null,
        }),
      ),
    )
    const status = sheet.getByText('1 customer dropped out.')
    await expect.element(status).toBeVisible()
    await expect
      .element(sheet)
      .toMatchTextContent(/0\.100 went to the others: the block still sums to 0\.300/)
    await expect.element(rows).toMatchTextContent(/✕ C2007 is halted\./)
    await sheet.getByRole('radiogroup', { name: 'Failing row' }).getByRole('radio', { name: 'Stop' }).click()
    await expect.element(sheet.getByText(/^The block stops: 1 customer would fail/)).toBeVisible()
  })

  it('shows what is not known with its reason, and drops it from a split by equity', async () => {
    const { rows } = await opened('@macro/equity b 0.3 btc @61000', (desk) =>
      desk.startWith('reconciliation', CODES.slice(1).map(reconciled)),
    )
    await expect.element(rows).toMatchTextContent(/✕ the records are not compared with the venue yet/)
  })

  it('takes a way to split by digit, and leaves a customer out by Space', async () => {
    const { sheet, rows, desk } = await opened('@macro b 0.3 btc @61000')
    await keys('{Alt>}2{/Alt}')
    await expect.element(sheet.getByRole('radio', { name: /Ratio/ })).toHaveAttribute('aria-checked', 'true')
    await rows.getByText('C2007').click()
    await keys(' ')
    await expect.element(rows).toMatchTextContent(/✕ you left it out/)
    expect(requestsOf(desk)).toEqual([])
  })

  it('asks for the number of the limits and sends the same intent with it', async () => {
    let asked = 0
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', () =>
        asked++ === 0
          ? ok({
              outcome: 'warned' as const,
              warnings: [{ level: 'warn' as const, limit: 'notional', sentence: 'Large.' }],
              type: '18',
              means: 'notional' as const,
              notional: text('18300'),
            })
          : ok({ outcome: 'taken' as const, blockId: 'B7k' }),
      ),
    )
    await confirm(staged, '3')
    await expect.element(staged.screen.getByText('Large.')).toBeVisible()
    await keys('18{Enter}')
    await expect.poll(() => requestsOf(staged.desk)).toHaveLength(2)
    const [first, second] = requestsOf(staged.desk)
    expect(second).toEqual({ ...first, typed: '18' })
  })
})

const {
  customerCode: _code,
  amount: _amount,
  ...draft
} = plainDraft({
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  side: 'buy',
  type: 'limit',
  limitPrice: text('61000'),
  timeInForce: 'GTC',
})

const blockOf = (more: Partial<BlockRecord> = {}): BlockRecord => ({
  blockId: 'B7k',
  createdAt: NOW,
  group: 'macro',
  method: 'equal',
  draft,
  onRefused: 'stop',
  inFlight: 8,
  state: 'sending',
  why: null,
  rows: CODES.map((word, at) => ({
    customerCode: code(word),
    amount: text('0.1'),
    referenceId: at < 2 ? reference(`x-B7k-${word}`) : null,
    state: at < 2 ? ('requested' as const) : ('waiting' as const),
    why: null,
    isRetried: false,
  })),
  cancel: null,
  ...more,
})

const orderFor = (word: string, more: Partial<Order>): Order =>
  orderOf({ customerCode: code(word), referenceId: reference(`x-B7k-${word}`), amount: text('0.1'), ...more })

describe('the strip', () => {
  const underWay = async (block: BlockRecord, orders: readonly Order[]) => {
    const staged = await stage((desk) => {
      prepare(desk)
      desk.startWith('blocks', [block])
      desk.startWith('orders', [...orders])
      for (const act of ['block.pause', 'block.stop', 'block.resume', 'block.close'] as const)
        desk.answer(act, () => ok({}))
      desk.answer('block.retryRows', ({ customerCodes }) => ok({ taken: customerCodes.length, refused: [] }))
      desk.answer('block.cancel', () => ok({ orders: 1 }))
    })
    const strip = staged.screen.getByRole('region', { name: 'Block B7k' })
    await expect.element(strip).toBeVisible()
    await keys('{Control>}{F9}{/Control}')
    await expect.element(strip).toHaveFocus()
    return { ...staged, strip }
  }

  it('counts every row once, shows an unknown order as unknown, and pauses by key', async () => {
    const { strip, desk } = await underWay(blockOf(), [
      orderFor('C1042', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100'),
      }),
      orderFor('C2007', { phase: 'resolving' }),
    ])
    await expect.element(strip).toMatchTextContent(/requested 2 of 3/)
    await expect.element(strip).toMatchTextContent(/filled 1/)
    await expect.element(strip).toMatchTextContent(/unknown 1/)
    await expect.element(strip).toMatchTextContent(/waiting 1/)
    await expect.element(strip).toMatchTextContent(/bought 0\.100 of 0\.300 BTC/)
    await keys('p')
    expect(desk.callsOf('block.pause')).toEqual([{ blockId: 'B7k' }])
  })

  it('asks once more before it cancels the whole block, or sends rows again', async () => {
    const { strip, desk, clock } = await underWay(blockOf({ state: 'paused', why: 'C2007 was refused.' }), [
      orderFor('C1042', { phase: 'working', status: 'open' }),
      orderFor('C2007', { phase: 'rejected', refusal: { code: 'ORDER_REJECTED', message: 'No.' } }),
    ])
    await expect.element(strip).toMatchTextContent(/PAUSED: C2007 was refused\./)
    await keys('r')
    expect(desk.callsOf('block.retryRows')).toEqual([])
    await keys('{Escape}r')
    clock.advance(400)
    await keys('{Enter}')
    await expect
      .poll(() => desk.callsOf('block.retryRows'))
      .toEqual([{ blockId: 'B7k', customerCodes: ['C2007'] }])
    await keys('{Shift>}{Delete}{/Shift}')
    clock.advance(400)
    expect(desk.callsOf('block.cancel')).toEqual([])
    await keys('{Enter}')
    await expect.poll(() => desk.callsOf('block.cancel')).toHaveLength(1)
  })

  it('goes away once the block is closed', async () => {
    const block = blockOf({ state: 'sent' })
    const { strip, desk } = await underWay(block, [])
    await keys('x')
    expect(desk.callsOf('block.close')).toEqual([{ blockId: 'B7k' }])
    desk.delta('blocks', [{ ...block, state: 'closed' }])
    await expect.poll(() => strip.elements()).toEqual([])
  })

  it('opens the rows, with fills, averages and deviations, by Enter', async () => {
    const { screen } = await underWay(blockOf(), [
      orderFor('C1042', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100'),
      }),
      orderFor('C2007', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100.1'),
      }),
    ])
    await keys('{Enter}')
    const rows = screen.getByRole('grid', { name: 'Rows of block B7k' })
    await expect.element(rows).toMatchTextContent(/61,000\.000/)
    await expect.element(rows).toMatchTextContent(/-0\.500/)
    await expect.element(rows).toMatchTextContent(/\+0\.500/)
    await expect.element(rows).toMatchTextContent(/· waiting/)
  })

  it('shows slippage against each arrival, times of fills and the share of the volume, and saves them as CSV', async () => {
    const executed = (mid: string | null, lastFillAt: number): Partial<Order> => ({
      phase: 'closed',
      status: 'filled',
      filledAmount: text('0.1'),
      filledQuote: text('6100'),
      execution: {
        arrival: mid === null ? { mid, why: 'the book was 7 s old' } : { mid: text(mid), why: null },
        sentAt: NOW,
        firstFillAt: NOW + 84,
        lastFillAt,
      },
    })
    const { screen, desk } = await underWay(blockOf(), [
      orderFor('C1042', executed('60939', NOW + 1_500)),
      orderFor('C2007', executed('61061', NOW + 2_410)),
    ])
    const price = text('61000')
    const openTime = Math.floor(NOW / 1_000) * 1_000
    desk.answer('candles.read', () =>
      ok({
        candles: [{ openTime, open: price, high: price, low: price, close: price, volume: text('2') }],
        gaps: [],
        more: false,
      }),
    )
    await keys('{Enter}')
    const rows = screen.getByRole('grid', { name: 'Rows of block B7k' })
    await expect
      .element(rows.getByRole('row', { name: /C1042/ }))
      .toMatchTextContent(/\+10\.01.*84 ms \/ 1\.50 s/)
    await expect.element(rows.getByRole('row', { name: /C2007/ })).toMatchTextContent(/-9\.99/)
    const whole = screen.getByRole('group', { name: 'Execution of the block' })
    await expect
      .element(whole)
      .toMatchTextContent(
        /Arrival 61,000\.000.*0\.00 bps.*First fill after 84 ms.*Last fill after 2\.41 s.*volume 10\.0 %/,
      )
    desk.delta('orders', [orderFor('C2007', executed(null, NOW + 2_410))])
    await expect
      .element(whole)
      .toMatchTextContent(/— bps not known: the arrival of 1 of 2 filled orders is not known/)
    await expect.element(rows.getByRole('row', { name: /C1042/ })).toMatchTextContent(/\+10\.01/)
  })
})
