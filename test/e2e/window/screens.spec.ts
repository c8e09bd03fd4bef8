import { expect, test } from '@playwright/test'
import { startTerminal } from '../../support/runTerminal.ts'
import { layoutFaults } from './layoutFaults.ts'
import { DISPLAYS, SCREENS, backToPanels, prepareWindow } from './screens.ts'
import { chooseCustomer, seeBook, signIn } from '../story.ts'

test('every screen on every display shows its send button and its whole head', async ({ browser }) => {
  const terminal = await startTerminal('--seed', '7')
  try {
    // One window after the other: four that paint at once are another story, and slow this one down.
    for (const { name, viewport, deviceScaleFactor } of DISPLAYS)
      await test.step(name, async () => {
        const context = await browser.newContext({ viewport, deviceScaleFactor })
        const page = await context.newPage()
        await page.goto(terminal.url)
        if (name === DISPLAYS[0]?.name) {
          await signIn(page)
          await prepareWindow(page)
        }
        await seeBook(page)
        await chooseCustomer(page, 'C1042')
        for (const screen of SCREENS) {
          await screen.show(page)
          await expect
            .soft(async () => expect(await layoutFaults(page), `${name}: ${screen.name}`).toEqual([]))
            .toPass({ timeout: 2_000 })
          await backToPanels(page)
          await screen.leave?.(page)
        }
        await context.close()
      })
  } finally {
    await terminal.stop()
  }
})
