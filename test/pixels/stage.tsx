/** Puts one ladder on the page in a box of fixed size, with the terminal's own fonts and a clock that stands still. */

import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { render } from 'vitest-browser-react'
import { expect, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Ladder } from '../../renderer/panels/ladder/Ladder.tsx'
import type { LadderProps } from '../../renderer/panels/ladder/ladderProps.ts'
import { FULL_LADDER } from '../../renderer/paint/ladder/ladderLayout.ts'
import { createEnterWatch } from '../../renderer/state/presses/enterWatch.ts'
import '../../renderer/style/base.css'
import '../../renderer/style/tokens.css'
import type { BookFrame } from '../../shared/domain/book/bookFrame.ts'
import type { FakeClock } from '../fakes/fakeClock.ts'
import { stagePainter, type FakeBooks, type PaintStage } from '../fakes/window/paintStage.ts'
import { instrument, longOne, NOW, text } from '../renderer/panels/ladder/scenes.ts'

export interface Staged {
  readonly paint: PaintStage
  readonly books: FakeBooks
  readonly clock: FakeClock
  readonly calls: { readonly name: string; readonly args: readonly unknown[] }[]
  /** Renders again with some props changed. */
  readonly change: (props: Partial<LadderProps>) => Promise<void>
  readonly unmount: () => Promise<void>
}

/** Takes the pointer off the stage, so that what an earlier test pointed at is not drawn here. */
export const pointAway = (): Promise<void> =>
  userEvent.hover(document.documentElement, { position: { x: 890, y: 750 } })

export async function loadFonts(): Promise<void> {
  await Promise.all([
    document.fonts.load("400 12px 'Inter Variable'"),
    document.fonts.load("600 12px 'Inter Variable'"),
    document.fonts.load("400 12px 'JetBrains Mono Variable'"),
    document.fonts.load("700 12px 'JetBrains Mono Variable'"),
  ])
}

export async function stageLadder(
  frame: BookFrame | null,
  props: Partial<LadderProps> = {},
  box: { width: number; height: number } = { width: 396, height: 640 },
): Promise<Staged> {
  await loadFonts()
  await page.viewport(900, 760)
  const paint = stagePainter(NOW + 200, frame)
  const { painter, clock, books } = paint
  onTestFinished(() => painter.close())
  const calls: { name: string; args: readonly unknown[] }[] = []
  const heard =
    (name: string) =>
    (...args: readonly unknown[]) => {
      calls.push({ name, args })
    }
  const enters = createEnterWatch(
    clock,
    () => 0,
    (run) => run(),
  )
  onTestFinished(enters.listen(window))
  let now: LadderProps = {
    clock,
    enters,
    instrument,
    customer: { code: 'C1042', name: 'Acme Pension', closed: null },
    armed: true,
    orders: [],
    position: longOne,
    unrealised: '+747.00',
    sizes: ['0.1', '0.5', '1', '2.5', '5', '10'].map(text),
    sizeIndex: 3,
    grouping: 1,
    proposal: null,
    spot: null,
    ghost: null,
    marks: [],
    shape: FULL_LADDER,
    day: { change: '+1.24 %', turnover: '~604.0 M' },
    movedKeys: new Map(),
    mouseProfile: 'tt',
    express: false,
    onToggleExpress: heard('onToggleExpress'),
    recentres: 0,
    onRecentreAll: heard('onRecentreAll'),
    onSizes: heard('onSizes'),
    onGrouping: heard('onGrouping'),
    onShape: heard('onShape'),
    onRequest: heard('onRequest'),
    onSend: heard('onSend'),
    onDrop: heard('onDrop'),
    onToggleArmed: heard('onToggleArmed'),
    onBook: () => undefined,
    onBookState: heard('onBookState'),
    ...props,
  }
  const view = () => (
    <div data-testid="stage" style={{ width: box.width, height: box.height, background: '#090c11' }}>
      <Ladder {...now} painter={painter} />
    </div>
  )
  document.body.style.margin = '0'
  await pointAway()
  const screen = await render(view())
  // First for the size of the canvas and the book, then for the grid, which is written now and then.
  const settle = async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    await paint.settle()
    clock.advance(250)
    await paint.settle()
  }
  await expect.poll(() => books.opened.length).toBeGreaterThan(0)
  await settle()
  // The worker tells what it has drawn, and the grid then asks for the rows: both answers take their time.
  const rows = () => document.querySelectorAll('[data-testid=stage] [role=grid] [role=gridcell]').length
  if (frame !== null) await expect.poll(rows).toBeGreaterThan(0)
  return {
    paint,
    books,
    clock,
    calls,
    async change(more) {
      now = { ...now, ...more }
      await screen.rerender(view())
      await settle()
    },
    unmount: () => screen.unmount(),
  }
}
