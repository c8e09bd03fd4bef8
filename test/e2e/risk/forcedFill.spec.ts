/** A forced fill raises an alarm that stays until a dealer acknowledges it, by keyboard. */

import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, seeBook, seriousFaults } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

const PASSWORD = 'right-horse-7f3a'

test('a forced fill must be acknowledged, names what the venue sold, and is over with one key', async ({
  openTerminal,
  atEnd,
}) => {
  const clock = clockOf(globalThis)
  const exchange = simulatedExchange({ seed: 7, clock })
  const pricesNow = exchange.prices.bind(exchange)
  let hasCrashed = false
  // The mark alone falls: it decides about margin, and the book still takes the position over.
  exchange.prices = (symbol) => ({
    ...pricesNow(symbol),
    ...(hasCrashed ? { mark: decimalText.parse('1') } : {}),
  })
  const broker = await startLivePaper({ exchange, clock, username: 'dealer', password: PASSWORD })
  atEnd(() => broker.close())
  const file = otherVenue(broker)
  atEnd(() => file.remove())
  const { page, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, 'dealer', PASSWORD)
  await seeBook(page)
  await chooseCustomer(page, 'C7719')
  await command(page, '# b 0.2 btc m')

  hasCrashed = true
  await expect(page.getByRole('button', { name: /^Notices ! \d+/ })).toBeVisible()
  await page.keyboard.press('Shift+F1')
  const notices = page.getByRole('grid', { name: 'Notices' })
  await expect(notices).toBeFocused()
  const urgent = notices.getByRole('rowgroup', { name: 'Must acknowledge' })
  await expect(urgent).toContainText(
    /forced fill\s*C7719.*The venue sold .*No order of this terminal asked for it\./,
  )
  expect(await seriousFaults(page)).toEqual([])
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('a')
    await expect(urgent).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(notices).toContainText('No order of this terminal asked for it.')
  expect(complaints).toEqual([])
})
