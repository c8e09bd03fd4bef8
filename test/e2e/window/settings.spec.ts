import { expect, test } from '../desk.ts'
import { changeSetting, collectFaults, dealALittle, ladder, seriousFaults, signIn } from '../story.ts'

test.use({ timezoneId: 'Asia/Kolkata' })

test('settings and a moved key apply in two windows at once, survive a reload, and leave the old key without effect', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const [second] = await Promise.all([first.waitForEvent('popup'), first.keyboard.press('Shift+F11')])
  await expect(ladder(second)).toHaveCount(1)
  const clock = (page: typeof first) => page.getByRole('banner').getByText(/^\d\d:\d\d:\d\d /)
  await expect(clock(second)).toHaveText(/ UTC$/)

  await first.bringToFront()
  await first.keyboard.press('Control+Comma')
  const search = first.getByRole('searchbox', { name: 'Find a setting or a key' })
  await expect(search).toBeFocused()
  await changeSetting(first, 'Time zone', 1)
  await expect(clock(first)).toHaveText(/ UTC\+5:30$/)
  await expect(clock(second)).toHaveText(/ UTC\+5:30$/)

  const bidOf = (page: typeof first) =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bid').trim())
  const blue = await bidOf(second)
  await changeSetting(first, 'Colors of the sides', 1)
  await expect.poll(() => bidOf(second)).not.toBe(blue)
  await changeSetting(first, 'Number format', 1)
  const cell = second.getByRole('grid', { name: 'Watchlist' }).getByText(/^\d+\u00a0\d{3}/)
  await expect(cell.first()).toBeVisible()
  await expect(
    ladder(second)
      .getByRole('gridcell')
      .getByText(/\d,\d{3}/),
  ).toHaveCount(0)
  expect(await seriousFaults(first)).toEqual([])

  await search.focus()
  await first.keyboard.press('Control+a')
  await first.keyboard.type('pick the customer of this window')
  const move = first.getByRole('button', { name: 'Change the key of pick the customer of this window' })
  await move.focus()
  await first.keyboard.press('Enter')
  await first.keyboard.press('F7')
  await expect(first.getByRole('alert').getByText('F7 is the key of “orders”')).toBeVisible()
  await first.keyboard.press('Control+g')
  const row = first.getByRole('listitem', { name: 'pick the customer of this window' })
  await expect(row).toContainText('Ctrl G')

  await second.bringToFront()
  const chip = second.getByRole('banner').getByRole('button', { name: 'Choose a customer' })
  await expect(chip).toContainText('Ctrl G')
  await second.keyboard.press('F2')
  await second.keyboard.press('Control+g')
  const picker = second.getByRole('dialog')
  await expect(picker).toHaveCount(1)
  await second.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await second.keyboard.press('F2')
  await second.keyboard.press('F1')
  await expect(second.getByRole('dialog', { name: 'Keys' })).toContainText('Ctrl G')
  await second.keyboard.press('Escape')

  await second.reload()
  await expect(ladder(second)).toHaveCount(1)
  await expect(clock(second)).toHaveText(/ UTC\+5:30$/)
  await expect(chip).toContainText('Ctrl G')

  await first.bringToFront()
  const [file] = await Promise.all([
    first.waitForEvent('download'),
    first.getByRole('button', { name: 'Export to a file' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toMatch(/^openpit-settings-.*\.json$/)
  await first.getByRole('button', { name: 'Reset all keys' }).press('Enter')
  await expect(chip).toContainText('F2')
  await first.getByLabel('File of settings').setInputFiles(await file.path())
  await expect(first.getByRole('group', { name: 'Import' })).toContainText('3 settings and 1 key')
  await first.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(chip).toContainText('Ctrl G')
  expect(complaints).toEqual([])
})

test('axe finds nothing serious in any theme at any density, and with each pair of sides', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await dealALittle(page)
  const token = (name: string) =>
    page.evaluate((asked) => getComputedStyle(document.documentElement).getPropertyValue(asked), name)
  const lookAround = async (theme: string) => {
    await look(`${theme}: settings`)
    // The chart's lines and words read the colors again, and the settings lie over no ladder.
    await page.keyboard.press('F5')
    await look(`${theme}: desk`)
    await page.keyboard.press('F1')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(`${theme}: keys`)
    await page.keyboard.press('Escape')
  }
  const dark = await token('--panel')
  for (const [turn, theme] of ['dark', 'light, green and red', 'high contrast, blue and orange'].entries()) {
    if (turn > 0) {
      await changeSetting(page, 'Theme', 1)
      await changeSetting(page, 'Colors of the sides', 1)
      await expect.poll(() => token('--panel')).not.toBe(dark)
    }
    for (const [step, density] of ['normal', 'compact', 'roomy'].entries()) {
      await changeSetting(page, 'Density', step === 0 ? 0 : 1)
      if (step === 0) await page.keyboard.press('Home')
      await expect(page.getByRole('combobox', { name: 'Density', exact: true })).toHaveValue(density)
      // A density changes rows alone, so that the others need no look at the whole page.
      if (step === turn) await lookAround(`${theme}, ${density}`)
      else {
        await page.keyboard.press('F6')
        for (const panel of ['positions:1', 'ladder:1'])
          await look(`${theme}, ${density}: ${panel}`, `[data-instance="${panel}"]`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
