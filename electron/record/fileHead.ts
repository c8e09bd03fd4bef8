/** The first bytes of a recording's file: its mark, its version and their lengths. Reads no file and imports nothing, so that a start is quick. */

export const MAGIC = Buffer.from('OPENPREC', 'latin1')
/** Raised with every change of the format. */
export const VERSION = 1
export const EXTENSION = '.oprec'
/** Mark, version, and the length of the JSON that follows. */
export const HEAD_BYTES = 14

/** The version of a recording by its first bytes; null where they begin no recording. */
export const versionOfRecording = (head: Buffer): number | null =>
  head.length >= HEAD_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC) ? head.readUInt16LE(8) : null
