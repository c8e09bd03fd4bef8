/** A block order by keyboard: filled in from a line, previewed, and sent behind a typed count. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { CLAIMS_SETTING, claimKey } from '../../../../shared/domain/block/shares/claims.ts'
import { reconciled, startGroup } from '../../../fakes/window/accounts.ts'
import { code, positionOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { CODES, blockOf, confirm, keys, opened, requestsOf, text } from './blockWindow.ts'

beforeEach(() => page.viewport(1920, 1080))

const WARNED = {
  outcome: 'warned' as const,
  warnings: [{ level: 'warn' as const, limit: 'notional', sentence: 'Large.' }],
  type: '18',
  means: 'notional' as const,
  notional: text('18300'),
}

describe('the sheet', () => {
  it('is filled in by a line, sends nothing by itself, and sends each row in order behind the typed count', async () => {
    const staged = await opened('@macro b 0.302 btc @61000 x5')
    const { desk, sheet, rows, review, screen } = staged
    await expect.element(rows.getByText('+1').first()).toBeVisible()
    await expect.element(rows).toMatchTextContent(/3× → 5×/)
    await expect.element(rows).toMatchTextContent(/✓ within limits/)
    await expect.element(rows.getByRole('row').last()).toMatchTextContent(/^Total of 3\s*0\.3/)
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
      split: {
        lot: '0.001',
        tick: '0.5',
        whole: '0.302',
        weights: '3',
        shares: CODES.map((customerCode) => ({ customerCode, weight: '1' })),
      },
      onRefused: 'stop',
      inFlight: 8,
      typed: null,
      // The next block of the group begins with the next customer, in turn and among equal remainders.
      rotation: { first: 'C2007', extra: 'C3311', served: ['C1042', 'C2007'] },
    })
    await expect.poll(() => sheet.elements()).toEqual([])
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('counts what earlier buys of the instrument owe each customer, and nothing that sells owe', async () => {
    const owe = (side: string) => (core: ScriptedCore) =>
      core.startWith('settings', {
        [CLAIMS_SETTING]: JSON.stringify({
          [claimKey('BTCUSDC_PERP', side)]: {
            lot: '0.001',
            denominator: '3',
            parts: { C1042: '-1', C2007: '-1', C3311: '2' },
          },
        }),
      })
    const sent = async (side: string) => {
      const staged = await opened('@macro b 0.301 btc @61000', owe(side))
      await confirm(staged, '3')
      await expect.poll(() => requestsOf(staged.desk)).toHaveLength(1)
      await staged.screen.unmount()
      return requestsOf(staged.desk)[0]?.rows.map(({ customerCode, amount }) => `${customerCode} ${amount}`)
    }
    expect(await sent('buy')).toEqual(['C1042 0.1', 'C2007 0.1', 'C3311 0.101'])
    expect(await sent('sell')).toEqual(['C1042 0.101', 'C2007 0.1', 'C3311 0.1'])
  })

  it('marks the customer of the window in the preview', async () => {
    const { rows, session } = await opened('@macro b 0.3 btc @61000')
    const marked = () =>
      rows
        .getByTitle('customer of this window')
        .elements()
        .map(({ textContent }) => textContent)
    chooseCustomer(session.workspace, code('C3311'))
    await expect.poll(marked).toEqual(['C3311'])
  })

  it('reads the profiles of eight customers at once, each once, and the rest behind them', async () => {
    const many = Array.from({ length: 20 }, (_, n) => `K${100 + n}`)
    const held: (() => void)[] = []
    const { desk, rows } = await opened('@macro b 2 btc @61000', (core) => {
      startGroup(core, many, '90000')
      core.startWith('margins', [])
      core.answer('feeProfile.read', () => ok([]))
      core.answer(
        'marginProfile.read',
        () =>
          new Promise((resolve) => {
            held.push(() => resolve(fail(failureOf('refused', 'not now'))))
          }),
      )
    })
    const asked = () => desk.callsOf('marginProfile.read') as readonly { customerCode: string }[]
    await expect.poll(() => asked().length).toBe(8)
    await expect.element(rows).toBeVisible()
    expect(held).toHaveLength(8)
    while (held.length > 0) {
      held.splice(0).forEach((release) => release())
      await expect.poll(() => held.length > 0 || asked().length === 20).toBe(true)
    }
    expect(new Set(asked().map(({ customerCode }) => customerCode))).toEqual(new Set(many))
    expect(asked()).toHaveLength(20)
  })

  it('cuts no number at 1366 px: it leaves out whole columns, says which, and names them for the chosen row', async () => {
    await page.viewport(1366, 768)
    const { sheet, rows } = await opened('@macro b 0.3 btc @61000 x5')
    await expect.element(rows.getByText('✓ within limits').first()).toBeVisible()
    const grid = rows.element()
    await expect.poll(() => grid.scrollWidth - grid.clientWidth).toBeLessThanOrEqual(0)
    for (const title of ['Size BTC', 'Limits', 'Margin used', 'Cash USDC', 'Refusal foreseen'])
      await expect.element(rows.getByRole('columnheader', { name: title })).toBeVisible()
    await expect.element(sheet.getByText(/^No room for .*Weight, .*Fee/)).toBeVisible()
    await rows.getByText('C2007').click()
    await expect.element(sheet).toMatchTextContent(/Weight 1 · Fee -[\d.]+ · Leverage 3× → 5×/)
    await page.viewport(1920, 1080)
    await expect.element(rows.getByRole('columnheader', { name: 'Weight' })).toBeVisible()
    await expect.element(sheet.getByText(/^No room for/)).not.toBeInTheDocument()
  })

  it('lets a customer that the core would refuse drop out, and sums again to the same whole', async () => {
    const { rows, sheet } = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.check', ({ draft }) =>
        ok({
          refusal: draft.customerCode === 'C2007' ? 'C2007 is halted.' : null,
          mayPass: false,
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

  it('is held while a customer is refused for a moment, asks again, and leaves nobody out', async () => {
    let isRead = false
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.check', ({ draft }) => {
        const isRefused = !isRead && draft.customerCode === 'C2007'
        const refusal = isRefused ? 'C2007 is not open for trading.' : null
        return ok({ refusal, mayPass: isRefused, findings: [], notional: null })
      }),
    )
    const { sheet, rows, clock, desk } = staged
    await expect
      .element(sheet.getByRole('button', { name: /^The block is held: C2007 is not open/ }))
      .toBeVisible()
    await expect.element(rows).toMatchTextContent(/◔ C2007 is not open for trading\./)
    isRead = true
    clock.advance(3_000)
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]?.rows.map(({ customerCode }) => customerCode)).toEqual(CODES)
  })

  it('sends as many rows at once as the field says when the block is sent', async () => {
    const staged = await opened('@macro b 0.3 btc @61000')
    const { sheet, rows, desk } = staged
    await expect.element(rows).toMatchTextContent(/✓ within limits/)
    await sheet.getByRole('textbox', { name: 'In flight' }).fill('99')
    await expect.element(sheet).toMatchTextContent(/In flight: a whole number from 1 to 16\./)
    // Something else takes the sizes anew while the number is wrong.
    await sheet.getByRole('textbox', { name: 'Leverage' }).fill('5')
    await sheet.getByRole('textbox', { name: 'In flight' }).fill('1')
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]).toMatchObject({ inFlight: 1 })
  })

  it('asks again about a row within its limits, and shows that its customer was closed meanwhile', async () => {
    let isClosed = false
    const { rows, clock } = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.check', ({ draft }) => {
        const isRefused = isClosed && draft.customerCode === 'C2007'
        const refusal = isRefused ? 'C2007 is not open for trading.' : null
        return ok({ refusal, mayPass: isRefused, findings: [], notional: null })
      }),
    )
    await expect.element(rows.getByRole('row', { name: /C2007/ })).toMatchTextContent(/✓ within limits/)
    isClosed = true
    clock.advance(6_000)
    await expect.element(rows.getByRole('row', { name: /C2007/ })).toMatchTextContent(/◔ C2007 is not open/)
    await expect.element(rows.getByRole('row', { name: /C1042/ })).toMatchTextContent(/✓ within limits/)
  })

  it('takes a customer in again once its figures are known', async () => {
    const { rows, desk, clock } = await opened('@macro/equity b 0.3 btc @61000', (more) =>
      more.startWith('reconciliation', CODES.slice(1).map(reconciled)),
    )
    await expect.element(rows).toMatchTextContent(/✕ the records are not compared with the venue yet/)
    desk.delta('reconciliation', [reconciled('C1042')])
    clock.advance(1_000)
    await expect.element(rows).not.toMatchTextContent(/✕ the records are not compared/)
    await expect.element(rows).toMatchTextContent(/1\s*C1042.*2\s*C2007.*3\s*C3311/)
  })

  it('closes its review once a position that sized a row has changed, and says which position sized each', async () => {
    const staged = await opened('@macro/pos s 100 btc m', (desk) =>
      desk.startWith(
        'positions',
        CODES.map((word) => positionOf(word, 'BTCUSDC_PERP', '1', '60000')),
      ),
    )
    const { sheet, review, desk, clock } = staged
    await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review).toBeVisible()
    desk.delta('positions', [positionOf('C2007', 'BTCUSDC_PERP', '0', '60000')])
    clock.advance(1_000)
    await expect
      .element(
        sheet.getByRole('button', { name: /^The position of C2007 in BTCUSDC_PERP changed from 1 to 0/ }),
      )
      .toBeVisible()
    expect(review.elements()).toEqual([])
    await keys('{Alt>}r{/Alt}')
    await confirm(staged, '2')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]?.rows).toEqual([
      { customerCode: 'C1042', amount: '1', sizedBy: '1' },
      { customerCode: 'C3311', amount: '1', sizedBy: '1' },
    ])
  })

  it('says in its review what the block is worth now', async () => {
    const { sheet, review, desk, clock } = await opened('@macro b 0.3 btc m')
    await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review).toMatchTextContent(/18,64\d USDC in all/)
    const price = text('72150')
    desk.answer('book.walk', () =>
      ok({
        walk: {
          bestPrice: price,
          averagePrice: price,
          worstPrice: price,
          filled: text('0.3'),
          quote: text('21645'),
          whole: true,
          ranOut: false,
        },
      }),
    )
    clock.advance(1_000)
    await expect.element(review).toMatchTextContent(/21,645 USDC in all/)
  })

  it('gives named customers their own cash in whole lots, and says per row and in all what is left over', async () => {
    const staged = await opened('C1042=$25k,C2007=$10k,C3311=$5 b btc @61000')
    const { sheet, rows, review, desk } = staged
    await expect.element(rows.getByRole('columnheader', { name: 'Left over' })).toBeVisible()
    // 0.409 at 61,000 are 24,949 and 0.163 are 9,943.
    await expect.element(rows).toMatchTextContent(/C1042.*51\.000\.409✓.*C2007.*57\.000\.163✓/)
    await expect.element(rows).toMatchTextContent(/✕ its 5 USDC are less than a lot of 0\.001 at 61000/)
    await expect
      .element(sheet.getByText('108 USDC are left over: each rest is worth less than one lot.'))
      .toBeVisible()
    expect(sheet.getByLabelText('Amount').elements()).toEqual([])
    await confirm(staged, '2')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]).toMatchObject({
      method: 'cash',
      rows: [
        { customerCode: 'C1042', amount: '0.409' },
        { customerCode: 'C2007', amount: '0.163' },
      ],
      split: { whole: null, weights: null, shares: [] },
    })
    expect(review.elements()).toEqual([])
  })

  it('names in its review the price of the cash and what is left over', async () => {
    const { sheet, review } = await opened('C1042=$25k,C2007=$10k b btc @61000')
    await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    await expect
      .element(review)
      .toMatchTextContent(
        /Each customer’s cash became whole lots at 61,000\.0: 108 USDC of these customers are left over\./,
      )
  })

  it('grows each position by a percent in its own direction, and names the position behind each row', async () => {
    const staged = await opened('@macro/grow b +25% btc m', (desk) =>
      desk.startWith('positions', [
        positionOf('C1042', 'BTCUSDC_PERP', '1', '60000'),
        positionOf('C2007', 'BTCUSDC_PERP', '-1', '60000'),
        positionOf('C3311', 'BTCUSDC_PERP', '0.5', '60000'),
      ]),
    )
    const { sheet, rows, desk } = staged
    await expect.element(rows).toMatchTextContent(/✕ it is short: a buy would reduce its position/)
    await expect.element(sheet.getByLabelText('Percent')).toHaveValue('25')
    await confirm(staged, '2')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    expect(requestsOf(desk)[0]).toMatchObject({
      method: 'grow',
      rows: [
        { customerCode: 'C1042', amount: '0.25', sizedBy: '1' },
        { customerCode: 'C3311', amount: '0.125', sizedBy: '0.5' },
      ],
    })
  })

  it('takes the ninth and the tenth way by the keys 9 and 0', async () => {
    const { sheet } = await opened('@macro b 0.3 btc @61000')
    const way = (name: RegExp) => sheet.getByRole('radio', { name })
    await keys('{Alt>}9{/Alt}')
    await expect.element(way(/^9 Cash each/)).toHaveAttribute('aria-checked', 'true')
    await keys('{Alt>}0{/Alt}')
    await expect.element(way(/^0 \+% of position/)).toHaveAttribute('aria-checked', 'true')
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

  it('shows each warning of the whole block above the count, and none about a block that was another', async () => {
    const replies: (() => void)[] = []
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.checkBlock', ({ rows: asked }) => {
        const sum = asked.reduce((total, { amount }) => total + Number(amount), 0)
        const reply = ok({
          refusal: null,
          findings: [
            { level: 'warn' as const, limit: 'exposure', sentence: `Exposure of ${sum.toFixed(2)}.` },
            { level: 'warn' as const, limit: 'valueInDay', sentence: `Value of ${sum.toFixed(2)}.` },
          ],
          notional: null,
        })
        return new Promise((resolve) => replies.push(() => resolve(reply)))
      }),
    )
    const { sheet, review, desk } = staged
    const limits = sheet.getByRole('region', { name: 'Limits of the whole' })
    await expect.element(limits.getByText('◔ Checking the limits.')).toBeVisible()
    await expect
      .element(sheet.getByRole('button', { name: /^Asking the limits about the block/ }))
      .toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    expect(review.elements()).toEqual([])
    replies.splice(0).forEach((reply) => reply())
    await expect.element(limits).toMatchTextContent(/△ Exposure of 0\.30\..*△ Value of 0\.30\./)
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review).toMatchTextContent(/Exposure of 0\.30\..*Value of 0\.30\..*Type 3/)
    await keys('{Escape}')
    await sheet.getByRole('textbox', { name: /^Amount/ }).fill('0.6')
    await expect.element(limits.getByText('◔ Checking the limits.')).toBeVisible()
    await expect.element(limits).not.toMatchTextContent(/0\.30/)
    await expect.poll(() => replies.length).toBeGreaterThan(0)
    replies.splice(0).forEach((reply) => reply())
    await expect.element(limits).toMatchTextContent(/△ Exposure of 0\.60\./)
    expect(requestsOf(desk)).toEqual([])
  })

  it('cannot be sent while a limit of the whole refuses it, and closes its review once one does', async () => {
    let refusal: string | null = null
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.checkBlock', () =>
        ok({
          refusal,
          findings:
            refusal === null ? [] : [{ level: 'block' as const, limit: 'exposure', sentence: refusal }],
          notional: null,
        }),
      ),
    )
    const { sheet, review, clock, desk } = staged
    const limits = sheet.getByRole('region', { name: 'Limits of the whole' })
    await expect.element(limits).toMatchTextContent(/✓ No limit was found that the block as a whole exceeds/)
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review).toBeVisible()
    refusal = 'The open exposure of all customers would be 9,000,000 USDC.'
    clock.advance(3_000)
    await expect.element(limits).toMatchTextContent(/✕ The open exposure of all customers/)
    await expect.element(sheet.getByRole('button', { name: refusal })).toBeVisible()
    expect(review.elements()).toEqual([])
    await keys('{Control>}{Enter}{/Control}3{Enter}')
    expect(review.elements()).toEqual([])
    expect(requestsOf(desk)).toEqual([])
  })

  it('is locked while the limits give no answer about the whole', async () => {
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.checkBlock', () => fail(failureOf('not-connected', 'The core is away.'))),
    )
    const { sheet, review } = staged
    await expect
      .element(sheet.getByRole('button', { name: /^The limits could not be asked .* The core is away\.$/ }))
      .toBeVisible()
    await keys('{Control>}{Enter}{/Control}')
    expect(review.elements()).toEqual([])
  })

  it('asks about the whole again only after the last answer', async () => {
    const questions: (() => void)[] = []
    const { sheet, rows, clock } = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.checkBlock', () => {
        const reply = ok({ refusal: null, findings: [], notional: null })
        return new Promise((resolve) => questions.push(() => resolve(reply)))
      }),
    )
    await expect.poll(() => questions.length).toBe(1)
    clock.advance(30_000)
    await expect.element(rows).toBeVisible()
    expect(questions).toHaveLength(1)
    questions.splice(0).forEach((answer) => answer())
    await expect
      .element(sheet.getByRole('region', { name: 'Limits of the whole' }))
      .toMatchTextContent(/Checking the limits/)
    clock.advance(3_000)
    await expect.poll(() => questions.length).toBe(1)
    questions.splice(0).forEach((answer) => answer())
    await expect
      .element(sheet.getByRole('region', { name: 'Limits of the whole' }))
      .toMatchTextContent(/✓ No limit was found/)
  })

  it('asks about further rows only once the rows before are answered', async () => {
    const questions: (() => void)[] = []
    const { rows, clock } = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.check', ({ draft }) => {
        const refusal = draft.customerCode === 'C1042' ? 'C1042 is being read.' : null
        const reply = ok({ refusal, mayPass: true, findings: [], notional: null })
        return new Promise((resolve) => questions.push(() => resolve(reply)))
      }),
    )
    await expect.poll(() => questions.length).toBe(3)
    questions.splice(0).forEach((answer) => answer())
    await expect.element(rows).toMatchTextContent(/C1042 is being read/)
    clock.advance(2_000)
    await expect.poll(() => questions.length).toBe(1)
    // By now the other rows are due too.
    clock.advance(4_000)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    expect(questions).toHaveLength(1)
    questions.splice(0).forEach((answer) => answer())
    await expect.poll(() => questions.length).toBe(2)
  })

  it('asks for the number of the limits and sends the same intent with it', async () => {
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', ({ typed }) =>
        typed === null ? ok(WARNED) : ok({ outcome: 'taken' as const, blockId: 'B7k' }),
      ),
    )
    await confirm(staged, '3')
    await expect.element(staged.screen.getByText('Large.')).toBeVisible()
    await keys('18{Enter}')
    await expect.poll(() => requestsOf(staged.desk)).toHaveLength(2)
    const [first, second] = requestsOf(staged.desk)
    expect(second).toEqual({ ...first, typed: '18' })
    await expect.poll(() => staged.sheet.elements()).toEqual([])
  })
})

describe('a block that is sent', () => {
  const again = async ({ sheet, rows, clock }: Awaited<ReturnType<typeof opened>>) => {
    await expect.poll(() => sheet.elements()).toEqual([])
    await keys('{Shift>}{F9}{/Shift}')
    await expect.element(rows).toBeVisible()
    clock.advance(400)
  }

  it('is one block, though the sheet is closed and opened before the core has answered', async () => {
    let answer: () => void = () => undefined
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer(
        'order.submitBlock',
        () =>
          new Promise((resolve) => {
            answer = () => resolve(ok({ outcome: 'taken' as const, blockId: 'B7k' }))
          }),
      ),
    )
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(staged.desk)).toHaveLength(1)
    await staged.sheet.getByRole('button', { name: 'Esc closes' }).click()
    await again(staged)
    await expect
      .element(staged.sheet.getByRole('button', { name: 'A block is being sent: wait for its answer.' }))
      .toBeVisible()
    answer()
    await expect.poll(() => staged.sheet.elements()).toEqual([])
    expect(requestsOf(staged.desk)).toHaveLength(1)
  })

  it('opens no sheet when it is refused after the dealer closed the sheet: a notice says why', async () => {
    const answered = Promise.withResolvers<Result<Reply<'order.submitBlock'>, Failure>>()
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', () => answered.promise),
    )
    const { desk, session, sheet, screen } = staged
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    await sheet.getByRole('button', { name: 'Esc closes' }).click()
    await expect.poll(() => sheet.elements()).toEqual([])
    answered.resolve(fail(failureOf('refused', 'The margin is too small.')))
    await expect.element(screen.getByText('The margin is too small.').first()).toBeVisible()
    expect(session.overlay.getState().open).toBeNull()
  })

  it.each([
    ['the dealer drops the question of the limits', '{Escape}'],
    ['it is refused after that question', '18{Enter}'],
  ])('comes back in its sheet when %s', async (_when, answer) => {
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', ({ typed }) =>
        typed === null ? ok(WARNED) : fail(failureOf('refused', 'The margin is too small.')),
      ),
    )
    await confirm(staged, '3')
    await expect.element(staged.screen.getByText('Large.')).toBeVisible()
    expect(staged.sheet.elements()).toEqual([])
    await keys(answer)
    await expect.element(staged.sheet).toBeVisible()
    await expect.element(staged.sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
  })

  it('leaves the sheet of the next block open, which was begun before the core has answered', async () => {
    const answered = Promise.withResolvers<Result<Reply<'order.submitBlock'>, Failure>>()
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', () => answered.promise),
    )
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(staged.desk)).toHaveLength(1)
    await staged.sheet.getByRole('button', { name: 'Esc closes' }).click()
    await again(staged)
    const amount = staged.sheet.getByLabelText('Amount', { exact: true })
    await amount.fill('0.6')
    answered.resolve(ok({ outcome: 'taken', blockId: 'B7k' }))
    await expect.element(staged.sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    await expect.element(amount).toHaveValue('0.6')
  })

  it('is sent under the same intent while its answer is lost, and is a new one once it was seen', async () => {
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', () =>
        requestsOf(desk).length < 3
          ? fail(failureOf('unknown-outcome', 'The answer was lost.'))
          : ok({ outcome: 'taken' as const, blockId: 'B7m' }),
      ),
    )
    const { desk, screen, clock } = staged
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(1)
    clock.advance(400)
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(2)
    const [first, second] = requestsOf(desk)
    expect(second?.intentId).toBe(first?.intentId)
    desk.delta('blocks', [blockOf()])
    await expect
      .element(screen.getByText('Block B7k was taken, though its answer was lost.').first())
      .toBeVisible()
    clock.advance(400)
    await confirm(staged, '3')
    await expect.poll(() => requestsOf(desk)).toHaveLength(3)
    expect(requestsOf(desk)[2]?.intentId).not.toBe(first?.intentId)
    await expect.poll(() => staged.sheet.elements()).toEqual([])
  })

  it('is not sent at sizes that grew old behind the question of the limits', async () => {
    const staged = await opened('@macro b 0.3 btc @61000', (desk) =>
      desk.answer('order.submitBlock', ({ typed }) =>
        typed === null ? ok(WARNED) : ok({ outcome: 'taken' as const, blockId: 'B7k' }),
      ),
    )
    await confirm(staged, '3')
    await expect.element(staged.screen.getByText('Large.')).toBeVisible()
    staged.clock.advance(600_000)
    await keys('18{Enter}')
    await expect
      .element(staged.screen.getByText(/^Nothing was sent\. The sizes are more than a minute/))
      .toBeVisible()
    expect(requestsOf(staged.desk)).toHaveLength(1)
  })
})
