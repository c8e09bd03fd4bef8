/**
 * `npm run pictures -- FOLDER`: takes a picture of every screen and sheet of the running terminal on every display, and lists what is cut or hidden.
 * `--on=1366` and `--only=ledger` narrow it down; `--theme=light` or `--theme=contrast` changes the theme; `--document` takes docs/terminal.png
 * instead, `--manual` the pictures of docs/manual, and `--themes` ten pictures: the sign-in, and each built-in workspace in each theme.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import {
  DISPLAYS,
  NOTICE_DETAILS,
  REPLAY_BAR,
  SCREENS,
  WORKSPACES,
  backToPanels,
  prepareWindow,
  type Display,
} from '../../e2e/window/screens.ts'
import { changeSetting, chooseCustomer, dealALittle, seeBook, signIn } from '../../e2e/story.ts'
import { ownRecording } from '../../fixtures/recording.ts'
import { layoutFaults } from '../../e2e/window/layoutFaults.ts'
import { findOrInstallBrowser } from '../../support/findBrowser.ts'
import { startTerminal } from '../../support/runTerminal.ts'
import { NEWER, startUpdatable } from '../../e2e/updates/updatable.ts'
import { MANY_SCREENS, startManyCustomers } from './manyCustomers.ts'
import { takeManualPictures, takeSignIn, takeUpdates } from './manualPictures.ts'

const DOCUMENT = 'docs/terminal.png'

const executablePath = findOrInstallBrowser()
if (executablePath === null) {
  console.error('No browser: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.')
  process.exit(2)
}
const words = process.argv.slice(2)
const folder = words.find((word) => !word.startsWith('--')) ?? 'test-results/pictures'
/** What stands behind `--name=`; everything fits where it is left out. */
const filter = (name: string) => {
  const start = `--${name}=`
  const part = words.find((word) => word.startsWith(start))?.slice(start.length)
  return (screen: { readonly name: string }): boolean => part === undefined || screen.name.includes(part)
}
/** In the order of the choices of the setting. */
const THEMES = ['dark', 'light', 'contrast']
/** How many choices down from the dark theme. */
const themeSteps = THEMES.findIndex((theme) => words.includes(`--theme=${theme}`))
/** `1920x1080` alone names no zoom of that screen. */
const named = DISPLAYS.filter(({ name }) => words.includes(`--on=${name}`))
const displays = named.length > 0 ? named : DISPLAYS.filter(filter('on'))
const screens = [...SCREENS, NOTICE_DETAILS].filter(filter('only'))

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const ofMany = MANY_SCREENS.filter(filter('only'))
const ofReplay = [REPLAY_BAR].some(filter('only'))
let terminal = await startTerminal('--seed', '7')
try {
  if (words.includes('--document')) await takeDocument(browser)
  else if (words.includes('--manual')) await takeManual(browser)
  else if (words.includes('--themes')) await takeThemes(browser)
  else {
    if (screens.length > 0) await takeAll(browser)
    if (ofMany.length > 0) await takeMany(browser)
    if (ofReplay) {
      await terminal.stop()
      terminal = await startTerminal('--replay', ownRecording)
      await takeReplay(browser)
    }
  }
} finally {
  await browser.close()
  await terminal.stop()
}

