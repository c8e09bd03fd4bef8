/** An alert fires once for the desk: set by keys, shown in two windows, sounded in one, acknowledged in the other. The real core and paper broker. */

import { expect } from '@playwright/test'
import { test } from '../desk.ts'
import { duplicateTab, seriousFaults, signIn, typeLine } from '../story.ts'

test('an alert set by keys fires once, sounds in one window and is acknowledged in the other', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  const soundOf = (shown: typeof page) => shown.getByRole('button', { name: /^Sound: / })
  await expect(soundOf(page)).toHaveAccessibleName('Sound: 5')
  const second = await duplicateTab(page)
  await expect(soundOf(second)).toHaveAccessibleName('Sound: after your first key')
  await second.keyboard.press('F7')
  await expect(soundOf(second)).toHaveAccessibleName('Sound: other window')

  await test.step('the panel says what it watches, and the alert fires in both windows', async () => {
    await typeLine(page, 'alerts')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Alerts', exact: true })).toBeFocused()
    await page.keyboard.press('a')
    await page.keyboard.type('btc > 1000 !')
    await page.keyboard.press('Enter')
    for (const shown of [page, second])
      await expect(shown.getByRole('button', { name: /^Notices ! 1/ })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Alerts', exact: true })).toContainText('watched')
    expect(await seriousFaults(page)).toEqual([])
  })

  await test.step('it sounds once, in the first window alone', async () => {
    await expect(soundOf(page)).toHaveAttribute('data-given', '1')
    await expect(soundOf(second)).toHaveAttribute('data-given', '0')
  })

  await test.step('the second window acknowledges it for both', async () => {
    await second.keyboard.press('Shift+F1')
    await expect(second.getByRole('grid', { name: 'Notices' })).toBeFocused()
    await second.keyboard.press('Home')
    await second.keyboard.press('a')
    for (const shown of [page, second])
      await expect(shown.getByRole('button', { name: /^Notices ! / })).toHaveCount(0)
  })

  await test.step('the other window takes the sound over when the first closes', async () => {
    await page.close({ runBeforeUnload: false })
    await expect(soundOf(second)).toHaveAccessibleName('Sound: 5')
  })
  expect(complaints).toEqual([])
})
