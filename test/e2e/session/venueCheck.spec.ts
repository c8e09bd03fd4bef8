import { customerCode } from '../../../shared/domain/scalars.ts'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { dealBefore, openStrangeVenue, strangeMix } from '../../fakes/venue/strange/strangeVenue.ts'
import { expect, test } from '../desk.ts'
import { seeBook, tabTo } from '../story.ts'
import { venueFile } from '../venue.ts'

const SEED = 11

test('a venue that nobody has described is checked before the sign-in, saved and opened; all by keyboard', async ({
  openTerminal,
  atEnd,
}, info) => {
  const mix = strangeMix(SEED)
  const venue = await openStrangeVenue(mix, SEED)
  const proxy = await openCountingProxy(venue.restUrl)
  atEnd(() => venue.close())
  atEnd(() => proxy.close())
  await dealBefore(venue, customerCode.parse(venue.paper.customers[0]))
  const file = venueFile({
    name: 'Strange',
    kind: 'paper',
    restUrl: proxy.restUrl,
    streamUrl: venue.streamUrl,
    paths: mix.variant.paths,
    capabilities: { amend: mix.variant.amend },
  })
  atEnd(() => file.remove())
  const { page, complaints, frames } = await openTerminal('--seed', '7')
  const reached = new Set<string>()
  page.on('request', (request) => reached.add(new URL(request.url()).origin))

  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Check a venue', exact: true }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Check a venue' })
  await expect(sheet.getByLabel('Profile file')).toBeFocused()

  // A file that is no profile is one sentence.
  const broken = venueFile({ name: 'X', kind: 'demo' })
  atEnd(() => broken.remove())
  // The system's own dialog is no part of the page.
  const choose = (path: string) => sheet.getByLabel('Profile file').setInputFiles(path)
  await choose(broken.path)
  await expect(sheet.getByRole('alert')).toContainText('venue.json is not a venue profile: kind')
  await choose(file.path)
  await expect(sheet.getByText(`Openpit sends the sign-in and reads to ${proxy.restUrl}`)).toBeVisible()

  // Enter before anything is typed, then a wrong password: a sentence each.
  await tabTo(page, page.getByRole('textbox', { name: 'Username', exact: true }))
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toHaveText('Type the username and the password for Strange.')
  const { username, password } = venue.paper
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong-horse')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('Strange: Wrong username or password')
  await expect(sheet.getByRole('listitem').filter({ hasText: 'sign-in' })).toContainText('Wrong username')

  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const result = sheet.getByRole('region', { name: 'Result of the check' })
  await expect(result.getByRole('status').first()).toContainText(/\d+ read, \d+ likely, \d+ not known/)
  await expect(sheet.getByText('Checked Strange: 9 of 9 probes are over.')).toBeVisible()
  const guess = (about: string) => result.getByRole('row', { name: new RegExp(`^${about}`) })
  await expect(guess('directions\\.in')).toContainText(`A deposit says “${mix.variant.directions.in}”.`)
  await expect(guess('capabilities\\.amend')).toContainText('not known')
  await page.screenshot({ path: info.outputPath('venue-check.png') })
  expect(proxy.requests.filter((request) => !request.startsWith('GET '))).toEqual(
    Array.from({ length: 2 }, () => `POST ${mix.variant.paths.login}`),
  )

  await tabTo(page, page.getByRole('button', { name: 'Write the profile', exact: true }))
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Strange-checked-.*\.json$/)
  await tabTo(page, page.getByRole('button', { name: 'Write the report', exact: true }), 'Shift+Tab')
  const [report] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(report.suggestedFilename()).toMatch(/^Strange-report-.*\.txt$/)
  await tabTo(page, page.getByRole('button', { name: 'Save as a venue', exact: true }))
  await page.keyboard.press('Enter')
  await expect(result.getByText('Strange is saved. Close this sheet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const card = page.getByRole('region', { name: 'Strange' })
  await card.getByRole('textbox', { name: 'Username' }).focus()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await card.getByRole('radio', { name: 'this run only' }).check()
  await card.getByLabel('Password', { exact: true }).press('Enter')
  await seeBook(page)

  expect(
    [...reached].filter((origin) => origin !== new URL(page.url()).origin && !origin.startsWith('blob')),
  ).toEqual([])
  expect(frames.received.join('\n')).not.toContain(password)
  expect(complaints).toEqual([])
})

test('the built-in broker is checked without a password', async ({ openTerminal }) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await tabTo(page, page.getByRole('button', { name: 'Check a venue', exact: true }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Check a venue' })
  await expect(sheet.getByLabel('Profile file')).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Venue', exact: true }), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('textbox', { name: 'Customer', exact: true }))
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('status').filter({ hasText: 'Checked' })).toContainText(
    '9 of 9 probes are over',
  )
  await expect(sheet.getByText('No finding changes the profile by itself.')).toBeVisible()
  expect(complaints).toEqual([])
})
