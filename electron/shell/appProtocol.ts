/** The page's own scheme: `app://terminal/` from the built files, under the strict content policy. Serves nothing else. */

import { protocol, type CustomScheme, type Protocol } from 'electron'
import { pageHeaders } from '../gateway/contentPolicy.ts'
import { readPageFile } from '../gateway/pageFiles.ts'

export const SCHEME = 'app'
export const ORIGIN = 'app://terminal'
export const PAGE_URL = `${ORIGIN}/`

/** Standard and secure only: with `supportFetchAPI` other origins could read the page. */
const scheme: CustomScheme = { scheme: SCHEME, privileges: { standard: true, secure: true } }

/** Call before the app is ready. */
export const registerAppScheme = (): void => protocol.registerSchemesAsPrivileged([scheme])

/** Serves the page in the session of the windows. Call once the app is ready. */
export function servePage(into: Protocol, folder: URL): void {
  into.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    const file =
      url.host === 'terminal' && request.method === 'GET' ? await readPageFile(folder, url.pathname) : null
    return new Response(file?.body ?? 'There is no such file.\n', {
      status: file ? 200 : 404,
      headers: { ...pageHeaders(`'none'`), 'Content-Type': file?.type ?? 'text/plain; charset=utf-8' },
    })
  })
}
