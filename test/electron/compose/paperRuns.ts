/** Runs of the composed terminal on one data folder and the built-in paper broker, signed in and open for trading. Ends all of them behind each test. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import type { Desk, Door } from '../../../electron/deskTypes.ts'
import { DeskWindow } from './deskWindow.ts'
import { PAPER_DESK } from './paperOptions.ts'

export const soon = { interval: 20 }

export interface PaperRun {
  readonly desk: Desk
  readonly window: DeskWindow
  /** What the sign-in screen said: why the terminal sends less than usual; null: nothing. */
  readonly restriction: string | null
}

export interface PaperRuns {
  /** The data folder of the present test. */
  data(): string
  /** Opens the terminal on the folder; every customer is open and prices are there. */
  run(door?: Door): Promise<PaperRun>
}

/** Call at the top of a test file. */
export function paperRuns(): PaperRuns {
  let folder = ''
  const open: Desk[] = []
  const data = () => join(folder, 'data')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openpit-runs-'))
  })
  afterEach(async () => {
    for (const desk of open.splice(0)) await desk.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    data,
    async run(door = 'loopback') {
      const desk = await compose({ ...PAPER_DESK, dataDirectory: data() })
      open.push(desk)
      const window = new DeskWindow(desk, door)
      const session = window.follow('session')
      const { restriction } = session.now()
      const signedIn = await window.call('session.signIn', {
        venueId: 'paper',
        username: null,
        password: null,
        signingKey: null,
        keep: 'run',
      })
      expect(signedIn).toEqual({ ok: true, value: {} })
      const reconciliations = window.follow('reconciliation')
      const tickers = window.follow('tickers')
      const links = window.follow('connection')
      await vi.waitFor(() => {
        expect(session.now().phase).toBe('ready')
        expect(reconciliations.now()).not.toEqual([])
        expect(reconciliations.now().map((reconciliation) => reconciliation.open)).not.toContain(false)
        expect(tickers.now()).not.toEqual([])
        // A market order is held against the book that it would meet.
        const isBook = ({ channel }: { channel: string }) => channel.startsWith('orderbook-stream:BTC')
        expect(links.now().streams.find(isBook)?.state).toBe('live')
      }, soon)
      return { desk, window, restriction }
    },
  }
}
