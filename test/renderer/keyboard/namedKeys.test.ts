/** Sentences of the window that name a key which dealers can move must name its present key. */

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { PANEL_BINDINGS } from '../../../renderer/keyboard/panelKeys.ts'
import { keysInForce, movedCaps, namedKeys } from '../../../renderer/keyboard/remapKeys.ts'
import { windowKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import { capOf, setMovedCaps } from '../../../renderer/keys/caps.ts'
import { PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'
import { createNoticeStore, tell } from '../../../renderer/state/stores/noticeStore.ts'
import { capOfChord } from '../../../shared/domain/settings/keyChord.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const BINDINGS = [
  ...namedKeys(windowKeyRows(PANEL_KEYS)).filter(({ fixed }) => fixed === null),
  ...PANEL_BINDINGS,
]
const CAPS = new Set(BINDINGS.map(({ own }) => capOfChord(own)))
/** F1 to F10 and chords with Ctrl. The panels name their plain letters, and a browser has F11 for itself. */
const WRITTEN = /(?<![\w.])(?:(?:Ctrl|Shift)[ +])*(?:F\d{1,2}|(?<=Ctrl[ +](?:Shift[ +])?)[A-Z0-9])(?!\w)/g
/** Files that define the keys and their words, or example keys to be typed. */
const DEFINE =
  /renderer\/(?:keyboard\/(?:windowKeyTable|keysInPanels|remapKeys)|panels\/panel(?:Registry|sOnDemand)|panels\/settings\/Settings\.tsx|workspace\/Workspace\.tsx)/
/** All eight keys of the instrument links, and what a code compares with. */
const NOT_ONE_KEY = /Ctrl Shift 1 to 8 joins|[!=]== 'F\d+'|pressPlain\('F10'\)/g
const CALL = /capOf\(\s*'([^']*)'\s*(?:,\s*'[a-z]+'\s*)?\)/g

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })

afterEach(() => setMovedCaps(new Map()))

const sources = () =>
  files('renderer')
    .filter((path) => !DEFINE.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

it('no sentence of the window names a movable key in fixed letters', () => {
  const wrong = sources().flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
      const written = line.replaceAll(CALL, '').replaceAll(NOT_ONE_KEY, '').match(WRITTEN) ?? []
      const movable = written.filter((cap) => CAPS.has(cap.replaceAll('+', ' ')))
      return movable.length === 0 ? [] : [`${path}:${at + 1} ${line.trim()}`]
    }),
  )
  expect(wrong).toEqual([])
})

it('every key that a sentence names is one that a binding comes with', () => {
  const named = sources().flatMap(({ text }) => [...text.matchAll(CALL)].map(([, cap]) => cap ?? ''))
  expect(named).toContain('F2')
  expect(named.filter((cap) => !CAPS.has(cap))).toEqual([])
})

it('names the present key of window and ladder', () => {
  const { keys, panels } = keysInForce(windowKeyRows(PANEL_KEYS), {
    pickCustomer: 'Control+KeyG',
    'window.next': 'Control+KeyI',
    'ladder.express': 'Control+Shift+KeyU',
    'customers.deposit': 'KeyE',
  })
  setMovedCaps(movedCaps([...keys, ...panels]))
  expect(['F2', 'Shift F2', 'Ctrl F11', 'Ctrl Shift E'].map((cap) => capOf(cap))).toEqual([
    'Ctrl G',
    'Shift F2',
    'Ctrl I',
    'Ctrl Shift U',
  ])
  expect([capOf('D', 'customers'), capOf('D'), capOf('W', 'customers')]).toEqual(['E', 'D', 'W'])
})

it('a code of the venue that looks like a moved key stays as it is in a notice', () => {
  setMovedCaps(new Map([['F6', 'Ctrl 1']]))
  const notices = createNoticeStore()
  const sentence = 'Customer F6: order v1-F6 is canceled (F6, Shift F6).'
  tell(notices, new FakeClock(), 'info', sentence)
  expect(notices.getState().log.map(({ message }) => message)).toEqual([sentence])
})
