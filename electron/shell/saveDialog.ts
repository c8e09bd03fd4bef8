/** Saves a file of the page at a path that the dealer chooses in the dialog. The page itself may not download. */

import { app, dialog, type BrowserWindow } from 'electron'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fail, ok } from '../../shared/base/result.ts'
import type { SaveFileDialog } from '../deskTypes.ts'

const KINDS = {
  csv: { name: 'Table (CSV)', extensions: ['csv'] },
  json: { name: 'Settings (JSON)', extensions: ['json'] },
  pdf: { name: 'Document (PDF)', extensions: ['pdf'] },
  png: { name: 'Picture (PNG)', extensions: ['png'] },
  txt: { name: 'Text', extensions: ['txt'] },
} as const

/** `window`: parent of the dialog; null without a window. */
export const saveWithDialog =
  (window: () => BrowserWindow | null): SaveFileDialog =>
  async ({ name, kind, content }) => {
    const options = {
      title: 'Save',
      defaultPath: join(app.getPath('downloads'), basename(name)),
      filters: [{ ...KINDS[kind], extensions: [...KINDS[kind].extensions] }],
    }
    const parent = window()
    const { canceled, filePath } = await (parent
      ? dialog.showSaveDialog(parent, options)
      : dialog.showSaveDialog(options))
    if (canceled || filePath === '') return ok('given-up')
    try {
      await writeFile(filePath, kind === 'png' || kind === 'pdf' ? Buffer.from(content, 'base64') : content)
      return ok('saved')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error'
      return fail(`${basename(filePath)} could not be saved: the system said ${code}. Choose another folder.`)
    }
  }
