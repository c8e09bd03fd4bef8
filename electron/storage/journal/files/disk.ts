/** The few file operations that the order journal needs of a disk. Interface only: the real disk is `nodeDisk.ts`, tests bring their own. */

/**
 * Files under one data folder. Paths are relative to it and use `/` (`journal/000001.journal`, `journal-head.json`).
 *
 * Every operation but `turn` may fail: it rejects with an Error whose `code` is the system's word (`ENOSPC`, `EIO`, `EROFS`, …). The journal
 * never repeats an operation that failed. Nothing is durable before `sync` (contents) and `syncFolder` (names) have resolved; of
 * what was not synced a crash may leave all, any part, or nothing; a part that is not left, with others behind it, reads as zero bytes. Operations on one file are never under way at the same time,
 * but for reads; operations on different files may be.
 */
export interface JournalDisk {
  /** Makes the folder and those above it; one that is there already is no failure. */
  makeFolder(folder: string): Promise<void>
  /** Names of the files in a folder, in any order; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>
  /** The whole file; null when there is none. */
  read(path: string): Promise<Uint8Array | null>
  /** A new file with these bytes, for its owner's eyes only (mode 0600). Rejects with `EEXIST` when there is one. */
  create(path: string, bytes: Uint8Array): Promise<void>
  /** Adds bytes at the end of a file that is there. */
  append(path: string, bytes: Uint8Array): Promise<void>
  /** Contents and length are on the medium when this resolves (fdatasync). */
  sync(path: string): Promise<void>
  /** Why the file that was written to is not the one of its name any more, or is shorter than `size` bytes; a clause. Null: it is. A disk that only tests know may leave this out. */
  whyReplaced?(path: string, size: number): Promise<string | null>
  /** Cuts the file to its first `size` bytes. */
  truncate(path: string, size: number): Promise<void>
  /** Replaces `to` when it is there. */
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Names made, changed or removed in the folder are on the medium when this resolves. `''` is the data folder itself. */
  syncFolder(folder: string): Promise<void>
  /** Resolves when all that was ready to run has run: whatever that still asks to be written can share a sync. */
  turn(): Promise<void>
  /** Lets go of whatever is held open; the disk is not used afterwards. */
  close(): Promise<void>
}
