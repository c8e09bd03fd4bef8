import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startPaper } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, seeBook } from '../story.ts'
import { expectSentence, otherVenue, typeCredentials } from '../venue.ts'

const CANARY = 'canary-Zq7x-9431-password'
/** The canary as it would look after the usual transformations. */
const SHAPES = [
  CANARY,
  Buffer.from(CANARY).toString('base64').replaceAll('=', ''),
  Buffer.from(CANARY).toString('hex'),
  encodeURIComponent(CANARY),
  CANARY.split('').toReversed().join(''),
]
const finds = (text: string) => SHAPES.some((shape) => text.includes(shape))

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

test('a typed password is in no frame to the window, no page, no log, no settings, no database', async ({
  openTerminal,
  atEnd,
}) => {
  const paper = await startPaper('--username', 'dealer', '--password', CANARY)
  atEnd(() => paper.stop())
  const file = otherVenue(paper)
  atEnd(() => file.remove())
  const desk = await openTerminal('--venue', file.path)
  const { page, frames, dataDirectory } = desk
  await typeCredentials(page, 'dealer', `${CANARY}-wrong`)
  await expectSentence(page, /Wrong username or password/)
  await typeCredentials(page, 'dealer', CANARY)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b $5k btc m')
  await expect(
    page.getByRole('grid', { name: 'Positions', exact: true }).getByRole('row', { name: /C1042/ }),
  ).toBeVisible()
  await page.reload()
  await seeBook(page)

  // The scanner itself works: the one frame that must hold the password, from the window to the core, is found.
  expect(frames.sent.some(finds)).toBe(true)
  expect(frames.received.length).toBeGreaterThan(50)
  expect(frames.received.filter(finds)).toEqual([])
  expect(finds(await page.content())).toBe(false)
  expect(
    finds(
      await page.evaluate(() =>
        [localStorage, sessionStorage].map((kept) => Object.values(kept).join(' ')).join(' '),
      ),
    ),
  ).toBe(false)
  expect(finds(page.url())).toBe(false)
  expect(finds(desk.output())).toBe(false)
  const files = filesBelow(dataDirectory)
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((path) => finds(readFileSync(path, 'latin1')))).toEqual([])
})
