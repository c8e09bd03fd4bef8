/** Joins the parts of a file that a window exports, and passes the whole file to the save dialog. Chooses no path and writes nothing itself. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import type { SaveFileDialog } from '../../ports/saveFileDialog.ts'
import { createPartJoiner } from './joinParts.ts'

export interface ExportedFiles {
  save(request: Request<'file.save'>, caller: Caller): Promise<Result<Reply<'file.save'>, Failure>>
}

/** `saveFile`: null where windows save files by their own download. */
export function createExportedFiles(saveFile: SaveFileDialog | null): ExportedFiles {
  const join = createPartJoiner()
  const refused = (sentence: string) => fail(failureOf('refused', sentence))

  return {
    async save({ name, kind, ...part }, { windowId }) {
      if (!saveFile) return refused('This window saves files by its own download.')
      const joined = join(windowId, part)
      if (!joined.ok) return refused(`A part of ${name} is missing, so it was not saved. Export it again.`)
      if (joined.value === null) return ok({ outcome: 'more' })
      const saved = await saveFile({ name, kind, content: joined.value })
      return saved.ok ? ok({ outcome: saved.value }) : refused(saved.failure)
    },
  }
}
