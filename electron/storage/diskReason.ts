/** Says why a file could not be written, in a dealer's words. */

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EROFS: 'the folder is read-only',
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'the folder is gone',
  ENOTDIR: 'its path is not a folder',
  EIO: 'the disk failed',
}

/** The reason for the system's error code, as a clause. An unknown code is quoted. */
export const reasonOf = (problem: unknown): string => {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return REASONS[code] ?? (code === '' ? 'the file could not be written' : `the system reported ${code}`)
}
