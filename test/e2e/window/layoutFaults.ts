/** Judges what a picture shows wrong by measure: a send button out of sight, words of a head that are cut or lie over each other. */

import type { Page } from '@playwright/test'

/** What sends something or saves it, wherever it stands. */
const SENDS = '.send, [type=submit], .button.primary'
/** Heads: bars, titles of panels, headings of tables and sheets. */
const HEADS = [
  '.topbar',
  '.statusbar',
  '.ladder-head',
  '.chart-head',
  '.flexlayout__tabset_tabbar_outer',
  '.panel-bar',
  '.grid-head .grid-row',
  '.sheet-head',
  '.ladder-foot',
  '.sales-foot',
  '.replay-bar',
].join(', ')

/** Tables beside the ladders, that are looked at all day: they never scroll sideways. */
const SIDE_TABLES = ['watchlist', 'customers', 'marketTrades']
  .map((panel) => `[data-panel=${panel}] [role=grid]`)
  .join(', ')

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** One sentence for each fault of the page as it stands; none when it is well. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ sends, heads, sideTables }) => {
      const SLACK = 1
      const faults: string[] = []
      const shown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      /** What may be clicked: under an open sheet only what the sheet holds. */
      const dialog = document.querySelector('[role=dialog]')
      const within = (element: Element) => dialog === null || dialog.contains(element)
      const nameOf = (element: Element) =>
        `${element.className || element.tagName} "${(element.textContent ?? '').slice(0, 60)}"`

      for (const element of document.querySelectorAll(sends)) {
        if (!shown(element) || !within(element)) continue
        // In a small window the frame of the panels shows a part of them. A focus brings the button into sight.
        if (element.closest('.dock-frame') && dialog === null)
          element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const corners: [number, number][] = [
          [left + 2, top + 2],
          [right - 2, bottom - 2],
        ]
        for (const [x, y] of corners) {
          const hit = document.elementFromPoint(x, y)
          if (hit === null || (hit !== element && !element.contains(hit)))
            faults.push(
              `${nameOf(element)} cannot be seen whole: at ${Math.round(x)}, ${Math.round(y)} is ${hit ? nameOf(hit) : 'nothing'}`,
            )
        }
      }

      const clips = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
      const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      for (const head of document.querySelectorAll(heads)) {
        if (!shown(head) || !within(head) || head.closest('[aria-hidden=true]')) continue
        const words: { text: string; lines: Edges[] }[] = []
        const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement
          const text = (node.textContent ?? '').trim()
          if (!parent || text === '' || !shown(parent) || parent.closest('.hidden-visually, option, select'))
            continue
          const range = document.createRange()
          range.selectNodeContents(node)
          const box = range.getBoundingClientRect()
          if (box.width === 0) continue
          let scrolled = false
          /** In a line that its box does not show: absent, not cut. */
          let absent = false
          /** What is drawn of the words: those scrolled out of their list lie over nothing. */
          let seen = { left: -Infinity, right: Infinity }
          for (let at: Element | null = parent; at && !scrolled; at = at.parentElement) {
            const bounds = at.getBoundingClientRect()
            if (scrolls(at)) {
              scrolled = true
              seen = bounds
            } else if (clips(at) && (box.top > bounds.bottom - SLACK || box.bottom < bounds.top + SLACK)) {
              absent = true
              break
            } else if (clips(at) && (box.left < bounds.left - SLACK || box.right > bounds.right + SLACK)) {
              faults.push(`${nameOf(head)}: "${text}" is cut`)
              break
            }
          }
          if (absent) continue
          if (
            !scrolled &&
            (box.left < -SLACK || box.right > innerWidth + SLACK || box.bottom > innerHeight + SLACK)
          )
            faults.push(`${nameOf(head)}: "${text}" is out of the window`)
          // Line by line: words that go on in the next line do not cover what stands beside them.
          const lines = [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
            const [from, to] = [Math.max(left, seen.left), Math.min(right, seen.right)]
            return from < to ? [{ left: from, right: to, top, bottom }] : []
          })
          const covers = (one: Edges, other: Edges) =>
            one.left < other.right - SLACK &&
            other.left < one.right - SLACK &&
            one.top < other.bottom - SLACK &&
            other.top < one.bottom - SLACK
          for (const other of words)
            if (lines.some((line) => other.lines.some((beside) => covers(line, beside))))
              faults.push(`${nameOf(head)}: "${text}" lies over "${other.text}"`)
          words.push({ text, lines })
        }
      }
      for (const number of document.querySelectorAll(`:is(${sideTables}) .cell.right`)) {
        // Behind another tab.
        if (!shown(number)) continue
        const range = document.createRange()
        range.selectNodeContents(number)
        const inside = number.clientWidth - 2 * Number.parseFloat(getComputedStyle(number).paddingLeft)
        // A part of a pixel too much already ends a number in dots.
        if (range.getBoundingClientRect().width > inside + 0.02)
          faults.push(`"${number.textContent}" is cut in its cell`)
      }
      for (const table of document.querySelectorAll(sideTables))
        if (table.scrollWidth > table.clientWidth + SLACK)
          faults.push(`${table.getAttribute('aria-label')}: its columns are cut on the right`)
      return [...new Set(faults)]
    },
    { sends: SENDS, heads: HEADS, sideTables: SIDE_TABLES },
  )
