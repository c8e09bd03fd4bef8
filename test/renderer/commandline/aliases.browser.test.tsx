/** The dealer's own names for customers and instruments: made in the settings, read on the line. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aliasNamed } from '../../../renderer/commandline/aliasesInForce.ts'
import { customerOf } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

async function openNames() {
  const staged = await stage()
  await keys('/settings{Enter}')
  const { screen } = staged
  await screen.getByRole('searchbox', { name: 'Find a setting or a key' }).fill('own names')
  const save = async (word: string, names: string) => {
    await screen.getByRole('textbox', { name: 'Own names' }).fill(word)
    await screen.getByRole('textbox', { name: 'Customer code or symbol that the word names' }).fill(names)
    await keys('{Enter}')
  }
  return { ...staged, save }
}

describe('own names', () => {
  it('name a customer and an instrument on the line, and the real codes are read back', async () => {
    const { screen, save } = await openNames()
    await save('whale', 'C2007')
    await expect.element(screen.getByText('whale → C2007')).toBeVisible()
    await save('orange', 'BTCUSDC_PERP')
    await expect.element(screen.getByText('orange → BTCUSDC_PERP')).toBeVisible()
    await keys('{Control>}k{/Control}whale b 1 orange @62000')
    await expect.element(screen.getByText(/C2007.*BUY 1 BTCUSDC_PERP LIMIT 62,000/)).toBeVisible()
    await keys('{Control>}a{/Control}wh')
    await expect.element(screen.getByText('Tab', { exact: true })).toBeVisible()
    await keys('{Tab}')
    await expect.element(screen.getByRole('textbox', { name: 'Command line' })).toHaveValue('whale ')
  })

  it.each([
    ['cl042', 'C2007', /could be taken for C1042/],
    ['c2oo7', 'C1042', /could be taken for C2007/],
    ['btc', 'C1042', /could be taken for BTC/],
    ['flat', 'C1042', /could be taken for flat/],
    ['fee', 'C1042', /could be taken for fee/],
    ['whale', 'C9999', /Type the customer code/],
    ['a b', 'C1042', /must be 2 to 20/],
  ])('%s for %s is refused', async (word, names, why) => {
    const { desk, screen, save } = await openNames()
    await save(word, names)
    await expect.element(screen.getByText(why)).toBeVisible()
    expect(desk.callsOf('settings.change')).toEqual([])
  })

  it('end as soon as a customer appears who could be taken for one', async () => {
    const { desk, session, screen, save } = await openNames()
    await save('whale', 'C2007')
    await expect.element(screen.getByText('whale → C2007')).toBeVisible()
    expect(aliasNamed(session, [], 'WHALE')).toMatchObject({ customerCode: 'C2007' })
    const customers = session.server.customers.getState().value ?? []
    desk.delta('customers', [...customers, customerOf('WhaIe', '')])
    await expect.element(screen.getByText(/“whale” could be taken for WhaIe/)).toBeVisible()
    expect(aliasNamed(session, [], 'whale')).toBeNull()
    await keys('{Control>}k{/Control}whale b 1 btc @62000')
    await expect.element(screen.getByText(/C2007.*BUY 1/)).not.toBeInTheDocument()
  })

  it('never become another customer whom the venue lists later', async () => {
    const { desk, session, screen, save } = await openNames()
    await save('whale', 'C2007')
    await expect.element(screen.getByText('whale → C2007')).toBeVisible()
    const customers = session.server.customers.getState().value ?? []
    desk.delta('customers', [...customers, customerOf('C9999', 'Whale Fund')])
    await keys('{Control>}k{/Control}whale b 1 btc @62000')
    await expect
      .element(screen.getByText(/“whale” is your name for C2007 and now also names C9999: type the code\./))
      .toBeVisible()
    await keys('{Enter}{Enter}')
    expect(desk.callsOf('order.submit')).toEqual([])
  })
})

describe('Tab', () => {
  it('shows what it would complete, and what the line would then do', async () => {
    const { screen } = await stage()
    await keys('/C1042 b 1 btc @62000 io')
    await expect.element(screen.getByText(/BUY 1 BTCUSDC_PERP LIMIT 62,000\.0 IOC/)).toBeVisible()
    await keys('{Tab}')
    await expect
      .element(screen.getByRole('textbox', { name: 'Command line' }))
      .toHaveValue('C1042 b 1 btc @62000 ioc ')
  })
})
