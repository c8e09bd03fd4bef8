import { expect, test } from 'vitest'
import { openPanel } from '../../../renderer/state/stores/panelStore.ts'
import { code, wholeReading } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

const WHY = 'The venue’s answer cannot be read: trades: the answer holds no list.'

test('a table with an unread list says so, and never claims that there is nothing', async () => {
  const { screen, desk } = await stage((world) => {
    world.startWith('customers', [])
    world.startWith('reads', [
      { name: 'instruments', readAt: 1, why: null },
      { name: 'trades', readAt: null, why: WHY },
      { name: 'ledger', readAt: null, why: null },
    ])
  })
  await expect.element(screen.getByText(/^Not read: .*holds no list/).first()).toBeVisible()
  await expect.element(screen.getByText('trades not read', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/No customers yet|No open positions|No orders yet/)

  desk.delta('reads', [
    { name: 'trades', readAt: 1, why: null },
    { name: 'ledger', readAt: null, why: null },
  ])
  await expect.element(screen.getByText('Reading the ledger.').first()).toBeVisible()
  desk.delta('reads', [
    { name: 'trades', readAt: 1, why: null },
    { name: 'ledger', readAt: 1, why: null },
  ])
  await expect.element(screen.getByText(/^No customers yet/)).toBeVisible()
})

test('while older records may name customers, no customer is the only one and no count is sure', async () => {
  const why = 'trades and ledger, which name the customers, are not read to the first record.'
  const { screen, desk } = await stage((world) => {
    world.startWith('customers', [])
    world.startWith('reads', [{ name: 'customers', readAt: null, why }])
  })
  await expect.element(screen.getByText(/^no live order known, but there may be customers/)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/No customers yet|0 orders stay live/)

  desk.delta('reads', [{ name: 'customers', readAt: 1, why: null }])
  await expect.element(screen.getByText(/^0 orders stay live/)).toBeVisible()
  await expect.element(screen.getByText(/^No customers yet/)).toBeVisible()
})

test('an empty table of one customer names the customer', async () => {
  const { session, screen } = await stage((world) => {
    for (const topic of ['orders', 'trades', 'positions'] as const) world.startWith(topic, [])
    world.startWith('openOrderReadings', [wholeReading('C1042'), wholeReading('C2007')])
  })
  for (const [panel, sentence] of [
    ['orders', /^No orders of C2007 yet\. Press B or S/],
    ['trades', 'No trades of C2007 yet. A fill shows here when the venue reports it.'],
    ['positions', 'No open positions of C2007. A fill opens a position.'],
  ] as const) {
    openPanel(session.panels, panel, code('C2007'))
    await expect.element(screen.getByText(sentence)).toBeVisible()
  }
})

test('an empty table of one customer’s orders says that the customer’s list is not complete', async () => {
  const { desk, session, screen } = await stage((world) => {
    world.startWith('orders', [])
    const reason = 'the venue shows 2 of 5'
    world.startWith('openOrderReadings', [
      wholeReading('C1042'),
      { ...wholeReading('C2007'), state: 'partial', shown: 2, reason },
    ])
  })
  openPanel(session.panels, 'orders', code('C2007'))
  await expect
    .element(
      screen.getByText(
        'No live order is known here, but the list of C2007 is not complete (2 orders shown): the venue shows 2 of 5.',
      ),
    )
    .toBeVisible()
  desk.delta('openOrderReadings', [wholeReading('C2007')])
  await expect.element(screen.getByText(/^No orders of C2007 yet/)).toBeVisible()
})

test('an empty table of all orders claims none only once every list was read whole', async () => {
  const { desk, session, screen } = await stage((world) => {
    world.startWith('orders', [])
    world.startWith('openOrderReadings', [wholeReading('C1042')])
  })
  openPanel(session.panels, 'orders')
  await expect.element(screen.getByText('The list of C2007 is not read: not requested yet.')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/No orders yet/)
  const customers = session.server.customers.getState().value ?? []
  desk.delta(
    'openOrderReadings',
    customers.map((customer) => wholeReading(customer.code)),
  )
  await expect.element(screen.getByText(/^No orders yet/)).toBeVisible()
})
