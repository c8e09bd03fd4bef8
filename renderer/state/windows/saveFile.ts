/** Saves a file of this window: through the shell's dialog in the desktop program, where pages may download nothing, else by the page's own download. */

import { FILE_PART_LENGTH } from '../../../shared/contract/commands.ts'
import { inShell } from '../../live/inShell.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { isoTime } from '../../format/times.ts'

/** Ms after which a download has certainly begun. */
const DOWNLOAD_TIME = 10_000
const TYPES = {
  csv: 'text/csv',
  png: 'image/png',
  json: 'application/json',
  pdf: 'application/pdf',
  txt: 'text/plain',
} as const

type FileKind = keyof typeof TYPES
type Saver = Pick<WindowSession, 'client' | 'clock' | 'notices'>

/** Saves a file under `name` and the time. `content`: text; a picture or PDF in base64. A notice in this window says whether it was saved. */
export async function saveFile(session: Saver, name: string, kind: FileKind, content: string): Promise<void> {
  const moment = isoTime(session.clock.now()).replaceAll(/[:.]/g, '')
  const file = `${name.replaceAll(/[^\w-]/g, '-')}-${moment}.${kind}`
  if (inShell) await sendInParts(session, file, kind, content)
  else download(session, file, kind, content)
}

export const savePicture = (session: Saver, name: string, picture: HTMLCanvasElement): Promise<void> =>
  saveFile(session, name, 'png', picture.toDataURL('image/png').replace(/^[^,]*,/, ''))

/** Copies a picture to the clipboard. A notice in this window says whether it was copied. */
export async function copyPicture(session: Saver, picture: HTMLCanvasElement): Promise<void> {
  const blob = new Promise<Blob>((done, failed) =>
    picture.toBlob(
      (made) => (made ? done(made) : failed(new Error('The picture could not be made.'))),
      'image/png',
    ),
  )
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    tell(session.notices, session.clock, 'info', 'The picture is on the clipboard.')
  } catch {
    tell(
      session.notices,
      session.clock,
      'warning',
      'This window may not use the clipboard. Save the picture to a file instead (P on the chart).',
    )
  }
}

/** Copies text to the clipboard. A notice in this window says `done`, or that nothing was copied. */
export async function copyText(session: Saver, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell(session.notices, session.clock, 'info', done)
  } catch {
    const sentence = 'Nothing was copied: this window may not use the clipboard.'
    tell(session.notices, session.clock, 'warning', sentence)
  }
}

/** A text in the parts that one frame can hold, with the id that joins them. */
export function inParts(content: string) {
  const parts = Math.max(1, Math.ceil(content.length / FILE_PART_LENGTH))
  const fileId = crypto.randomUUID()
  return Array.from({ length: parts }, (_, n) => ({
    fileId,
    part: n + 1,
    parts,
    content: content.slice(n * FILE_PART_LENGTH, (n + 1) * FILE_PART_LENGTH),
  }))
}

async function sendInParts(session: Saver, name: string, kind: FileKind, content: string): Promise<void> {
  for (const part of inParts(content)) {
    const reply = await session.client.call('file.save', { name, kind, ...part })
    if (!reply.ok) return tell(session.notices, session.clock, 'warning', reply.failure.message)
    if (reply.value.outcome === 'saved') tell(session.notices, session.clock, 'info', `${name} is saved.`)
  }
}

function download({ clock }: Saver, name: string, kind: FileKind, content: string): void {
  const bytes =
    kind === 'png' || kind === 'pdf'
      ? Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      : content
  const address = URL.createObjectURL(new Blob([bytes], { type: TYPES[kind] }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  clock.after(DOWNLOAD_TIME, () => URL.revokeObjectURL(address))
}
