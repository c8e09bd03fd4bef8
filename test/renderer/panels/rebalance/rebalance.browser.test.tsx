/** A rebalance by keyboard: targets typed, proposal and reasons shown, a block filled in and sent with its positions, and what is live held back. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { startGroup } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  orderOf,
  positionOf,
  reference,
  sym,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

const text = (value: string) => decimalText.parse(value)
const keys = (words: string) => userEvent.keyboard(words)
const CODES = ['C1042', 'C2007', 'C3311']
const BTC = 'BTCUSDC_PERP'

/** Three customers of the group macro with 62,149.50 USDC each: 10 % of the equity are 0.1 BTC at the mark. */
function prepare(desk: ScriptedCore): void {
  startGroup(desk, CODES, '62149.5')
  desk.startWith('positions', [positionOf('C3311', BTC, '0.4', '62149.5')])
  desk.answer('order.submitBlock', () => ok({ outcome: 'taken' as const, blockId: 'B7k' }))
}

const saved = (lines: readonly { symbol: string; target: string }[], tolerance = '') => ({
  'rebalance.targets': JSON.stringify({ version: 1, venues: { paper: { macro: { tolerance, lines } } } }),
})

beforeEach(() => page.viewport(1920, 1080))

async function opened(more: (desk: ScriptedCore) => void = () => undefined) {
  const staged = await stage(
    (desk) => {
      prepare(desk)
      more(desk)
    },
    { width: 1920, height: 1080 },
  )
  await keys('{Control>}k{/Control}rebalance @macro{Enter}')
  const { screen } = staged
  return {
    ...staged,
    line: screen.getByRole('textbox', { name: 'Target line' }),
    blocks: screen.getByRole('grid', { name: 'Proposed blocks' }),
    rows: screen.getByRole('grid', { name: 'Customers of the rebalance' }),
    summary: screen.getByRole('region', { name: 'Summary' }),
    sheet: screen.getByRole('dialog', { name: 'Block order' }),
  }
}

const textsOf = (desk: ScriptedCore) =>
  (desk.callsOf('setting.save') as readonly { name: string; value: string }[]).flatMap(({ name, value }) =>
    name === 'rebalance.targets' ? [value] : [],
  )

describe('targets', () => {
  it('are typed as lines, saved for the group, and change at once what is proposed', async () => {
    const { desk, line, blocks, rows, summary } = await opened()
    await expect.element(line).toHaveFocus()
    await keys('btc 10 %{Enter}')
    await expect
      .element(blocks.getByRole('row', { name: /BTC.*SELL/i }))
      .toMatchTextContent(/0\.300.*reduces 1/)
    await expect
      .element(blocks.getByRole('row', { name: /BTC.*BUY/i }))
      .toMatchTextContent(/2.*0\.200.*opens 2/)
    await expect
      .element(rows.getByRole('row', { name: /C3311/ }))
      .toMatchTextContent(/\+0\.400.*\+0\.1.*reduces/)
    await expect.element(summary).toMatchTextContent(/3 orders in 2 blocks.*0 held back/)
    await expect
      .element(summary)
      .toMatchTextContent(/Gross 24,860 → 18,645.*BTC: some customers buy and others sell/)
    expect(textsOf(desk).map((value) => JSON.parse(value) as unknown)).toEqual([
      {
        version: 1,
        venues: { paper: { macro: { tolerance: '', lines: [{ symbol: BTC, target: '10%' }] } } },
      },
    ])
    await keys('btc{Enter}')
    await expect.element(line).toHaveAttribute('aria-invalid', 'true')
    expect(textsOf(desk)).toHaveLength(1)
  })

  it('come back for the group, and are changed and removed by keyboard; a tolerance leaves small changes alone', async () => {
    const { screen, line, blocks, rows } = await opened((desk) =>
      desk.startWith('settings', saved([{ symbol: BTC, target: '0.4' }])),
    )
    await expect.element(blocks).toHaveFocus()
    await expect.element(rows.getByRole('row', { name: /C3311/ })).toMatchTextContent(/nothing to do/)
    screen.getByRole('textbox', { name: 'Tolerance' }).element().focus()
    await keys('400 lots{Enter}')
    await expect.element(blocks.getByRole('row', { name: /BUY/i })).not.toBeInTheDocument()
    await expect.element(screen.getByText(/^Nothing to do: every customer holds/)).toBeVisible()
    screen.getByRole('list', { name: 'Targets' }).getByRole('button').element().focus()
    await keys('{Enter}')
    await expect.element(line).toHaveValue('BTCUSDC_PERP 0.4')
    screen.getByRole('list', { name: 'Targets' }).getByRole('button').element().focus()
    await keys('{Delete}')
    await expect.element(screen.getByText(/^@macro has no targets/)).toBeVisible()
  })

  it('that a newer release saved are not written over', async () => {
    const { desk, screen } = await opened((core) =>
      core.startWith('settings', { 'rebalance.targets': '{"version":2}' }),
    )
    await expect.element(screen.getByText(/The saved targets cannot be read here/)).toBeVisible()
    expect(textsOf(desk)).toEqual([])
  })
})

