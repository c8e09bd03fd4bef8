/** The colors of every theme: contrast by WCAG 2.2, and no color anywhere else. */

import { readFileSync, globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const TOKENS = 'renderer/style/tokens.css'
const text = readFileSync(TOKENS, 'utf8')

/** The tokens of each block, by its selector. */
const blocks = new Map(
  [...text.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)].map(([, selector = '', body = '']) => [
    selector.trim(),
    Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])),
  ]),
)

const themes = ['dark', 'light', 'contrast']
const sidesOf = ['blue-red', 'green-red', 'blue-orange']

function tokensOf(theme: string, sides: string): Record<string, string> {
  const selectors = [
    ':root',
    `:root[data-sides='${sides}']`,
    `:root[data-theme='${theme}']`,
    `:root[data-theme='${theme}'][data-sides='${sides}']`,
  ]
  return Object.assign({}, ...selectors.map((selector) => blocks.get(selector) ?? {})) as Record<
    string,
    string
  >
}

type Color = readonly [red: number, green: number, blue: number, alpha: number]

function colorOf(value: string): Color {
  const hex = /^#(..)(..)(..)$/.exec(value)
  if (hex) return [...hex.slice(1).map((part) => Number.parseInt(part, 16)), 1] as unknown as Color
  const parts = /^(?:rgb\()?(\d+) (\d+) (\d+)(?: \/ (\d+)%\))?$/.exec(value)
  if (!parts) throw new Error(`${value} is no color that this test reads`)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 100) / 100]
}

const over = ([r, g, b, alpha]: Color, [br, bg, bb]: Color): Color => {
  const mixed = (top: number, below: number) => top * alpha + below * (1 - alpha)
  return [mixed(r, br), mixed(g, bg), mixed(b, bb), 1]
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([r, g, b]: Color): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['background', 'panel', 'raised', 'field', 'tabs']
const WORDS = ['text', 'strong', 'muted', 'bid-text', 'ask-text', 'bad-text', 'own', 'armed', 'ok', 'focus']
const ON: Readonly<Record<string, readonly string[]>> = {
  'on-solid': ['buy-solid', 'sell-solid', 'danger', 'halt', 'halt-deep', 'live-solid'],
  'on-bright': ['own', 'focus', 'bad'],
  text: [
    'selected',
    'warn-ground',
    'primary',
    'bid-fill',
    'ask-fill',
    'bad-ground',
    'pressed',
    'last-ground',
  ],
  'bid-text': ['bid-fill', 'selected'],
  'ask-text': ['ask-fill', 'selected'],
  'bad-text': ['bad-ground', 'selected'],
  own: ['warn-ground', 'selected'],
  placeholder: ['field'],
  'paper-text': ['panel', 'background'],
  'halt-line': ['halt'],
  muted: ['selected'],
  'study-1': ['panel'],
  'study-2': ['panel'],
  'study-3': ['panel'],
  'study-4': ['panel'],
  'study-5': ['panel'],
  'study-6': ['panel'],
}
const PAIRS = [
  ...WORDS.flatMap((word) => GROUNDS.map((ground) => [word, ground] as const)),
  ...Object.entries(ON).flatMap(([word, grounds]) => grounds.map((ground) => [word, ground] as const)),
]
/** A word on the tint of a color, over the panel or the top bar, with the strongest share that a style uses. */
const TINTS = [
  ['armed', 'armed', 0.15],
  ['own', 'own', 0.09],
  ['text', 'focus', 0.1],
  ['muted', 'focus', 0.1],
  ['bad-text', 'bad', 0.16],
  ['text', 'live-solid', 0.32],
  ['paper-text', 'paper', 0.12],
] as const
/** What shows a state without words: 3:1 suffices (WCAG 2.2, 1.4.11). */
const MARKS = ['bid', 'ask', 'own', 'ok', 'paper', 'live', 'bad', 'armed', 'focus']

describe.each(themes.flatMap((theme) => sidesOf.map((sides) => ({ theme, sides }))))(
  'the theme $theme with $sides sides',
  ({ theme, sides }) => {
    const tokens = tokensOf(theme, sides)
    const color = (name: string): Color => colorOf(tokens[name] ?? `no token ${name}`)
    const onPanel = (name: string): Color => over(color(name), color('panel'))
    const least = theme === 'contrast' ? 7 : 4.5

    it('has words that are read on each of their grounds', () => {
      const faint = PAIRS.map(([word, ground]) => ({
        pair: `${word} on ${ground}`,
        ratio: contrast(color(word), onPanel(ground)),
      })).filter(({ pair, ratio }) => ratio < (pair.includes('on-') ? 4.5 : least))
      expect(faint).toEqual([])
    })

    it('has words that are read on each tint', () => {
      const faint = TINTS.flatMap(([word, tint, share]) =>
        ['panel', 'background'].map((ground) => {
          const [r, g, b] = color(tint)
          return { word, tint, ground, ratio: contrast(color(word), over([r, g, b, share], color(ground))) }
        }),
      ).filter(({ ratio }) => ratio < 4.5)
      expect(faint).toEqual([])
    })

    it('has words that are read on the strongest tile', () => {
      const ratios = (['tile-up', 'tile-down'] as const).map((tile) => {
        const [r, g, b] = color(tile)
        return contrast(color('text'), over([r, g, b, 0.52], color('panel')))
      })
      expect(Math.min(...ratios)).toBeGreaterThan(4.5)
    })

    it('has marks that are seen on each ground', () => {
      const faint = MARKS.flatMap((mark) =>
        GROUNDS.filter((ground) => contrast(color(mark), color(ground)) < 3).map(
          (ground) => `${mark} on ${ground}`,
        ),
      )
      expect(faint).toEqual([])
    })
  },
)

it('names only tokens that the dark theme has', () => {
  const known = new Set(Object.keys(blocks.get(':root') ?? {}))
  const unknown = [...blocks.values()].flatMap((tokens) =>
    Object.keys(tokens).filter((name) => !known.has(name)),
  )
  expect(unknown).toEqual([])
})

it('is the only place of colors, but for those of links', () => {
  const found = globSync('renderer/**/*.{css,ts,tsx}')
    .filter((path) => path !== TOKENS)
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /(?:#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![\w-])|rgba?\(\d)/i.test(line))
        .filter((line) => !line.includes('--link:') && !/^\s*(?:\/\*|\*|\/\/)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
