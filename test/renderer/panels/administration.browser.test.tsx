import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { blankProfile } from '../../../renderer/panels/administration/venue/profileForm.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import type { CommandName, Request } from '../../../shared/contract/contract.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { CustomerMargin } from '../../../shared/domain/accounts/margin.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import {
  NOW,
  ScriptedCore,
  code,
  instrumentOf,
  ledgerRowOf,
  orderOf,
  readySession,
  reference,
  sym,
} from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'
import { NO_CHANGES } from '../../../shared/domain/orders/order.ts'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)
/** Reviews the form that has the focus and sends what the review states. */
const send = async (clock: Awaited<ReturnType<typeof stage>>['clock'], word = '') => {
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  await keys(`${word}{Enter}`)
}
/** Types a line that opens something. */
const line = (words: string) => keys(`{Control>}k{/Control}${words}{Enter}`)

describe('fees', () => {
  const items = ['BTC', 'ETH'].map((word) => ({
    symbol: sym(`${word}USDC_PERP`),
    makerFee: text('-0.5'),
    takerFee: text('4'),
  }))
  const withFees = (desk: ScriptedCore) => {
    desk.answer('feeProfile.read', () => ok(items))
    desk.answer('feeProfile.write', ({ symbol, makerFee, takerFee }) =>
      ok(
        items.map((fee) => (symbol === null || fee.symbol === symbol ? { ...fee, makerFee, takerFee } : fee)),
      ),
    )
  }

  it('are written once and verified, from the palette on by keys alone', async () => {
    const { desk, session, clock, screen } = await stage(withFees)
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{Control>}p{/Control}')
    await expect.element(screen.getByRole('combobox')).toHaveFocus()
    await keys('fees{Enter}')
    await expect.element(screen.getByRole('grid', { name: 'Fees' })).toHaveFocus()
    await expect.element(screen.getByText('-0.005 %').first()).toBeVisible()
    await keys('{Home}{Enter}')
    await expect.element(screen.getByLabelText('Maker', { exact: true })).toHaveFocus()
    await keys('-0.5{Tab}2')
    await expect
      .element(screen.getByRole('table', { name: 'Before and after' }))
      .toMatchTextContent(/4 bps = 0\.04 % → 2 bps = 0\.02 %/)
    await send(clock)
    await expect.element(screen.getByText(/^✓ Verified: read back from the venue, 1 of 1/)).toBeVisible()
    expect(desk.callsOf('feeProfile.write')).toMatchObject([
      { customerCode: 'C1042', symbol: 'BTCUSDC_PERP', makerFee: '-0.5', takerFee: '2' },
    ])
  })

  describe('with keys typed while they are read', () => {
    /** Opens the panel; the answer to its read waits for `arrive`. */
    async function openSlowly() {
      const { desk, session, screen } = await stage(withFees)
      const gate = Promise.withResolvers<null>()
      const { call } = desk
      desk.call = async <C extends CommandName>(name: C, request: Request<C>) => {
        const reply = await call(name, request)
        if (name === 'feeProfile.read') await gate.promise
        return reply
      }
      chooseCustomer(session.workspace, code('C1042'))
      await keys('{Control>}p{/Control}fees{Enter}')
      await expect.element(screen.getByText('Reading the fee profile.')).toBeVisible()
      await expect.element(screen.getByRole('grid', { name: 'Fees' })).toHaveFocus()
      return { desk, screen, arrive: () => gate.resolve(null) }
    }
    const selected = (screen: Awaited<ReturnType<typeof openSlowly>>['screen']) =>
      screen.getByRole('grid', { name: 'Fees' }).getByRole('row', { selected: true })

    it('End and Enter take effect once the rows have arrived', async () => {
      const { screen, arrive } = await openSlowly()
      await keys('{Home}{End}{Enter}')
      arrive()
      await expect.element(screen.getByLabelText('Maker', { exact: true })).toHaveFocus()
      await expect.element(selected(screen)).toMatchTextContent(/ETHUSDC_PERP/)
      await keys('-0.5{Tab}2')
      await expect
        .element(screen.getByRole('table', { name: 'Before and after' }))
        .toMatchTextContent(/ETHUSDC_PERP/)
    })

    it.each([
      '{Home}{Enter}-0.',
      '{Home}{Enter}{Enter}',
      '{Home}s',
      '{Home}{Escape}',
      '{Enter}',
      '{Shift>}{Home}{/Shift}',
    ])('keys typed on after the opening keys have no effect: %s', async (typed) => {
      const { desk, screen, arrive } = await openSlowly()
      const before = desk.calls.length
      await keys(typed)
      arrive()
      await expect.element(screen.getByText('-0.005 %').first()).toBeVisible()
      await keys('5')
      await expect.element(screen.getByRole('grid', { name: 'Fees' })).toHaveFocus()
      expect(selected(screen).elements()).toEqual([])
      await expect.element(screen.getByLabelText('Maker', { exact: true })).toHaveValue('')
      expect(desk.calls.slice(before)).toEqual([])
    })

    it('a dealer who went elsewhere meanwhile stays there', async () => {
      const { screen, arrive } = await openSlowly()
      await keys('{Home}{Enter}')
      await keys('{Control>}k{/Control}')
      arrive()
      await expect.element(screen.getByText('-0.005 %').first()).toBeVisible()
      await expect.element(screen.getByLabelText('Command line')).toHaveFocus()
      expect(selected(screen).elements()).toEqual([])
    })
  })

  it('are written for every instrument only after the customer was typed; a refusal says why', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) => {
      withFees(scriptedCore)
      scriptedCore.answer('feeProfile.write', () =>
        fail(failureOf('rejected-by-venue', 'Mend the fee and send again.', { code: 'VALIDATION_ERROR' })),
      )
    })
    await line('fee C1042')
    await screen.getByRole('radio', { name: 'All 2 instruments' }).click()
    await screen.getByLabelText('Maker', { exact: true }).fill('1')
    await screen.getByLabelText('Taker', { exact: true }).fill('5')
    await send(clock)
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Nothing was sent: type C1042.')
    expect(desk.callsOf('feeProfile.write')).toEqual([])
    await keys('C1042{Enter}')
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(/VALIDATION_ERROR Mend the fee and send again\./)
    expect(desk.callsOf('feeProfile.write')).toMatchObject([{ symbol: null }])
  })

  describe('written from two windows', () => {
    const taken = (makerFee: string, takerFee: string, writes: number) => ({
      customerCode: code('C1042'),
      items: items.map((fee, n) =>
        n === 0 ? { ...fee, makerFee: text(makerFee), takerFee: text(takerFee) } : fee,
      ),
      writes,
    })
    const nothingKnown = (writes: number) => ({ customerCode: code('C1042'), items: null, writes })

    async function typed(maker: string, taker: string) {
      const staged = await stage(withFees)
      await line('fee C1042')
      await expect.element(staged.screen.getByText('-0.005 %').first()).toBeVisible()
      await staged.screen.getByRole('grid', { name: 'Fees' }).getByText('BTCUSDC_PERP').click()
      await staged.screen.getByLabelText('Maker', { exact: true }).fill(maker)
      await staged.screen.getByLabelText('Taker', { exact: true }).fill(taker)
      return staged
    }

    it('a review ends when another window writes, before its Enter sends', async () => {
      const { desk, clock, screen } = await typed('1', '5')
      await keys('{Control>}{Enter}{/Control}')
      await expect.element(screen.getByRole('group', { name: 'Review' })).toBeVisible()
      clock.advance(200)
      desk.delta('fees', [nothingKnown(1)])
      await expect.element(screen.getByText(/^Something changed after the review/)).toBeVisible()
      desk.delta('fees', [taken('3', '4', 1)])
      await keys('{Enter}')
      expect(desk.callsOf('feeProfile.write')).toEqual([])
      await expect
        .element(screen.getByRole('table', { name: 'Before and after' }))
        .toMatchTextContent(/3 bps = 0\.03 % → 1 bps/)
    })

    it.each([
      ['a newer write is out', () => [nothingKnown(2)]],
      ['the venue has other fees', () => [taken('3', '4', 1)]],
    ])('a verified write no longer counts as verified once %s', async (_, news) => {
      const { desk, clock, screen } = await typed('1', '5')
      desk.delta('fees', [taken('-0.5', '4', 1)])
      await send(clock)
      await expect.element(screen.getByText(/^✓ Verified/)).toBeVisible()
      desk.delta('fees', [taken('1', '5', 1)])
      await expect.element(screen.getByText(/^✓ Verified/)).toBeVisible()
      desk.delta('fees', news())
      await expect.poll(() => screen.getByText(/^✓ Verified/).elements()).toEqual([])
    })
  })

  it('stays in the layout, and asks for a customer while there is none', async () => {
    const { session, screen } = await stage(withFees)
    await keys('{Control>}p{/Control}fees{Enter}')
    await expect.element(screen.getByText('Choose a customer: F2, or the list above.')).toBeVisible()
    expect(JSON.stringify(session.workspace.getState().layout)).toContain('"fees"')
  })
})

