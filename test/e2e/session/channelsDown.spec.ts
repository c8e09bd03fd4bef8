import { startPaper } from '../../support/runTerminal.ts'
import { openStreamProxy } from '../../fakes/venue/streamProxy.ts'
import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  command,
  letStand,
  seeBook,
  seriousFaults,
  tradingKeys,
} from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

test('without private channels only a trade-out with the code goes out; reading back reopens all', async ({
  openTerminal,
  atEnd,
}) => {
  const paper = await startPaper('--seed', '7')
  atEnd(() => paper.stop())
  const door = await openStreamProxy(paper.streamUrl)
  atEnd(() => door.close())
  const file = otherVenue({ restUrl: paper.restUrl, streamUrl: door.streamUrl })
  atEnd(() => file.remove())
  const { page, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, paper.username, paper.password)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.4 btc m x5')
  await command(page, '# b 0.2 btc bid-5%')
  const positions = await blotter(page, 'F6', 'Positions')
  const position = positions.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })
  await expect(position).toContainText('0.4')
  await page.keyboard.press('F5')
  await arm(page)
  const keys = tradingKeys(page)
  const alert = page.getByRole('alert', { name: 'Private channels' })
  await expect(alert).toHaveCount(0)

  await test.step('says at once which channels are down: banner, lights, keys, customer and notice', async () => {
    door.losePrivate()
    await expect(alert).toContainText(
      /The private channels orders, trades and balance-changes are down since [\d:]+ UTC: nothing new is sent\. Canceling works/,
    )
    await expect(keys).toContainText(/^Keys off: a private channel was down \([\d:]+ UTC\)$/)
    const status = page.getByRole('contentinfo', { name: 'Status' })
    for (const channel of ['orders', 'trades', 'balance-changes'])
      await expect(status).toContainText(new RegExp(`${channel}(, [a-z-]+)* (down|connecting)`))
    await expect(page.getByRole('button', { name: /C1042/ }).first()).toContainText('closed')
    await expect(page.getByRole('region', { name: 'New notices' })).toContainText(
      /Nothing new is sent for any/,
    )
    expect(await seriousFaults(page)).toEqual([])
  })

  await test.step('takes no order', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('# b 0.1 btc m')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('search', { name: 'Command' })).not.toContainText('Enter sends')
    await expect(page.getByRole('region', { name: 'New notices' })).toContainText(/nothing new is sent/)
    await page.keyboard.press('Escape')
  })

  await test.step('flattens after the customer code was typed, on what the venue says then', async () => {
    await blotter(page, 'F6', 'Positions')
    await page.keyboard.press('Home')
    await page.keyboard.press('f')
    await expect(page.getByRole('alert').filter({ hasText: 'Enter sends' })).toBeVisible()
    await letStand(page)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Trade out on what may be old' })
    await expect(sheet).toContainText(/what Openpit knows of C1042 may be \d+ s old/)
    await expect(sheet.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('C2007')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('alert')).toContainText(
      'C2007 is not the customer code; no market order was sent.',
    )
    await page.keyboard.type('C1042')
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    // Nothing but reading tells of it: the channels are away.
    await expect(position).toHaveCount(0)
  })

  await test.step('opens again once the channels are live and everything was read back', async () => {
    door.restore()
    await expect(alert).toHaveCount(0)
    await expect(page.getByRole('button', { name: /C1042/ }).first()).not.toContainText('closed')
    await expect(async () => {
      await command(page, '# b 0.3 btc m x5')
      await expect(position).toContainText('0.3', { timeout: 5_000 })
    }).toPass()
  })
  expect(complaints).toEqual([])
})
