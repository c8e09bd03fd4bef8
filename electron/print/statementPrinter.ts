/** Prints each statement in a thread of its own, so that the process that sends orders stays free. Touches no file. */

import { Worker } from 'node:worker_threads'
import { fail, ok } from '../../shared/base/result.ts'
import type { PrintStatement } from '../core/ports/printStatement.ts'
import type { Printed, PrintOrder } from './protocol.ts'

/** `workerUrl`: the thread's entry, `worker.ts`, or `worker.mjs` when built. */
export const createStatementPrinter =
  (workerUrl: URL): PrintStatement =>
  (records) =>
    new Promise((done) => {
      const order: PrintOrder = { records }
      const worker = new Worker(workerUrl, { workerData: order, name: 'print' })
      worker.once('message', (printed: Printed) =>
        done(printed.kind === 'printed' ? ok(printed.pdf) : fail(printed.why)),
      )
      worker.once('error', (error: unknown) =>
        done(
          fail(
            `The PDF could not be made (${error instanceof Error ? error.message : String(error)}). Save the CSV instead.`,
          ),
        ),
      )
      worker.once('exit', () => done(fail('The PDF could not be made. Save the CSV instead.')))
    })
