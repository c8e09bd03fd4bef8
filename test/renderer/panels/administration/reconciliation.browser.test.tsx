/** What a dealer sees of customers with differences and of an order of unknown status, by keys alone. */

import { beforeEach, describe, expect, it } from 'vitest'
import { NOTHING_UNCOMPARED } from '../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import { page, userEvent } from 'vitest/browser'
import { propose } from '../../../../renderer/state/actions/dealing.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { ok } from '../../../../shared/base/result.ts'
import { applyOrderEvent, withDefaults, type OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { plainDraft, type Order, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import type { CustomerReconciliation } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { NOW, code, orderOf, reference, sym, wholeReading } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)

const reconciliationOf = (
  customer: string,
  more: Partial<CustomerReconciliation> = {},
): CustomerReconciliation => ({
  customerCode: code(customer),
  state: 'agrees',
  open: true,
  why: null,
  since: NOW,
  comparedAt: NOW,
  compared: { orders: 3, trades: 12, rows: 15 },
  discrepancies: [],
  uncompared: NOTHING_UNCOMPARED,
  ...more,
})
const differing = reconciliationOf('C2007', {
  state: 'differs',
  open: false,
  why: 'Its records do not agree: trade T-77. See the panel Reconciliation.',
  discrepancies: [
    {
      kind: 'trade-row',
      record: 'trade',
      row: 'T-77',
      reportedBy: 'the ledger',
      here: 'buy 1 BTCUSDC_PERP',
      there: 'no ledger row with this code',
      since: NOW,
    },
  ],
})
const draft: OrderDraft = plainDraft({
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  side: 'buy',
  type: 'limit',
  amount: text('1'),
  limitPrice: text('62000'),
})

describe('a customer with differences', () => {
  it('is named with the exact record, and read again, by keys from the command line on', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('reconciliation', [reconciliationOf('C1042'), differing])
      scriptedCore.answer('reconciliation.readAgain', () => ok({}))
    })
    await keys('{Control>}k{/Control}recon{Enter}')
    const grid = screen.getByRole('grid', { name: 'Reconciliation' })
    await expect.element(grid).toHaveFocus()
    const one = screen.getByRole('region', { name: 'A trade without its ledger row: T-77' })
    await expect.element(one).toMatchTextContent(/here.*buy 1 BTCUSDC_PERP.*no ledger row with this code/)
    await expect.element(screen.getByText('1 differ')).toBeVisible()
    await keys('{Home}r')
    await keys('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Read C2007 again now' })).toHaveFocus()
    await keys('{Enter}')
    expect(desk.callsOf('reconciliation.readAgain')).toEqual([
      { customerCode: 'C2007' },
      { customerCode: 'C2007' },
    ])
  })

  it('says so on its chip and in the ticket, and takes no new order; the others deal on', async () => {
    const { desk, session, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('reconciliation', [reconciliationOf('C1042'), differing])
    })
    chooseCustomer(session.workspace, code('C2007'))
    await expect
      .element(screen.getByRole('img', { name: /^C2007 is not open for trading. .*trade T-77/ }).first())
      .toBeVisible()
    await expect.element(screen.getByText(/Cancels and trade-outs are still sent/).first()).toBeVisible()
    const order = (customer: string) =>
      propose(session, 'command', { kind: 'order', draft: { ...draft, customerCode: code(customer) } })
    expect(order('C2007')).toMatch(/^C2007 is not open for trading/)
    expect(order('C1042')).toBeNull()
    expect(
      propose(session, 'command', {
        kind: 'flatten',
        customerCode: code('C2007'),
        symbol: sym('BTCUSDC_PERP'),
      }),
    ).toBeNull()
    expect(desk.callsOf('order.submit')).toEqual([])
  })
})

describe('the ledger proof', () => {
  it('has a tick for what was compared, the record that breaks it, and why the rest is not known', async () => {
    const { screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('reconciliation', [
        reconciliationOf('C1042', {
          uncompared: { ...NOTHING_UNCOMPARED, pnl: 'Trade T5 has no fee or no realised PnL.' },
        }),
        differing,
      ])
      scriptedCore.startWith('openOrderReadings', [wholeReading('C1042')])
    })
    await keys('{Control>}k{/Control}recon{Enter}')
    await expect
      .element(screen.getByRole('status', { name: 'Reconciliation' }))
      .toMatchTextContent(/^1 differ · 0 reading · 0 agree · 1 agree in part$/)
    await expect
      .element(screen.getByText('≈ in part'))
      .toHaveAttribute('title', expect.stringContaining('Trade T5'))
    const proof = screen.getByLabelText('Ledger proof')
    await expect
      .element(proof)
      .toMatchTextContent(/Positions and fills✓ agrees.*Cash✕ T-77PnL of trades✓ agrees/)
    await keys('{End}')
    await expect
      .element(proof)
      .toMatchTextContent(
        /Cash✓ agrees.*PnL of trades≈ not proven\. Trade T5 has no fee or no realised PnL\./,
      )
    await expect.element(screen.getByText(/^What was read agrees: 3 orders/)).toBeVisible()
  })
})

