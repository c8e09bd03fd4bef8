/** Sentences of the window that name a key which dealers can move must name its present key. */

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { capOf, setMovedCaps, withCaps } from '../../../renderer/keys/caps.ts'

/** Keys that can be moved, as sentences name them. F12 and Shift F12 are fixed. */
const MOVABLE = /\b(?:F[2-9]|F10|Ctrl[ +][KP]|Ctrl Shift [09])\b/
const NAMED = /withCaps\(|capOf\(|key\(|keys:|cap:|\bcap\b/
/** Files that define the keys and their words, or say which keys are fixed in the code. */
const DEFINE =
  /renderer\/(?:keyboard\/(?:windowKeyTable|keysInPanels|remapKeys)|keys\/|panels\/panelRegistry|panels\/settings\/|workspace\/Workspace\.tsx)/
/** Their sentences pass through `withCaps` where they are shown: `useLadderInput.ts`. */
const SHOWN_WITH_CAPS = /panels\/ladder\/(?:ladderInput|useLadderInput|Ladder)\.tsx?$/

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })

afterEach(() => setMovedCaps(new Map()))

it('no sentence of the window names a movable key in fixed letters', () => {
  const wrong = files('renderer')
    .filter((path) => !DEFINE.test(path) && !SHOWN_WITH_CAPS.test(path))
    .flatMap((path) => {
      const lines = readFileSync(path, 'utf8').split('\n')
      return lines.flatMap((line, at) => {
        const isComment = /^\s*(?:\/\/|\/?\*)/.test(line)
        const around = `${lines[at - 2] ?? ''}${lines[at - 1] ?? ''}${line}`
        return !isComment && MOVABLE.test(line) && !NAMED.test(around)
          ? [`${path}:${at + 1} ${line.trim()}`]
          : []
      })
    })
  expect(wrong).toEqual([])
})

it('names the present key, and never touches a word that only contains one', () => {
  setMovedCaps(
    new Map([
      ['F2', 'Ctrl 1'],
      ['Ctrl Shift 9', 'Ctrl 9'],
    ]),
  )
  expect(withCaps('Choose a customer first (F2).')).toBe('Choose a customer first (Ctrl 1).')
  expect(withCaps('Shift F2, F20 and XF2 stay.')).toBe('Shift F2, F20 and XF2 stay.')
  expect(capOf('Ctrl Shift 9')).toBe('Ctrl 9')
})
