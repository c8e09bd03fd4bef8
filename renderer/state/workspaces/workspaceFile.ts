/** A named workspace as a file: writes one, and reads what can be read of one. Pure; changes nothing. */

import { z } from 'zod'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { readContent, type WorkspaceContent } from '../stores/storedWorkspace.ts'

const FORMAT = 'openpit-workspace'
const VERSION = 1
/** Characters of a file at most: as many as the settings take for one workspace. */
export const MOST_FILE_LENGTH = 250_000

const workspaceFile = z.looseObject({
  format: z.literal(FORMAT),
  version: z.number().int().min(1),
  name: z.string().catch('Imported'),
  content: z.unknown(),
})

export interface FileWorkspace {
  readonly name: string
  readonly content: WorkspaceContent
  /** One sentence for each part that is left out. */
  readonly leftOut: readonly string[]
}

export const workspaceFileText = (name: string, content: WorkspaceContent): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, name, content }, null, 2)}\n`

/** What the file holds, or one sentence why it holds nothing for this release. Reads the text of a window's own setting too. */
export function readWorkspaceFile(text: string): Result<FileWorkspace, string> {
  if (text.length > MOST_FILE_LENGTH) return fail(say('it is too long to be a workspace'))
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail(say('it is damaged, or not a file of a workspace'))
  }
  const file = workspaceFile.safeParse(json)
  const name = file.success ? file.data.name : 'Imported'
  const read = readContent(file.success ? file.data.content : json)
  if (!read) return fail(say('no panel in it can be read'))
  const newer =
    file.success && file.data.version > VERSION
      ? [
          `A newer Openpit wrote the file (version ${file.data.version}; this release reads up to ${VERSION}). What this release does not know is left out.`,
        ]
      : []
  return ok({ name, content: read.content, leftOut: [...newer, ...read.leftOut] })
}

const say = (why: string) => `The file adds no workspace: ${why}. Every workspace is as it was.`
