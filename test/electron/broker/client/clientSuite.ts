/** The client suite: what the adapter must do at any venue, with nothing but the venue profile to know it by. */

import { asksLists } from './listSuite.ts'
import { movesMoney, registersWebhooks } from './moneySuite.ts'
import { amendsAndTriggers, listsAndRefusesOrders, placesOrders } from './orderSuite.ts'
import { signsIn, staysSound } from './sessionSuite.ts'
import type { Step, SuiteVenue } from './suiteVenue.ts'

/** Registers every test in its order: each needs the state that the ones before it left. */
export function clientSuite(test: Step, at: SuiteVenue): void {
  signsIn(test, at)
  placesOrders(test, at)
  listsAndRefusesOrders(test, at)
  movesMoney(test, at)
  amendsAndTriggers(test, at)
  asksLists(test, at)
  registersWebhooks(test, at)
  staysSound(test, at)
}

/** Runs the whole suite outside a test of its own; rejects with the title of the first test that fails. */
export async function runClientSuite(at: SuiteVenue): Promise<void> {
  const steps: { readonly title: string; readonly run: () => Promise<void> }[] = []
  const collect: Step = (title: string, second: unknown, third?: () => Promise<void>) => {
    const run = third ?? (second as () => Promise<void>)
    const isSkipped = third !== undefined && (second as { skip?: boolean }).skip === true
    if (!isSkipped) steps.push({ title, run })
  }
  clientSuite(collect, at)
  for (const { title, run } of steps)
    await run().catch((error: unknown) => {
      throw new Error(`${title}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
}
