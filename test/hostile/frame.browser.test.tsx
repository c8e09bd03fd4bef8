/** The parts of the frame that show halts and blocks, once with each payload: the banner of halts, the strips of blocks. Nothing runs or misleads, no button leaves, and the workspace keeps its room. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chooseCustomer } from '../../renderer/state/actions/workspaceActions.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { code } from '../fakes/window/scriptedCore.ts'
import { stage } from '../renderer/workspace/stage.tsx'
import { customerAt, makeHostile, symbolAt } from './hostileDesk.ts'
import { fillOwnLists, hostileBlocks, hostileHalts, payloadAt } from './hostileOwnLists.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  outsideWindow,
  textsOn,
  violations,
} from './pageFaults.ts'

beforeAll(enforcePolicy)
beforeEach(() => void (violations.length = 0))

/** The least height of the workspace below and above such parts, px of the 900 of the window. */
const ROOM = 400

const textOf = (root: Element): string => [...textsOn(root)].map(([, text]) => text).join('\n')

async function stageFrame() {
  const staged = await stage((core) => {
    makeHostile(core, 'BTC')
    fillOwnLists(core)
  })
  chooseCustomer(staged.session.workspace, code('C1042'))
  return staged
}

/** The part once it shows every text of `texts`. */
const drawn = (selector: string, texts: readonly string[]): Promise<Element> =>
  vi.waitFor(
    () => {
      const part = document.querySelector(selector)
      if (part === null) throw new Error(`no ${selector} is drawn`)
      const whole = textOf(part)
      expect(texts.filter((text) => !whole.includes(text))).toEqual([])
      return part
    },
    { interval: 1 },
  )

/** Faults of a part of the frame, and of the room that it leaves. */
function lookAt(part: Element): readonly string[] {
  const workspace = document.querySelector('main.dock-frame')!
  const { height } = workspace.getBoundingClientRect()
  return [
    ...faultsOf(part),
    ...brokenIn(part),
    ...[part, ...part.querySelectorAll('button')].flatMap(outsideWindow),
    ...['header', 'main.dock-frame', 'footer'].flatMap((name) =>
      [...document.querySelectorAll(name)].flatMap(outsideWindow),
    ),
    ...(height < ROOM ? [`the workspace is ${Math.round(height)} px high`] : []),
  ]
}

/** Records that one banner shows in full. */
const AT_ONCE = 3

it('the halt banner shows every payload and leaves the workspace its room', async () => {
  const { desk } = await stageFrame()
  const halts = hostileHalts(payloadAt)
  const faults = new Set<string>()
  for (let n = 0; n < halts.length; n += AT_ONCE) {
    desk.delta('halts', [...halts.slice(n, n + AT_ONCE), halts[0]!])
    const texts = [n, n + 1, n + 2].flatMap((at) => (at < halts.length ? [payloadAt(at).trim()] : []))
    const banner = await drawn('.halt-banner', texts)
    lookAt(banner).forEach((fault) => faults.add(fault))
  }
  expect([...faults, ...faultsOf(document.body)]).toEqual([])
  expectNothingRan()
})

const STATES = ['sending', 'paused', 'stopped', 'sent'] as const

it('the strip of a block shows every payload and keeps its buttons in the window', async () => {
  const { desk } = await stageFrame()
  const faults = new Set<string>()
  for (const [n, block] of hostileBlocks(payloadAt).entries()) {
    const open = { ...block, blockId: 'B1', state: STATES[n % STATES.length]!, createdAt: n }
    desk.delta('blocks', [open as never])
    const strip = await drawn('.block-strip', [payloadAt(n).trim(), shownCode(customerAt(n))])
    expect(textOf(strip)).toContain(shownCode(symbolAt(n)))
    lookAt(strip).forEach((fault) => faults.add(fault))
  }
  expect([...faults, ...faultsOf(document.body)]).toEqual([])
  expectNothingRan()
})
