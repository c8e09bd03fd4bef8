/** Meta is ⌘, the counterpart of Ctrl, on macOS only. Elsewhere it is the Windows key, and no key of the terminal has it. */

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { positionOf } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const AGENTS = {
  macOS: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  Linux: 'Mozilla/5.0 (X11; Linux x86_64)',
}

/** The positions in focus, on a machine of that system. */
async function on(system: keyof typeof AGENTS) {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(AGENTS[system])
  onTestFinished(() => agent.mockRestore())
  const staged = await stage((desk) =>
    desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '2', '60000')]),
  )
  await keys('{F6}{ArrowDown}')
  const filters = () => document.querySelectorAll('input.table-filter').length
  const isOnLine = () => document.activeElement?.id === 'command-line'
  const hasKillSheet = () => staged.session.overlay.getState().open?.kind === 'kill'
  return { ...staged, filters, isOnLine, hasKillSheet }
}

it.each(['Windows', 'Linux'] as const)(
  'the Windows key with another key does nothing on %s',
  async (system) => {
    const { filters, isOnLine, hasKillSheet, session } = await on(system)
    await keys('{Meta>}f{/Meta}{Meta>}r{/Meta}{Meta>}k{/Meta}{Meta>}{Shift>}{F12}{/Shift}{/Meta}')
    expect([filters(), isOnLine(), hasKillSheet()]).toEqual([0, false, false])
    expect(session.proposals.getState()).toEqual({})
    await keys('{Control>}f{/Control}')
    await expect.poll(filters).toBe(1)
  },
)

it('⌘ is Ctrl on macOS', async () => {
  const { filters, isOnLine, hasKillSheet } = await on('macOS')
  await keys('{Meta>}f{/Meta}')
  await expect.poll(filters).toBe(1)
  await keys('{Escape}{Meta>}k{/Meta}')
  await expect.poll(isOnLine).toBe(true)
  await keys('{Meta>}{Shift>}{F12}{/Shift}{/Meta}')
  await expect.poll(hasKillSheet).toBe(true)
})
