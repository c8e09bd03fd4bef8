/** Joins the parts of a text that is larger than one frame. Holds one unfinished text for each window. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'

export interface Part {
  /** A new id for each text. */
  readonly fileId: string
  /** From 1 to `parts`. */
  readonly part: number
  readonly parts: number
  readonly content: string
}

/** Takes the next part of a window. Answers the whole text with the last part, and null before it; fails where a part is missing. */
export type PartJoiner = (windowId: string, part: Part) => Result<string | null, null>

export function createPartJoiner(): PartJoiner {
  /** By window: one text at a time. */
  const unfinished = new Map<string, { readonly fileId: string; readonly parts: string[] }>()
  return (windowId, { fileId, part, parts, content }) => {
    const text = part === 1 ? { fileId, parts: [] } : unfinished.get(windowId)
    unfinished.delete(windowId)
    if (text?.fileId !== fileId || text.parts.length !== part - 1) return fail(null)
    text.parts.push(content)
    if (part === parts) return ok(text.parts.join(''))
    unfinished.set(windowId, text)
    return ok(null)
  }
}
