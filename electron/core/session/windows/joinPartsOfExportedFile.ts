/** Joins the parts of a file that a window exports, and passes the whole file to the save dialog. Chooses no path and writes nothing itself. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import type { SaveFileDialog } from '../../ports/saveFileDialog.ts'

interface Unfinished {
  readonly fileId: string
  readonly parts: string[]
}

export interface ExportedFiles {
  save(request: Request<'file.save'>, caller: Caller): Promise<Result<Reply<'file.save'>, Failure>>
}

/** `saveFile`: null where windows save files by their own download. */
export function createExportedFiles(saveFile: SaveFileDialog | null): ExportedFiles {
  /** By window: one file at a time. */
  const unfinished = new Map<string, Unfinished>()
  const refused = (sentence: string) => fail(failureOf('refused', sentence))

  return {
    async save({ fileId, name, kind, part, parts, content }, { windowId }) {
      if (!saveFile) return refused('This window saves files by its own download.')
      const known = unfinished.get(windowId)
      const file = part === 1 ? { fileId, parts: [] } : known
      unfinished.delete(windowId)
      if (file?.fileId !== fileId || file.parts.length !== part - 1)
        return refused(`A part of ${name} is missing, so it was not saved. Export it again.`)
      file.parts.push(content)
      if (part < parts) {
        unfinished.set(windowId, file)
        return ok({ outcome: 'more' })
      }
      const saved = await saveFile({ name, kind, content: file.parts.join('') })
      return saved.ok ? ok({ outcome: saved.value }) : refused(saved.failure)
    },
  }
}