describe('collateral', () => {
  it('refuses a ninth decimal while it is typed, then sends once', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('balances', [
        { customerCode: code('C2007'), amount: text('1000'), source: 'event', asOf: NOW },
      ])
      scriptedCore.startWith('ledger', [
        ledgerRowOf({
          code: 'T0',
          customerCode: code('C2007'),
          transactionType: 'deposit',
          status: 'pending',
          totalAmount: text('25'),
        }),
      ])
    })
    await line('coll C2007')
    await expect.element(screen.getByText('1 pending: 25 USDC in')).toBeVisible()
    await screen.getByRole('radio', { name: 'Withdraw from C2007' }).click()
    await screen.getByLabelText('Amount').nth(1).fill('1.123456789')
    await expect.element(screen.getByText('Amount may have at most 8 decimal places.').first()).toBeVisible()
    await send(clock)
    expect(desk.callsOf('transfer.submit')).toEqual([])
    await screen.getByLabelText('Amount').nth(1).fill('250')
    await expect.element(screen.getByText(/1,000 → 750 USDC/)).toBeVisible()
    await send(clock)
    await expect.element(screen.getByText(/C2007 · WITHDRAW 250 USDC:/)).toBeVisible()
    expect(desk.callsOf('transfer.submit')).toMatchObject([
      { transfer: { customerCode: 'C2007', kind: 'withdrawal', amount: '250', asset: 'USDC' } },
    ])
  })

  it('never says that there are no transfers while older rows are unread, and reads them to the first', async () => {
    const moved = (name: string, transactionType: string, status = 'completed') =>
      ledgerRowOf({ code: name, customerCode: code('C2007'), transactionType, status })
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('reads', [
        { name: 'ledger', readAt: 1, why: null },
        { name: 'customers', readAt: null, why: 'trades and ledger are not read to the first record.' },
      ])
      scriptedCore.startWith('ledger', [moved('W9', 'withdrawal', 'pending')])
      scriptedCore.answer('ledger.read', ({ before }) =>
        ok(
          before === null
            ? { rows: [moved('T1', 'trade')], next: 'T1', missing: null }
            : { rows: [moved('D1', 'deposit')], next: null, missing: null },
        ),
      )
    })
    await line('coll C1042')
    await expect
      .element(screen.getByText('The venue may have older rows. Read on to its first.'))
      .toBeVisible()
    expect(document.body.textContent).not.toMatch(/No deposits or withdrawals yet/)
    await line('coll C2007')
    await expect.element(screen.getByText(/^at least 1 pending/)).toBeVisible()
    await screen.getByRole('button', { name: 'Older rows' }).click()
    const transfers = screen.getByRole('grid', { name: 'Transfers' })
    await expect.element(transfers.getByRole('row', { name: /deposit.*D1$/ })).toBeVisible()
    expect(transfers.getByRole('row', { name: /T1$/ }).elements()).toEqual([])
    await expect.element(screen.getByRole('button', { name: 'All read' })).toBeVisible()
    await expect.element(screen.getByText(/^1 pending/)).toBeVisible()
    expect(desk.callsOf('ledger.read')).toMatchObject([
      { customerCode: 'C2007', before: null },
      { customerCode: 'C2007', before: 'T1' },
    ])
  })

  it('another amount after an unknown outcome gets a new intent; an equal one keeps its intent', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) =>
      scriptedCore.answer('transfer.submit', () =>
        fail(failureOf('unknown-outcome', 'No proof of what became of it.')),
      ),
    )
    await line('coll C2007')
    const amount = screen.getByLabelText('Amount').nth(1)
    for (const [sent, typed] of ['16', '777', '16'].entries()) {
      await amount.fill(typed)
      await send(clock)
      await expect.poll(() => desk.callsOf('transfer.submit')).toHaveLength(sent + 1)
    }
    const [first, other, again] = desk.callsOf('transfer.submit') as Request<'transfer.submit'>[]
    expect(other?.intentId).not.toBe(first?.intentId)
    expect(again?.intentId).toBe(first?.intentId)
  })
})

