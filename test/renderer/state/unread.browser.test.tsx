import { expect, test } from 'vitest'
import { stage } from '../workspace/stage.tsx'

const WHY = 'The venue’s answer cannot be read: trades: the answer holds no list.'

test('a table whose list was not read says so, and never that there is nothing', async () => {
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
