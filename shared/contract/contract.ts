/** The one list of commands and topics between core and window (C1). The schemas give the types. */

import type { z } from 'zod'
import { commands } from './commands.ts'
import { topics } from './topics.ts'

export { commands, topics }
export { MARKET_TRADES_KEPT } from './topics.ts'

/** Raise it with every change that an older window could not read. */
export const CONTRACT_VERSION = 19

export type Commands = typeof commands
export type CommandName = keyof Commands
export type Request<C extends CommandName> = z.infer<Commands[C]['request']>
export type Reply<C extends CommandName> = z.infer<Commands[C]['reply']>

export type Topics = typeof topics
export type TopicName = keyof Topics
export type Key<T extends TopicName> = z.infer<Topics[T]['key']>
export type Snapshot<T extends TopicName> = z.infer<Topics[T]['snapshot']>
export type Delta<T extends TopicName> = z.infer<Topics[T]['delta']>
