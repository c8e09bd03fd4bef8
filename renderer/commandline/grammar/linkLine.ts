/** `link 3`, `clink A`, `link none`: which link the panel in focus joins; `space`, `space 2`: which named workspace opens. Pure. */

import { customerLink, instrumentLink } from '../../../shared/domain/panelLinks.ts'
import { workspacesNamed } from '../../state/workspaces/namedWorkspaces.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'
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

export function readSpace(words: readonly Word[], { workspaces }: LineContext): LineReading {
  const [first, ...rest] = words.slice(1)
  if (!first) return { kind: 'space', workspace: null }
  const text = [first, ...rest].map((word) => word.text).join(' ')
  const [found, ...others] = workspacesNamed({ workspaces, unread: [] }, text)
  if (!found) return refuse(first, `no workspace is called "${text}"; space alone lists them`)
  if (others.length > 0)
    return refuse(first, `${[found, ...others].map(({ name }) => name).join(' or ')}? Type more of the name`)
  return { kind: 'space', workspace: { id: found.id, name: found.name } }
}