describe('an order that nobody can tell of', () => {
  const referenceId = reference('v1-lost-9xyz')
  const events: readonly OrderEvent[] = [
    {
      kind: 'intent',
      at: NOW,
      intentId: 'intent-01',
      draft: withDefaults(draft),
      check: { version: 7, findings: [], typed: null },
    },
    {
      kind: 'sending',
      at: NOW + 3,
      act: 'order',
      method: 'POST',
      path: '/v1/orders',
      bodyHash: null,
      nonce: null,
      validUntil: null,
    },
    { kind: 'unproven', at: NOW + 10_003, act: 'order', message: 'No answer within 10 s.' },
    { kind: 'unresolved', at: NOW + 130_000, why: 'The venue does not know it.' },
  ]
  const moments = () => {
    let known: Order | undefined
    return events.map((event) => {
      known = applyOrderEvent(known, draft.customerCode, referenceId, event)
      return { whose: 'paper', dealer: null, event, after: known ?? null }
    })
  }

  it('is on top, shows its whole life, and is written off by typing the end of its id', async () => {
    const lost = orderOf({ referenceId, phase: 'unresolved', status: null })
    const { desk, clock, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('orders', [lost, orderOf({ referenceId: reference('v1-fine') })])
      scriptedCore.answer('order.auditTrail', () => ok({ moments: moments(), isProven: true }))
      scriptedCore.answer('order.writeOff', () => ok({}))
    })
    const shout = screen.getByRole('button', { name: '‼ 1 order unresolved: you decide' })
    await expect.element(shout).toBeVisible()
    ;(shout.element() as HTMLElement).focus()
    await keys('{Enter}')
    const life = screen.getByRole('list', { name: 'Life of the order' })
    await expect
      .element(life)
      .toMatchTextContent(
        /09:00:00\.000 UTCdealerintent: buy 1 BTCUSDC_PERP limit.*version 7.*→ intent.*09:00:00\.003 UTCdesksending order.*→ sent.*No answer within 10 s.*→ unknown.*unresolved/s,
      )
    await expect.element(screen.getByRole('dialog').getByRole('button', { name: /^Review/ })).toHaveFocus()
    await keys('{Enter}')
    await expect.element(screen.getByLabelText(/^Type 9xyz/)).toHaveFocus()
    clock.advance(200)
    await keys('9xy{Enter}')
    expect(desk.callsOf('order.writeOff')).toEqual([])
    await keys('z{Enter}')
    expect(desk.callsOf('order.writeOff')).toEqual([
      { customerCode: 'C1042', referenceId: 'v1-lost-9xyz', typed: '9xyz' },
    ])
    desk.delta('orders', [{ ...lost, phase: 'dead' }])
    await expect.element(shout).not.toBeInTheDocument()
  })
})

it('an order that the journal cannot tell shows that it is unknown whether this desk sent it', async () => {
  const order = orderOf({ referenceId: reference('v1-old'), origin: 'unknown' })
  const event: OrderEvent = { kind: 'cancel-asked', at: NOW }
  const { screen } = await stage((scriptedCore) => {
    scriptedCore.startWith('orders', [order])
    scriptedCore.answer('order.auditTrail', () =>
      ok({ moments: [{ whose: 'paper', dealer: null, event, after: order }], isProven: true }),
    )
  })
  await keys('{F7}{ArrowDown}{Enter}')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('unknown whether this desk sent it', { exact: true })).toBeVisible()
  const warning = dialog.getByText(
    /^It is unknown whether this desk sent this order: .*may be missing or changed\. The venue has its own record/,
  )
  await expect.element(warning).toBeVisible()
  const leftOf = (element: Element) => element.getBoundingClientRect().left
  const life = dialog.getByRole('list', { name: 'Life of the order' })
  expect(leftOf(life.element())).toBe(leftOf(warning.element()))
})

it('the trail of an own order from a journal that was not verified says that entries may be missing or changed', async () => {
  const order = orderOf({ referenceId: reference('v1-own'), origin: 'desk' })
  const event: OrderEvent = { kind: 'cancel-asked', at: NOW }
  const { screen } = await stage((scriptedCore) => {
    scriptedCore.startWith('orders', [order])
    scriptedCore.answer('order.auditTrail', () =>
      ok({ moments: [{ whose: 'paper', dealer: null, event, after: order }], isProven: false }),
    )
  })
  await keys('{F7}{ArrowDown}{Enter}')
  await expect
    .element(
      screen
        .getByRole('dialog')
        .getByText(/^The order journal of earlier runs is missing or could not be verified/),
    )
    .toBeVisible()
})

it('a customer is shown as reconciled only where its list of open orders is whole', async () => {
  const { desk, screen } = await stage((scriptedCore) => {
    scriptedCore.startWith('reconciliation', [reconciliationOf('C1042'), reconciliationOf('C2007')])
    scriptedCore.startWith('openOrderReadings', [
      wholeReading('C1042'),
      { ...wholeReading('C2007'), state: 'unavailable', reason: 'the venue answers 404' },
    ])
  })
  await keys('{Control>}k{/Control}recon{Enter}')
  const grid = screen.getByRole('grid', { name: 'Reconciliation' })
  await expect.element(screen.getByText(/1 agree · 1 without a list of open orders/)).toBeVisible()
  await expect.element(grid.getByText('≈ no list')).toBeVisible()
  desk.delta('openOrderReadings', [
    { ...wholeReading('C1042'), state: 'partial', shown: 7, reason: 'its cursor leads nowhere' },
  ])
  await expect.element(screen.getByText(/1 reading · 0 agree/)).toBeVisible()
  await expect.element(grid.getByText('at least 7')).toBeVisible()
})
