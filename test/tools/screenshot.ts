/** `npm run screenshot -- FILE`: opens the real terminal in a browser, deals a little by keyboard, and keeps the picture. */

import { chromium } from 'playwright'
import { dealALittle, signIn } from '../e2e/story.ts'
import { findOrInstallBrowser } from './findBrowser.ts'
import { startTerminal } from './runTerminal.ts'

const file = process.argv[2] ?? 'docs/terminal.png'
const executablePath = findOrInstallBrowser()
if (executablePath === null) {
  console.error('No browser: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.')
  process.exit(2)
}
const terminal = await startTerminal('--seed', '7')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto(terminal.url)
  await signIn(page)
  await dealALittle(page)
  await page.screenshot({ path: file })
  console.log(`Kept ${file}`)
} finally {
  await browser.close()
  await terminal.stop()
}
