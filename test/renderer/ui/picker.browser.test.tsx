import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { customerOf, instrumentOf } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const CUSTOMERS = [
  customerOf('C1042', 'Acme Pension'),
  customerOf('C1043', 'Acme Growth'),
  customerOf('C10', 'Cedar Fund'),
  customerOf('C2007', 'Blue Harbor'),
]

async function pickCustomer(typed: string) {
  const { screen, session } = await stage((desk) => desk.startWith('customers', CUSTOMERS))
  await userEvent.keyboard('{F2}')
  const field = screen.getByRole('combobox', { name: 'Customer of this window' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(typed)
  return { screen, session, customer: () => session.workspace.getState().customer }
}

describe('Enter in the search for a customer', () => {
  it.each(['C104{Enter}', 'acme{Enter}', '{Enter}', '104{Enter}{Enter}'])(
    'chooses no customer while several fit: %s',
    async (typed) => {
      const { screen, customer } = await pickCustomer(typed)
      await expect.element(screen.getByText(/Enter chooses none yet/)).toBeVisible()
      expect(customer()).toBeNull()
      await expect.element(screen.getByRole('dialog')).toBeVisible()
      expect(document.querySelector('[role=option][aria-selected=true]')).toBeNull()
    },
  )

  it.each([
    ['the only one that fits', 'growth{Enter}', 'C1043'],
    ['a whole code, though longer codes begin with it', 'c10{Enter}', 'C10'],
    ['the row that the arrows went to', 'C104{ArrowDown}{ArrowDown}{Enter}', 'C1043'],
  ])('takes %s', async (_name, typed, chosen) => {
    const { customer } = await pickCustomer(typed)
    await expect.poll(customer).toBe(chosen)
  })

  it('drops the row that the arrows chose once more is typed', async () => {
    const { screen, customer } = await pickCustomer('C1{ArrowDown}{ArrowDown}04{Enter}')
    await expect.element(screen.getByText(/Enter chooses none yet/)).toBeVisible()
    expect(customer()).toBeNull()
  })

  it('takes no row because of the pointer over it', async () => {
    const { screen, customer } = await pickCustomer('C104')
    await userEvent.hover(screen.getByRole('option', { name: /C1043/ }))
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(/Enter chooses none yet/)).toBeVisible()
    expect(customer()).toBeNull()
  })
})

it('Enter in the search for an instrument does not take the first of several', async () => {
  const { screen, session } = await stage((desk) =>
    desk.startWith('instruments', [
      instrumentOf('BTC', '0.5', '0.001'),
      instrumentOf('BCH', '0.01', '0.01'),
      instrumentOf('ETH', '0.01', '0.01'),
    ]),
  )
  const shown = () => session.workspace.getState().instruments['1']
  await expect.poll(shown).toBe('BTCUSDC_PERP')
  await userEvent.keyboard('{F3}')
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('perp{Enter}')
  await expect.element(screen.getByText(/Enter chooses none yet/)).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}eth{Enter}')
  await expect.poll(shown).toBe('ETHUSDC_PERP')
})
