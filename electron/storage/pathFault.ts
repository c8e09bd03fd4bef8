/** Finds out what is wrong with a path of the data folder before it is used: a file in the place of a folder, a broken link, missing rights. Changes nothing. */

import { accessSync, constants, lstatSync, statSync, type Stats } from 'node:fs'

export interface PathFault {
  /** What is wrong: a sentence without its full stop. Names the path. */
  readonly what: string
  /** What to do: the beginning of a sentence. Names the path. */
  readonly fix: string
}

/** Throws where this account may not use the path in this way (`constants` of node:fs). */
export type CheckAccess = (path: string, mode: number) => void

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether a path is a link that leads nowhere, or to itself. */
export function isBrokenLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && 'what' in follow(path)
  } catch {
    return false
  }
}

/** What a link leads to; its fault where it leads nowhere. */
function follow(path: string): Stats | PathFault {
  try {
    return statSync(path)
  } catch (error) {
    const where = codeOf(error) === 'ELOOP' ? 'to itself' : 'nowhere'
    return { what: `${path} is a link that leads ${where}`, fix: `Remove the link ${path}` }
  }
}

function accessFault(path: string, wanted: 'file' | 'folder', checkAccess: CheckAccess): PathFault | null {
  const { R_OK, W_OK, X_OK } = constants
  // A lock file belongs to the terminal that wrote it, so only folders must be writable.
  const checks: readonly (readonly [mode: number, verb: string])[] =
    wanted === 'folder'
      ? [
          [R_OK | X_OK, 'read'],
          [W_OK, 'written'],
        ]
      : [[R_OK, 'read']]
  for (const [mode, verb] of checks)
    try {
      checkAccess(path, mode)
    } catch (error) {
      return codeOf(error) === 'EROFS'
        ? { what: `${path} is on a read-only disk`, fix: `Make ${path} writable` }
        : {
            what: `${path} may not be ${verb} by this account`,
            fix: `Give this account the right to read and write ${path}`,
          }
    }
  return null
}

/** Null: the path can be used, or nothing is there and it can be created. A path that cannot be looked at has no fault here: its use fails. */
export function pathFault(
  path: string,
  wanted: 'file' | 'folder',
  checkAccess: CheckAccess = accessSync,
): PathFault | null {
  let found: Stats
  try {
    found = lstatSync(path)
  } catch {
    return null
  }
  const target = found.isSymbolicLink() ? follow(path) : found
  if ('what' in target) return target
  const isRight = wanted === 'folder' ? target.isDirectory() : target.isFile()
  if (!isRight) {
    const other = target.isDirectory() ? 'folder' : target.isFile() ? 'file' : 'device'
    return { what: `${path} is a ${other} and must be a ${wanted}`, fix: `Move the ${other} ${path} away` }
  }
  return accessFault(path, wanted, checkAccess)
}
