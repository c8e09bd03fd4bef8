/** Prints a statement. Type only: `electron/print` implements it. */

import type { Result } from '../../../shared/base/result.ts'

/** Makes a PDF, in base64, from the JSON of a `StatementInput`. Fails with one sentence. */
export type PrintStatement = (records: string) => Promise<Result<string, string>>
