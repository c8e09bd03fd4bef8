import { expect, it } from 'vitest'
import { createStatementPrinting } from '../../../../../electron/core/session/windows/printStatementOfParts.ts'
import { fail, ok } from '../../../../../shared/base/result.ts'

const caller = { windowId: 'w1', allows: () => true }
const part = (number: number, content: string) => ({ fileId: 'f1', part: number, parts: 2, content })

it('the records of a statement reach the printer whole, and its sentence reaches the window', async () => {
  const printed: string[] = []
  const printing = createStatementPrinting((records) => {
    printed.push(records)
    return Promise.resolve(printed.length === 1 ? ok('JVBERg==') : fail('Too many.'))
  })
  expect(await printing.print(part(1, '{"a":'), caller)).toEqual(ok({ pdf: null }))
  expect(await printing.print(part(2, '1}'), caller)).toEqual(ok({ pdf: 'JVBERg==' }))
  expect(printed).toEqual(['{"a":1}'])
  // A part that came without the one before it prints nothing.
  expect(await printing.print(part(2, '1}'), caller)).toMatchObject({
    failure: { message: expect.stringMatching(/^A part of the statement is missing/) },
  })
  await printing.print(part(1, ''), caller)
  expect(await printing.print(part(2, ''), caller)).toMatchObject({ failure: { message: 'Too many.' } })
})

it('a core without a printer says so', async () => {
  const printing = createStatementPrinting(null)
  expect(await printing.print(part(1, ''), caller)).toMatchObject({
    failure: { message: 'This program makes no PDF. Save the CSV instead.' },
  })
})