describe('a proposed block', () => {
  it('fills in the sheet, and each order leaves with the position that gave its size', async () => {
    const { desk, blocks, sheet, screen, clock } = await opened((core) =>
      core.startWith('settings', saved([{ symbol: BTC, target: '0.1' }])),
    )
    await expect.element(blocks.getByRole('row', { name: /BUY/i })).toBeVisible()
    await keys('{End}{Enter}')
    await expect
      .element(sheet.getByRole('textbox', { name: 'Customer and contracts' }))
      .toHaveValue('C1042 0.1\nC2007 0.1')
    expect(desk.callsOf('order.submitBlock')).toEqual([])
    await expect
      .element(sheet.getByRole('region', { name: 'Basket' }))
      .toMatchTextContent(/Notional~?12,\d{3}/)
    await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeEnabled()
    await keys('{Control>}{Enter}{/Control}')
    const review = screen.getByRole('group', { name: 'Review' })
    await expect.element(review).toMatchTextContent(/Positions gave these sizes/)
    clock.advance(400)
    await keys('2{Enter}')
    await expect.poll(() => desk.callsOf('order.submitBlock')).toHaveLength(1)
    expect(desk.callsOf('order.submitBlock')[0]).toMatchObject({
      group: 'macro',
      method: 'list',
      draft: { symbol: BTC, side: 'buy', type: 'market' },
      rows: [
        { customerCode: 'C1042', amount: '0.1', sizedBy: '0' },
        { customerCode: 'C2007', amount: '0.1', sizedBy: '0' },
      ],
    })
  })

  it('of one customer is one order that waits for Enter, sized by its position', async () => {
    const { desk, blocks, screen, clock } = await opened((core) =>
      core.startWith('settings', saved([{ symbol: BTC, target: '0' }])),
    )
    await expect.element(blocks.getByRole('row', { name: /SELL/i })).toMatchTextContent(/closes 1/)
    await keys('{Home}{Enter}')
    await expect
      .element(screen.getByRole('alert').filter({ hasText: 'Enter sends' }))
      .toMatchTextContent(/C3311.*SELL 0\.4 BTCUSDC_PERP MARKET/)
    expect(desk.callsOf('order.submit')).toEqual([])
    clock.advance(400)
    await keys('{Enter}')
    await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
    expect(desk.callsOf('order.submit')[0]).toMatchObject({
      sizedBy: '0.4',
      draft: { customerCode: 'C3311' },
    })
  })
})

describe('a customer is held back with the reason', () => {
  const shown = async (more: (desk: ScriptedCore) => void) => {
    const staged = await opened((desk) => {
      desk.startWith('settings', saved([{ symbol: BTC, target: '10%' }]))
      more(desk)
    })
    return staged.rows.getByRole('row', { name: /C1042/ })
  }

  it('while an order of it is live', async () => {
    const live = orderOf({ referenceId: reference('v1-live'), amount: text('0.1') })
    const row = await shown((desk) => desk.startWith('orders', [live]))
    await expect.element(row).toMatchTextContent(/✕ an order to buy 0\.1 is live/)
  })

  it('while a block has an order for it that has not left', async () => {
    const {
      customerCode: _customer,
      amount: _amount,
      ...draft
    } = plainDraft({
      customerCode: code('C1042'),
      symbol: sym(BTC),
      side: 'buy',
      type: 'market',
      amount: text('0.1'),
    })
    const row = await shown((desk) =>
      desk.startWith('blocks', [
        {
          blockId: 'B7k',
          createdAt: NOW,
          group: 'macro',
          method: 'list',
          draft,
          onRefused: 'stop',
          inFlight: 8,
          state: 'paused',
          why: 'A halt.',
          rows: ['C1042', 'C2007'].map((word) => ({
            customerCode: code(word),
            amount: text('0.1'),
            referenceId: null,
            state: 'waiting' as const,
            why: null,
            isRetried: false,
          })),
          cancel: null,
          amend: null,
        },
      ]),
    )
    await expect.element(row).toMatchTextContent(/✕ an order of block B7k for it has not left yet/)
  })

  it('while its equity or its list of orders is not known', async () => {
    const row = await shown((desk) => desk.startWith('balances', []))
    await expect
      .element(row)
      .toMatchTextContent(/✕ its equity is not known for certain: the balance is not known/)
  })

  it('while its list of open orders is not read', async () => {
    const row = await shown((desk) => desk.startWith('openOrderReadings', []))
    await expect.element(row).toMatchTextContent(/✕ the list of C1042 is not read/)
  })

  it('while the mark is old', async () => {
    const staged = await opened((desk) => desk.startWith('settings', saved([{ symbol: BTC, target: '10%' }])))
    const row = staged.rows.getByRole('row', { name: /C1042/ })
    await expect.element(row).toMatchTextContent(/opens/)
    staged.clock.advance(7_000)
    await expect.element(row).toMatchTextContent(/✕ .*old/)
  })
})
