/** A served desk on the bench's venue with windows of a real browser, for what is measured of several windows. Measures nothing. */

import type { Page } from 'playwright'
import { seeBook } from '../../e2e/story.ts'
import { otherVenue, typeCredentials } from '../../e2e/venue.ts'
import { openBrowser, serveTerminal, type ServedTerminal } from '../page/servedTerminal.ts'
import { openBenchVenue, type BenchVenue } from '../venue/venue.ts'

const SCREEN = { width: 1920, height: 1080 }

export interface BenchDesk {
  readonly venue: BenchVenue
  readonly costs: ServedTerminal['costs']
  /** The first window, signed in. */
  readonly first: Page
  /** Opens another window of the desk, and waits until its ladder shows a book. */
  openWindow(): Promise<Page>
  close(): Promise<void>
}

/** `instruments`: that the venue lists; at most 40 of them have books. */
export async function openBenchDesk(say: (line: string) => void, instruments: number): Promise<BenchDesk> {
  const venue = await openBenchVenue({ instruments })
  const file = otherVenue(venue.profile)
  const desk = await serveTerminal(say, { venueFile: file.path })
  const browser = await openBrowser()
  const close = async (): Promise<void> => {
    await browser.close()
    await desk.close()
    await venue.close()
    file.remove()
  }
  try {
    const context = await browser.newContext({ viewport: SCREEN })
    const first = await context.newPage()
    await first.goto(desk.url)
    await typeCredentials(first, 'bench', 'bench')
    await seeBook(first)
    return {
      venue,
      first,
      costs: () => desk.costs(),
      async openWindow() {
        // A window of its own: a browser draws the tabs of one window that are not in front a few times a second.
        const [next] = await Promise.all([
          first.waitForEvent('popup'),
          first.evaluate(() => void window.open(location.href, '_blank', 'popup')),
        ])
        await next.setViewportSize(SCREEN)
        await seeBook(next)
        return next
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
