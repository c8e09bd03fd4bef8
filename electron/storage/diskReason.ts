/** Says why a file could not be read or written, in a dealer's words, and what to do about it. Touches no file. */

/** What a terminal can still do when its order journal cannot be used, in two sentences. */
export const CANCEL_ONLY = 'This terminal sends no new order, amend or transfer. Reading and canceling work.'

/** What it means where the journal of earlier runs was not read whole, in one sentence. */
export const MAY_BE_MISSING =
  'Orders, halts and limits of earlier runs may be missing here: check the open orders of each customer at the venue.'

interface DiskFault {
  /** A clause. */
  readonly reason: string
  /** What to do: the beginning of a sentence. */
  readonly fix: string
}

/** `path`: of the file that failed; null where the system did not name it. */
type FaultAt = (path: string | null) => DiskFault

const noRight: FaultAt = (path) => ({
  reason: `this account has no right to read and write ${path ?? 'there'}`,
  fix: `Give this account the right to read and write ${path ?? 'there'}`,
})
const noFolder: FaultAt = () => ({
  reason: 'its path is not a folder',
  fix: 'Move the file away that stands in the place of a folder',
})
const noSpace =
  (reason: string): FaultAt =>
  () => ({ reason, fix: 'Free disk space' })

const FAULTS: Readonly<Record<string, FaultAt>> = {
  ENOSPC: noSpace('the disk is full'),
  EDQUOT: noSpace('the disk quota is used up'),
  EROFS: () => ({ reason: 'the folder is read-only', fix: 'Make the folder writable' }),
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: (path) => ({ reason: `${path ?? 'the folder'} is gone`, fix: `Restore ${path ?? 'the folder'}` }),
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  EISDIR: (path) => ({
    reason: `${path ?? 'its path'} is a folder and must be a file`,
    fix: `Move ${path === null ? 'that folder' : `the folder ${path}`} away`,
  }),
  ELOOP: (path) => ({
    reason: `${path ?? 'its path'} is a link that leads to itself`,
    fix: `Remove the link${path === null ? '' : ` ${path}`}`,
  }),
  EIO: () => ({ reason: 'the disk failed', fix: 'Check the disk' }),
}

const faultOf = (problem: unknown): DiskFault => {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  // Of a rename the system names both paths. The second is the file that could not be replaced.
  const path =
    problem instanceof Error && 'dest' in problem
      ? String(problem.dest)
      : problem instanceof Error && 'path' in problem
        ? String(problem.path)
        : null
  return (
    FAULTS[code]?.(path) ?? {
      reason: code === '' ? 'the file could not be read or written' : `the system reported ${code}`,
      fix: 'Correct the cause',
    }
  )
}

/** The reason for the system's error code, as a clause that names the path where the system did. An unknown code is quoted. */
export const reasonOf = (problem: unknown): string => faultOf(problem).reason

/** What to do about the system's error code: the beginning of a sentence. */
export const fixOf = (problem: unknown): string => faultOf(problem).fix