describe('webhooks', () => {
  const hook = {
    id: 'b1',
    keyId: 'k1',
    url: 'https://example.com/hook',
    eventTypes: [],
    includeAllEvents: true,
    publicKey: 'PUBLIC',
    createdAt: NOW,
  }

  it('never claim that there are none while the venue counts more than it shows', async () => {
    const { screen } = await stage((scriptedCore) => {
      scriptedCore.answer('webhook.list', ({ page: at }) =>
        ok({ items: [], total: 3, page: at, size: 50, pages: 1, missing: 'the venue counts 3 and showed 0' }),
      )
    })
    await line('webhooks')
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(/^These are not all webhooks: the venue counts 3 and showed 0\. Read again/)
    await expect.element(screen.getByText('at least 3 registered · page 1 of 1')).toBeVisible()
    await expect.element(screen.getByText(/No webhooks yet/)).not.toBeInTheDocument()
  })

  it('registers over https only, verifies a delivery, and deletes on the second Enter', async () => {
    let items: (typeof hook)[] = []
    const { desk, clock, screen } = await stage((scriptedCore) => {
      scriptedCore.answer('webhook.list', ({ page: at }) =>
        ok({ items, total: items.length, page: at, size: 50, pages: 1, missing: null }),
      )
      scriptedCore.answer('webhook.register', () => {
        items = [hook]
        return ok(hook)
      })
      scriptedCore.answer('webhook.verify', ({ signature }) =>
        ok({
          valid: signature === 'good',
          message: signature === 'good' ? 'Signed by the venue.' : 'Not signed by it.',
        }),
      )
      scriptedCore.answer('webhook.remove', () => {
        items = []
        return ok({})
      })
    })
    await line('webhooks')
    await expect.element(screen.getByText('No webhooks yet. Register one on the right.')).toBeVisible()
    await screen.getByLabelText('Address').fill('http://example.com/hook')
    await send(clock)
    expect(desk.callsOf('webhook.register')).toEqual([])
    await screen.getByLabelText('Address').fill(hook.url)
    await send(clock)
    await expect.element(screen.getByText('PUBLIC')).toBeVisible()
    expect(desk.callsOf('webhook.register')).toMatchObject([
      { url: hook.url, includeAllEvents: true, eventTypes: [] },
    ])
    await screen.getByLabelText('Body as received').fill('{"a":1}')
    await screen.getByLabelText('X-Signature').fill('bad')
    await keys('{Enter}')
    await expect.element(screen.getByText('✗ Not signed by it.')).toBeVisible()
    await screen.getByLabelText('X-Signature').fill('good')
    await keys('{Enter}')
    await expect.element(screen.getByText('✓ Signed by the venue.')).toBeVisible()
    await screen.getByRole('grid', { name: 'Webhooks' }).click({ position: { x: 60, y: 33 } })
    await keys('{Delete}{Enter}')
    await expect
      .element(
        screen.getByRole('button', { name: /^DELETE https:\/\/example\.com\/hook\S* for all events: / }),
      )
      .toHaveFocus()
    for (let press = 0; press < 8; press++) {
      await keys('{Enter}')
      clock.advance(8)
    }
    expect(desk.callsOf('webhook.remove')).toEqual([])
    clock.advance(150)
    await keys('{Enter}')
    await expect.element(screen.getByText('No webhooks yet. Register one on the right.')).toBeVisible()
    expect(desk.callsOf('webhook.remove')).toEqual([{ id: 'b1' }])
  })
})

