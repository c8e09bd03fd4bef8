import { expect, test } from '../desk.ts'
import { ladder, signIn } from '../story.ts'

test('Shift F11 opens another window; each keeps its instruments over reloads and names them in its title', async ({
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
