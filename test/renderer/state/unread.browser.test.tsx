import { expect, test } from 'vitest'
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