describe('venues', () => {
  it('a venue is removed by a separate second press, never by a burst or a held Enter', async () => {
    const editable = { ...readySession.venues[0]!, id: 'v1', name: 'Prime', editable: true }
    const { desk, clock, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', { ...readySession, venues: [editable], venueId: 'v1' })
      scriptedCore.answer('venue.read', () => ok({ profile: '{}' }))
      scriptedCore.answer('venue.remove', () => ok({}))
    })
    await line('venue')
    const remove = screen.getByRole('button', { name: 'Remove this venue' })
    await expect.element(remove).toBeVisible()
    clock.advance(1_000)
    ;(remove.element() as HTMLElement).focus()
    for (let press = 0; press < 8; press++) {
      await keys('{Enter}')
      clock.advance(8)
    }
    await keys('{Enter>3/}')
    await expect.element(screen.getByRole('button', { name: /^REMOVE Prime/ })).toHaveFocus()
    expect(desk.callsOf('venue.remove')).toEqual([])
    clock.advance(150)
    await keys('{Enter}')
    await expect.poll(() => desk.callsOf('venue.remove')).toEqual([{ venueId: 'v1' }])
  })
})

describe('instruments and what may be dealt', () => {
  it('filters at the venue, and a halted or post_only instrument says what it refuses', async () => {
    const halted = { ...instrumentOf('ETH', '0.01', '0.01'), status: 'trade_halt' }
    const quiet = { ...instrumentOf('BTC', '0.5', '0.001'), status: 'post_only' }
    const { desk, session, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('instruments', [quiet, halted])
      scriptedCore.answer('instruments.read', () => ok([halted]))
    })
    await line('instruments')
    await expect.element(screen.getByRole('grid', { name: 'Instruments' })).toHaveFocus()
    await expect.element(screen.getByText(/new orders refused/)).toBeVisible()
    await screen.getByLabelText('Symbol').fill('E*|SOL*')
    await keys('{Enter}')
    await expect.element(screen.getByText(/▼ filtered/).first()).toBeVisible()
    expect(desk.callsOf('instruments.read')).toEqual([
      { symbol: 'E*|SOL*', underlying: null, quoteCurrency: null, status: null },
    ])
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{F9}')
    await expect.element(screen.getByRole('radio', { name: 'Market' })).toBeDisabled()
    await expect
      .element(screen.getByText('BTCUSDC_PERP takes limit orders only (post_only): matching is off.').first())
      .toBeVisible()
  })
})

