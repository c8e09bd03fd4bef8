/** Finds the files of the built page by URL path. Never reads outside their folder. */

import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
}

export interface PageFile {
  readonly type: string
  readonly body: Buffer<ArrayBuffer>
}

/**
 * The file for a URL path (`/` is `index.html`). Null when the file is unknown, of an unserved type,
 * or outside the folder in any spelling.
 */
export async function readPageFile(folder: URL, path: string): Promise<PageFile | null> {
  let plain: string
  try {
    plain = decodeURIComponent(path)
  } catch {
    return null
  }
  if (!plain.startsWith('/') || plain.includes('\0') || plain.includes('\\')) return null
  const root = resolve(fileURLToPath(folder))
  const file = join(root, plain === '/' ? 'index.html' : plain)
  const type = TYPES[extname(file).toLowerCase()]
  if (type === undefined || !file.startsWith(root + sep)) return null
  if (plain.split('/').some((part) => part.startsWith('.'))) return null
  try {
    return { type, body: await readFile(file) }
  } catch {
    return null
  }
}