async function openOn(
  shown: Browser,
  { viewport, deviceScaleFactor }: Display,
  { url }: { readonly url: string } = terminal,
): Promise<Page> {
  const context = await shown.newContext({ viewport, deviceScaleFactor })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** The one picture of the README: a dealer at work at 1920 × 1080. */
async function takeDocument(shown: Browser): Promise<void> {
  const display = DISPLAYS.find(({ name }) => name === '1920x1080')
  if (!display) throw new Error('no display of 1920 × 1080')
  const page = await openOn(shown, display)
  await signIn(page)
  await dealALittle(page)
  await page.screenshot({ path: DOCUMENT })
  console.log(`Saved ${DOCUMENT}`)
}

/** The pictures of the manual, on the smallest display. */
async function takeManual(shown: Browser): Promise<void> {
  const display = DISPLAYS.find(({ name }) => name === '1366x768')
  if (!display) throw new Error('no display of 1366 × 768')
  const page = await openOn(shown, display)
  await takeSignIn(page)
  await signIn(page)
  await prepareWindow(page)
  await takeManualPictures(page, filter('only'))
  if ([{ name: 'updates' }].some(filter('only'))) await takeManualUpdates(shown, display)
}

/** A terminal of its own: a served one has no updates. */
async function takeManualUpdates(shown: Browser, display: Display): Promise<void> {
  const updatable = await startUpdatable()
  try {
    updatable.publish(NEWER)
    const page = await openOn(shown, display, updatable)
    await signIn(page)
    await prepareWindow(page)
    await takeUpdates(page)
  } finally {
    await updatable.stop()
  }
}

/** Every theme and workspace, on the first display that is asked for. */
async function takeThemes(shown: Browser): Promise<void> {
  const display = displays.find(({ name }) => name === '1920x1080') ?? displays[0]
  if (!display) throw new Error('no such display')
  const page = await openOn(shown, display)
  await page.getByRole('button', { name: 'Open the paper desk' }).waitFor()
  await take(page, display, 'sign-in')
  await signIn(page)
  await prepareWindow(page)
  for (const theme of THEMES) {
    if (theme !== THEMES[0]) {
      await changeSetting(page, 'Theme', 1)
      await page.keyboard.press('Control+Shift+X')
      await backToPanels(page)
    }
    for (const workspace of WORKSPACES) {
      await workspace.show(page)
      await page
        .locator('.chart-legend span')
        .first()
        .or(page.getByRole('grid', { name: 'Reconciliation' }))
        .first()
        .waitFor()
      await take(page, display, `${theme}-${workspace.name}`)
      await workspace.leave?.(page)
    }
  }
}

async function take(page: Page, display: Display, name: string): Promise<void> {
  const path = join(folder, display.name, `${name}.png`)
  mkdirSync(join(folder, display.name), { recursive: true })
  await page.screenshot({ path })
  console.log(`Saved ${path}`)
  for (const fault of await layoutFaults(page)) console.log(`  ${fault}`)
}

/** A terminal of its own: its paper broker plays a recorded market. */
async function takeReplay(shown: Browser): Promise<void> {
  let isFirst = true
  for (const display of displays) {
    const page = await openOn(shown, display)
    if (isFirst) await signIn(page)
    isFirst = false
    await seeBook(page)
    await REPLAY_BAR.show(page)
    await take(page, display, REPLAY_BAR.name)
    await page.context().close()
  }
}

/** A terminal of its own: the built-in broker has six customers. */
async function takeMany(shown: Browser): Promise<void> {
  const many = await startManyCustomers()
  try {
    const windows: { display: Display; page: Page }[] = []
    for (const display of displays) {
      const page = await openOn(shown, display, many)
      if (windows.length === 0) await many.prepare(page)
      else await seeBook(page)
      windows.push({ display, page })
    }
    for (const screen of ofMany)
      for (const { display, page } of windows) {
        await page.bringToFront()
        await screen.show(page)
        await take(page, display, screen.name)
        await backToPanels(page)
        await screen.leave?.(page)
      }
  } finally {
    await many.stop()
  }
}

async function takeAll(shown: Browser): Promise<void> {
  const windows: { display: Display; page: Page }[] = []
  for (const display of displays) windows.push({ display, page: await openOn(shown, display) })
  for (const { display, page } of windows) {
    await page.getByRole('button', { name: 'Open the paper desk' }).waitFor()
    await take(page, display, 'sign-in')
  }
  const [first] = windows
  if (!first) return
  await signIn(first.page)
  if (themeSteps > 0) {
    await changeSetting(first.page, 'Theme', themeSteps)
    await backToPanels(first.page)
  }
  await prepareWindow(first.page)
  for (const { display, page } of windows) {
    await page.bringToFront()
    await seeBook(page)
    await chooseCustomer(page, 'C1042')
    for (const screen of screens) {
      await screen.show(page)
      await take(page, display, screen.name)
      await backToPanels(page)
      await screen.leave?.(page)
    }
  }
}
