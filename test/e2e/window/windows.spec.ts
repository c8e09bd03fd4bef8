import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, ladder, seeBook, signIn, tradingKeys } from '../story.ts'

test('Shift F11 opens another window; out of its link, each keeps its instruments over reloads and names them in its title', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const choose = async (page: typeof first, name: string, symbol: string) => {
    await page.keyboard.press('F3')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(ladder(page, symbol)).toHaveCount(1)
  }
  await ladder(first).focus()
  await choose(first, 'XRP', 'XRPUSDC_PERP')

  // The new tab starts with a copy of the session storage, as a duplicated tab does.
  const [second] = await Promise.all([first.waitForEvent('popup'), first.keyboard.press('Shift+F11')])
  await expect(ladder(second, 'XRPUSDC_PERP')).toHaveCount(1)
  await ladder(second, 'XRPUSDC_PERP').focus()
  // Out of link 1, the ladder of the second window has an instrument of its own.
  await second.keyboard.press('Control+Shift+0')
  await expect(
    second.getByRole('region', { name: 'Ladder 1' }).getByRole('button', { name: 'No instrument link' }),
  ).toBeVisible()
  await choose(second, 'SOL', 'SOLUSDC_PERP')

  for (const [page, name] of [
    [first, 'XRPUSDC_PERP'],
    [second, 'SOLUSDC_PERP'],
  ] as const)
    await expect(page).toHaveTitle(new RegExp(`^${name} [\\d.,]+ · no customer · Openpit$`))
  for (const [page, symbol] of [
    [first, 'XRPUSDC_PERP'],
    [second, 'SOLUSDC_PERP'],
    [first, 'XRPUSDC_PERP'],
  ] as const) {
    await page.reload()
    await expect(ladder(page, symbol)).toHaveCount(1)
  }
  expect(complaints).toEqual([])
})

test('a window has a name of its own, by key and from the list of panels, over reloads', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const [second] = await Promise.all([first.waitForEvent('popup'), first.keyboard.press('Shift+F11')])
  await seeBook(second)
  await first.keyboard.press('Control+F2')
  await expect(first.getByRole('dialog', { name: 'Name this window' }).getByRole('textbox')).toBeFocused()
  await first.keyboard.type('Left screen')
  await first.keyboard.press('Enter')
  await expect(first).toHaveTitle(/^Left screen · BTCUSDC_PERP /)
  await second.keyboard.press('Control+p')
  await second.keyboard.type('name this')
  await second.keyboard.press('Enter')
  await second.keyboard.type('Right screen')
  await second.keyboard.press('Enter')
  await expect(second).toHaveTitle(/^Right screen · /)
  for (const page of [first, second]) await page.reload()
  await expect(first).toHaveTitle(/^Left screen · /)
  await expect(second).toHaveTitle(/^Right screen · /)

  const notices = first.locator('section.toasts')
  await first.keyboard.press('Control+F11')
  await expect(notices).toContainText('A browser changes its tabs itself: press Ctrl+Tab')
  expect(complaints).toEqual([])
})

test('a link that changes in one window disarms the ladder of the other window, by keyboard', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const [second] = await Promise.all([first.waitForEvent('popup'), first.keyboard.press('Shift+F11')])
  await seeBook(second)
  await chooseCustomer(second, 'C1042')
  const armed = tradingKeys(second)
  await second.keyboard.press('F5')
  await expect(ladder(second)).toBeFocused()
  await arm(second)
  // Nothing the ladder shows changes: it stays armed.
  await second.keyboard.press('Control+Shift+1')
  await expect(armed).toContainText('ARMED C1042')

  await first.keyboard.press('F5')
  await expect(ladder(first)).toBeFocused()
  await first.keyboard.press('F3')
  await first.keyboard.type('SOL')
  await first.keyboard.press('Enter')
  await expect(ladder(first, 'SOLUSDC_PERP')).toHaveCount(1)
  await expect(ladder(second, 'SOLUSDC_PERP')).toHaveCount(1)
  await expect(armed).toContainText('Keys off: the instrument of link 1 is SOLUSDC_PERP now')
  await second.keyboard.press('Shift+F1')
  await expect(second.getByRole('grid', { name: 'Notices' })).toContainText(
    'Another window changed a link: link 1 is SOLUSDC_PERP. Disarmed here: ladder 1.',
  )

  // The customer of a link: the second window’s ladder deals for it, and the first window changes it.
  await second.keyboard.press('F5')
  await second.keyboard.press('Control+Shift+9')
  await second.keyboard.type('B')
  await second.keyboard.press('Enter')
  await second.keyboard.press('Shift+F2')
  await second.keyboard.type('C2007')
  await second.keyboard.press('Enter')
  await arm(second, 'C2007')
  await first.keyboard.press('F5')
  await first.keyboard.press('Control+k')
  await first.keyboard.type('clink b')
  await expect(first.getByRole('search', { name: 'Command' })).toContainText(
    'Enter joins Ladder 1 to customer link B (C2007)',
  )
  await first.keyboard.press('Enter')
  await first.keyboard.press('F5')
  await first.keyboard.press('Shift+F2')
  await first.keyboard.type('C3311')
  await first.keyboard.press('Enter')
  await expect(armed).toContainText('Keys off: the customer of link B is C3311 now')
  expect(complaints).toEqual([])
})
