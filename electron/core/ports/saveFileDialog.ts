/** The dialog that saves a file of a window. Type only. */

import type { Result } from '../../../shared/base/result.ts'

/** Asks the dealer where to save a file of a window, and writes it. `content` is text, or base64 for a picture or PDF. Fails with one sentence. */
export type SaveFileDialog = (file: {
  readonly name: string
  readonly kind: 'csv' | 'png' | 'json' | 'pdf' | 'txt'
  readonly content: string
}) => Promise<Result<'saved' | 'given-up', string>>