describe('orders', () => {
  const resting = orderOf({ referenceId: reference('r1'), amount: text('10'), filledAmount: text('3') })
  const withOrder = (desk: ScriptedCore) => {
    desk.startWith('orders', [resting])
    desk.answer('order.amend', () => ok({}))
  }

  it('A changes the selected order: before → after on the button, sent once', async () => {
    const { desk, clock, screen } = await stage(withOrder)
    await keys('{F7}{Home}a')
    const price = screen.getByRole('dialog').getByLabelText('Limit price')
    await price.fill('61990')
    await keys('{Control>}{Enter}{/Control}')
    await expect
      .element(screen.getByText('C1042 · AMEND BUY BTCUSDC_PERP limit 62,000.0 → 61,990.0'))
      .toBeVisible()
    clock.advance(200)
    await keys('{Enter}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.callsOf('order.amend')).toEqual([
      {
        customerCode: 'C1042',
        referenceId: 'r1',
        changes: { ...NO_CHANGES, limitPrice: '61990' },
      },
    ])
  })

  it('the form says how to amend by hand where the venue has no amend', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      withOrder(scriptedCore)
      scriptedCore.startWith('session', {
        ...readySession,
        venues: [{ ...readySession.venues[0]!, amend: false }],
      })
    })
    await keys('{F7}{Home}a')
    await expect
      .element(screen.getByText(/Cancel the order \(Delete\), wait until it is canceled/))
      .toBeVisible()
    await expect.element(screen.getByText('7', { exact: true })).toBeVisible()
    expect(desk.callsOf('order.amend')).toEqual([])
  })

  it('am sel on the command line needs two Enters', async () => {
    const { desk, clock, screen } = await stage(withOrder)
    await keys('{F7}{Home}')
    await line('am sel +2t')
    await expect
      .element(screen.getByText(/^C1042 · AMEND BUY BTCUSDC_PERP limit 62,000\.0 → 62,001\.0$/))
      .toBeVisible()
    expect(desk.callsOf('order.amend')).toEqual([])
    clock.advance(200)
    await keys('{Enter}')
    expect(desk.callsOf('order.amend')).toMatchObject([{ changes: { limitPrice: '62001' } }])
  })
})

