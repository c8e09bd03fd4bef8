/** `link 3`, `clink A`, `link none`: which link the panel in focus joins. Pure. */

import { customerLink, instrumentLink } from '../../../shared/domain/panelLinks.ts'
import { need, refuse, type LineReading } from './lineReading.ts'
import type { Word } from './wordsOfLine.ts'

export const NO_LINK = 'none'

export function readLink(command: 'link' | 'clink', words: readonly Word[]): LineReading {
  const isInstrument = command === 'link'
  const word = need(words[1], isInstrument ? 'a link, 1 to 8, or none' : 'a link, A to H, or none')
  if (words[2]) return refuse(words[2], 'one link at a time')
  if (word.text.toLowerCase() === NO_LINK)
    return { kind: 'join', joining: { axis: isInstrument ? 'instrument' : 'customer', link: null } }
  if (isInstrument) {
    const read = instrumentLink.safeParse(word.text)
    if (read.success) return { kind: 'join', joining: { axis: 'instrument', link: read.data } }
    return refuse(word, 'instrument links are 1 to 8; none leaves the link')
  }
  const read = customerLink.safeParse(word.text.toUpperCase())
  if (read.success) return { kind: 'join', joining: { axis: 'customer', link: read.data } }
  return refuse(word, 'customer links are A to H; none leaves the link')
}
