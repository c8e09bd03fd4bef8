/** Has a statement printed by the core, and saves the PDF. A notice in this window says why it could not be made. */

import { inParts, saveFile } from '../../state/windows/saveFile.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { Made } from './readStatement.ts'

export async function printStatement(session: WindowSession, { input, statement }: Made): Promise<void> {
  for (const part of inParts(JSON.stringify(input))) {
    const reply = await session.client.call('statement.print', part)
    if (!reply.ok) return tell(session.notices, session.clock, 'warning', reply.failure.message)
    if (reply.value.pdf !== null) await saveFile(session, statement.number, 'pdf', reply.value.pdf)
  }
}
