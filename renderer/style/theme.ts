/** The tokens of `tokens.css` as values, for canvas and charts. Reads styles; holds no colour of its own. */

import { invariant } from '../../shared/base/result.ts'

/** Colours as CSS text; sizes in CSS px. */
export interface Theme {
  readonly background: string
  readonly panel: string
  readonly raised: string
  readonly line: string
  readonly lineStrong: string
  /** Of the row of the last trade. */
  readonly lastGround: string
  readonly text: string
  readonly muted: string
  readonly faint: string
  readonly bid: string
  readonly bidText: string
  readonly bidFill: string
  readonly ask: string
  readonly askText: string
  readonly askFill: string
  readonly own: string
  readonly ok: string
  /** Lines of indicators, in the order in which a chart takes them. */
  readonly studies: readonly string[]
  readonly armed: string
  readonly focus: string
  readonly fontWords: string
  readonly fontNumbers: string
  readonly sizeWords: number
  readonly sizeNumbers: number
  readonly rowLadder: number
}

/** How many colours of indicators `tokens.css` has. */
const STUDIES = 6

let kept: Theme | null = null

/** After a change of the appearance: the next reading is new. */
export function forgetTheme(): void {
  kept = null
}

/** The theme of the page, read once. Throws when `tokens.css` is not loaded. */
export function theme(): Theme {
  kept ??= readTheme(document.documentElement)
  return kept
}

/** The tokens in force at `element`. Throws when one is missing. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element)
  const text = (name: string): string => {
    const value = style.getPropertyValue(`--${name}`).trim()
    invariant(value !== '', `tokens.css has no --${name}, or is not loaded`)
    return value
  }
  const px = (name: string): number => {
    const value = Number.parseFloat(text(name))
    invariant(value > 0, `--${name} must be a size in px`)
    return value
  }
  return {
    background: text('background'),
    panel: text('panel'),
    raised: text('raised'),
    line: text('line'),
    lineStrong: text('line-strong'),
    lastGround: text('last-ground'),
    text: text('text'),
    muted: text('muted'),
    faint: text('faint'),
    bid: text('bid'),
    bidText: text('bid-text'),
    bidFill: text('bid-fill'),
    ask: text('ask'),
    askText: text('ask-text'),
    askFill: text('ask-fill'),
    own: text('own'),
    ok: text('ok'),
    studies: Array.from({ length: STUDIES }, (_, n) => text(`study-${n + 1}`)),
    armed: text('armed'),
    focus: text('focus'),
    fontWords: text('font-words'),
    fontNumbers: text('font-numbers'),
    sizeWords: px('size-words'),
    sizeNumbers: px('size-numbers'),
    rowLadder: px('row-ladder'),
  }
}