describe('ledger', () => {
  it('agrees with the balance, and reads older pages when walked past its end', async () => {
    const row = ledgerRowOf({ code: 'T1', transactionType: 'deposit', signedAmount: text('100') })
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('ledger', [row])
      scriptedCore.startWith('balances', [
        { customerCode: code('C1042'), amount: text('90'), source: 'event', asOf: NOW },
      ])
      scriptedCore.answer('ledger.read', ({ before }) =>
        ok(
          before === null
            ? { rows: [row], next: 'T1', missing: null }
            : {
                rows: [
                  ledgerRowOf({
                    code: 'T0',
                    transactionType: 'withdrawal',
                    signedAmount: text('-10'),
                    createdAt: NOW - 1,
                  }),
                ],
                next: null,
                missing: null,
              },
        ),
      )
    })
    await line('ledger C1042')
    await expect.element(screen.getByText('✗ Ledger and balance differ: C1042 by -10 USDC')).toBeVisible()
    await expect.element(screen.getByRole('grid', { name: 'Ledger rows' })).toHaveFocus()
    await keys('{End}{PageDown}')
    await expect.element(screen.getByText('✓ Ledger and balance agree')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'All read' })).toBeDisabled()
    expect(desk.callsOf('ledger.read')).toMatchObject([
      { customerCode: 'C1042', before: null },
      { before: 'T1' },
    ])
    await screen.getByLabelText('From').fill('2026-02-31')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/from: write a day as 2026-11-20/)
  })
})

