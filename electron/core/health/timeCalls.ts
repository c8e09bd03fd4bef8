/** Times the way of a dealer's command from its window to the core. Changes no command and no answer. */

import type { CommandName } from '../../../shared/contract/contract.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import { TIMED_COMMANDS } from '../../../shared/contract/timedCommands.ts'
import type { Measures } from './measures.ts'

export function timeCalls(
  handlers: CommandHandlers,
  measures: Pick<Measures, 'commandReceived'>,
): CommandHandlers {
  const timed = (Object.keys(handlers) as CommandName[]).map((name) => {
    if (!TIMED_COMMANDS.has(name)) return [name, handlers[name]]
    const handler = handlers[name] as (...call: readonly unknown[]) => Promise<unknown>
    const timing = (request: unknown, caller: unknown, at?: number) => {
      if (at !== undefined) measures.commandReceived(at)
      return handler(request, caller, at)
    }
    return [name, timing]
  })
  return Object.fromEntries(timed) as CommandHandlers
}
