import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker, type PaperBroker } from '../../../electron/paper/paperBroker.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { scratchFolder, startEntry } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { arm, blotter, chooseCustomer, command, seeBook, tradingKeys } from '../story.ts'
import { expectSentence, otherVenue, typeCredentials, venueFile } from '../venue.ts'

async function paperBroker(port = 0, password = 'right-horse'): Promise<PaperBroker> {
  const clock = clockOf(globalThis)
  return await startPaperBroker({
    exchange: simulatedExchange({ seed: 3, clock }),
    clock,
    randomBytes,
    onFault: (error) => expect(error).toBeUndefined(),
    port,
    username: 'dealer',
    password,
    users: [{ username: 'newcomer', password: 'not-yet', verified: false }],
  })
}

test('a wrong password, an unverified user and an empty field each get their own sentence [7.LOGIN_BAD_CREDENTIALS 7.LOGIN_USER_NOT_VERIFIED]', async ({
  openTerminal,
}) => {
  const broker = await paperBroker()
  const file = otherVenue(broker)
  const { page, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, 'dealer', 'wrong-horse')
  await expectSentence(page, /Wrong username or password/)
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('dealer')
  await typeCredentials(page, 'newcomer', 'not-yet')
  await expectSentence(page, /not verified yet.*broker/)
  await typeCredentials(page, 'dealer', '')
  await expectSentence(page, /Type the username and the password/)
  await typeCredentials(page, 'dealer', 'right-horse')
  await seeBook(page)
  expect(complaints).toEqual([])
  await broker.close()
  file.remove()
})

test('the dealer’s name and role are typed before the sign-in, and stand on the desk and in the life of an order; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  const name = page.getByRole('textbox', { name: 'Your name' })
  for (
    let presses = 0;
    presses < 9 && !(await name.evaluate((field) => field === document.activeElement));
    presses++
  )
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('J. Smith')
  await page.keyboard.press('Tab')
  await page.keyboard.type('senior dealer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  await page.keyboard.press('Enter')
  await seeBook(page)
  await expect(page.getByTitle('Who deals: J. Smith, senior dealer')).toHaveText('J. Smith')
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.1 btc bid-5%')
  const orders = await blotter(page, 'F7', 'Orders')
  await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toHaveCount(1)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('dealer J. Smith, senior dealer').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('a broker that is down gets its sentence, and the desk opens once it is up', async ({
  openTerminal,
}) => {
  const gone = await paperBroker()
  const { restUrl, streamUrl } = gone
  await gone.close()
  const file = otherVenue({ restUrl, streamUrl })
  const { page } = await openTerminal('--venue', file.path)
  await typeCredentials(page, 'dealer', 'right-horse')
  await expectSentence(page, /cannot be reached|does not answer|no connection/i)
  const broker = await paperBroker(Number(new URL(restUrl).port))
  await typeCredentials(page, 'dealer', 'right-horse')
  await seeBook(page)
  await broker.close()
  file.remove()
})

test('a lost broker is shown on every light and blocks the keys until it is back', async ({
  openTerminal,
}) => {
  const first = await paperBroker()
  const file = otherVenue(first)
  const { page } = await openTerminal('--venue', file.path)
  await typeCredentials(page, 'dealer', 'right-horse')
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await page.keyboard.press('F5')
  const keys = tradingKeys(page)
  await arm(page)
  await first.close()
  await expect(keys).not.toContainText('ARMED')
  await page.keyboard.press('b')
  await expect(page.getByText(/Enter sends/)).toHaveCount(0)
  const second = await paperBroker(Number(new URL(first.restUrl).port))
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(/books 8\/8/)
  await second.close()
  file.remove()
})

test('a failed start gives one line on standard error and exit code 2', async () => {
  const nonsense = venueFile('{ "name": ')
  const incomplete = venueFile({ name: 'X', kind: 'paper', restUrl: 'ftp://x', streamUrl: 'ws://x' })
  const data = scratchFolder()
  const taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  const port = String((taken.address() as { port: number }).port)
  const cases: [string[], RegExp][] = [
    [['--venue', nonsense.path], /--venue: \S+venue\.json is not valid JSON/],
    [['--venue', incomplete.path], /--venue: \S+ is not a venue profile: restUrl: must be a URL/],
    [['--venue', '/nowhere/venue.json'], /--venue: there is no readable file/],
    [['--replay', '/nowhere/market.gz'], /nowhere\/market\.gz/],
    [['--port', port], new RegExp(`${port}.*(taken|in use)`)],
    [['--speed', 'fast'], /--speed/],
    [['--nonsense'], /--nonsense/],
  ]
  for (const [options, sentence] of cases) {
    const args = [
      '--browser',
      '--no-open',
      '--data-dir',
      data.path,
      ...(options[0] === '--port' ? [] : ['--port', '0']),
      ...options,
    ]
    const message: string = await startEntry('electron/start.js', args, /ready at/).then(
      async (started) => {
        await started.stop()
        return `it started: ${options.join(' ')}`
      },
      (error: Error) => error.message,
    )
    expect.soft(message, options.join(' ')).toMatch(sentence)
    expect.soft(message, options.join(' ')).toContain('ended with code 2')
    expect.soft(message, options.join(' ')).not.toMatch(/\n\s+at /)
  }
  taken.close()
  data.remove()
  nonsense.remove()
  incomplete.remove()
})