describe('margin', () => {
  const known = (leverage: string, more: Partial<CustomerMargin> = {}): CustomerMargin => ({
    customerCode: code('C1042'),
    profile: {
      initialMargin: text('10'),
      maintenanceMargin: text('5'),
      maxLeverage: text('20'),
      instrumentMargins: [
        { symbol: sym('BTCUSDC_PERP'), leverage: text(leverage), initialMargin: text('34') },
      ],
    },
    readAt: NOW,
    why: null,
    ...more,
  })
  async function opened() {
    const staged = await stage((scriptedCore) => scriptedCore.startWith('margins', [known('3')]))
    await line('lev C1042')
    await expect.element(staged.screen.getByRole('grid', { name: 'Margins' })).toHaveFocus()
    return { ...staged, preview: staged.screen.getByRole('table', { name: 'Leverage preview' }) }
  }

  it('shows each leverage with its margin, and the current one', async () => {
    const { preview } = await opened()
    await expect.element(preview).toMatchTextContent(/3× · now\s*34 %\s*34,000/)
    await expect.element(preview).not.toMatchTextContent(/11×/)
  })

  it('follows the leverage that the core reads back after an order', async () => {
    const { desk, preview } = await opened()
    await expect.element(preview).toMatchTextContent(/3× · now/)
    desk.delta('margins', [known('10')])
    await expect.element(preview).toMatchTextContent(/10× · now/)
    await expect.element(preview).not.toMatchTextContent(/3× · now/)
  })

  it('calls no leverage "now" once it could not be read again, and says of when it is', async () => {
    const { desk, preview, screen } = await opened()
    await expect.element(preview).toMatchTextContent(/3× · now/)
    desk.delta('margins', [known('3', { why: 'The venue did not answer in time.' })])
    await expect.element(preview).not.toMatchTextContent(/now/)
    await expect
      .element(screen.getByText(/could not be read again: The venue did not .* may have changed\./))
      .toBeVisible()
    desk.delta('margins', [known('3', { profile: null, why: 'The venue did not answer in time.' })])
    await expect.element(screen.getByText(/could not be read back: The venue did not/)).toBeVisible()
    await expect.element(screen.getByText('The margin profile is not known. Press Read again.')).toBeVisible()
    await expect.element(preview).not.toBeInTheDocument()
  })
})

describe('venues', () => {
  it('a new venue from the sign-in screen; a fault names its field and nothing is saved', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', { ...readySession, phase: 'signed-out', venueId: null })
      scriptedCore.answer('venue.save', () => ok({ venueId: 'v2' }))
      scriptedCore.answer('venue.read', () => ok({ profile: JSON.stringify(blankProfile()) }))
    })
    await screen.getByRole('button', { name: 'Add a venue' }).click()
    const sheet = screen.getByRole('dialog')
    await sheet.getByLabelText('REST address').fill('https://dealer:secret@prime.example')
    await expect
      .element(sheet.getByRole('alert'))
      .toMatchTextContent(/do not type a username or password here/)
    const mend = sheet.getByRole('button', { name: 'Correct the marked fields' })
    await expect.element(mend).toHaveAttribute('aria-disabled', 'true')
    await mend.click({ force: true })
    expect(desk.callsOf('venue.save')).toEqual([])
    await sheet.getByLabelText('REST address').fill('https://prime.example')
    await sheet.getByLabelText('amends orders').click()
    await sheet.getByRole('button', { name: /^Review/ }).click()
    clock.advance(200)
    await sheet.getByRole('button', { name: /^Save as a new venue/ }).click()
    await expect.element(sheet.getByText('✓ New venue was saved.')).toBeVisible()
    const [{ venueId, profile }] = desk.callsOf('venue.save') as [{ venueId: null; profile: string }]
    expect(venueId).toBeNull()
    expect(JSON.parse(profile)).toMatchObject({
      restUrl: 'https://prime.example',
      capabilities: { amend: true },
    })
  })

  it('a venue that signs takes its key at sign-in, and the page forgets it', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMC4CAQ==\n-----END PRIVATE KEY-----'
    const { desk, screen } = await stage((scriptedCore) =>
      scriptedCore.startWith('session', {
        ...readySession,
        phase: 'signed-out',
        venueId: null,
        venues: [
          {
            ...readySession.venues[0]!,
            id: 'prime',
            name: 'Prime',
            kind: 'live',
            credentials: 'needed',
            auth: 'signed',
          },
        ],
      }),
    )
    await screen.getByRole('button', { name: 'Sign in' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(/Paste the public key and the private key/)
    await screen.getByLabelText('Public key').fill('abc')
    await screen.getByLabelText('Private key').fill(pem)
    await screen.getByRole('button', { name: 'Sign in' }).click()
    expect(desk.callsOf('session.signIn')).toMatchObject([
      { venueId: 'prime', username: null, signingKey: { publicKey: 'abc', privateKeyPem: pem } },
    ])
    await expect.element(screen.getByLabelText('Private key')).toHaveValue('')
  })
})
