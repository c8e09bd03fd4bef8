/** The file operations that the order journal needs. Interface only: `nodeDisk.ts` is the real disk, tests have their own. */

/**
 * Files under one data folder. Paths are relative to the folder and use `/` (`journal/000001.journal`, `journal-head.json`).
 *
 * Every operation but `turn` may fail: it rejects with an Error whose `code` is the system's error code (`ENOSPC`, `EIO`, `EROFS`, …). The
 * journal never repeats an operation that failed. Nothing is durable before `sync` (contents) and `syncFolder` (names) have resolved. A crash
 * may leave all, a part, or nothing of unsynced bytes; a lost part before a stored part reads as zero bytes. Only reads of one file overlap
 * with other operations on that file. Operations on different files may overlap.
 */
export interface JournalDisk {
  /** Creates the folder and its parents. A folder that exists already is no failure. */
  makeFolder(folder: string): Promise<void>
  /** Names of the files in a folder, in any order; empty where there is no such folder. */
  list(folder: string): Promise<readonly string[]>
  /** The whole file; null where there is none. */
  read(path: string): Promise<Uint8Array | null>
  /** Creates a file with these bytes that only its owner can read (mode 0600). Rejects with `EEXIST` where the file exists. */
  create(path: string, bytes: Uint8Array): Promise<void>
  /** Appends bytes to an existing file. */
  append(path: string, bytes: Uint8Array): Promise<void>
  /** Resolves once contents and length are on the medium (fdatasync). */
  sync(path: string): Promise<void>
  /** Why the written file no longer has its name or its `size` bytes, as a clause; null: it has. Disks of tests may leave this function out. */
  whyReplaced?(path: string, size: number): Promise<string | null>
  /** Cuts the file to its first `size` bytes. */
  truncate(path: string, size: number): Promise<void>
  /** Replaces `to` where it exists. */
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Resolves once the names in the folder are on the medium. `''` is the data folder itself. */
  syncFolder(folder: string): Promise<void>
  /** Resolves once all code that was ready to run has run. Writes that this code requests can share a sync. */
  turn(): Promise<void>
  /** Closes every open file. The disk is not used afterwards. */
  close(): Promise<void>
}
